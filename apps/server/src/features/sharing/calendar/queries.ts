/** A raffle's draw as a calendar file (RFC 5545): time, title and where to watch. It contains no personal data. */
import { ICalCalendar, ICalEventStatus } from 'ical-generator';
import type { RaffleRow } from '../../../platform/database/database.ts';

/** Null for a draft and for a raffle without a deadline. @param base where browsers reach this installation */
export function raffleCalendar(raffle: RaffleRow, base: string): string | null {
  if (raffle.status === 'draft' || raffle.deadline_at === null) return null;
  return calendarFile({
    raffleId: raffle.id,
    title: raffle.title,
    at: raffle.deadline_at,
    changedAt: raffle.updated_at,
    url: `${base}/draw/${raffle.id}`,
    host: new URL(base).hostname,
  });
}

interface CalendarDraw {
  raffleId: string;
  title: string;
  /** Epoch ms. */
  at: number;
  /** Epoch ms: when the raffle last changed. */
  changedAt: number;
  /** Where to watch. */
  url: string;
  /** Names the installation in the entry's id, e.g. raffles.example.org. */
  host: string;
}

/** Longer than the draw itself, which takes half a minute. */
const MINUTES = 30;
const REMIND_SECONDS = 15 * 60;

function calendarFile(draw: CalendarDraw): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Glassdrum', product: 'Glassdrum', language: 'EN' },
  });
  const event = calendar.createEvent({
    // The same id whenever it is fetched: calendars replace the entry instead of adding a second one.
    id: `${draw.raffleId}@${draw.host}`,
    start: new Date(draw.at),
    end: new Date(draw.at + MINUTES * 60_000),
    stamp: new Date(draw.changedAt),
    lastModified: new Date(draw.changedAt),
    summary: `Draw: ${draw.title}`,
    description: `The live draw of “${draw.title}”. Watch it here: ${draw.url}`,
    location: draw.url,
    url: draw.url,
    status: ICalEventStatus.CONFIRMED,
  });
  event.createAlarm({ triggerBefore: REMIND_SECONDS, description: draw.title });
  return calendar.toString();
}
