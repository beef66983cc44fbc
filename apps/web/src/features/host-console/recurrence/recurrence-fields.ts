/** What the form of a recurring raffle holds (R80), and what is sent for it. */
import type { Recurrence, RecurrenceBody } from '@glassdrum/contract';
import { localTimeOf } from '@glassdrum/raffle-rules';

export interface RecurrenceFields {
  every: RecurrenceBody['repeat']['every'];
  weekday: number;
  day: number;
  dates: readonly DateField[];
  time: string;
  zone: string;
  opens: boolean;
  /** As typed. */
  opensDays: string;
  people: boolean;
}

/** A field for one date; empty before one is entered. */
interface DateField {
  /** Tells the fields apart on screen. */
  id: number;
  date: string;
}

let dateFields = 0;

export function dateField(date = ''): DateField {
  dateFields += 1;
  return { id: dateFields, date };
}

/** @param date of the raffle that is repeated, epoch ms: on the same day of the month, at the same time */
export function emptyForm(date: number, zone = ownZone()): RecurrenceFields {
  const { year, month, day, hour, minute } = localTimeOf(date, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    every: 'month',
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7,
    day,
    dates: [dateField()],
    time: `${two(hour)}:${two(minute)}`,
    zone,
    opens: false,
    opensDays: '3',
    people: true,
  };
}

/** The host's. */
function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function formOf({
  repeat,
  time,
  time_zone: zone,
  opens_days: days,
  people,
}: Recurrence): RecurrenceFields {
  return {
    ...emptyForm(Date.now(), zone),
    every: repeat.every,
    ...(repeat.every === 'week' && { weekday: repeat.weekday }),
    ...(repeat.every === 'month' && { day: repeat.day }),
    ...(repeat.every === 'dates' && { dates: repeat.dates.map((date) => dateField(date)) }),
    time,
    opens: days !== null,
    ...(days !== null && { opensDays: String(days) }),
    people,
  };
}

/** Not judged yet. */
export function bodyOf(fields: RecurrenceFields): unknown {
  const { every, weekday, day, dates, time, zone, opens, opensDays, people } = fields;
  const repeat = {
    week: { every: 'week', weekday },
    month: { every: 'month', day },
    dates: { every: 'dates', dates: dates.map(({ date }) => date).filter((date) => date !== '') },
  }[every];
  const days = opensDays.trim() === '' ? 0 : Number(opensDays);
  return { repeat, time, time_zone: zone, opens_days: opens ? days : null, people };
}
