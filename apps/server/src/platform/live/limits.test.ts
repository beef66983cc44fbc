import { expect, test } from 'vitest';
import { nextSnapshotAt, SNAPSHOT_LIMIT, withinLimit } from './limits.ts';

test('H13: the first snapshot is sent at once, the next ones 2 s apart, the eleventh a minute after the first', () => {
  const sent: number[] = [];
  const times: number[] = [];
  for (let now = 0; times.length < 12; now += 100) {
    if (nextSnapshotAt(sent) > now) continue;
    withinLimit(sent, now, SNAPSHOT_LIMIT);
    times.push(now / 1000);
  }
  expect(times).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 60, 62]);
  expect(sent).toHaveLength(10);
});
