/** What a show is made of: the frozen plan that every screen knows, and the result that no one knows before T0 + 23 s. */

export const SHOW_STYLES = ['classic', 'casino', 'cosmic', 'neon', 'fireworks'] as const;
export type ShowStyle = (typeof SHOW_STYLES)[number];

export interface Entrant {
  /** The entry number, from 1. */
  number: number;
  /** Empty where it is unknown: then the number stands alone. */
  name: string;
}

export interface ShowPlan {
  /** At least 16 hex digits that are public since the freeze: every motion of the show comes from them (R35). */
  seedHex: string;
  /** Everyone, or a sample of very many that is the same for everyone. */
  entrants: readonly Entrant[];
  /** The viewer's own entry: always on stage and lightly marked. Changes no motion. */
  ownNumber?: number | null;
  totalEntries: number;
  /** As frozen; how many come out of the machine (at most 3). Default 3. */
  winnerCount?: number;
}

export interface Winner extends Entrant {
  /** What was won; left out where only ranks tell winners apart. */
  prize?: string;
  /** Address of the prize's image. */
  image?: string;
}

export interface ShowResult {
  /** All winners in the order of their ranks; the machine brings out the first three. */
  winners: readonly Winner[];
  /** Which three are on the cards: 0 are ranks 1–3, 1 ranks 4–6. Default 0. */
  page?: number;
}

/** Everything of a scene that a test can compare: plain numbers and texts. */
export interface SceneState {
  t: number;
  /** Positions and turns of what moves, in the style's own units. */
  bodies: number[];
  /** Entry number on each body that can be read now, 0 where nothing can be read. */
  readable: number[];
  /** Index of each body that is still in the running; empty while all are. */
  candidates: number[];
  /** Index of each body that came out, in the order of the ranks. */
  chosen: number[];
}

/** A style's world without its graphics: what moves, from the plan alone. */
export interface Simulation {
  /** `t` in seconds of show. The result is only looked at from the reveal on. */
  state(t: number, result: ShowResult | null): SceneState;
}

/** How many come out of the machine. */
export function chosenCount(plan: ShowPlan): number {
  const wanted = Math.min(plan.winnerCount ?? 3, 3, Math.max(plan.totalEntries, 1));
  return Math.max(1, Math.floor(wanted));
}
