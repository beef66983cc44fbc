import { formatWitnessKey } from '@glassdrum/fair-draw';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const MAIL = {
  PUBLIC_URL: 'https://raffles.example.org',
  SMTP_URL: 'smtps://user:secret@mail.example.org:465',
  MAIL_FROM: 'Glassdrum <raffles@example.org>',
};

function problems(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('R82: who may sign up', () => {
  expect(readConfig({}).signUp).toEqual({ policy: 'open', domains: [] });
  expect(readConfig({ SIGN_UP: ' Invite ' }).signUp).toEqual({ policy: 'invite', domains: [] });
  expect(readConfig({ SIGN_UP: 'domain: Example.org , club.example' }).signUp).toEqual({
    policy: 'domain',
    domains: ['example.org', 'club.example'],
  });
  for (const wrong of ['domain', 'domain:', 'domain:localhost', 'invite:example.org', 'everybody']) {
    expect(problems({ SIGN_UP: wrong })).toEqual([
      `SIGN_UP must be open, invite, closed, or domains such as domain:example.org,example.com, but it is "${wrong}".`,
    ]);
  }
});

test('H11: joins are limited unless the operator says otherwise', () => {
  expect(readConfig({}).joinLimit).toEqual({ burst: 1000, perMinute: 300 });
  expect(readConfig({ JOIN_LIMIT: ' 50, 20 ' }).joinLimit).toEqual({ burst: 50, perMinute: 20 });
  expect(readConfig({ JOIN_LIMIT: 'Off' }).joinLimit).toBe('off');
  for (const wrong of ['0,1', '1', '1,2,3', '10,0.5', 'many', '60001,1', '-1,5']) {
    expect(() => readConfig({ JOIN_LIMIT: wrong })).toThrow(`JOIN_LIMIT must be "off", or two whole numbers`);
  }
});

describe('mail settings', () => {
  test('both or none', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig(MAIL).mail).toEqual({
      smtpUrl: MAIL.SMTP_URL,
      from: MAIL.MAIL_FROM,
      requireTls: true,
    });
    const { SMTP_URL, MAIL_FROM, ...address } = MAIL;
    const sentence = 'SMTP_URL and MAIL_FROM belong together: set both to send mail, or none.';
    expect(problems({ ...address, SMTP_URL })).toEqual([sentence]);
    expect(problems({ ...address, MAIL_FROM })).toEqual([sentence]);
  });

  test('mails hold links, so they need the public address', () => {
    const { PUBLIC_URL: _, ...mail } = MAIL;
    expect(problems(mail)).toEqual(['SMTP_URL needs PUBLIC_URL: mails hold links, which must lead here.']);
  });

  test.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp:secret@x'])(
    'M2: %s is no mail server, and is not repeated',
    (url) => {
      const found = problems({ ...MAIL, SMTP_URL: url });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^SMTP_URL must be .* but it is "\(hidden\)"\.$/);
    },
  );

  test.each(['raffles@example.org', 'Glassdrum <raffles@example.org>', 'Verein für Lose <a@b>'])(
    '%s sends',
    (from) => {
      expect(readConfig({ ...MAIL, MAIL_FROM: from }).mail?.from).toBe(from);
    },
  );

  test.each(['raffles', 'a@b, c@d', 'A <a@b> <c@d>', 'A\r\nBcc: e@f <a@b>', '"A" <a@b>'])(
    'M1: %j is no sender',
    (from) => {
      expect(problems({ ...MAIL, MAIL_FROM: from })).toHaveLength(1);
    },
  );
});

describe('a bucket for images', () => {
  const S3 = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  test('there is none by default, and all of it or none', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig({ ...S3, S3_ENDPOINT: 'https://storage.example.org' }).s3).toEqual({
      endpoint: 'https://storage.example.org',
      region: 'us-east-1',
      bucket: 'images',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(problems({ S3_ENDPOINT: 'https://storage.example.org', S3_ACCESS_KEY_ID: 'id' })).toEqual([
      'To keep images in a bucket, S3_BUCKET, S3_SECRET_ACCESS_KEY must be set too.',
    ]);
  });

  test('names what is no bucket and no address', () => {
    expect(problems({ ...S3, S3_BUCKET: '../x', S3_ENDPOINT: 'storage/path' })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^S3_BUCKET must be/),
        expect.stringMatching(/^S3_ENDPOINT must be/),
      ]),
    );
  });
});

