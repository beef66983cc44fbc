/**
 * Wall-clock times of a place and the instants that they are (R80): time zones and their daylight-saving rules come from the
 * runtime's own data (`Intl`). Instants are epoch milliseconds.
 */

/** A date of the Gregorian calendar; months and days count from 1. */
export interface LocalDate {
  year: number;
  month: number;
  day: number;
}

export interface LocalTime extends LocalDate {
  hour: number;
  minute: number;
}

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that the runtime does not know */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** Whether this is a time zone of the runtime, e.g. `Europe/Berlin`; an offset such as `+02:00` is none. */
export function isTimeZone(timeZone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(timeZone)) return false;
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds since 1970 that a clock in this zone would show, were it a clock in UTC. */
function wallMs(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** What a clock in this zone shows. */
export function localTimeOf(instant: number, timeZone: string): LocalTime {
  return fromWall(wallMs(instant, timeZone));
}

function fromWall(wall: number): LocalTime {
  const date = new Date(wall);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

/**
 * The instant at which a clock in this zone shows this time. Of a time that comes twice, the first one; a time that is left out
 * when clocks go forward is as much later as they go.
 */
export function instantOf({ year, month, day, hour, minute }: LocalTime, timeZone: string): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  // No zone is more than 14 hours from UTC, so a day before and after are on both sides of the instant.
  const offsetBefore = wallMs(wall - DAY_MS, timeZone) - (wall - DAY_MS);
  const offsetAfter = wallMs(wall + DAY_MS, timeZone) - (wall + DAY_MS);
  const matches = [wall - offsetBefore, wall - offsetAfter].filter((at) => wallMs(at, timeZone) === wall);
  return matches.length === 0 ? wall - offsetBefore : Math.min(...matches);
}

/** The date this many days later; earlier with fewer than none. */
export function addDays({ year, month, day }: LocalDate, days: number): LocalDate {
  return fromWall(Date.UTC(year, month - 1, day + days));
}

/** Days from one date to another. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  const days = ({ year, month, day }: LocalDate): number => Date.UTC(year, month - 1, day) / DAY_MS;
  return days(to) - days(from);
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** 1 for Monday … 7 for Sunday. */
export function weekdayOf({ year, month, day }: LocalDate): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/** `2027-02-28`; null for anything else, and for a day that the month doesn't have. */
export function readDate(text: string): LocalDate | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  const isReal = date.month >= 1 && date.month <= 12 && date.day >= 1;
  return isReal && date.day <= daysInMonth(date.year, date.month) ? date : null;
}

/** `18:30`, on a clock of 24 hours; null for anything else. */
export function readTime(text: string): { hour: number; minute: number } | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hour === undefined || minute === undefined ? null : { hour: Number(hour), minute: Number(minute) };
}
