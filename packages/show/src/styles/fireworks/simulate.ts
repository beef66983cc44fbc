/**
 * Fireworks, without its graphics. Every entrant has a shell that spells the number and leaves a flare under a parachute.
 * The flares hover and burn down; the last ones burning are in the running, and those that never go out are the chosen.
 * Sky units: x from −1 to 1 across the screen, y from 0 at the water to about 2.
 */
import { cosTurns, mix, ramp, sinTurns, smooth, smoother, square } from '../../engine/curves.ts';
import { between, randomFrom } from '../../engine/random.ts';
import { bearerOf, onStage } from '../../on-stage.ts';
import type { StageEntrant } from '../../on-stage.ts';
import { chosenCount } from '../../plan.ts';
import type { Entrant, SceneState, ShowPlan, ShowResult, Simulation } from '../../plan.ts';
import { AT, revealAt } from '../../timing.ts';

/** Shells open at most three a second: more would be flashes. */
const MOST_SHELLS = 40;
const LAST_CANDIDATES = 7;
const RISE = 1.25;
const NEVER = 1e6;
/** Cells of three rows of three. */
const FAR_APART = [0, 5, 7, 3, 8, 1, 6, 2, 4] as const;
const SPELLED_SECONDS = 2.3;

export interface Shell {
  /** Where it starts and where it opens. */
  from: number;
  x: number;
  y: number;
  launchAt: number;
  opensAt: number;
  /** Where its flare hovers. */
  hoverX: number;
  hoverY: number;
  /** When its flare goes out; never, for the chosen. */
  outAt: number;
}

interface Flare {
  x: number;
  y: number;
  /** 0..1. */
  light: number;
}

export interface FireworksSimulation extends Simulation {
  entrants: StageEntrant[];
  shells: Shell[];
  places: number;
  flare(shell: number, t: number): Flare;
  /** The shell for a place. */
  kept(place: number): number;
  bearer(shell: number, t: number, result: ShowResult | null): Entrant | null;
}

export function simulateFireworks(plan: ShowPlan): FireworksSimulation {
  const entrants = onStage(plan, MOST_SHELLS, 24);
  const places = Math.min(chosenCount(plan), entrants.length);
  const { shells, order } = burn(plan.seedHex, entrants.length, places);
  const keptShells = order.slice(0, places);

  function flare(index: number, t: number): Flare {
    const shell = shells[index];
    if (shell === undefined || t < shell.opensAt) return { x: 0, y: 0, light: 0 };
    const since = t - shell.opensAt;
    const way = smoother(since, 0.2, 5.5);
    const sway = index * 0.37;
    const breath = bumpless(since);
    const place = keptShells.indexOf(index);
    const out = smooth(t, shell.outAt - 0.5, shell.outAt);
    return {
      x: mix(shell.x, shell.hoverX, way) + 0.02 * breath * sinTurns(t / 7 + sway),
      y: mix(shell.y, shell.hoverY, way) + 0.025 * breath * cosTurns(t / 9 + sway),
      light:
        smooth(since, 0.9, 2.2) *
        (1 - out) *
        (place < 0 ? 1 : 1 - smooth(t, revealAt(place) - 0.1, revealAt(place) + 0.3)),
    };
  }

  const chosen = (t: number): number[] => (t < AT.runup + 2.4 ? [] : keptShells);
  const bearer = (shell: number, t: number, result: ShowResult | null): Entrant | null =>
    bearerOf(entrants, keptShells, shell, t, result);

  function readable(index: number, t: number, result: ShowResult | null): number {
    const opensAt = shells[index]?.opensAt ?? Infinity;
    const place = keptShells.indexOf(index);
    const first = t > opensAt + 0.1 && t < opensAt + SPELLED_SECONDS - 0.2;
    const won = place >= 0 && t > revealAt(place) + 0.1;
    return first || won ? (bearer(index, t, result)?.number ?? 0) : 0;
  }

  return {
    entrants,
    shells,
    places,
    flare,
    bearer,
    kept: (place) => keptShells[place] ?? -1,
    state(t, result): SceneState {
      const flares = shells.map((_, index) => flare(index, t));
      return {
        t,
        bodies: flares.flatMap(({ x, y, light }) => [x, y, light]),
        readable: shells.map((_, index) => readable(index, t, result)),
        candidates:
          t < AT.slowdown + 1
            ? []
            : Array.from(shells.keys()).filter((index) => (shells[index]?.outAt ?? 0) > t),
        chosen: chosen(t),
      };
    },
  };
}

