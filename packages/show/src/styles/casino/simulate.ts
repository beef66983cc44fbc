/**
 * Casino, without its graphics: one heavy reel for each winner, each with its part of the entrants on its strip. A body is
 * a tile; in the slow-down the tiles turn their backs, at the reveal the one at the pay line turns its face.
 */
import { smooth, smoother } from '../../engine/curves.ts';
import { randomFrom } from '../../engine/random.ts';
import { bearerOf, onStage } from '../../on-stage.ts';
import type { StageEntrant } from '../../on-stage.ts';
import { makeReel } from '../../physics/reel.ts';
import type { Reel } from '../../physics/reel.ts';
import { chosenCount } from '../../plan.ts';
import type { Entrant, SceneState, ShowPlan, ShowResult, Simulation } from '../../plan.ts';
import { AT, revealAt } from '../../timing.ts';

const MOST_TILES = 96;

export interface CasinoSimulation extends Simulation {
  entrants: StageEntrant[];
  reels: Reel[];
  /** The tile (index of the entrant) that a reel shows as its `count`-th. */
  tileOf(reel: number, count: number): number;
  /** Turns of a tile about its own axis: 0 face, 0.5 back. */
  turned(tile: number, t: number): number;
  chosen(t: number): number[];
  bearer(tile: number, t: number, result: ShowResult | null): Entrant | null;
}

export function simulateCasino(plan: ShowPlan): CasinoSimulation {
  const entrants = onStage(plan, MOST_TILES, 30);
  const places = Math.min(chosenCount(plan), entrants.length);
  const reels = Array.from({ length: places }, (_, index) => makeReel(plan.seedHex, index));
  const random = randomFrom(plan.seedHex, 'tiles');
  const spread = Float32Array.from({ length: entrants.length }, () => random());

  function tileOf(reel: number, count: number): number {
    const length = Math.floor((entrants.length - reel + places - 1) / places);
    return (((count % length) + length) % length) * places + reel;
  }

  const winning = reels.map((reel, index) => tileOf(index, reel.lands));

  function chosen(t: number): number[] {
    return winning.filter((_, place) => t >= (reels[place]?.liesAt ?? 0) || t >= revealAt(place));
  }

  function turned(tile: number, t: number): number {
    const share = spread[tile] ?? 0;
    const away = smoother(t, AT.slowdown + 0.6 + 2.6 * share, AT.slowdown + 1.5 + 2.6 * share);
    const place = winning.indexOf(tile);
    const back =
      place < 0
        ? smoother(t, AT.complete - 0.2 + share, AT.complete + 0.6 + share)
        : smooth(t, revealAt(place) - 0.1, revealAt(place) + 0.5);
    return 0.5 * away + 0.5 * back;
  }

  const bearer = (tile: number, t: number, result: ShowResult | null): Entrant | null =>
    bearerOf(entrants, winning, tile, t, result);

  /** Tiles that can still come to the pay line; empty while that is all of them. */
  function candidates(t: number): number[] {
    if (t < AT.slowdown + 1) return [];
    const found = new Set<number>();
    for (const [index, reel] of reels.entries()) {
      const first = Math.floor(reel.place(Math.min(t, AT.runup)));
      const last = Math.ceil(reel.place(AT.runup));
      for (let count = first; count <= last; count += 1) found.add(tileOf(index, count));
    }
    return [...found];
  }

  return {
    entrants,
    reels,
    tileOf,
    turned,
    chosen,
    bearer,
    state(t, result): SceneState {
      return {
        t,
        bodies: [...reels.map((reel) => reel.place(t)), ...entrants.map((_, tile) => turned(tile, t))],
        readable: entrants.map((_, tile) =>
          Math.abs(turned(tile, t) - 0.5) > 0.25 ? (bearer(tile, t, result)?.number ?? 0) : 0,
        ),
        candidates: candidates(t),
        chosen: chosen(t),
      };
    },
  };
}
