/** A draw's row on the timeline of the rules: when its next steps are due. */
import { dueTimes, type DrawClock, type DueTimes, resultWithoutBeaconAt } from '@glassdrum/raffle-rules';
import type { DrawRow } from '../draw-rows.ts';

function drawClock(draw: Pick<DrawRow, 't0' | 'beacon_at'>): DrawClock {
  return { t0: draw.t0, beaconAt: draw.beacon_at };
}

export function drawDueTimes(draw: Pick<DrawRow, 't0' | 'beacon_at'>): DueTimes {
  return dueTimes(drawClock(draw));
}

/**
 * When the seed is published: T0 + 3 s with drand, as soon as the room's numbers are fixed, and with the draw when there is
 * no beacon (draw protocol §2).
 */
export function seedDueAt(draw: Pick<DrawRow, 't0' | 'beacon_kind' | 'beacon_at'>): number {
  switch (draw.beacon_kind) {
    case 'drand':
      return drawDueTimes(draw).seedAt;
    case 'room':
      return draw.beacon_at ?? Infinity;
    case 'none':
      return resultWithoutBeaconAt(draw.t0);
  }
}

/** R4: whether winners may leave the server. */
export function isResultDue(draw: Pick<DrawRow, 't0' | 'beacon_at' | 'result_at'>, now: number): boolean {
  const { revealAt } = drawDueTimes(draw);
  return draw.result_at !== null && revealAt !== null && now >= revealAt;
}
