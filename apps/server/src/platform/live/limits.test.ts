import { expect, test } from 'vitest';
import { array, assert, constantFrom, nat, oneof, property } from 'fast-check';
import { MESSAGE_LIMIT, nextSnapshotAt, SNAPSHOT_LIMIT, withinLimit } from './limits.ts';

test('H13: the first snapshot is sent at once, the next ones 2 s apart, the eleventh a minute after the first', () => {
  let sent: number[] | null = null;
  const times: number[] = [];
  for (let now = 0; times.length < 12; now += 100) {
    if (nextSnapshotAt(sent) > now) continue;
    sent = withinLimit(sent, now, SNAPSHOT_LIMIT);
    times.push(now / 1000);
  }
  expect(times).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 60, 62]);
  expect(sent).toHaveLength(10);
});

test('H4: never more messages than allowed in any span, and none refused that is allowed', () => {
  const gaps = array(oneof(nat(300), nat(3_000), constantFrom(9_999, 10_000, 10_001, 30_000)));
  assert(
    property(gaps, (pauses) => {
      const accepted: number[] = [];
      let times: number[] | null = null;
      let now = 0;
      for (const pause of pauses) {
        now += pause;
        const inSpan = accepted.filter((at) => now - at < MESSAGE_LIMIT.spanMs).length;
        const next = withinLimit(times, now, MESSAGE_LIMIT);
        expect(next === null).toBe(inSpan >= MESSAGE_LIMIT.count);
        if (next === null) continue;
        accepted.push(now);
        times = next;
        expect(next.length).toBeLessThanOrEqual(MESSAGE_LIMIT.count);
      }
    }),
  );
});

test('H4: a whole span must have passed since the messages of one moment', () => {
  const { count, spanMs } = MESSAGE_LIMIT;
  let times: number[] | null = null;
  for (let n = 0; n < count; n += 1) times = withinLimit(times, 0, MESSAGE_LIMIT);
  expect(withinLimit(times, spanMs - 1, MESSAGE_LIMIT)).toBeNull();
  expect(withinLimit(times, spanMs, MESSAGE_LIMIT)).toEqual([spanMs]);
});
