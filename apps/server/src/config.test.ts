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

describe('mail settings', () => {
  test('both or none', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(readConfig(MAIL).mail).toEqual({ smtpUrl: MAIL.SMTP_URL, from: MAIL.MAIL_FROM });
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

describe('a bucket for pictures', () => {
  const S3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  test('there is none by default, and all of it or none', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig({ ...S3, S3_ENDPOINT: 'https://storage.example.org' }).s3).toEqual({
      endpoint: 'https://storage.example.org',
      region: 'us-east-1',
      bucket: 'pictures',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(problems({ S3_ENDPOINT: 'https://storage.example.org', S3_ACCESS_KEY_ID: 'id' })).toEqual([
      'To keep pictures in a bucket, S3_BUCKET, S3_SECRET_ACCESS_KEY must be set too.',
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
