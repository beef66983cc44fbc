import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  daysInMonth,
  instantOf,
  isTimeZone,
  localTimeOf,
  readDate,
  readTime,
  weekdayOf,
} from './local-time.ts';
import {
  addMonths,
  mostOpenDays,
  movedTo,
  nextOccurrence,
  nextOccurrences,
  opensAt,
  type RecurrenceFacts,
  type RecurrenceRule,
  recurrenceStep,
  type Repeat,
} from './recurrence.ts';

const BERLIN = 'Europe/Berlin';
const shown = (at: number | null, timeZone = BERLIN): string =>
  at === null ? 'never' : new Date(at).toLocaleString('sv-SE', { timeZone }).slice(0, 16);
const utc = (text: string): number => Date.parse(`${text}Z`);
const rule = (repeat: Repeat, time = '18:00', timeZone = BERLIN): RecurrenceRule => ({
  repeat,
  time,
  timeZone,
});
const datesOf = (one: RecurrenceRule, from: string, count: number): string[] =>
  nextOccurrences(one, utc(from), count).map((at) => shown(at, one.timeZone));

describe('R80 dates of recurring raffles', () => {
  it('R80 every week on a weekday, at the same time of day also when clocks change', () => {
    expect(datesOf(rule({ every: 'week', weekday: 5 }), '2027-03-15T00:00', 4)).toEqual([
      '2027-03-19 18:00',
      '2027-03-26 18:00',
      '2027-04-02 18:00',
      '2027-04-09 18:00',
    ]);
    const [before = 0, after = 0] = nextOccurrences(
      rule({ every: 'week', weekday: 6 }),
      utc('2027-03-26T00:00'),
      2,
    );
    // 28 March 2027: clocks go forward, so this week is an hour shorter.
    expect(after - before).toBe((7 * 24 - 1) * 3_600_000);
  });

  it('R80 every month on a day, and on the last one where a month does not have it', () => {
    expect(datesOf(rule({ every: 'month', day: 31 }), '2027-12-31T23:00', 5)).toEqual([
      '2028-01-31 18:00',
      '2028-02-29 18:00',
      '2028-03-31 18:00',
      '2028-04-30 18:00',
      '2028-05-31 18:00',
    ]);
    expect(datesOf(rule({ every: 'month', day: 29 }), '2027-02-01T00:00', 2)).toEqual([
      '2027-02-28 18:00',
      '2027-03-29 18:00',
    ]);
  });

  it('R80 on given dates, in their order, until none is left', () => {
    const dates = ['2027-05-02', '2027-04-01', '2027-06-03'];
    expect(datesOf(rule({ every: 'dates', dates }), '2027-04-01T15:59', 9)).toEqual([
      '2027-04-01 18:00',
      '2027-05-02 18:00',
      '2027-06-03 18:00',
    ]);
    // 18:00 in Berlin is 16:00 in UTC then: the date itself is not after itself.
    expect(datesOf(rule({ every: 'dates', dates }), '2027-04-01T16:00', 1)).toEqual(['2027-05-02 18:00']);
    expect(nextOccurrence(rule({ every: 'dates', dates }), utc('2027-06-03T16:00'))).toBeNull();
  });

  it('R80 a time that clocks leave out is later, and one that comes twice is the first', () => {
    const spring = { year: 2027, month: 3, day: 28, hour: 2, minute: 30 };
    expect(shown(instantOf(spring, BERLIN))).toBe('2027-03-28 03:30');
    const autumn = { year: 2027, month: 10, day: 31, hour: 2, minute: 30 };
    expect(new Date(instantOf(autumn, BERLIN)).toISOString()).toBe('2027-10-31T00:30:00.000Z');
    // A whole day was left out.
    const samoa = { year: 2011, month: 12, day: 30, hour: 12, minute: 0 };
    expect(localTimeOf(instantOf(samoa, 'Pacific/Apia'), 'Pacific/Apia')).toEqual({ ...samoa, day: 31 });
    const halfHour = { year: 2027, month: 10, day: 3, hour: 2, minute: 10 };
    expect(shown(instantOf(halfHour, 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe('2027-10-03 02:40');
  });

  it('R80 planned draws keep their time of day, as far from the date as before', () => {
    const [from, to] = [utc('2027-02-28T17:00'), utc('2027-03-31T16:00')];
    expect(shown(movedTo(utc('2027-02-28T18:30'), { from, to }, BERLIN))).toBe('2027-03-31 19:30');
    expect(shown(movedTo(utc('2027-03-01T00:15'), { from, to }, BERLIN))).toBe('2027-04-01 01:15');
    expect(shown(opensAt({ timeZone: BERLIN }, to, 7))).toBe('2027-03-24 18:00');
  });

  it('R80 reads dates, times and zones, and nothing else', () => {
    expect(readDate('2028-02-29')).toEqual({ year: 2028, month: 2, day: 29 });
    expect(
      ['2027-02-29', '2027-13-01', '2027-00-10', '2027-01-00', '27-01-01', 'soon', '2027-1-1'].filter(
        (text) => readDate(text) !== null,
      ),
    ).toEqual([]);
    expect(readTime('09:05')).toEqual({ hour: 9, minute: 5 });
    expect(['24:00', '9:05', '12:60', ''].filter((text) => readTime(text) !== null)).toEqual([]);
    expect(
      ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].filter(
        (zone) => !isTimeZone(zone),
      ),
    ).toEqual([]);
    expect(['', 'Berlin', '+02:00', 'Europe/Nowhere', '../etc'].filter(isTimeZone)).toEqual([]);
  });

  it('addMonths keeps the day, or takes the last one of the month', () => {
    const after = (text: string, months: number): string =>
      new Date(addMonths(utc(text), months)).toISOString().slice(0, 16);
    expect(after('2027-01-31T10:15', 1)).toBe('2027-02-28T10:15');
    expect(after('2028-01-31T10:15', 1)).toBe('2028-02-29T10:15');
    expect(after('2027-11-30T10:15', 3)).toBe('2028-02-29T10:15');
    expect(after('2027-05-15T10:15', 24)).toBe('2029-05-15T10:15');
  });

  const zone = fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Pacific/Chatham',
    'Africa/Casablanca',
    'UTC',
  );
  const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2040, 0, 1) });
  const time = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
    .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
  const regular: fc.Arbitrary<Repeat> = fc.oneof(
    fc.record({ every: fc.constant('week' as const), weekday: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ every: fc.constant('month' as const), day: fc.integer({ min: 1, max: 31 }) }),
  );
  const HOUR = 3_600_000;

  test('R80 property: dates go on, each on its day and at its time, none left out or doubled', () => {
    fc.assert(
      fc.property(zone, instant, time, regular, (timeZone, start, at, repeat) => {
        const one: RecurrenceRule = { repeat, time: at, timeZone };
        const dates = nextOccurrences(one, start, 30);
        expect(dates).toHaveLength(30);
        const longest = repeat.every === 'week' ? 7 : 31;
        let last = start;
        for (const [index, date] of dates.entries()) {
          expect(date).toBeGreaterThan(last);
          if (index > 0) expect(date - last).toBeLessThanOrEqual(longest * 24 * HOUR + 2 * HOUR);
          const local = localTimeOf(date, timeZone);
          if (repeat.every === 'week') expect(weekdayOf(local)).toBe(repeat.weekday);
          if (repeat.every === 'month')
            expect(local.day).toBe(Math.min(repeat.day, daysInMonth(local.year, local.month)));
          const { hour = 0, minute = 0 } = readTime(at) ?? {};
          const late = local.hour * 60 + local.minute - (hour * 60 + minute);
          // Later only where clocks leave the time out.
          expect(late).toBeGreaterThanOrEqual(0);
          expect(late).toBeLessThanOrEqual(60);
          // Nothing between two dates is one, from wherever one looks.
          expect(nextOccurrence(one, date - 1)).toBe(date);
          expect(nextOccurrence(one, last + Math.floor((date - last) / 2))).toBe(date);
          last = date;
        }
      }),
      { numRuns: 150 },
    );
  });

  test('R80 property: what a clock shows is the instant again, but for times that come twice', () => {
    fc.assert(
      fc.property(zone, instant, (timeZone, at) => {
        const minute = at - (at % 60_000);
        const again = instantOf(localTimeOf(minute, timeZone), timeZone);
        expect([0, HOUR / 2, HOUR]).toContain(minute - again);
        expect(localTimeOf(again, timeZone)).toEqual(localTimeOf(minute, timeZone));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('R80 what is due', () => {
  const facts = (more: Partial<RecurrenceFacts>): RecurrenceFacts => ({
    state: 'active',
    nextAt: 1000,
    lastAt: 500,
    waiting: [],
    ...more,
  });

  it('R80 makes a draft when the date before has come, opens it at its time, and skips what has passed', () => {
    expect(recurrenceStep(facts({}), 499)).toEqual({ step: 'wait', until: 500 });
    expect(recurrenceStep(facts({}), 500)).toEqual({ step: 'create', at: 1000 });
    expect(recurrenceStep(facts({}), 1000)).toEqual({ step: 'skip', at: 1000 });
    const waiting = [
      { at: 900, opensAt: 800 },
      { at: 700, opensAt: 600 },
    ];
    expect(recurrenceStep(facts({ lastAt: 900, waiting }), 599)).toEqual({ step: 'wait', until: 600 });
    expect(recurrenceStep(facts({ lastAt: 900, waiting }), 5000)).toEqual({ step: 'open', at: 700 });
    expect(recurrenceStep(facts({ nextAt: null, waiting: [] }), 5000)).toEqual({ step: 'nothing' });
    expect(recurrenceStep(facts({ lastAt: null }), 7)).toEqual({ step: 'create', at: 1000 });
    for (const state of ['paused', 'stopped'] as const)
      expect(recurrenceStep(facts({ state, waiting }), 5000)).toEqual({ step: 'nothing' });
  });

  test('R80 property: every date is made once or skipped once, in order, whenever the server looks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 5, maxLength: 60 }),
        (gaps, looks) => {
          let at = 1000;
          const dates = gaps.map((gap) => (at += gap));
          const done: number[] = [];
          let now = 900;
          for (const look of looks) {
            now += look;
            for (;;) {
              const nextAt = dates[done.length] ?? null;
              const step = recurrenceStep(facts({ nextAt, lastAt: done.at(-1) ?? null }), now);
              if (step.step === 'wait') expect(step.until).toBeGreaterThan(now);
              if (step.step === 'wait' || step.step === 'nothing') break;
              if (step.step === 'create') expect(step.at).toBeGreaterThan(now);
              if (step.step === 'skip') expect(step.at).toBeLessThanOrEqual(now);
              done.push(step.at);
            }
          }
          expect(done).toEqual(dates.slice(0, done.length));
        },
      ),
    );
  });

  it('R80 a raffle opens only after the one before it is over', () => {
    expect(mostOpenDays({ every: 'week' })).toBeLessThan(7);
    expect(mostOpenDays({ every: 'month' })).toBeLessThan(28);
    expect(mostOpenDays({ every: 'dates' })).toBe(30);
  });
});
