/** Cosmic, without its graphics: where each named star stands, which still shine, which fall and what can be read. */
import { cosTurns, mix, ramp, sinTurns, smooth, smoother } from '../../engine/curves.ts';
import { randomFrom } from '../../engine/random.ts';
import { bearerOf, onStage } from '../../on-stage.ts';
import type { StageEntrant } from '../../on-stage.ts';
import { starWheel } from '../../physics/star-wheel.ts';
import type { StarWheel } from '../../physics/star-wheel.ts';
import { chosenCount } from '../../plan.ts';
import type { Entrant, SceneState, ShowPlan, ShowResult, Simulation } from '../../plan.ts';
import { AT, revealAt } from '../../timing.ts';

const MOST_STARS = 72;
const LAST_CANDIDATES = 7;
const FALL_SECONDS = 1.15;

interface StarFrame {
  x: number;
  y: number;
  /** 0..1 of its label. */
  ink: number;
  /** 0..1: an ember … in the running. */
  running: number;
  /** 0..1 of its fall towards the water; 0 for those that stay. */
  fall: number;
  /** 0..1 of its way to the front. */
  hero: number;
}

export interface CosmicSimulation extends Simulation {
  entrants: StageEntrant[];
  wheel: StarWheel;
  places: number;
  star(index: number, t: number): StarFrame;
  /** The star for a place. */
  fallen(place: number): number;
  bearer(star: number, t: number, result: ShowResult | null): Entrant | null;
}

export function fallsAt(place: number): number {
  return AT.runup + 0.35 + 0.7 * place;
}

export function simulateCosmic(plan: ShowPlan): CosmicSimulation {
  const entrants = onStage(plan, MOST_STARS, 24);
  const places = Math.min(chosenCount(plan), entrants.length);
  const wheel = starWheel(plan.seedHex, entrants.length);
  keepInSight(entrants, wheel);
  const chosenStars = wheel.nearest.slice(0, places);
  const rank = entrants.map((_, star) => wheel.nearest.indexOf(star));
  const random = randomFrom(plan.seedHex, 'labels');
  const spread = Float32Array.from({ length: entrants.length }, () => random());

  const chosen = (t: number): number[] =>
    chosenStars.filter((_star, place) => t >= fallsAt(place) + FALL_SECONDS);

  function frameOf(index: number, t: number): StarFrame {
    const { radius, angle } = wheel.stars[index] ?? { radius: 1, angle: 0 };
    const turned = angle + wheel.angle(t);
    const later = spread[index] ?? 0;
    const place = chosenStars.indexOf(index);
    const gone =
      smooth(t, AT.slowdown + 0.8, AT.pause - 0.2) * Math.max(entrants.length - LAST_CANDIDATES, 0);
    const away = smooth(t, AT.slowdown + 0.4 + 2.4 * later, AT.slowdown + 1.4 + 2.4 * later);
    const back =
      place < 0
        ? smooth(t, AT.complete - 0.2 + later, AT.complete + 0.6 + later)
        : smooth(t, revealAt(place) - 0.05, revealAt(place) + 0.4);
    const fall = place < 0 ? 0 : ramp(t, fallsAt(place), fallsAt(place) + FALL_SECONDS);
    const slow = fall * fall * (3 - 2 * fall);
    const x = radius * cosTurns(turned);
    const y = radius * sinTurns(turned);
    return {
      x: mix(x, (place - (places - 1) / 2) * 0.62, slow),
      y: mix(y, -0.62, fall * fall),
      ink: smooth(t, 0.4 + 2 * later, 1.2 + 2 * later) * (1 - away) + back,
      running: ramp(entrants.length - 1 - (rank[index] ?? 0) - gone, -1, 0),
      fall,
      hero: place < 0 ? 0 : smoother(t, revealAt(place) - 0.45, revealAt(place) + 0.5),
    };
  }

  const bearer = (index: number, t: number, result: ShowResult | null): Entrant | null =>
    bearerOf(entrants, chosenStars, index, t, result);

  return {
    entrants,
    wheel,
    places,
    star: frameOf,
    bearer,
    fallen: (place) => chosenStars[place] ?? -1,
    state(t, result): SceneState {
      const frames = entrants.map((_, index) => frameOf(index, t));
      return {
        t,
        bodies: frames.flatMap(({ x, y }) => [x, y]),
        readable: frames.map(({ ink }, index) => (ink > 0.05 ? (bearer(index, t, result)?.number ?? 0) : 0)),
        candidates:
          t < AT.slowdown + 1
            ? []
            : Array.from(frames.keys()).filter((index) => frames[index]?.running === 1),
        chosen: chosen(t),
      };
    },
  };
}

/** The viewer's own star never sets: it changes its name with one that stays over the hills. */
function keepInSight(entrants: StageEntrant[], { stars }: StarWheel): void {
  const own = entrants.findIndex((entrant) => entrant.own);
  const high = stars.findIndex(({ radius }) => radius > 0.5 && radius < 0.95);
  const [a, b] = [entrants[own], entrants[high]];
  if (a === undefined || b === undefined) return;
  entrants[own] = b;
  entrants[high] = a;
}
