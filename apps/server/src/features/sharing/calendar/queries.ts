/**
 * A raffle's draws as a calendar file (RFC 5545): time, title and where to watch. It contains no personal data.
 *
 * 1. Each draw has an entry of its own (R69), with the same id for ever: calendars replace it instead of adding a second one.
 *    SEQUENCE grows with each change, and a skipped draw is an entry that is CANCELLED.
 * 2. A draw is where it began; else where the notice between two draws says that the evening goes on (R72), where the host planned it,
 *    or, if it is the first that is left, at the deadline.
 * 3. A draw without any of these follows the one before it, as TENTATIVE and saying so, without a reminder. One with none before it
 *    has no entry yet.
 */
import type { PlannedDraw } from '@glassdrum/contract';
import { ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { Kysely } from 'kysely';
import type { RaffleRow } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { shownPrizesOf } from '../../raffles/prizes/queries.ts';

/** Longer than the draw itself, which takes half a minute. */
const DRAW_MS = 30 * 60_000;
const REMIND_SECONDS = 15 * 60;
/** The others are counted. */
const PRIZES_NAMED = 5;

interface CalendarParts {
  /** Where browsers reach this installation, without a slash at the end. */
  base: string;
  /** What becomes of each text that the host wrote, where no link of theirs may be in it (H10). */
  safe?: (text: string) => string;
}

/** Null for a draft, and while no draw has a time. */
export async function raffleCalendar(
  query: Kysely<Tables>,
  raffle: RaffleRow,
  { base, safe = (text) => text }: CalendarParts,
): Promise<string | null> {
  if (raffle.status === 'draft') return null;
  const draws = await plannedDrawsOf(query, raffle.id);
  const timed = timesOf(draws, raffle);
  if (timed.length === 0) return null;
  const prizes = await shownPrizesOf(query, raffle.id);
  const calendar = new ICalCalendar({
    prodId: { company: 'Glassdrum', product: 'Glassdrum', language: 'EN' },
  });
  const url = `${base}/draw/${raffle.id}`;
  const title = safe(raffle.title);
  const changedAt = changedAtOf(raffle, draws);
  for (const { draw, at, isOpen, after } of timed) {
    const isSkipped = draw.skipped !== null || raffle.cancelled_at !== null;
    const called = draws.length === 1 ? null : safe(nameOf(draw));
    const names = prizes.filter((prize) => prize.draw === draw.number).flatMap(prizeWords);
    const event = calendar.createEvent({
      id: idOf(raffle, draw, new URL(base).hostname),
      sequence: Math.max(0, Math.floor((changedAt - raffle.created_at) / 1000)),
      start: new Date(at),
      end: new Date(at + DRAW_MS),
      stamp: new Date(changedAt),
      lastModified: new Date(changedAt),
      summary: `Draw: ${title}${called === null ? '' : `, ${called}`}${isOpen ? ' (time not set)' : ''}`,
      description: [
        called === null
          ? `The live draw of “${title}”.`
          : `The live draw “${called}” of “${title}”, ${draw.number} of ${draws.length}.`,
        ...(isSkipped
          ? [`This draw does not take place: ${safe(draw.skipped?.reason ?? raffle.cancel_reason ?? '')}`]
          : []),
        ...(isOpen ? [openWords(after === null ? null : safe(nameOf(after)))] : []),
        ...(names.length === 0 || isSkipped ? [] : [`Prizes: ${listed(names.map(safe))}.`]),
        `Watch it here: ${url}`,
      ].join(' '),
      location: url,
      url,
      status: statusOf(isSkipped, isOpen),
      // Nobody is busy at a time that is not set.
      ...(isOpen && { transparency: ICalEventTransparency.TRANSPARENT }),
    });
    if (!isSkipped && !isOpen) {
      event.createAlarm({ triggerBefore: REMIND_SECONDS, description: called ?? title });
    }
  }
  return calendar.toString();
}

function statusOf(isSkipped: boolean, isOpen: boolean): ICalEventStatus {
  if (isSkipped) return ICalEventStatus.CANCELLED;
  return isOpen ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;
}

/** A draw and where it stands in the calendar. */
interface TimedDraw {
  draw: PlannedDraw;
  /** Epoch ms. */
  at: number;
  /** Nobody has set its time: it only follows the draw before it. */
  isOpen: boolean;
  /** The draw that it follows. */
  after: PlannedDraw | null;
}

/** In the order of draws; those that nothing is known of are left out. */
function timesOf(
  draws: readonly PlannedDraw[],
  raffle: Pick<RaffleRow, 'deadline_at' | 'paused_at' | 'pause_until'>,
): TimedDraw[] {
  const next = draws.find(({ state }) => state === 'planned');
  const timed: TimedDraw[] = [];
  /** The last draw with a place in the calendar that takes place. */
  let before: { at: number; draw: PlannedDraw } | null = null;
  for (const draw of draws) {
    const set: number | null = setTimeOf(draw, {
      raffle,
      isNext: draw === next,
      earliest: before?.at ?? null,
    });
    const at: number | null = set ?? (before === null ? null : before.at + DRAW_MS);
    if (at === null) continue;
    const isOpen = set === null && draw.state === 'planned';
    timed.push({ draw, at, isOpen, after: before?.draw ?? null });
    if (draw.state !== 'skipped') before = { at, draw };
  }
  return timed;
}

/** When it began, or when somebody said that it would; null where that is open. */
function setTimeOf(
  draw: PlannedDraw,
  context: {
    raffle: Pick<RaffleRow, 'deadline_at' | 'paused_at' | 'pause_until'>;
    isNext: boolean;
    /** Epoch ms: when the draw before it is; null where there is none. */
    earliest: number | null;
  },
): number | null {
  const { raffle, isNext, earliest } = context;
  if (draw.started_at !== null) return draw.started_at;
  if (isNext && raffle.paused_at !== null && raffle.pause_until !== null) return raffle.pause_until;
  if (draw.planned_at !== null) return draw.planned_at;
  const { deadline_at: deadline } = raffle;
  const fits = deadline !== null && (earliest === null || deadline > earliest);
  return isNext && fits ? deadline : null;
}

/** The first draw has the id that the only one of a raffle has: another one may be added later. */
function idOf(raffle: Pick<RaffleRow, 'id'>, { number }: PlannedDraw, host: string): string {
  return number === 1 ? `${raffle.id}@${host}` : `${raffle.id}-${number}@${host}`;
}

/** Epoch ms: when the raffle or one of its draws last changed. */
function changedAtOf(raffle: Pick<RaffleRow, 'updated_at'>, draws: readonly PlannedDraw[]): number {
  return Math.max(raffle.updated_at, ...draws.flatMap(({ started_at: at }) => at ?? []));
}

function nameOf({ name, number }: PlannedDraw): string {
  return name ?? `Draw ${number}`;
}

function openWords(after: string | null): string {
  return after === null ? 'Its time is not set.' : `Its time is not set. It follows “${after}”.`;
}

function prizeWords({ name, quantity }: { name: string | null; quantity: number }): string[] {
  if (name === null) return [];
  return [quantity === 1 ? name : `${quantity} × ${name}`];
}

function listed(names: readonly string[]): string {
  const more = names.length - PRIZES_NAMED;
  return [
    ...names.slice(0, PRIZES_NAMED),
    ...(more > 0 ? [`and ${more.toLocaleString('en')} more`] : []),
  ].join(', ');
}
