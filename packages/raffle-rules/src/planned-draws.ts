/**
 * The draws of a raffle (R69): its prizes are drawn all at once, or in up to 30 draws one after another, each with the prizes
 * that the host put into it. Draws are numbered in their order, and numbers stay: once the raffle is open, draws are only
 * added at the end, or skipped.
 */
import { accept, refuse } from './decision.ts';
import type { Decision } from './decision.ts';
import { LIMITS } from './limits.ts';
import type { PrizePolicy } from './prizes.ts';
import { decideReplan, type RaffleFacts } from './status.ts';

/**
 * planned: nothing of it happened yet; closed: its list is closed, from the start of the draw on, and its prizes stay as they
 * are; skipped: it will not take place.
 */
export type PlannedDrawState = 'planned' | 'closed' | 'skipped';

/**
 * R69: whether the list of draws can change to `wanted` draws with these prizes.
 * @param prizes for each prize the number of its draw, from 1
 */
export function decidePlannedDraws(
  facts: RaffleFacts,
  present: readonly PlannedDrawState[],
  wanted: { draws: number; prizes: readonly number[] },
): Decision {
  const state = facts.status === 'draft' ? accept(undefined) : decideReplan(facts);
  if (!state.ok) return state;
  const { draws, prizes } = wanted;
  if (draws > LIMITS.draws.max) return refuse('too_many_draws');
  if (facts.status !== 'draft' && draws < present.length) return refuse('draws_fixed');
  const stateOf = (number: number): PlannedDrawState => present[number - 1] ?? 'planned';
  if (prizes.some((number) => number > draws || stateOf(number) !== 'planned')) return refuse('draws_fixed');
  const given = new Set(prizes);
  for (let number = 1; number <= draws; number += 1) {
    if (stateOf(number) === 'planned' && !given.has(number)) return refuse('draw_without_prizes');
  }
  return accept(undefined);
}

/** R69: a draw that has not begun can be skipped, as long as another one is left or was held. */
export function decideSkip(
  facts: RaffleFacts,
  present: readonly PlannedDrawState[],
  number: number,
): Decision {
  const state = decideReplan(facts);
  if (!state.ok) return state;
  if (present[number - 1] !== 'planned') return refuse('draw_not_planned');
  const others = present.filter((one, index) => index !== number - 1 && one !== 'skipped');
  return others.length === 0 ? refuse('last_draw') : accept(undefined);
}

/** R69: the name is presentation only, and part of no record: it may change until the draw begins. */
export function decideRename(present: readonly PlannedDrawState[], number: number): Decision {
  return present[number - 1] === 'planned' ? accept(undefined) : refuse('draw_not_planned');
}

/** R70: with one prize per person, a holder of a prize of an earlier draw sits later ones out. A single draw has no earlier ones. */
export function earlierWinners(policy: PrizePolicy, draws: number): 'out' | 'in' {
  return policy === 'once' && draws > 1 ? 'out' : 'in';
}