describe('R86: witnesses', () => {
  const key = (name: string, byte: string): string => formatWitnessKey(name, byte.repeat(64));
  const one = `${key('one.example.org', 'a')}=https://one.example.org/witness`;
  const two = `${key('two.example.org', 'b')}=http://two.example.org:3000/witness/`;

  test('none unless named, and a name of its own from the address', () => {
    expect(readConfig({})).toMatchObject({ witnesses: [], witnessName: 'localhost:3000' });
    expect(readConfig({ PUBLIC_URL: 'https://raffles.example.org' }).witnessName).toBe('raffles.example.org');
    expect(readConfig({ WITNESS_NAME: 'club/witness' }).witnessName).toBe('club/witness');
    expect(problems({ WITNESS_NAME: 'our club' })).toHaveLength(1);
    expect(problems({ WITNESS_NAME: 'a+b' })).toHaveLength(1);
  });

  test.each([',', '\n', ' ,\n  '])('several, with %j between them', (between) => {
    const { witnesses } = readConfig({ WITNESSES: [one, two].join(between) });
    expect(witnesses.map(({ key: { name }, url }) => [name, url])).toEqual([
      ['one.example.org', 'https://one.example.org/witness'],
      ['two.example.org', 'http://two.example.org:3000/witness'],
    ]);
  });

  test('each problem is a sentence', () => {
    const form = /^WITNESSES must be a list of verifier keys with addresses, name\+hash\+key=https/;
    for (const wrong of [
      'https://one.example.org/witness',
      key('one.example.org', 'a'),
      `${key('one.example.org', 'a')}=ftp://one.example.org`,
      `${key('one.example.org', 'a')}=https://user:secret@one.example.org`,
      one.replace('one.example.org+', 'other.example.org+'),
    ]) {
      expect(problems({ WITNESSES: wrong })).toEqual([expect.stringMatching(form)]);
    }
    expect(problems({ WITNESSES: `${one},${one}` })).toEqual([
      'WITNESSES names the witness one.example.org, or its key, twice.',
    ]);
    const sameKey = `${key('three.example.org', 'a')}=https://three.example.org/witness`;
    expect(problems({ WITNESSES: `${one},${sameKey}` })).toEqual([
      'WITNESSES names the witness three.example.org, or its key, twice.',
    ]);
    const many = Array.from({ length: 17 }, (_, n) => {
      const name = `w${n}.example.org`;
      return `${formatWitnessKey(name, n.toString(16).padStart(64, '0'))}=https://${name}/witness`;
    });
    expect(problems({ WITNESSES: many.join('\n') })).toEqual(['WITNESSES may name at most 16 witnesses.']);
  });
});

describe('M12: TLS to mail server and database', () => {
  test.each([
    ['smtp://mail.example.org:587', true],
    ['smtp://10.0.0.5', true],
    ['smtp://localhost.evil.example', true],
    ['smtp://localhost:25', false],
    ['smtp://127.0.0.1:1025', false],
    ['smtp://[::1]:1025', false],
    ['smtp://mail.example.org?ignoreTLS=true', false],
  ])('M12: mail by %s requires it: %s', (url, expected) => {
    expect(readConfig({ ...MAIL, SMTP_URL: url }).mail?.requireTls).toBe(expected);
  });

  test.each([
    ['postgres://u:p@db.example.org/raffles', 'verify-full'],
    ['postgres://u:p@10.0.0.5/raffles?sslmode=prefer', 'verify-full'],
    ['postgres://u:p@db.example.org/raffles?sslmode=require', 'verify-full'],
    ['postgres://u:p@db.example.org/raffles?sslmode=disable', 'disable'],
    ['postgres://u:p@db.example.org/raffles?sslmode=no-verify', 'no-verify'],
    ['postgres://u:p@localhost/raffles', null],
    ['postgres://u:p@127.0.0.1:5433/raffles', null],
    ['postgres://u:p@[::1]/raffles', null],
    ['postgres:///raffles?host=/var/run/postgresql', null],
    ['postgres://u:p@localhost/raffles?host=db.example.org', 'verify-full'],
  ])('M12: %s is asked for a certificate: %s', (url, mode) => {
    const { databaseUrl = '' } = readConfig({ DATABASE_URL: url });
    expect(new URL(databaseUrl).searchParams.get('sslmode')).toBe(mode);
  });
});
