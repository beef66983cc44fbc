/** What the host is told before the point of no return (R31): the counts of this moment and the level that would apply. */
import type { DrawPreview } from '@glassdrum/contract';
import { QUICKNET } from '@glassdrum/fair-draw';
import { alternatesFor } from '@glassdrum/raffle-rules';
import type { BeaconClient } from '../../beacon/beacon-client.ts';
import type { Clock } from '../../clock/clock.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';

export async function previewDraw(
  { beacon, clock }: { beacon: BeaconClient; clock: Clock },
  raffle: OwnRaffle,
): Promise<DrawPreview> {
  const entries = raffle.active_count;
  const counts = {
    entries,
    tickets: raffle.ticket_total,
    winners: Math.min(raffle.max_winners, entries),
    alternates: alternatesFor({ winners: raffle.max_winners, entries }),
  };
  if (beacon.chain.chainHash !== QUICKNET.chainHash) {
    return { ...counts, assurance: 'operator', beacon: 'test' };
  }
  const reachable = await beacon.isReachable(clock.now());
  return reachable
    ? { ...counts, assurance: 'beacon', beacon: 'reachable' }
    : { ...counts, assurance: 'operator', beacon: 'unreachable' };
}
