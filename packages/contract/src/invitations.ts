/** The host's invitee list and its personal links. */
import { z } from 'zod';
import { lineProblem } from './errors.ts';
import { count, epochMs, flag, opaqueId } from './primitives.ts';

/** Multi-line text, `display_name,email` a line; quoted CSV is accepted; blank lines don't count. */
export const invitesBody = z.object({
  invitees: z.string().max(4 * 1024 * 1024, 'This list is too long for one go.'),
  /** Take the good lines and report the others, instead of writing nothing. */
  skip_bad_lines: flag.default(false),
});
export type InvitesBody = z.infer<typeof invitesBody>;

export const inviteState = z.enum(['invited', 'joined', 'revoked']);

export const invitation = z.object({
  invitee_id: opaqueId,
  display_name: z.string(),
  email: z.string().nullable(),
  state: inviteState,
  /** Personal link; null when revoked. */
  url: z.string().nullable(),
  token: z.string().nullable(),
  redeemed_at: epochMs.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

export const invitesAnswer = z.object({
  added: count,
  invitees: z.array(invitation),
  skipped: z.array(lineProblem),
});
export type InvitesAnswer = z.infer<typeof invitesAnswer>;
