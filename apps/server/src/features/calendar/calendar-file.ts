/** The draw as a calendar entry (RFC 5545): its time, its title and where to watch. Nothing about any person. */
import { ICalCalendar, ICalEventStatus } from 'ical-generator';

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

/** A draw takes half a minute; the entry leaves room for arriving and talking. */
const MINUTES = 30;
const REMIND_SECONDS = 15 * 60;

export function calendarFile(draw: CalendarDraw): string {
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
