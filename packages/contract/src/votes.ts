/** Votes for the draw's animation (seed: vote panel): one a participant, changeable until the draw starts. */
import { z } from 'zod';
import { animationStyle, count, opaqueId } from './primitives.ts';

export const voteBody = z.object({
  animation_style: animationStyle,
  /** Must be the session's own entry (C1). */
  invitee_id: opaqueId.optional(),
});
export type VoteBody = z.infer<typeof voteBody>;

export const voteCount = z.object({ animation_style: animationStyle, count });
export type VoteCount = z.infer<typeof voteCount>;

export const votesAnswer = z.object({
  votes: z.array(voteCount),
  /** The session's own vote, if it has one. */
  own: animationStyle.nullable(),
});
export type VotesAnswer = z.infer<typeof votesAnswer>;
