/** How mail leaves: the smallest interface that serves. Without a configured server there is no mailer (R51). */

export interface MailMessage {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Without brackets. The same message sent again keeps it, so that a mailbox can tell. Default: made by chance. */
  messageId?: string;
  /** Further headers, e.g. List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly { filename: string; contentType: string; content: string }[];
}

export interface Mailer {
  /** Resolves when the mail server has taken the message. @throws MailFailed */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The mail server did not take a message. Holds codes only: its words may repeat the address (M2). */
export class MailFailed extends Error {
  override name = 'MailFailed';
  /** e.g. ECONNECTION, ETIMEDOUT, EENVELOPE. */
  readonly code: string;
  /** SMTP status, when the server answered. */
  readonly status: number | null;
  /** The step that failed, e.g. `RCPT TO`; null when there was none. */
  readonly command: string | null;

  constructor(code: string, status: number | null, command: string | null = null) {
    super(`The mail server did not take a message (${status === null ? code : `${code}, ${status}`}).`);
    this.code = code;
    this.status = status;
    this.command = command;
  }

  /** Trying again later cannot help: the server refused for good (SMTP 5xx). */
  get final(): boolean {
    return this.status !== null && this.status >= 500;
  }
}
