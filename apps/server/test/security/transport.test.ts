/** M12: emails and rows leave this machine encrypted, or not at all. */
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { DatabaseNotTrusted, openDatabase } from '../../src/platform/database/database.ts';
import { MailFailed } from '../../src/platform/mail/mailer.ts';
import { smtpMailer } from '../../src/platform/mail/smtp-mailer.ts';
import { smtpServer } from '../support/mailbox.ts';
import { makeStorage, postgresServer } from '../support/storage.ts';

/** Leads to this machine, and is not one of its own names. */
const ELSEWHERE = '0.0.0.0';
const MESSAGE = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

function mailerFor(smtpUrl: string): ReturnType<typeof smtpMailer> {
  const { mail } = readConfig({
    PUBLIC_URL: 'https://raffles.example.org',
    MAIL_FROM: 'raffles@example.org',
    SMTP_URL: smtpUrl,
  });
  if (mail === null) throw new Error('Mail is configured.');
  return smtpMailer(mail);
}

test('M12: no email goes to a mail server elsewhere without TLS, unless its address says so', async () => {
  const server = await smtpServer();
  const url = server.url.replace('127.0.0.1', ELSEWHERE);
  const mailers = [url, `${url}?ignoreTLS=true`, server.url].map(mailerFor);
  const [strict, told, local] = mailers;
  await expect(strict?.send(MESSAGE)).rejects.toThrow(MailFailed);
  expect(server.taken).toHaveLength(0);
  await told?.send(MESSAGE);
  await local?.send(MESSAGE);
  expect(server.taken).toHaveLength(2);
  for (const mailer of mailers) mailer.close();
  await server.close();
});

test.runIf(postgresServer !== undefined)(
  'M12: a database elsewhere without a trusted certificate is refused in one sentence, unless its address says otherwise',
  async () => {
    const storage = await makeStorage('postgres');
    const url = new URL(storage.databaseUrl ?? '');
    url.hostname = ELSEWHERE;
    const { dataDir } = storage;
    const { databaseUrl } = readConfig({ DATABASE_URL: url.href });
    await expect(openDatabase({ databaseUrl, dataDir })).rejects.toThrow(DatabaseNotTrusted);
    url.searchParams.set('sslmode', 'disable');
    const told = readConfig({ DATABASE_URL: url.href });
    await (await openDatabase({ databaseUrl: told.databaseUrl, dataDir })).close();
    await storage.drop();
  },
);
