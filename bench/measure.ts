/** Measuring: each benchmark prints one JSON line a value; scripts/bench.mjs makes a table of them. */

type Unit = 'ms' | 'µs' | '/s' | 'MB' | 'kB' | '×' | 'sockets' | 'statements' | 'frames' | 'points' | '';

/** @param note what the number is compared with, or how it was measured */
export function report(name: string, value: number, unit: Unit, note = ''): void {
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit, note }));
}

/** The middle of several runs in ms, after one run to warm up. */
export function medianMs(work: () => void, runs = 5): number {
  work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return times[Math.floor(runs / 2)] ?? 0;
}

/** Milliseconds on the machine's steady clock, comparable between processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The value below which `share` (0–1) of the measured ones lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A line of chat of some fifty letters. */
export const CHAT_WORDS = 'How many tickets are left? I would love one more!';
