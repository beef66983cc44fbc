/** Mail over SMTP. A server that hangs is given up after a while, so that nothing waits for it for ever. */
import { createTransport } from 'nodemailer';
import { type Mailer, MailFailed } from './mailer.ts';
import { oneLine } from './plain-text.ts';

const PATIENCE_MS = 15_000;

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  smtpUrl: string;
  /** `raffles@example.org` or `Name <raffles@example.org>`. */
  from: string;
  /** M12: nothing is sent where the server offers no TLS. */
  requireTls: boolean;
  /** How long to wait for each answer of the server. */
  patienceMs?: number;
}

export function smtpMailer({ smtpUrl, from, requireTls, patienceMs = PATIENCE_MS }: SmtpSettings): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    ...(requireTls && { requireTLS: true }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    // A message is made of what the product hands over, never of files or addresses that a text may name.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html, messageId, headers = {}, attachments = [] }) {
      try {
        await transport.sendMail({
          from,
          // As an object: the text of an address list would let one field name several recipients.
          to: { name: '', address: oneLine(to) },
          subject: oneLine(subject),
          text,
          html,
          ...(messageId !== undefined && { messageId: `<${oneLine(messageId)}>` }),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
          attachments: attachments.map((file) => ({ ...file, filename: oneLine(file.filename) })),
        });
      } catch (error) {
        throw toMailFailed(error);
      }
    },
    close: () => transport.close(),
  };
}

function toMailFailed(error: unknown): MailFailed {
  const { code, responseCode, command } = error as Partial<Record<string, unknown>>;
  return new MailFailed(
    typeof code === 'string' ? code : 'EUNKNOWN',
    typeof responseCode === 'number' ? responseCode : null,
    typeof command === 'string' ? command : null,
  );
}
