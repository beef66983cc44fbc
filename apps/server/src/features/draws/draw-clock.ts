/** A draw's row on the timeline of the rules: when its next things are due. */
import { dueTimes, type DrawClock, type DueTimes } from '@glassdrum/raffle-rules';
import type { DrawRow } from './queries.ts';

/** When a draw without a beacon gets its result: the instant at which a beacon would be asked for. */
const NO_BEACON_AFTER_MS = 23_000;

function drawClock(draw: Pick<DrawRow, 't0' | 'beacon_at'>): DrawClock {
  return { t0: draw.t0, beaconAt: draw.beacon_at };
}

export function drawDueTimes(draw: Pick<DrawRow, 't0' | 'beacon_at'>): DueTimes {
  return dueTimes(drawClock(draw));
}

/** When the seed is published: T0 + 3 s, or with the draw when there is no beacon (draw protocol §2). */
export function seedDueAt(draw: Pick<DrawRow, 't0' | 'beacon_kind' | 'beacon_at'>): number {
  return draw.beacon_kind === 'none' ? draw.t0 + NO_BEACON_AFTER_MS : drawDueTimes(draw).seedAt;
}

/** R4: whether winners may leave the server. */
export function isResultDue(draw: Pick<DrawRow, 't0' | 'beacon_at' | 'result_at'>, now: number): boolean {
  const { revealAt } = drawDueTimes(draw);
  return draw.result_at !== null && revealAt !== null && now >= revealAt;
}
