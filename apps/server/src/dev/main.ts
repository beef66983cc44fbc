/**
 * The server of `npm run dev`: the product as it is, with a mailbox at /dev/mailbox that shows what would be sent, unless
 * SMTP_URL names a mail server. Not part of the build: an installation starts from main.ts.
 */
import { systemClock } from '../platform/clock/clock.ts';
import { composeApp } from '../compose.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { DataFolderInUse } from '../platform/database/sqlite.ts';
import { createLog } from '../platform/http/log.ts';
import { mailboxPage } from './mailbox-page.ts';
import { memoryMailbox } from './memory-mailbox.ts';

async function start(): Promise<void> {
  const read = readConfig(process.env);
  // Links in emails lead to the screens, which another server shows while the product is being worked on.
  const screens = process.env['SCREENS_URL'] ?? read.publicUrl;
  const config: Config = read.publicUrlIsSet ? read : { ...read, publicUrl: screens };
  const mailbox = config.mail === null ? memoryMailbox(systemClock().now) : null;
  const app = await composeApp({
    config,
    log: createLog(config.logLevel),
    ...(mailbox !== null && { mailer: mailbox }),
  });
  if (mailbox !== null) mailboxPage(app.http, mailbox);
  const address = await app.listen();
  console.log(`Calls: ${address}`);
  if (mailbox !== null) console.log(`Mailbox: ${address}/dev/mailbox`);
  const end = (): void => void app.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

try {
  await start();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof DataFolderInUse;
  console.error(expected ? error.message : error);
  process.exit(1);
}
