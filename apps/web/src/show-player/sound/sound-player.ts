/**
 * Keeps the sound in step with the show: reads the show's time some times a second and hands what is due soon to the
 * synthesiser. A jump, a stop or another speed silences what was planned.
 */
import type { AnimationStyle } from '@glassdrum/contract';
import { type DrawClock, showTime } from '@glassdrum/raffle-rules';
import { cuesBetween, heartbeatsBetween } from './score.ts';
import { createSynth } from './synth.ts';
import { VOICES } from './voices.ts';

/** What is played, as the page knows it at the moment; read again each time that sounds are scheduled. */
export interface Playback {
  style: AnimationStyle;
  winners: number;
  clock: DrawClock;
  now: () => number;
  /** How fast `now` runs; 0 while it stands still. */
  speed: number;
}

export interface SoundPlayer {
  /** Null: nothing to play yet. */
  setPlayback(playback: Playback | null): void;
  /** @param volume 0 … 1 */
  setVolume(volume: number): void;
  /** After a touch: browsers let a page sound only then. */
  resume(): Promise<boolean>;
  close(): void;
}

const SCHEDULE_MS = 100;
/** Planned this far ahead, so that a busy page can't be heard. */
const AHEAD = 0.25;
/** More than this between two readings is a jump. */
const JUMP = 1.5;
const HOLDS_AT = 25;

export function openSound(volume: number): SoundPlayer {
  const context = new AudioContext();
  const synth = createSynth(context);
  synth.setVolume(volume);
  let playback: Playback | null = null;
  /** Up to here everything was planned: seconds of show, and of hold. */
  let planned: { show: number; hold: number } | null = null;

  const silence = (): void => {
    planned = null;
    synth.stop();
  };
  const schedule = (): void => {
    if (playback === null || playback.speed === 0 || context.state !== 'running' || document.hidden) {
      if (planned !== null) silence();
      return;
    }
    const { clock, now, speed, winners, style } = playback;
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
  const timer = setInterval(schedule, SCHEDULE_MS);
  return {
    setPlayback(next) {
      // The same draw with a better clock goes on; a press on a replay's bar starts it again.
      if (
        playback?.speed !== next?.speed ||
        (playback?.now !== next?.now && playback?.clock.t0 === next?.clock.t0)
      ) {
        silence();
      }
      playback = next;
    },
    setVolume: (next) => synth.setVolume(next),
    async resume() {
      await context.resume();
      return context.state === 'running';
    },
    close() {
      clearInterval(timer);
      synth.stop();
      void context.close();
    },
  };
}
