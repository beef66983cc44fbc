/**
 * Whose number a body bears ("the machine decides, visibly"). What can be read before the slow-down is the sample; then
 * nothing can be read; and what came out bears the winner. A body that stood for the winner before bears in exchange
 * what the chosen one bore, so that no number is there twice and no picture contradicts the result.
 */
import type { StageEntrant } from './engine/stage-sample.ts';
import type { Entrant, ShowResult } from './plan.ts';
import { AT } from './timing.ts';

/** @param chosen bodies that came out, in the order of the ranks; @returns null when the body stays blank */
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
