/**
 * Lines that the server itself sends to a chat (R9): the draw started, the deadline was extended, somebody was passed over
 * (R14), many have joined. Every node receives the message; the line's key makes it one line. Entries are named by their
 * numbers, which everybody may know (R43).
 */
import type { PrizeStatus } from '@glassdrum/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { coalesce, type Coalesced } from '../../platform/clock/coalesce.ts';
import type { Database } from '../../platform/database/database.ts';
import { sendSystemLine } from './commands.ts';

export interface SystemLineParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** Null before the draw is complete. */
  prizeStatus(raffleId: string): Promise<PrizeStatus | null>;
  report(error: unknown): void;
}

export interface SystemLines {
  /** Resolves when all lines that were begun are stored. */
  stop(): Promise<void>;
}

const MILESTONE_INTERVAL_MS = 1000;
/** Raffles whose joins are followed at the same time; beyond, the oldest is dropped. */
const MAX_FOLLOWED = 500;
const FIRST_MILESTONES = [10, 25, 50, 100, 250, 500];

/** The last milestone that this many have passed: 10, 25, 50, 100, 250, 500, and then every thousand. Null below. */
function milestoneOf(joined: number): number | null {
  if (joined >= 1000) return Math.floor(joined / 1000) * 1000;
  return FIRST_MILESTONES.findLast((milestone) => milestone <= joined) ?? null;
}

/** In UTC, which is named: a line is the same for everybody. Screens show the deadline itself in their own zone. */
function formatTime(time: number): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(time);
  return `${text} UTC`;
}

export function startSystemLines(parts: SystemLineParts): SystemLines {
  const { database, clock, bus, report } = parts;
  const joins = new Map<string, { task: Coalesced; milestone: number }>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const run = (work: () => Promise<void>): Promise<void> => {
    const one = stopped ? Promise.resolve() : work().catch(report);
    running.add(one);
    return one.finally(() => running.delete(one));
  };
  const send = (raffleId: string, key: string, text: string): Promise<void> =>
    sendSystemLine({ database, clock, bus }, raffleId, { key, text });

  const sendMilestone = async (raffleId: string): Promise<void> => {
    const row = await database.query
      .selectFrom('raffles')
      .select(['entry_count', 'unsold_count'])
      .where('id', '=', raffleId)
      .executeTakeFirst();
    // A paper ticket that is not sold is nobody.
    const milestone = milestoneOf((row?.entry_count ?? 0) - (row?.unsold_count ?? 0));
    const followed = joins.get(raffleId);
    if (milestone === null || followed === undefined || milestone <= followed.milestone) return;
    await send(raffleId, `joined ${milestone}`, `${milestone} people have joined.`);
    followed.milestone = milestone;
  };

  const follow = (raffleId: string): Coalesced => {
    const known = joins.get(raffleId);
    if (known !== undefined) return known.task;
    for (const [oldest, { task }] of joins) {
      if (joins.size < MAX_FOLLOWED) break;
      task.stop();
      joins.delete(oldest);
    }
    const task = coalesce(clock, MILESTONE_INTERVAL_MS, () => run(() => sendMilestone(raffleId)), report);
    joins.set(raffleId, { task, milestone: 0 });
    return task;
  };

  const sendPassedOver = async (raffleId: string): Promise<void> => {
    const status = await parts.prizeStatus(raffleId);
    const rows = [...(status?.current_winners ?? []), ...(status?.passed_over ?? [])];
    const hasSeveral = rows.some(({ prize }) => prize > 1);
    for (const row of status?.passed_over ?? []) {
      const { entry_number: entry, prize, position, reason, moved_up: next } = row;
      const what = reason === 'unclaimed' ? 'did not claim the prize in time' : 'was passed over';
      const then =
        next === null
          ? 'Nobody is left to move up.'
          : `Entry #${next.entry_number} moves up to ${hasSeveral ? `prize ${prize}` : `place ${position}`}.`;
      const key = `passed over ${prize === 1 ? '' : `${prize} `}${position} ${entry}`;
      await send(raffleId, key, `Entry #${entry} ${what}. ${then}`);
    }
  };

  /** After the milestone of those who joined in the last second. */
  const sendStarted = async (raffleId: string): Promise<void> => {
    await sendMilestone(raffleId);
    await send(raffleId, 'draw started', 'The draw has started. Good luck!');
  };

  const subscriptions = [
    bus.subscribe(['entries-changed'], ({ raffleId }) => follow(raffleId).trigger()),
    bus.subscribe(['deadline-postponed'], ({ raffleId, deadlineAt }) => {
      const text = `The deadline was postponed to ${formatTime(deadlineAt)}.`;
      void run(() => send(raffleId, `postponed ${deadlineAt}`, text));
    }),
    bus.subscribe(['draw-advanced'], ({ raffleId, step }) => {
      if (step === 'frozen') void run(() => sendStarted(raffleId));
      if (step === 'advance') void run(() => sendPassedOver(raffleId));
    }),
  ];

  return {
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      stopped = true;
      for (const { task } of joins.values()) task.stop();
      await Promise.all(running);
    },
  };
}
