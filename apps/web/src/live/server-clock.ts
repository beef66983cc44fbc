/**
 * The server's clock as this browser estimates it (R35): all screens show the same instant although no two devices
 * agree about the time.
 *
 * 1. Each sample is one request and its answer: local time before, server time, local time after.
 * 2. The server read its clock somewhere between the two; the middle is at most half the round trip wrong.
 * 3. So the sample with the shortest round trip counts, among those young enough for the clocks not to have drifted.
 *
 * Local time is milliseconds of a clock that can't be set (`localNow`), server time epoch milliseconds.
 */

export interface ClockSample {
  sentAt: number;
  receivedAt: number;
  serverTime: number;
}

/** Clocks of phones drift by some 20 ms within ten minutes at worst. */
const SAMPLE_LIFE_MS = 10 * 60_000;
const MOST_SAMPLES = 24;

/** Monotonic local milliseconds; looks like epoch time, but never jumps when the device's clock is set. */
export function localNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Keeps what is worth keeping: the newest samples, none older than their life. */
export function addSample(samples: readonly ClockSample[], sample: ClockSample): ClockSample[] {
  if (!(sample.receivedAt >= sample.sentAt)) return [...samples];
  const young = samples.filter(({ receivedAt }) => sample.receivedAt - receivedAt <= SAMPLE_LIFE_MS);
  return [...young, sample].slice(-MOST_SAMPLES);
}

/** Server time minus local time, from the best sample; null without samples. */
export function clockOffset(samples: readonly ClockSample[]): number | null {
  let best: ClockSample | null = null;
  for (const sample of samples) {
    if (best === null || roundTrip(sample) < roundTrip(best)) best = sample;
  }
  return best === null ? null : best.serverTime - (best.sentAt + best.receivedAt) / 2;
}

function roundTrip(sample: ClockSample): number {
  return sample.receivedAt - sample.sentAt;
}

export interface ServerClock {
  /** Epoch milliseconds on the server's clock; the device's own until something better is known. */
  now(): number;
  /** What a snapshot says about the time; only used until the first request is answered. */
  hint(serverTime: number): void;
  add(sample: ClockSample): void;
  /**
   * Throws the samples away: the device slept, and its monotonic clock may have stood still.
   *
   * @param sleptMs by how much the wall clock went on while the monotonic one stood; the estimate until the next sample
   */
  forget(sleptMs: number): void;
}

/** @param local usually `localNow` */
export function createServerClock(local: () => number): ServerClock {
  let samples: ClockSample[] = [];
  let hinted = 0;
  let offset: number | null = null;
  return {
    now: () => local() + (offset ?? hinted),
    hint(serverTime) {
      hinted = serverTime - local();
    },
    add(sample) {
      samples = addSample(samples, sample);
      offset = clockOffset(samples);
    },
    forget(sleptMs) {
      hinted = (offset ?? hinted) + sleptMs;
      samples = [];
      offset = null;
    },
  };
}
