/** Who is on stage: everybody, or a sample that always holds the viewer's own entry ("Everyone is on stage"). */
import type { Entrant, ShowPlan } from '../plan.ts';
import { pick, randomFrom } from './random.ts';

export interface StageEntrant extends Entrant {
  /** The viewer's own. */
  own: boolean;
}

/**
 * The entrants for at most `capacity` places, in an order that the seed gives.
 *
 * Everybody sees the same sample; the viewer's own entry takes a place of it when it was not drawn into it, so only
 * that one label differs between two screens. Fewer entrants than `atLeast` stand there several times, all equally
 * often.
 */
export function onStage(plan: ShowPlan, capacity: number, atLeast = 0): StageEntrant[] {
  const { entrants, ownNumber = null } = plan;
  const drawn = drawDistinct(plan, Math.min(capacity, entrants.length));
  if (ownNumber !== null && !drawn.some(({ number }) => number === ownNumber)) {
    const own = entrants.find(({ number }) => number === ownNumber);
    if (own !== undefined && drawn.length > 0) drawn[ownNumber % drawn.length] = own;
  }
  const placed = drawn.map(({ number, name }) => ({ number, name, own: number === ownNumber }));
  if (placed.length === 0 || placed.length >= atLeast) return placed;
  const copies = Math.min(Math.ceil(atLeast / placed.length), Math.floor(capacity / placed.length));
  return Array.from({ length: Math.max(copies, 1) }, () => placed).flat();
}

/** The first `count` places of a shuffle of the entrants; never touches more than `count` of them. */
function drawDistinct({ seedHex, entrants }: ShowPlan, count: number): Entrant[] {
  const random = randomFrom(seedHex, 'stage');
  const moved = new Map<number, number>();
  const drawn: Entrant[] = [];
  for (let place = 0; place < count; place += 1) {
    const from = place + pick(random, entrants.length - place);
    const entrant = entrants[moved.get(from) ?? from];
    moved.set(from, moved.get(place) ?? place);
    if (entrant !== undefined) drawn.push(entrant);
  }
  return drawn;
}
