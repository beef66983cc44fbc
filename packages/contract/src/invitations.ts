/** The host's invitee list and its personal links. */
import { z } from 'zod';
import { lineProblem } from './errors.ts';
import { mailReason, messageOccasions } from './messages.ts';
import { count, epochMs, flag, opaqueId } from './primitives.ts';

/** Multi-line text, `display_name,email,notes` a line, of which the name is needed; quoted CSV is accepted; blank lines don't count. */
export const invitesBody = z.object({
  invitees: z.string().max(4 * 1024 * 1024, 'This list is too long for one go.'),
  /** Take the good lines and report the others, instead of writing nothing. */
  skip_bad_lines: flag.default(false),
});
export type InvitesBody = z.infer<typeof invitesBody>;

/**
 * entered: by the host (R66), and nobody has opened the link yet, which takes the entry over; left_out: won recently, so the link
 * does not work in this raffle (R80).
 */
export const inviteState = z.enum(['invited', 'entered', 'joined', 'revoked', 'left_out']);

/** The delivery of an email as its host sees it. */
export const mailState = z.object({
  state: z.enum(['waiting', 'sent', 'failed']),
  /** When it was sent or has failed; while it waits, when it is tried next. */
  at: epochMs,
  /** What went wrong last; null when nothing did. */
  reason: mailReason.nullable(),
});
export type MailState = z.infer<typeof mailState>;

/** Counts of the emails of a raffle by delivery state, all occasions together (R51). */
export const mailCounts = z.object({ waiting: count, sent: count, failed: count });
export type MailCounts = z.infer<typeof mailCounts>;

/** The emails that did not arrive, newest first, at most 100. */
export const mailOverview = z.object({
  counts: mailCounts,
  failures: z.array(
    z.object({
      invitee_id: opaqueId,
      display_name: z.string(),
      occasion: z.enum(messageOccasions),
      reason: mailReason.nullable(),
      at: epochMs,
    }),
  ),
});
export type MailOverview = z.infer<typeof mailOverview>;

export const sendInvitationsAnswer = z.object({
  /** Invitations put on their way by this call. */
  queued: count,
});
export type SendInvitationsAnswer = z.infer<typeof sendInvitationsAnswer>;

export const invitation = z.object({
  invitee_id: opaqueId,
  display_name: z.string(),
  email: z.string().nullable(),
  /** The host's own note; no one else sees it. */
  notes: z.string().nullable(),
  state: inviteState,
  /** The host's labels (R63). */
  groups: z.array(z.string()),
  /** Personal link; null when revoked. */
  url: z.string().nullable(),
  token: z.string().nullable(),
  /** When the person joined, or was entered. */
  redeemed_at: epochMs.nullable(),
  /** The delivery of the invitation by email; null while none was sent. */
  mail: mailState.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

export const invitesAnswer = z.object({
  added: count,
  invitees: z.array(invitation),
  skipped: z.array(lineProblem),
});
export type InvitesAnswer = z.infer<typeof invitesAnswer>;

/** R80: who is left out because they won recently; of a draft who would be, if it were opened now. */
export const leftOut = z.object({
  /** Null where everyone is invited. */
  months: z.number().int().nullable(),
  people: z.array(
    z.object({
      invitee_id: opaqueId,
      display_name: z.string(),
      /** When they won last; null once the raffle is open. */
      won_at: epochMs.nullable(),
    }),
  ),
});
export type LeftOut = z.infer<typeof leftOut>;
