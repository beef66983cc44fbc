/** Where emails go during development: held in memory until the server restarts, newest first. */
import type { Mailer, MailMessage } from '../platform/mail/mailer.ts';

export interface MemoryMailbox extends Mailer {
  emails(): readonly { number: number; at: number; message: MailMessage }[];
}

const MAX_EMAILS = 500;

/** @param now epoch ms */
export function memoryMailbox(now: () => number): MemoryMailbox {
  let emails: { number: number; at: number; message: MailMessage }[] = [];
  let last = 0;
  return {
    emails: () => emails,
    async send(message) {
      last += 1;
      emails = [{ number: last, at: now(), message }, ...emails].slice(0, MAX_EMAILS);
    },
    close: () => undefined,
  };
}
