/** A plan's place on the timeline. */
import type { DrawPlan } from '@glassdrum/contract';
import type { DrawClock } from '@glassdrum/raffle-rules';

/** Without a beacon the result is there this long after T0, so nothing ever holds. */
const NO_BEACON_AFTER_MS = 23_000;

export function drawClockOf(plan: Pick<DrawPlan, 't0' | 'beacon' | 'beacon_at'>): DrawClock {
  const withoutBeacon = plan.beacon.kind === 'none' ? plan.t0 + NO_BEACON_AFTER_MS : null;
  return { t0: plan.t0, beaconAt: plan.beacon_at ?? withoutBeacon };
}
