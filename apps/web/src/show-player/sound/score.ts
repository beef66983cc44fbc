/**
 * What is heard when: the show's sounds as a function of its time, so that sound belongs to phases and never runs away from
 * the picture. Pure; the synthesiser only plays what stands here.
 *
 * 1. A tick for each number of the countdown.
 * 2. A roll that gathers speed in the warm-up, is fast in the middle and slows down to single strokes.
 * 3. One heartbeat in the pause, and one again and again while the beacon is late (R30).
 * 4. A rising tone in the run-up, a chord for each of the first winners, and a last one at the end.
 */
import { BETWEEN_WINNERS_MS, SHOW_SECONDS } from '@glassdrum/raffle-rules';

export type Cue =
  | { kind: 'tick'; at: number; isLast: boolean }
  /** `strength` 0 … 1 */
  | { kind: 'stroke'; at: number; strength: number }
  | { kind: 'heartbeat'; at: number }
  | { kind: 'rise'; at: number; seconds: number }
  /** `place` 0 … 2 */
  | { kind: 'chord'; at: number; place: number }
  | { kind: 'finale'; at: number };

const {
  warmup: WARMUP,
  main: MAIN,
  slowdown: SLOWDOWN,
  pause: PAUSE,
  runup: RUNUP,
  reveal: REVEAL,
  complete: COMPLETE,
} = SHOW_SECONDS;
const BETWEEN_WINNERS = BETWEEN_WINNERS_MS / 1000;
/** The silence before it is part of the pause. */
const HEARTBEAT_AFTER = 0.9;
const BETWEEN_HEARTBEATS = 1.5;
const SLOWEST = 2.2;
const FASTEST = 13;

/** Strokes a second. */
function pace(at: number): number {
  if (at < MAIN) return SLOWEST + ((at - WARMUP) / (MAIN - WARMUP)) * (FASTEST - SLOWEST);
  if (at < SLOWDOWN) return FASTEST;
  const left = (PAUSE - at) / (PAUSE - SLOWDOWN);
  return 1.2 + (FASTEST - 1.2) * left * left;
}

function roll(): Cue[] {
  const strokes: Cue[] = [];
  for (let at = WARMUP; at < PAUSE - 0.2; at += 1 / pace(at)) {
    const loud = 0.45 + 0.55 * Math.min(1, pace(at) / FASTEST);
    // Every fourth stroke is a little stronger, which makes it a beat and not a rattle.
    strokes.push({ kind: 'stroke', at, strength: strokes.length % 4 === 0 ? loud : loud * 0.7 });
  }
  return strokes;
}

const SCORE: readonly Cue[] = [
  ...[0, 1, 2].map((at): Cue => ({ kind: 'tick', at, isLast: at === 2 })),
  ...roll(),
  { kind: 'heartbeat', at: PAUSE + HEARTBEAT_AFTER },
  { kind: 'rise', at: RUNUP, seconds: REVEAL - RUNUP },
  ...[0, 1, 2].map((place): Cue => ({ kind: 'chord', at: REVEAL + BETWEEN_WINNERS * place, place })),
  { kind: 'finale', at: COMPLETE },
];

/**
 * The cues after `from` up to `to`, in order.
 *
 * @param from @param to seconds of show
 * @param winners how many there are: nobody, no chord
 */
export function cuesBetween(from: number, to: number, winners: number): Cue[] {
  return SCORE.filter(
    (cue) => cue.at > from && cue.at <= to && (cue.kind !== 'chord' || cue.place < winners),
  );
}

/** Heartbeats while the show is held. @param from @param to seconds of hold @returns seconds of hold */
export function heartbeatsBetween(from: number, to: number): number[] {
  const beats: number[] = [];
  const first = Math.max(1, Math.floor(from / BETWEEN_HEARTBEATS) + 1);
  for (let beat = first; beat * BETWEEN_HEARTBEATS <= to; beat += 1) beats.push(beat * BETWEEN_HEARTBEATS);
  return beats;
}
