/**
 * Notices what participants are to be told of (R51, R52): the deadline is near, the draw starts, the result is there, a prize has moved
 * on to them.
 *
 * 1. Every node runs one. Telling everybody is idempotent, so it does not matter how many of them notice.
 * 2. What happens is heard on the bus; what happened while nothing ran, or was not heard, is found in the tables: at
 *    start, after `resync`, and whenever something is due.
 * 3. What is too old to be news is left alone: the draw of yesterday does not start now.
 */
import { coalesce } from '../../clock/coalesce.ts';
import { announceDeadline, announceMovedUp, announceOnDevices, announceToEntrants } from './commands.ts';
import type { LetterParts } from './letter-parts.ts';
import { reminderAt } from './reminder.ts';

/** A draw lasts half a minute, a late beacon apart: whoever reads of its start later had better read of its end. */
const STARTING_IS_NEWS_MS = 5 * 60_000;
/** Results are sent by this time also when the server was down meanwhile. */
const RESULT_IS_NEWS_MS = 3 * 24 * 3_600_000;
const SPAN_MS = 500;
/** Steps of a draw after which somebody is to be told. */
const NEWS: ReadonlySet<string> = new Set(['frozen', 'done', 'advance']);

export interface Announcer {
  start(): void;
  stop(): Promise<void>;
}

export function createAnnouncer(
  parts: Pick<LetterParts, 'database' | 'clock' | 'bus'> & {
    /** Whether this installation sends mail; devices are told without it. */
    mail: boolean;
    report: (error: unknown) => void;
  },
): Announcer {
  const { database, clock, bus, mail, report } = parts;
  /** Told by this process already: not a truth, only work saved. */
  const told = new Set<string>();
  let cancelTimer: (() => void) | null = null;
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();

  async function once(raffleId: string, occasion: string, put: () => Promise<number>): Promise<void> {
    const key = `${occasion}:${raffleId}`;
    if (told.has(key)) return;
    if ((await put()) > 0) bus.publish({ topic: 'outbox-filled' });
    told.add(key);
  }

  async function tell(wish: Parameters<typeof announceOnDevices>[1]): Promise<number> {
    // Devices first: they are told within the half minute that a draw takes.
    const devices = await announceOnDevices(database.query, wish);
    return devices + (mail ? await announceToEntrants(database.query, wish) : 0);
  }

  async function look(): Promise<void> {
    const now = clock.now();
    const draws = await database.query
      .selectFrom('draws as d')
      .innerJoin('raffles as r', 'r.id', 'd.raffle_id')
      .select(['d.raffle_id', 'd.t0', 'd.completed_at'])
      .where('r.cleaned_at', 'is', null)
      .where((build) =>
        build.or([
          build('d.completed_at', '>', now - RESULT_IS_NEWS_MS),
          build.and([build('d.completed_at', 'is', null), build('d.t0', '>', now - STARTING_IS_NEWS_MS)]),
        ]),
      )
      .execute();
    for (const { raffle_id: raffleId, t0, completed_at: completedAt } of draws) {
      if (completedAt === null) {
        const wish = { raffleId, occasion: 'starting', now, usefulUntil: t0 + STARTING_IS_NEWS_MS } as const;
        await once(raffleId, 'starting', () => tell(wish));
      } else {
        const wish = { raffleId, occasion: 'result', now, usefulUntil: null } as const;
        await once(raffleId, 'result', () => tell(wish));
      }
    }
    const movedUp = await announceMovedUp(database.query, { since: now - RESULT_IS_NEWS_MS, now, mail });
    if (movedUp > 0) bus.publish({ topic: 'outbox-filled' });
    if (mail) await remind(now);
  }

  /** Arms the timer for the next reminder, too. */
  async function remind(now: number): Promise<void> {
    const raffles = await database.query
      .selectFrom('raffles')
      .select(['id', 'opened_at_s', 'deadline_at'])
      .where('status', '=', 'open')
      .where('deadline_at', '>', now)
      .execute();
    let next: number | null = null;
    for (const { id: raffleId, opened_at_s: openedAt, deadline_at: deadlineAt } of raffles) {
      const due = openedAt === null || deadlineAt === null ? null : reminderAt(openedAt * 1000, deadlineAt);
      if (due === null || deadlineAt === null) continue;
      if (due > now) {
        next = Math.min(next ?? due, due);
        continue;
      }
      const wish = { raffleId, since: due, now, usefulUntil: deadlineAt };
      await once(raffleId, `deadline:${deadlineAt}`, () => announceDeadline(database.query, wish));
    }
    cancelTimer?.();
    cancelTimer = next === null || stopped ? null : clock.at(next, () => looking.ask());
  }

  const looking = coalesce(
    clock,
    SPAN_MS,
    () => {
      underWay = look();
      return underWay;
    },
    report,
  );

  const unsubscribe = bus.subscribe((message) => {
    const { topic } = message;
    if (topic === 'raffle-changed' || topic === 'resync') looking.ask();
    if (topic === 'draw-advanced' && NEWS.has(message.step)) looking.ask();
  });

  return {
    start: () => looking.ask(),
    async stop() {
      stopped = true;
      unsubscribe();
      looking.stop();
      await underWay.catch(() => undefined);
      cancelTimer?.();
    },
  };
}
