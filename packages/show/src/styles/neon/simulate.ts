/** Neon, without its graphics: how far the drive is, which signs are lit, where the sparks are and where they die. */
import { smooth } from '../../engine/curves.ts';
import { randomFrom } from '../../engine/random.ts';
import { bearerOf, onStage } from '../../on-stage.ts';
import type { StageEntrant } from '../../on-stage.ts';
import { LAST_SIGNS, makeAvenue, sparkTimes } from '../../physics/avenue.ts';
import type { Avenue } from '../../physics/avenue.ts';
import { chosenCount } from '../../plan.ts';
import type { Entrant, SceneState, ShowPlan, ShowResult, Simulation } from '../../plan.ts';
import { AT, revealAt } from '../../timing.ts';

/** The drive passes a few more signs than this, so everyone is seen. */
const MOST_SIGNS = 48;

export interface NeonSimulation extends Simulation {
  entrants: StageEntrant[];
  avenue: Avenue;
  places: number;
  /** The entrant whose sign hangs as the `slot`-th along the avenue. */
  signOf(slot: number): number;
  /** 0..1 of the letters of a sign. */
  letters(sign: number, t: number): number;
  /** 0..1 of a sign's frame. */
  frame(sign: number, t: number): number;
  /** The sign for a place. */
  struck(place: number): number;
  /** Where the spark of a place is: two of the last signs (0..6) and the way between them; null when there is none. */
  spark(place: number, t: number): { from: number; to: number; share: number } | null;
  bearer(sign: number, t: number, result: ShowResult | null): Entrant | null;
}

export function simulateNeon(plan: ShowPlan): NeonSimulation {
  const entrants = onStage(plan, MOST_SIGNS, 24);
  const places = Math.min(chosenCount(plan), entrants.length);
  const avenue = makeAvenue(plan.seedHex, places);
  const random = randomFrom(plan.seedHex, 'letters');
  const spread = Float32Array.from({ length: entrants.length }, () => random());
  const signOf = (slot: number): number =>
    ((slot % entrants.length) + entrants.length) % Math.max(entrants.length, 1);
  const last = new Set(Array.from({ length: LAST_SIGNS }, (_, sign) => signOf(avenue.first + sign)));
  const struckSigns = avenue.sparks.map(({ signs }) => signOf(avenue.first + (signs.at(-1) ?? 0)));

  const chosen = (t: number): number[] => struckSigns.filter((_sign, place) => t >= sparkTimes(place).to);

  function letters(sign: number, t: number): number {
    const later = spread[sign] ?? 0;
    const off = smooth(t, AT.slowdown + 0.5 + 2.4 * later, AT.slowdown + 1.2 + 2.4 * later);
    const place = struckSigns.indexOf(sign);
    const on =
      place < 0
        ? smooth(t, AT.complete - 0.2 + later, AT.complete + 0.6 + later)
        : smooth(t, revealAt(place) - 0.05, revealAt(place) + 0.4);
    return 1 - off + on;
  }

  function frame(sign: number, t: number): number {
    if (last.has(sign)) return 1;
    const later = spread[sign] ?? 0;
    const off = smooth(t, AT.slowdown + 1.2 + 2.4 * later, AT.slowdown + 2 + 2.4 * later);
    return 1 - off + smooth(t, AT.complete - 0.2 + later, AT.complete + 0.6 + later);
  }

  function spark(place: number, t: number): { from: number; to: number; share: number } | null {
    const { times, signs } = avenue.sparks[place] ?? { times: [], signs: [] };
    const first = times[0] ?? Infinity;
    if (t < first) return null;
    for (let jump = 1; jump < times.length; jump += 1) {
      const to = times[jump] ?? 0;
      const from = times[jump - 1] ?? 0;
      if (t < to) {
        // It rests in a sign and then jumps.
        return {
          from: signs[jump - 1] ?? 0,
          to: signs[jump] ?? 0,
          share: smooth(t, from + 0.55 * (to - from), to),
        };
      }
    }
    const end = signs.at(-1) ?? 0;
    return { from: end, to: end, share: 1 };
  }

  const bearer = (sign: number, t: number, result: ShowResult | null): Entrant | null =>
    bearerOf(entrants, struckSigns, sign, t, result);

  return {
    entrants,
    avenue,
    places,
    signOf,
    letters,
    frame,
    spark,
    bearer,
    struck: (place) => struckSigns[place] ?? -1,
    state(t, result): SceneState {
      return {
        t,
        bodies: [
          avenue.place(t),
          ...avenue.sparks.map((_, place) => {
            const now = spark(place, t);
            return now === null ? -1 : now.from + (now.to - now.from) * now.share;
          }),
        ],
        readable: entrants.map((_, sign) =>
          letters(sign, t) > 0.05 ? (bearer(sign, t, result)?.number ?? 0) : 0,
        ),
        candidates:
          t < AT.slowdown + 1 ? [] : Array.from(entrants.keys()).filter((sign) => frame(sign, t) === 1),
        chosen: chosen(t),
      };
    },
  };
}
