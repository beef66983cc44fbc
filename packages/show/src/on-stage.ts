/**
 * Who is on stage: everyone, or a sample that always holds the viewer's own entry ("Everyone is on stage"), and whose
 * number a body bears ("the machine decides, visibly").
 */
import { pick, randomFrom } from './engine/random.ts';
import type { Entrant, ShowPlan, ShowResult } from './plan.ts';
import { AT } from './timing.ts';

export interface StageEntrant extends Entrant {
  /** The viewer's own. */
  own: boolean;
}

/**
 * The entrants for at most `capacity` places, in an order that the seed gives.
 *
 * Everyone sees the same sample; the viewer's own entry takes a place of it when it was not drawn into it, so only
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

/**
 * What can be read on a body before the slow-down is the sample; then nothing can be read; and what came out bears the
 * winner. A body that stood for the winner before bears in exchange what the chosen one bore, so that no number is there
 * twice and nothing shown contradicts the result.
 *
 * @param chosen bodies that came out, in the order of the ranks
 * @returns null when the body stays blank
 */
export function bearerOf(
  entrants: readonly StageEntrant[],
  chosen: readonly number[],
  body: number,
  t: number,
  result: ShowResult | null,
): Entrant | null {
  const own = entrants[body] ?? null;
  if (result === null || t < AT.reveal) return own;
  const place = chosen.indexOf(body);
  if (place >= 0) return result.winners[place] ?? null;
  const won = result.winners.slice(0, chosen.length).findIndex(({ number }) => number === own?.number);
  if (won < 0) return own;
  const given = entrants[chosen[won] ?? -1];
  return given === undefined || result.winners.some(({ number }) => number === given.number) ? null : given;
}