/** Sways only after it has left its burst behind. */
function bumpless(since: number): number {
  return ramp(since, 0, 3);
}

/** Shells in the order of their launch, and which flares burn longest: fuel, eaten by embers and gusts of wind. */
function burn(seedHex: string, count: number, places: number): { shells: Shell[]; order: number[] } {
  const random = randomFrom(seedHex, 'shells');
  const apart = (AT.slowdown - 0.4 - RISE - (AT.warmup + 0.1)) / count;
  const columns = spots(count, random);
  const cells = partsOfSky(random);
  const fuel = Array.from({ length: count }, () => {
    let left = between(random, 0.8, 1);
    for (let gust = 0; gust < 24; gust += 1) left -= left * between(random, 0, 0.03);
    return left;
  });
  const order = Array.from(fuel.keys()).toSorted((a, b) => (fuel[b] ?? 0) - (fuel[a] ?? 0));
  const shells = Array.from({ length: count }, (_, index): Shell => {
    const launchAt = AT.warmup + 0.1 + index * apart + between(random, 0, apart * 0.12);
    const { x, y } = columns[index] ?? { x: 0, y: 1 };
    const x0 = x * between(random, 0.5, 0.85);
    const rank = order.indexOf(index);
    const cell = cells[index % cells.length] ?? 0;
    return {
      from: x0,
      x: ((cell % 3) - 1) * 0.64 + between(random, -0.09, 0.09),
      y: 0.76 + Math.floor(cell / 3) * 0.42 + between(random, -0.04, 0.04),
      launchAt,
      opensAt: launchAt + RISE,
      hoverX: x,
      hoverY: y,
      outAt: outAt(rank, count, places),
    };
  });
  return { shells, order };
}

/** Nine parts of the sky, each far from the one before; the seed says where it begins and from which side. */
function partsOfSky(random: () => number): number[] {
  const first = Math.floor(random() * FAR_APART.length);
  const mirrored = random() < 0.5;
  return FAR_APART.map((_, place) => {
    const cell = FAR_APART[(first + place) % FAR_APART.length] ?? 0;
    return mirrored ? cell - (cell % 3) + 2 - (cell % 3) : cell;
  });
}

/** When the flare of a rank goes out: most in the slow-down, the last few in the run-up, the chosen never. */
function outAt(rank: number, count: number, places: number): number {
  if (rank < places) return NEVER;
  if (rank < LAST_CANDIDATES) {
    return AT.runup + 0.4 + (1.9 * (LAST_CANDIDATES - rank)) / (LAST_CANDIDATES - places + 0.0001);
  }
  const share = (count - rank) / Math.max(count - LAST_CANDIDATES, 1);
  return mix(AT.slowdown + 0.9, AT.pause - 0.1, share * (2 - share));
}

/** Places to hover, each as far from all others as a few tries give. */
function spots(count: number, random: () => number): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    let best = { x: 0, y: 1 };
    let farthest = -1;
    for (let tries = 0; tries < 10; tries += 1) {
      const x = between(random, -0.88, 0.88);
      const y = between(random, 0.62, 1.8);
      const near = found.reduce(
        (least, other) => Math.min(least, square(other.x - x) + square((other.y - y) * 0.8)),
        9,
      );
      if (near > farthest) [farthest, best] = [near, { x, y }];
    }
    found.push(best);
  }
  return found;
}
