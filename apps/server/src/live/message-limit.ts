/** H4: how many messages a socket may send. Exact: at most `count` in any span of `spanMs`. */

export interface MessageLimit {
  count: number;
  spanMs: number;
}

/** Everything but clock and snapshot questions. */
export const MESSAGE_LIMIT: MessageLimit = { count: 10, spanMs: 10_000 };
/** Clock and snapshot questions, which a client asks by itself. */
export const QUESTION_LIMIT: MessageLimit = { count: 60, spanMs: 10_000 };

/**
 * Notes a message at `now` (ms) among the times of earlier ones; false when it is one too many.
 * `times` is changed in place and never holds more than `count`.
 */
export function withinLimit(times: number[], now: number, limit: MessageLimit): boolean {
  const oldest = times[0];
  if (oldest !== undefined && times.length === limit.count) {
    if (now - oldest < limit.spanMs) return false;
    times.shift();
  }
  times.push(now);
  return true;
}
