/** Joining, one's own entry, and the host's participant list (R20–R25, R40–R45). */
import { z } from 'zod';
import { count, emailAddress, epochMs, opaqueId } from './primitives.ts';
import { publicRaffle } from './raffles.ts';

/** Visitors get the name shortened to first word and initial (R43). */
export const takenNumber = z.object({ entry_number: z.number().int().positive(), display_name: z.string() });
export type TakenNumber = z.infer<typeof takenNumber>;

export const inviteInfo = z.object({
  raffle: publicRaffle,
  invitee: z.object({ display_name: z.string() }),
  is_redeemed: z.boolean(),
  /** R41: the host re-issued this link after the entry was joined. POST /api/continue/link opens the entry here, once. */
  reissued: z.boolean(),
  /** This browser's own entry for the invite, when it is the one that joined. */
  own_entry: z.object({ invitee_id: opaqueId, entry_number: z.number().int().positive() }).nullable(),
  takenNumbers: z.array(takenNumber),
});
export type InviteInfo = z.infer<typeof inviteInfo>;

export const publicJoinInfo = z.object({ raffle: publicRaffle, takenNumbers: z.array(takenNumber) });
export type PublicJoinInfo = z.infer<typeof publicJoinInfo>;

const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text.trim() === '' ? undefined : text));

export const inviteJoinBody = z.object({ token: opaqueId, passphrase: optionalText });
export type InviteJoinBody = z.infer<typeof inviteJoinBody>;

export const publicJoinEntryBody = z.object({
  public_link: opaqueId,
  display_name: z.string().max(1000),
  email: z
    .string()
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? undefined : text))
    .pipe(emailAddress.optional()),
  passphrase: optionalText,
});
export type PublicJoinEntryBody = z.infer<typeof publicJoinEntryBody>;

/** `draw-receipt/1`, draw protocol §9. */
export const receipt = z.object({
  format: z.literal('draw-receipt/1'),
  draw_id: z.string(),
  open_hash: z.string(),
  seed_commit_hash: z.string(),
  entry_number: z.number().int(),
  tickets: z.number().int(),
  display_name: z.string(),
  salt: z.string(),
  entropy_commit: z.string(),
  issued_at: z.number().int(),
  key_id: z.string(),
  signature: z.string(),
});

export const joinAnswer = z.object({
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  raffle_id: opaqueId,
  display_name: z.string(),
  tickets: count,
  /** For clients without cookies, told once: send it as `Authorization: Bearer` (I1). Null when the entry existed already. */
  participant_token: z.string().nullable(),
  receipt,
});
export type JoinAnswer = z.infer<typeof joinAnswer>;

/** The session's own entry in a raffle, with its newest receipt. */
export const ownEntry = z.object({
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  display_name: z.string(),
  tickets: count,
  joined_at: epochMs,
  receipt,
});
export type OwnEntry = z.infer<typeof ownEntry>;

export const participantRow = z.object({
  invitee_id: opaqueId,
  entry_number: z.number().int().positive(),
  display_name: z.string(),
  email: z.string().nullable(),
  joined_at: epochMs,
  /** 0: withdrawn or removed; the number stays taken (R22). */
  tickets: count,
});
export type ParticipantRow = z.infer<typeof participantRow>;

/** GET /api/raffles/{id}/participants: only those with the lowest numbers, for a first picture of a long list. */
export const participantsQuery = z.object({ first: z.coerce.number().int().min(1).max(1_000).optional() });

export const participantsAnswer = z.object({
  participants: z.array(participantRow),
  raffle: z.object({ id: opaqueId, title: z.string(), max_tickets: z.number().int() }),
});
export type ParticipantsAnswer = z.infer<typeof participantsAnswer>;

export const ticketsBody = z.object({ tickets: z.number().int('Tickets must be a whole number.').min(1) });
