/** The table "The draw as everyone sees it", border by border, and what must hold for every clock. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  audienceDueAt,
  drawAtFor,
  drawMoment,
  dueTimes,
  replayMoment,
  SEEN_BEFORE_DRAW_SECONDS,
  SHOW_STARTS,
  showAtFor,
  showTime,
} from './timeline.ts';
import type { DrawClock, DrawMoment } from './timeline.ts';

const T0 = 1_795_000_000_123;
const onTime: DrawClock = { t0: T0, beaconAt: T0 + 24_100 };

/** A name for the moment without its progress, in the order in which moments may follow one another. */
function label(moment: DrawMoment): string {
  switch (moment.phase) {
    case 'sealing':
      return 'sealing';
    case 'countdown':
      return `countdown ${moment.number}`;
    case 'animation':
      return `${moment.step} ${moment.percent}${moment.waiting ? ' waiting' : ''}`;
    case 'reveal':
      return `reveal ${moment.visibleWinners}`;
    case 'complete':
      return 'complete';
  }
}

const ORDER = [
  'sealing',
  'countdown 3',
  'countdown 2',
  'countdown 1',
  'warmup 20',
  'main 60',
  'slowdown 80',
  'pause 90',
  'pause 90 waiting',
  'runup 100',
  'reveal 1',
  'reveal 2',
  'reveal 3',
  'complete',
];

/** A number that grows exactly when the show goes on. */
function rank(moment: DrawMoment): number {
  const place = ORDER.indexOf(label(moment));
  if (moment.phase === 'sealing') return place - moment.startsIn / (moment.startsIn + 1);
  return place + ('progress' in moment ? moment.progress / 2 : 0);
}

/** Starts in years around now, and whole as well as broken milliseconds. */
const t0s = fc.integer({ min: 1_600_000_000_000, max: 2_500_000_000_000 });
const elapsed = fc.oneof(
  fc.integer({ min: -5000, max: 60_000 }),
  fc.double({ min: -5000, max: 60_000, noNaN: true }),
  fc.constantFrom(0, 3000, 8000, 18_000, 23_000, 25_000, 28_000, 33_000),
);
const beaconAfter = fc.oneof(fc.constant(null), fc.integer({ min: 22_000, max: 120_000 }));
const clocks = fc
  .tuple(t0s, beaconAfter)
  .map(([t0, after]): DrawClock => ({ t0, beaconAt: after === null ? null : t0 + after }));

