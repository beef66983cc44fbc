/** A raffle's calendar file for others than its own route, e.g. to be attached to a mail. */
import type { RaffleRow } from '../../database/database.ts';
import { calendarFile } from './calendar-file.ts';

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
