/** Mail as a test sees it: a captured mailbox, and real SMTP servers that take, refuse or hang. */
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Mailer, MailMessage } from '../../src/mail/mailer.ts';

export interface Mailbox extends Mailer {
  messages: MailMessage[];
}

export function mailbox(): Mailbox {
  const messages: MailMessage[] = [];
  return { messages, send: async (message) => void messages.push(message), close: () => undefined };
}

export interface TestSmtpServer {
  url: string;
  /** What was taken: the envelope and the whole message as it came over the wire. */
  taken: { from: string; to: string[]; raw: string }[];
  close(): Promise<void>;
}

/** @param refuse answers 550 to every recipient, repeating the address, as real servers do */
export async function smtpServer({ refuse = false } = {}): Promise<TestSmtpServer> {
  const taken: TestSmtpServer['taken'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo(address, _session, done) {
      if (!refuse) return done();
      const refusal = Object.assign(new Error(`No mailbox ${address.address} here`), { responseCode: 550 });
      return done(refusal);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Takes connections and never says a word. */
export async function silentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer();
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
