/** A plan's place on the timeline. */
import type { DrawPlan } from '@glassdrum/contract';
import { type DrawClock, resultWithoutBeaconAt } from '@glassdrum/raffle-rules';

export function drawClockOf(plan: Pick<DrawPlan, 't0' | 'beacon' | 'beacon_at'>): DrawClock {
  const withoutBeacon = plan.beacon.kind === 'none' ? resultWithoutBeaconAt(plan.t0) : null;
  return { t0: plan.t0, beaconAt: plan.beacon_at ?? withoutBeacon };
}
