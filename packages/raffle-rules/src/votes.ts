/** Votes for the draw's animation: the most popular style is used; a tie goes to the raffle's own style. */

export const ANIMATION_STYLES = ['classic', 'casino', 'cosmic', 'neon', 'fireworks'] as const;
export type AnimationStyleName = (typeof ANIMATION_STYLES)[number];

/**
 * The style that the draw uses. Without a vote it is the raffle's own; in a tie that its own style is not part of, the
 * first in the fixed order of styles.
 */
export function winningStyle(
  votes: readonly { style: AnimationStyleName; count: number }[],
  own: AnimationStyleName,
): AnimationStyleName {
  const most = Math.max(0, ...votes.map((vote) => vote.count));
  if (most === 0) return own;
  const leading = new Set(votes.filter((vote) => vote.count === most).map((vote) => vote.style));
  if (leading.has(own)) return own;
  return ANIMATION_STYLES.find((style) => leading.has(style)) ?? own;
}

/** Whether votes are taken; from the start of the draw on none are (R13). */
export function votingState(raffle: {
  votingEnabled: boolean;
  drawStarted: boolean;
  /** R79. */
  cancelled: boolean;
}): 'open' | 'voting_off' | 'voting_closed' {
  if (!raffle.votingEnabled) return 'voting_off';
  return raffle.drawStarted || raffle.cancelled ? 'voting_closed' : 'open';
}
