import { afterAll, describe, expect, test } from 'vitest';
import { silentServer, smtpServer } from '../../../test/support/mailbox.ts';
import { renderEmail } from './render-email.ts';
import type { MailFailed } from './mailer.ts';
import { oneLine } from './plain-text.ts';
import { smtpMailer } from './smtp-mailer.ts';

const undo: (() => void | Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

const FROM = 'Glassdrum <raffles@example.org>';
const message = { to: 'ada@example.org', subject: 'Hello', text: 'Hello Ada', html: '<p>Hello Ada</p>' };

async function mailerFor(server: { url: string; close(): Promise<void> }, patienceMs?: number) {
  const mailer = smtpMailer({
    smtpUrl: server.url,
    from: FROM,
    requireTls: false,
    ...(patienceMs !== undefined && { patienceMs }),
  });
  undo.push(server.close, mailer.close);
  return mailer;
}

const failure = async (sending: Promise<void>): Promise<MailFailed> =>
  sending.then(
    () => {
      throw new Error('The mail was taken.');
    },
    (error: unknown) => error as MailFailed,
  );

describe('mail over SMTP', () => {
  test('arrives with its sender, its recipient, and both forms of the text', async () => {
    const server = await smtpServer();
    const mailer = await mailerFor(server);
    await mailer.send(message);
    const [mail] = server.taken;
    expect(mail).toMatchObject({ from: 'raffles@example.org', to: ['ada@example.org'] });
    expect(mail?.raw).toMatch(/^From: Glassdrum <raffles@example\.org>\r?$/m);
    expect(mail?.raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(mail?.raw).toContain('Hello Ada');
    expect(mail?.raw).toContain('<p>Hello Ada</p>');
  });

  test.each(['\r\n', '\n', '\r', '\0', '\u2028', '\u0085'])('M1 no header is added with %j', async (sign) => {
    const server = await smtpServer();
    const mailer = await mailerFor(server);
    await mailer.send({
      ...message,
      subject: `Hi${sign}Bcc: eve@example.org`,
      headers: { 'List-Unsubscribe': `<https://example.org>${sign}Cc: eve@example.org` },
      attachments: [
        { filename: `a${sign}X-Evil: 1.ics`, contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' },
      ],
    });
    const [mail] = server.taken;
    expect(mail?.to).toEqual(['ada@example.org']);
    expect(mail?.raw).not.toMatch(/^(?:bcc|cc|x-evil):/im);
    expect(mail?.raw).toMatch(/^Subject: Hi Bcc: eve@example\.org\r?$/m);
  });

  test.each([
    'ada@example.org, eve@example.org',
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
    'Eve <eve@example.org>',
  ])('M1 one address is one recipient, or none: %j', async (to) => {
    const server = await smtpServer();
    const mailer = await mailerFor(server);
    await mailer.send({ ...message, to }).catch(() => undefined);
    expect(server.taken.flatMap((mail) => mail.to)).not.toContain('eve@example.org');
  });

  test('R51 the same message has the same identity whenever it is sent', async () => {
    const server = await smtpServer();
    const mailer = await mailerFor(server);
    for (let i = 0; i < 2; i += 1) await mailer.send({ ...message, messageId: 'abc@example.org' });
    for (const mail of server.taken) expect(mail.raw).toMatch(/^Message-ID: <abc@example\.org>\r?$/im);
    expect(server.taken).toHaveLength(2);
  });

  test("M2 a refusal holds the server's code and not the address that it repeats", async () => {
    const mailer = await mailerFor(await smtpServer({ refuse: () => 550 }));
    const error = await failure(mailer.send(message));
    expect(error).toMatchObject({ name: 'MailFailed', status: 550, final: true });
    expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain('ada@');
  });

  test('a server that says nothing is given up', async () => {
    const mailer = await mailerFor(await silentServer(), 100);
    expect(await failure(mailer.send(message))).toMatchObject({ status: null, final: false });
  });

  test('a server that is not there fails at once', async () => {
    const gone = await smtpServer();
    await gone.close();
    const mailer = smtpMailer({ smtpUrl: gone.url, from: FROM, requireTls: false });
    undo.push(mailer.close);
    expect(await failure(mailer.send(message))).toMatchObject({ final: false });
  });
});

describe('emails', () => {
  test('M1 names are text in both forms, on one line each', () => {
    const { text, html } = renderEmail({
      title: 'Hello <b>Ada</b>\r\n.\r\nMAIL FROM:<eve@example.org>',
      paragraphs: ['<img src=x onerror=alert(1)> & "friends"'],
      action: { label: 'Go', url: 'https://example.org/?a="><script>' },
      closing: ["it's over"],
    });
    expect(html).not.toMatch(/<(?:b|img|script)[ >]/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;friends&quot;');
    expect(text.split('\n')[0]).toBe('Hello <b>Ada</b> . MAIL FROM:<eve@example.org>');
    expect(text).toContain('Go:\nhttps://example.org/');
  });

  test('M1 one line keeps every letter of every language', () => {
    expect(oneLine(' Zoë\t\u0007 Ünal — 李 🎉\r\n')).toBe('Zoë Ünal — 李 🎉');
  });
});