describe('the table', () => {
  test.each([
    [-1, 'sealing', 'sealing'],
    [0, 'sealing', 'countdown 3'],
    [1000, 'countdown 3', 'countdown 2'],
    [2000, 'countdown 2', 'countdown 1'],
    [3000, 'countdown 1', 'warmup 20'],
    [8000, 'warmup 20', 'main 60'],
    [18_000, 'main 60', 'slowdown 80'],
    [23_000, 'slowdown 80', 'pause 90'],
    [25_000, 'pause 90', 'runup 100'],
    [28_000, 'runup 100', 'reveal 1'],
    [30_000, 'reveal 1', 'reveal 2'],
    [32_000, 'reveal 2', 'reveal 3'],
    [33_000, 'reveal 3', 'complete'],
  ])('R30 at T0 + %i ms %s gives way to %s', (at, before, after) => {
    expect(label(drawMoment(onTime, T0 + at - 1))).toBe(before);
    expect(label(drawMoment(onTime, T0 + at))).toBe(after);
  });

  test('R34 the lengths add up to countdown 3 s, animation until 28 s, reveal until 33 s', () => {
    expect(SHOW_STARTS).toEqual({
      countdown: 0,
      warmup: 3000,
      main: 8000,
      slowdown: 18_000,
      pause: 23_000,
      runup: 25_000,
      reveal: 28_000,
      complete: 33_000,
    });
    expect([2999, 3000, 27_999, 28_000, 32_999, 33_000].map((at) => replayMoment(at).phase)).toEqual([
      'countdown',
      'animation',
      'animation',
      'reveal',
      'reveal',
      'complete',
    ]);
  });

  test('progress runs from 0 to 1 within each step', () => {
    expect(drawMoment(onTime, T0 + 13_000)).toEqual({
      phase: 'animation',
      step: 'main',
      progress: 0.5,
      percent: 60,
      waiting: false,
    });
    expect(drawMoment(onTime, T0 + 1250)).toEqual({ phase: 'countdown', number: 2, progress: 0.25 });
    expect(drawMoment(onTime, T0 + 30_500)).toEqual({
      phase: 'reveal',
      visibleWinners: 2,
      progress: 0.5,
      sinceReveal: 2500,
    });
    expect(drawMoment(onTime, T0 - 4000)).toEqual({ phase: 'sealing', startsIn: 4000 });
  });

  test('R30 a late beacon holds the pause at its end and shifts what follows', () => {
    const late = { t0: T0, beaconAt: T0 + 40_000 };
    expect(drawMoment(late, T0 + 39_999)).toEqual({
      phase: 'animation',
      step: 'pause',
      progress: 1,
      percent: 90,
      waiting: true,
    });
    expect(label(drawMoment(late, T0 + 40_000))).toBe('runup 100');
    expect(label(drawMoment(late, T0 + 43_000))).toBe('reveal 1');
    expect(label(drawMoment(late, T0 + 48_000))).toBe('complete');
    expect([24_000, 25_000, 39_000, 41_000].map((at) => showTime(late, T0 + at))).toEqual([24, 25, 25, 26]);
  });

  test('R30 what is due follows the beacon, and is unknown without it', () => {
    expect(dueTimes(onTime)).toEqual({
      seedAt: T0 + 3000,
      beaconDueFrom: 1_795_000_023_000,
      runupAt: T0 + 25_000,
      revealAt: T0 + 28_000,
      completeAt: T0 + 33_000,
    });
    expect(dueTimes({ t0: T0, beaconAt: T0 + 40_000 })).toMatchObject({
      runupAt: T0 + 40_000,
      revealAt: T0 + 43_000,
      completeAt: T0 + 48_000,
    });
    expect(dueTimes({ t0: T0, beaconAt: null })).toMatchObject({
      seedAt: T0 + 3000,
      runupAt: null,
      revealAt: null,
      completeAt: null,
    });
  });

  test('R4 a time that is not a number shows nothing', () => {
    expect(drawMoment(onTime, NaN).phase).toBe('sealing');
    expect(replayMoment(NaN).phase).toBe('sealing');
  });
});

