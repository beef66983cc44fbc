/** Mail as a test sees it: a captured mailbox, and real SMTP servers that take, refuse or hang. */
import { createServer } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Mailer, MailMessage } from '../../src/platform/mail/mailer.ts';

export interface Mailbox extends Mailer {
  /** All but those in `confirmations` and `notices`. */
  messages: MailMessage[];
  /** What new hosts get about their own address (C14). */
  confirmations: MailMessage[];
  /** What hosts are told about changes of their sign-in (C14). */
  notices: MailMessage[];
}

const CONFIRMATION = 'Confirm your email address';
const NOTICE = 'Your sign-in to Glassdrum was changed';

export function mailbox(): Mailbox {
  const messages: MailMessage[] = [];
  const confirmations: MailMessage[] = [];
  const notices: MailMessage[] = [];
  return {
    messages,
    confirmations,
    notices,
    async send(message) {
      if (message.subject.startsWith(CONFIRMATION)) confirmations.push(message);
      else if (message.subject === NOTICE) notices.push(message);
      else messages.push(message);
    },
    close: () => undefined,
  };
}

/** How a server behaves; may be changed while it runs. */
interface SmtpBehaviour {
  /** The SMTP status with which a recipient is refused, or null. */
  refuse: (address: string) => number | null;
  /** Takes the whole message and then goes away without a word. */
  dropAfterData: boolean;
  /** Awaited before a message is taken. */
  beforeTaken: () => Promise<void>;
  /** Called when a message was taken, before the sender is told. */
  onTaken: () => void;
}

export interface TestSmtpServer {
  url: string;
  behaviour: SmtpBehaviour;
  /** What was taken, but for confirmations: the envelope and the whole message as it came over the wire. */
  taken: { from: string; to: string[]; raw: string }[];
  /** Messages to new hosts about their own address (C14). */
  confirmations: string[];
  close(): Promise<void>;
}

/** A refusal repeats the address, as real servers do. @param port 0: any free one */
export async function smtpServer(
  options: Partial<SmtpBehaviour> & { port?: number } = {},
): Promise<TestSmtpServer> {
  const taken: TestSmtpServer['taken'] = [];
  const confirmations: string[] = [];
  const behaviour: SmtpBehaviour = {
    refuse: () => null,
    dropAfterData: false,
    beforeTaken: () => Promise.resolve(),
    onTaken: () => undefined,
    ...options,
  };
  const take = (
    raw: string,
    { envelope: { mailFrom, rcptTo } }: SMTPServerSession,
    done: () => void,
  ): void => {
    if (raw.includes(`\nSubject: ${CONFIRMATION}`)) {
      confirmations.push(raw);
      return done();
    }
    taken.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      raw,
    });
    behaviour.onTaken();
    if (!behaviour.dropAfterData) return done();
    for (const connection of server.connections) connection.close();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // Senders keep connections open; a test doesn't wait for them.
    closeTimeout: 10,
    onRcptTo(address, _session, done) {
      const responseCode = behaviour.refuse(address.address);
      if (responseCode === null) return done();
      const refusal = Object.assign(new Error(`No mailbox ${address.address} here`), { responseCode });
      return done(refusal);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void behaviour.beforeTaken().then(() => take(Buffer.concat(chunks).toString('utf8'), session, done));
      });
    },
  });
  // A sender that is killed breaks its connections off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    behaviour,
    taken,
    confirmations,
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
