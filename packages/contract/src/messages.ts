/** A raffle's emails and notifications with what became of them, for its host (R51, R52, R60). */
import { z } from 'zod';
import { count, epochMs, opaqueId } from './primitives.ts';

export const messageChannels = ['mail', 'push'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageOccasions = [
  'invitation',
  'confirm',
  'joined',
  'entered',
  'deadline',
  'starting',
  'result',
  'moved_up',
  'claim_reminder',
  'lapsed',
  'cancelled',
] as const;
export type MessageOccasion = (typeof messageOccasions)[number];

/**
 * Why an email has not arrived (R51): the mail server is away, does not accept this installation's sign-in or sender, is
 * busy; it rejects the address or the email; the person has unsubscribed; the host has sent as many as allowed, today or
 * about this raffle (R84), or has not confirmed the own address (C14); something failed inside.
 */
export const mailReason = z.enum([
  'server_away',
  'server_login',
  'server_tls',
  'sender_refused',
  'server_busy',
  'address_refused',
  'letter_refused',
  'unsubscribed',
  'daily_limit',
  'recipient_limit',
  'address_not_confirmed',
  'internal',
]);
export type MailReason = z.infer<typeof mailReason>;

/** `not_needed`: what it was to say was over, or nobody was left to tell, before it was sent. */
export const messageStates = ['waiting', 'sent', 'failed', 'unsubscribed', 'not_needed'] as const;
export type MessageState = (typeof messageStates)[number];

/** Which ones; `after` is the page before's `next`. */
export const messagesQuery = z.object({
  channel: z.enum(messageChannels).optional(),
  occasion: z.enum(messageOccasions).optional(),
  state: z.enum(messageStates).optional(),
  /** In the recipient's name or address, or the entry number. */
  words: z.string().trim().max(200).optional(),
  after: z.string().max(400).optional(),
});
export type MessagesQuery = z.infer<typeof messagesQuery>;

export const messageRow = z.object({
  id: z.string(),
  invitee_id: opaqueId,
  channel: z.enum(messageChannels),
  occasion: z.enum(messageOccasions),
  /** R69: of several draws, number and name of the one that it is about; null where it is about none. */
  draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }).nullable(),
  state: z.enum(messageStates),
  /** Why it is not sent; null where nothing went wrong, or nothing more is known. */
  reason: mailReason.nullable(),
  /** When it was sent or given up; while it waits, when it is tried next. */
  at: epochMs,
  /** Empty once erased, and for a paper ticket without a holder. */
  display_name: z.string(),
  entry_number: z.number().int().positive().nullable(),
  email: z.string().nullable(),
});
export type MessageRow = z.infer<typeof messageRow>;

export const messagesPage = z.object({
  /** Newest first. */
  messages: z.array(messageRow),
  /** For the next page; null on the last one. */
  next: z.string().nullable(),
  /** How many there are with this filter. */
  found: count,
});
export type MessagesPage = z.infer<typeof messagesPage>;

export const messageCounts = z.object({
  /** Whether this installation sends email at all. */
  sends_mail: z.boolean(),
  counts: z.array(
    z.object({
      channel: z.enum(messageChannels),
      occasion: z.enum(messageOccasions),
      state: z.enum(messageStates),
      count,
    }),
  ),
  /** Invited people and holders of tickets whose address is not known: they get no email. */
  without_address: count,
  /** Of everybody invited or in the raffle. */
  people: count,
  /** Entries with a device that gets notifications. */
  with_device: count,
});
export type MessageCounts = z.infer<typeof messageCounts>;