describe('every clock', () => {
  test('R30 is total: each instant has one known moment, with a progress from 0 to 1', () => {
    fc.assert(
      fc.property(clocks, elapsed, (clock, at) => {
        const moment = drawMoment(clock, clock.t0 + at);
        expect(ORDER).toContain(label(moment));
        if ('progress' in moment) {
          expect(moment.progress).toBeGreaterThanOrEqual(0);
          expect(moment.progress).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('R30 is monotone: the show never steps back', () => {
    fc.assert(
      fc.property(clocks, elapsed, fc.nat({ max: 20_000 }), (clock, at, later) => {
        const now = clock.t0 + at;
        expect(rank(drawMoment(clock, now + later))).toBeGreaterThanOrEqual(rank(drawMoment(clock, now)));
        expect(showTime(clock, now + later)).toBeGreaterThanOrEqual(showTime(clock, now));
      }),
    );
  });

  test('R30 is continuous: show time never runs faster than the clock', () => {
    fc.assert(
      fc.property(clocks, elapsed, fc.nat({ max: 5000 }), (clock, at, later) => {
        const now = clock.t0 + at;
        const shown = showTime(clock, now + later) - showTime(clock, now);
        expect(shown).toBeLessThanOrEqual(later / 1000 + 1e-6);
      }),
    );
  });

  test('R30 is gapless: from one millisecond to the next no step is left out', () => {
    fc.assert(
      fc.property(clocks, fc.integer({ min: -10, max: 130_000 }), (clock, at) => {
        const from = ORDER.indexOf(label(drawMoment(clock, clock.t0 + at)));
        const to = ORDER.indexOf(label(drawMoment(clock, clock.t0 + at + 1)));
        // Only "waiting" may be skipped, by a beacon in time.
        expect(to - from).toBeLessThanOrEqual(ORDER[from] === 'pause 90' ? 2 : 1);
      }),
    );
  });

  test('R30 R35 ends alike after every hold, and alike to its replay', () => {
    fc.assert(
      fc.property(t0s, fc.integer({ min: 0, max: 120_000 }), fc.nat({ max: 20_000 }), (t0, after, rest) => {
        const clock = { t0, beaconAt: t0 + after };
        const resume = Math.max(t0 + 25_000, clock.beaconAt);
        expect(drawMoment(clock, resume + rest)).toEqual(replayMoment(25_000 + rest));
        expect(showTime(clock, resume + rest)).toBe((25_000 + rest) / 1000);
      }),
    );
  });

  test('R34 a beacon in time changes nothing: the live draw is its replay', () => {
    fc.assert(
      fc.property(t0s, fc.integer({ max: 25_000 }), elapsed, (t0, after, at) => {
        const now = t0 + at;
        const clock = { t0, beaconAt: t0 + after };
        expect(drawMoment(clock, now)).toEqual(replayMoment(now - t0));
        expect(showTime(clock, now)).toBe((now - t0) / 1000);
      }),
    );
  });

  test('R33 the past does not depend on when the beacon will come', () => {
    fc.assert(
      fc.property(t0s, fc.integer({ min: 22_000, max: 120_000 }), fc.nat(), (t0, after, seed) => {
        const now = t0 + (seed % after);
        expect(drawMoment({ t0, beaconAt: t0 + after }, now)).toEqual(
          drawMoment({ t0, beaconAt: null }, now),
        );
      }),
    );
  });

  test('R4 the due times are the borders of the moments', () => {
    fc.assert(
      fc.property(t0s, fc.integer({ min: 0, max: 120_000 }), (t0, after) => {
        const clock = { t0, beaconAt: t0 + after };
        const { seedAt, runupAt, revealAt, completeAt } = dueTimes(clock);
        const around = (at: number | null) =>
          [Number(at) - 1, Number(at)].map((now) => label(drawMoment(clock, now)).replace(' waiting', ''));
        expect(around(seedAt)).toEqual(['countdown 1', 'warmup 20']);
        expect(around(runupAt)).toEqual(['pause 90', 'runup 100']);
        expect(around(revealAt)).toEqual(['runup 100', 'reveal 1']);
        expect(around(completeAt)).toEqual(['reveal 3', 'complete']);
      }),
    );
  });
});

test('R86 the show starts 2 s after the freeze, 12 s with witnesses', () => {
  expect(showAtFor(1_795_000_000, 0)).toBe(1_795_000_002);
  expect(showAtFor(1_795_000_000, 1)).toBe(1_795_000_012);
});

test('R87 the audience record is due before the round, after the last moment to sign', () => {
  const drawAt = 1_795_000_022;
  expect(audienceDueAt(drawAt)).toBe(1_795_000_019_000);
  expect(audienceDueAt(drawAt)).toBeGreaterThan((drawAt - SEEN_BEFORE_DRAW_SECONDS) * 1000);
});

test('R30 the draw is announced for the first whole second from T0 + 22 s on', () => {
  expect(drawAtFor(1_795_000_000_000)).toBe(1_795_000_022);
  expect(drawAtFor(1_795_000_000_001)).toBe(1_795_000_023);
  expect(drawAtFor(1_795_000_000_999)).toBe(1_795_000_023);
});

test('R30 the named round falls between T0 + 22 s and the end of the pause, with the lead that the protocol asks for', () => {
  // drand quicknet, draw protocol §4.
  const genesis = 1_692_803_367;
  const period = 3;
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 2_500_000_000_000 }), (t0) => {
      const drawAt = drawAtFor(t0);
      const round = Math.ceil((drawAt - genesis) / period) + 1;
      const roundAt = (genesis + (round - 1) * period) * 1000;
      expect(drawAt).toBeGreaterThanOrEqual(Math.floor(t0 / 1000) + 10);
      expect(roundAt).toBeGreaterThanOrEqual(t0 + 22_000);
      expect(roundAt).toBeLessThan(t0 + 25_000);
    }),
  );
});
