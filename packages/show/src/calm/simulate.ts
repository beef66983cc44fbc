/**
 * The calm version without its graphics: chips that stand still. Their numbers fade in the slow-down, all but a few fade
 * away, and in the run-up those that remain are the chosen. An order out of the seed decides, nothing moves.
 */
import { ramp, smooth } from '../engine/curves.ts';
import { pick, randomFrom } from '../engine/random.ts';
import { bearerOf, onStage } from '../on-stage.ts';
import type { StageEntrant } from '../on-stage.ts';
import { chosenCount } from '../plan.ts';
import type { Entrant, SceneState, ShowPlan, ShowResult, Simulation } from '../plan.ts';
import { AT, revealAt } from '../timing.ts';

const MOST_CHIPS = 60;
const LAST_CANDIDATES = 7;

export interface CalmSimulation extends Simulation {
  entrants: StageEntrant[];
  places: number;
  /** 0..1 of a chip's number. */
  ink(chip: number, t: number): number;
  /** 0..1 of the chip itself. */
  there(chip: number, t: number): number;
  /** The chip for a place. */
  kept(place: number): number;
  bearer(chip: number, t: number, result: ShowResult | null): Entrant | null;
}

export function simulateCalm(plan: ShowPlan): CalmSimulation {
  const entrants = onStage(plan, MOST_CHIPS, 18);
  const places = Math.min(chosenCount(plan), entrants.length);
  const order = shuffled(plan.seedHex, entrants.length);
  const keptChips = order.slice(0, places);
  const rank = entrants.map((_, chip) => order.indexOf(chip));

  function ink(chip: number, t: number): number {
    const later = (rank[chip] ?? 0) / Math.max(entrants.length, 1);
    const place = keptChips.indexOf(chip);
    const away = smooth(t, AT.slowdown + 0.3 + 1.8 * later, AT.slowdown + 1.6 + 1.8 * later);
    const back =
      place < 0
        ? smooth(t, AT.complete, AT.complete + 1.2)
        : smooth(t, revealAt(place), revealAt(place) + 0.7);
    return smooth(t, 0.3 + later, 1.3 + later) * (1 - away) + back;
  }

  function there(chip: number, t: number): number {
    const place = rank[chip] ?? 0;
    const kept = entrants.length - LAST_CANDIDATES;
    const gone = smooth(t, AT.slowdown + 0.8, AT.pause - 0.2) * Math.max(kept, 0);
    const narrowed = ramp(entrants.length - 1 - place - gone, -1, 0);
    const last = place < places ? 1 : 1 - smooth(t, AT.runup + 0.3, AT.runup + 2.2);
    const back = place < places ? 0 : smooth(t, AT.complete, AT.complete + 1.2);
    return Math.max(narrowed * last, back);
  }

  const chosen = (t: number): number[] => (t < AT.runup + 2.2 ? [] : keptChips);
  const bearer = (chip: number, t: number, result: ShowResult | null): Entrant | null =>
    bearerOf(entrants, keptChips, chip, t, result);

  return {
    entrants,
    places,
    ink,
    there,
    bearer,
    kept: (place) => keptChips[place] ?? -1,
    state(t, result): SceneState {
      const chips = Array.from(entrants.keys());
      return {
        t,
        bodies: chips.map((chip) => there(chip, t)),
        readable: chips.map((chip) => (ink(chip, t) > 0.05 ? (bearer(chip, t, result)?.number ?? 0) : 0)),
        candidates: t < AT.slowdown + 1 ? [] : chips.filter((chip) => there(chip, t) === 1),
        chosen: chosen(t),
      };
    },
  };
}

function shuffled(seedHex: string, count: number): number[] {
  const random = randomFrom(seedHex, 'calm');
  const order = Array.from({ length: count }, (_, index) => index);
  for (let place = count - 1; place > 0; place -= 1) {
    const other = pick(random, place + 1);
    [order[place], order[other]] = [order[other] ?? 0, order[place] ?? 0];
  }
  return order;
}
