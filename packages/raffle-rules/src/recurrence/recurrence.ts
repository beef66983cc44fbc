/**
 * Raffles that are held again and again (R80): their dates, and what is due at a time. A date is the deadline of a raffle, at a
 * time of day in a time zone. Instants are epoch milliseconds.
 */
import { accept, type Decision, refuse } from '../decision.ts';
import {
  addDays,
  daysBetween,
  daysInMonth,
  instantOf,
  type LocalDate,
  localTimeOf,
  readDate,
  readTime,
  weekdayOf,
} from './local-time.ts';

export type Repeat =
  /** 1 for Monday … 7 for Sunday. */
  | { every: 'week'; weekday: number }
  /** 1 … 31; a month without that day has its last one. */
  | { every: 'month'; day: number }
  /** `2027-02-28`, in any order. */
  | { every: 'dates'; dates: readonly string[] };

export interface RecurrenceRule {
  repeat: Repeat;
  /** `18:30` */
  time: string;
  timeZone: string;
}

/** The first date after an instant; null when no date is left. */
export function nextOccurrence(rule: RecurrenceRule, after: number): number | null {
  for (const date of datesFrom(rule.repeat, localTimeOf(after, rule.timeZone))) {
    const at = instantOf({ ...date, ...timeOf(rule) }, rule.timeZone);
    if (at > after) return at;
  }
  return null;
}

/** The first dates after an instant, at most `count` of them. */
export function nextOccurrences(rule: RecurrenceRule, after: number, count: number): number[] {
  const found: number[] = [];
  for (let last: number | null = after; found.length < count;) {
    last = nextOccurrence(rule, last);
    if (last === null) break;
    found.push(last);
  }
  return found;
}

function timeOf({ time }: RecurrenceRule): { hour: number; minute: number } {
  return readTime(time) ?? { hour: 0, minute: 0 };
}

/** Dates in their order, from one that is not after `today` on; without end but for a list of dates. */
function* datesFrom(repeat: Repeat, today: LocalDate): Generator<LocalDate> {
  switch (repeat.every) {
    case 'week':
      for (let days = repeat.weekday - weekdayOf(today) - 7; ; days += 7) yield addDays(today, days);
    case 'month':
      for (let months = -1; ; months += 1) {
        const { year, month } = addDays({ year: today.year, month: today.month + months, day: 1 }, 0);
        yield { year, month, day: Math.min(repeat.day, daysInMonth(year, month)) };
      }
    case 'dates':
      yield* repeat.dates.toSorted().flatMap((date) => readDate(date) ?? []);
  }
}

/** The most days that a raffle can open before its date, so that the one before it is over then. */
export function mostOpenDays({ every }: Pick<Repeat, 'every'>): number {
  switch (every) {
    case 'week':
      return 6;
    case 'month':
      return 27;
    case 'dates':
      return 30;
  }
}

/** When a raffle opens: this many days before its date, at the same time of day. */
export function opensAt(rule: Pick<RecurrenceRule, 'timeZone'>, at: number, daysBefore: number): number {
  return movedByDays(at, -daysBefore, rule.timeZone);
}

/** A time of the raffle before, as much later as the date is, at the same time of day. @param dates of that raffle and the new one */
export function movedTo(at: number, dates: { from: number; to: number }, timeZone: string): number {
  const [from, to] = [localTimeOf(dates.from, timeZone), localTimeOf(dates.to, timeZone)];
  return movedByDays(at, daysBetween(from, to), timeZone);
}

function movedByDays(at: number, days: number, timeZone: string): number {
  const local = localTimeOf(at, timeZone);
  const { year, month, day } = addDays(local, days);
  return instantOf({ ...local, year, month, day }, timeZone) + (at % 60_000);
}

/**
 * Whether a raffle can be the first of a recurring one, and the dates of this raffle and the next one. `closedAt`: when a raffle
 * without a deadline was closed.
 */
export function decideRecurrence(
  raffle: { deadlineAt: number | null; closedAt: number | null; isErased: boolean },
  rule: RecurrenceRule,
  now: number,
): Decision<{ firstAt: number; nextAt: number }> {
  if (raffle.isErased) return refuse('recurrence_erased');
  const firstAt = raffle.deadlineAt ?? raffle.closedAt;
  if (firstAt === null) return refuse('recurrence_needs_deadline');
  const nextAt = nextOccurrence(rule, Math.max(now, firstAt));
  return nextAt === null ? refuse('recurrence_without_dates') : accept({ firstAt, nextAt });
}

export interface RecurrenceFacts {
  state: 'active' | 'paused' | 'stopped';
  /** The next date for which there is no raffle yet; null when none is left. */
  nextAt: number | null;
  /** The last date that there was; null before the first. */
  lastAt: number | null;
  /** Drafts that open automatically. */
  waiting: readonly { at: number; opensAt: number }[];
}

export type RecurrenceStep =
  /** Open the draft for this date. */
  | { step: 'open'; at: number }
  /** Make the draft for this date. */
  | { step: 'create'; at: number }
  /** The date passed before its draft was made: go on with the next one. */
  | { step: 'skip'; at: number }
  | { step: 'wait'; until: number }
  | { step: 'nothing' };

/** What is due now: one step at a time, the earliest first. A draft is made when the date before it has come. */
export function recurrenceStep(facts: RecurrenceFacts, now: number): RecurrenceStep {
  const { state, nextAt, lastAt, waiting } = facts;
  if (state !== 'active') return { step: 'nothing' };
  const [first] = waiting.toSorted((a, b) => a.opensAt - b.opensAt || a.at - b.at);
  if (first !== undefined && first.opensAt <= now) return { step: 'open', at: first.at };
  if (nextAt !== null && nextAt <= now) return { step: 'skip', at: nextAt };
  const createsAt = lastAt ?? now;
  if (nextAt !== null && createsAt <= now) return { step: 'create', at: nextAt };
  const times = [first?.opensAt, nextAt === null ? undefined : createsAt].filter((at) => at !== undefined);
  return times.length === 0 ? { step: 'nothing' } : { step: 'wait', until: Math.min(...times) };
}

/** The same day this many months later, in UTC; the last day of a month that doesn't have it. Epoch ms. */
export function addMonths(at: number, months: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), lastDay));
  return date.getTime();
}
