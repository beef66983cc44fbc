/**
 * Classic, without its graphics: which ball is where, which are still in the running, which came out and what can be
 * read on each. Drum units, seconds of show.
 */
import { easeOut, mix, ramp, sinTurns, smooth, smoother } from '../../engine/curves.ts';
import { randomFrom } from '../../engine/random.ts';
import { bearerOf, onStage } from '../../on-stage.ts';
import type { StageEntrant } from '../../on-stage.ts';
import { drumTrack, POSE } from '../../physics/track.ts';
import type { DrumTrack } from '../../physics/track.ts';
import { chosenCount } from '../../plan.ts';
import type { Entrant, SceneState, ShowPlan, ShowResult, Simulation } from '../../plan.ts';
import { AT, revealAt } from '../../timing.ts';

const MOST_BALLS = 60;
const LAST_CANDIDATES = 7;
export const CRADLE = { y: -1.5, z: 0.98, apart: 0.36 } as const;

interface BallFrame {
  /** POSE numbers per ball. */
  poses: Float32Array;
  /** Share of ink per ball. */
  ink: Float32Array;
  /** 1: in the running, 0: no more. */
  running: Float32Array;
  /** Per place: how far the ball is on its way from the cradle to the front, 0..1. */
  hero: [number, number, number];
}

export interface ClassicSimulation extends Simulation {
  entrants: StageEntrant[];
  places: number;
  track: DrumTrack;
  frame(t: number): BallFrame;
  /** Ball for each place; empty until the hatch has let it out. */
  chosen(t: number): number[];
  /** The entrant whose label a ball bears at `t`; a swap keeps the winner's number from being there twice. */
  bearer(ball: number, t: number, result: ShowResult | null): Entrant | null;
}

export function simulateClassic(plan: ShowPlan): ClassicSimulation {
  const entrants = onStage(plan, MOST_BALLS, 28);
  const count = entrants.length;
  const places = Math.min(chosenCount(plan), count);
  const track = drumTrack(plan.seedHex, count, places);
  const random = randomFrom(plan.seedHex, 'ink');
  const spread = Float32Array.from({ length: count }, () => random());
  const frame: BallFrame = {
    poses: new Float32Array(count * POSE),
    ink: new Float32Array(count),
    running: new Float32Array(count),
    hero: [0, 0, 0],
  };
  let order: number[] | null = null;

  /** Every ball's place in the order in which they drop out of the running; the last ones stay. */
  function ranking(): number[] {
    if (order !== null) return order;
    track.prepare(AT.reveal + 0.8);
    const rest = new Float32Array(count * POSE);
    track.poses(AT.runup - 0.05, rest);
    const distance = (ball: number): number => {
      const [x = 0, y = 0, z = 0] = rest.subarray(ball * POSE, ball * POSE + 3);
      return x * x + (y + 1) * (y + 1) + z * z;
    };
    const out = new Set(track.exits.map(({ ball }) => ball));
    const balls = Array.from({ length: count }, (_, ball) => ball);
    const far = balls.filter((ball) => !out.has(ball)).toSorted((a, b) => distance(b) - distance(a));
    const sorted = [...far, ...out];
    const dropsAt = balls.map((ball) => sorted.indexOf(ball));
    order = dropsAt;
    return dropsAt;
  }

  function chosen(t: number): number[] {
    track.prepare(Math.min(t + 0.1, AT.reveal + 0.8));
    return track.exits.filter(({ at }) => at <= t).map(({ ball }) => ball);
  }

  function frameAt(t: number): BallFrame {
    // Ahead of what is shown by a growing stretch, so that the slow-down knows the end.
    track.prepare(Math.min(AT.reveal + 0.8, t * 1.7));
    track.poses(Math.min(t, AT.reveal + 0.8), frame.poses);
    frame.running.fill(1);
    if (t > AT.slowdown + 1) {
      const gone = smooth(t, AT.slowdown + 1, AT.pause - 0.3) * Math.max(count - LAST_CANDIDATES, 0);
      for (const [ball, place] of ranking().entries()) frame.running[ball] = ramp(place - gone, -1, 0);
    }
    for (let ball = 0; ball < count; ball += 1) frame.ink[ball] = inkOf(t, spread[ball] ?? 0);
    for (const [place, ball] of chosen(t).entries()) {
      frame.ink[ball] = inkOfChosen(t, place, spread[ball] ?? 0);
      frame.running[ball] = 1;
      rollOut(frame.poses, ball, place, t - (track.exits[place]?.at ?? 0));
      frame.hero[place as 0 | 1 | 2] = smoother(t, revealAt(place) - 0.45, revealAt(place) + 0.55);
    }
    return frame;
  }

  /** Through the base and out of its arch into the cradle, rolling without slipping. */
  function rollOut(poses: Float32Array, ball: number, place: number, since: number): void {
    const o = ball * POSE;
    const fallen = ramp(since, 0, 0.22);
    const rolled = easeOut(since, 0.2, 1.25);
    const z = CRADLE.z * rolled;
    poses[o] = (place - (places - 1) / 2) * CRADLE.apart * smooth(z, 0.5, CRADLE.z);
    poses[o + 1] = mix(-1.12, CRADLE.y + track.radius, fallen * fallen);
    poses[o + 2] = z;
    const half = z / track.radius / 12.566370614359172;
    turnAboutX(poses, o + 3, sinTurns(half), sinTurns(half + 0.25));
  }

  function bearer(ball: number, t: number, result: ShowResult | null): Entrant | null {
    return bearerOf(entrants, chosen(t), ball, t, result);
  }

  return {
    entrants,
    places,
    track,
    chosen,
    bearer,
    frame: frameAt,
    state(t, result): SceneState {
      const { poses, ink, running } = frameAt(t);
      const narrowing = t > AT.slowdown + 1;
      return {
        t,
        bodies: Array.from(poses),
        readable: Array.from(ink, (share, ball) =>
          share > 0.05 ? (bearer(ball, t, result)?.number ?? 0) : 0,
        ),
        candidates: narrowing ? Array.from(running.keys()).filter((ball) => running[ball] === 1) : [],
        chosen: chosen(t),
      };
    },
  };
}

function turnAboutX(poses: Float32Array, o: number, sin: number, cos: number): void {
  const [x = 0, y = 0, z = 0, w = 1] = poses.subarray(o, o + 4);
  poses[o] = sin * w + cos * x;
  poses[o + 1] = cos * y - sin * z;
  poses[o + 2] = cos * z + sin * y;
  poses[o + 3] = cos * w - sin * x;
}

/**
 * Share of ink (0..1) on a ball that stays in the drum. In the slow-down the ink leaves every ball, because the number that
 * decides does not exist yet; it comes back on those that came out, one after the other, and at the end on all others. So
 * nothing shown contradicts the result, and no one is visibly out before the reveal.
 *
 * @param spread 0..1: lets the balls fade one after the other
 */
function inkOf(t: number, spread: number): number {
  const left = AT.slowdown + 1 + 2.4 * spread;
  const back = AT.complete - 0.3 + 0.9 * spread;
  return 1 - smooth(t, left, left + 0.9) + smooth(t, back, back + 0.8);
}

/** Share of ink on the ball that came out for a place. */
function inkOfChosen(t: number, place: number, spread: number): number {
  const left = AT.slowdown + 1 + 2.4 * spread;
  return 1 - smooth(t, left, left + 0.9) + smooth(t, revealAt(place) - 0.05, revealAt(place) + 0.4);
}
