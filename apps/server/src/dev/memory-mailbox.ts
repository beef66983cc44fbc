/** Where letters go while the product is being worked on: kept in memory until the server starts again, newest first. */
import type { Mailer, MailMessage } from '../mail/mailer.ts';

export interface MemoryMailbox extends Mailer {
  letters(): readonly { number: number; at: number; message: MailMessage }[];
}

const LETTERS_KEPT = 500;

/** @param now epoch ms */
export function memoryMailbox(now: () => number): MemoryMailbox {
  let letters: { number: number; at: number; message: MailMessage }[] = [];
  let last = 0;
  return {
    letters: () => letters,
    async send(message) {
      last += 1;
      letters = [{ number: last, at: now(), message }, ...letters].slice(0, LETTERS_KEPT);
    },
    close: () => undefined,
  };
}
