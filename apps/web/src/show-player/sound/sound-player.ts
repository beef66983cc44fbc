/**
 * Keeps the sound in step with the show: looks at the show's time some times a second and hands what is due soon to the
 * synthesiser. A jump, a stop or another speed silences what was planned.
 */
import type { AnimationStyle } from '@glassdrum/contract';
import { type DrawClock, showTime } from '@glassdrum/raffle-rules';
import { cuesBetween, heartbeatsBetween } from './score.ts';
import { createSynth } from './synth.ts';
import { VOICES } from './voices.ts';

/** What is played, as the page knows it at the moment; read anew at each look. */
export interface Heard {
  style: AnimationStyle;
  winners: number;
  clock: DrawClock;
  now: () => number;
  /** How fast `now` runs; 0 while it stands still. */
  speed: number;
}

export interface SoundPlayer {
  /** Null: nothing to be heard yet. */
  listen(heard: Heard | null): void;
  /** @param volume 0 … 1 */
  setVolume(volume: number): void;
  /** After a touch: browsers let a page sound only then. */
  resume(): Promise<boolean>;
  close(): void;
}

const LOOK_MS = 100;
/** Planned this far ahead, so that a busy page is not heard. */
const AHEAD = 0.25;
/** More than this between two looks is a jump. */
const JUMP = 1.5;
const HOLDS_AT = 25;

export function openSound(volume: number): SoundPlayer {
  const context = new AudioContext();
  const synth = createSynth(context);
  synth.setVolume(volume);
  let heard: Heard | null = null;
  /** Up to here everything was planned: seconds of show, and of hold. */
  let planned: { show: number; hold: number } | null = null;

  const silence = (): void => {
    planned = null;
    synth.hush();
  };
  const look = (): void => {
    if (heard === null || heard.speed === 0 || context.state !== 'running' || document.hidden) {
      if (planned !== null) silence();
      return;
    }
    const { clock, now, speed, winners, style } = heard;
    const at = now();
    const show = showTime(clock, at);
    const hold = show === HOLDS_AT ? Math.max(0, (at - clock.t0) / 1000 - HOLDS_AT) : 0;
    const ahead = show + AHEAD * speed;
    const isJump = planned !== null && (show < planned.show - JUMP || show > planned.show + JUMP);
    if (isJump) silence();
    const from = planned ?? { show, hold };
    const voice = VOICES[style];
    const when = (seconds: number, here: number): number =>
      context.currentTime + Math.max(0, seconds - here) / speed;
    for (const cue of cuesBetween(from.show, ahead, winners)) synth.play(cue, voice, when(cue.at, show));
    const held = hold === 0 ? 0 : hold + AHEAD;
    for (const beat of hold === 0 ? [] : heartbeatsBetween(from.hold, held)) {
      synth.play({ kind: 'heartbeat', at: HOLDS_AT }, voice, when(beat, hold));
    }
    planned = { show: Math.max(from.show, ahead), hold: held };
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    listen(next) {
      // The same draw with a better clock goes on; a press on a replay's bar is heard anew.
      if (heard?.speed !== next?.speed || (heard?.now !== next?.now && heard?.clock.t0 === next?.clock.t0)) {
        silence();
      }
      heard = next;
    },
    setVolume: (next) => synth.setVolume(next),
    async resume() {
      await context.resume();
      return context.state === 'running';
    },
    close() {
      clearInterval(timer);
      synth.hush();
      void context.close();
    },
  };
}
