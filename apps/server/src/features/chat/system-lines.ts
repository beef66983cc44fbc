/**
 * What the server itself says in a chat (R9): the draw started, the deadline was postponed, somebody was passed over (R14), many have joined. Every node
 * hears of it; the line's key makes it one line. Entries are named by their numbers, which everybody may know (R43).
 */
import type { DrawStanding } from '@glassdrum/contract';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { coalesce, type Coalesced } from '../../clock/coalesce.ts';
import type { Database } from '../../database/database.ts';
import { saySystemLine } from './commands.ts';

export interface SystemLineParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** Null before the draw is complete. */
  standing(raffleId: string): Promise<DrawStanding | null>;
  report(error: unknown): void;
}

export interface SystemLines {
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const SPAN_MS = 1000;
/** Raffles whose joins are followed at the same time; beyond, the oldest is looked up again. */
const FOLLOWED = 500;
const FIRST_MILESTONES = [10, 25, 50, 100, 250, 500];

/** The last milestone that this many have passed: 10, 25, 50, 100, 250, 500, and then every thousand. Null below. */
function milestoneOf(joined: number): number | null {
  if (joined >= 1000) return Math.floor(joined / 1000) * 1000;
  return FIRST_MILESTONES.findLast((milestone) => milestone <= joined) ?? null;
}

/** In UTC, which is named: a line is the same for everybody. Screens show the deadline itself in their own zone. */
function inWords(time: number): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(time);
  return `${text} UTC`;
}

export function startSystemLines(parts: SystemLineParts): SystemLines {
  const { database, clock, bus, report } = parts;
  const joins = new Map<string, { task: Coalesced; said: number }>();
  const running = new Set<Promise<void>>();
  let stopped = false;

  const run = (work: () => Promise<void>): Promise<void> => {
    const one = stopped ? Promise.resolve() : work().catch(report);
    running.add(one);
    return one.finally(() => running.delete(one));
  };
  const say = (raffleId: string, key: string, text: string): Promise<void> =>
    saySystemLine({ database, clock, bus }, raffleId, { key, text });

  const tellJoined = async (raffleId: string): Promise<void> => {
    const row = await database.query
      .selectFrom('raffles')
      .select('entry_count')
      .where('id', '=', raffleId)
      .executeTakeFirst();
    const milestone = milestoneOf(row?.entry_count ?? 0);
    const followed = joins.get(raffleId);
    if (milestone === null || followed === undefined || milestone <= followed.said) return;
    await say(raffleId, `joined ${milestone}`, `${milestone} people have joined.`);
    followed.said = milestone;
  };

  const follow = (raffleId: string): Coalesced => {
    const known = joins.get(raffleId);
    if (known !== undefined) return known.task;
    for (const [oldest, { task }] of joins) {
      if (joins.size < FOLLOWED) break;
      task.stop();
      joins.delete(oldest);
    }
    const task = coalesce(clock, SPAN_MS, () => run(() => tellJoined(raffleId)), report);
    joins.set(raffleId, { task, said: 0 });
    return task;
  };

  const tellPassedOver = async (raffleId: string): Promise<void> => {
    const standing = await parts.standing(raffleId);
    for (const { entry_number: entry, position, moved_up: next } of standing?.passed_over ?? []) {
      const then =
        next === null
          ? 'Nobody is left to move up.'
          : `Entry #${next.entry_number} moves up to place ${position}.`;
      await say(raffleId, `passed over ${position} ${entry}`, `Entry #${entry} was passed over. ${then}`);
    }
  };

  /** Those who came in the last second are told of first. */
  const tellStarted = async (raffleId: string): Promise<void> => {
    await tellJoined(raffleId);
    await say(raffleId, 'draw started', 'The draw has started. Good luck!');
  };

  const heard = (message: BusMessage): void => {
    if (message.topic === 'deadline-postponed') {
      const { raffleId, deadlineAt } = message;
      void run(() =>
        say(raffleId, `postponed ${deadlineAt}`, `The deadline was postponed to ${inWords(deadlineAt)}.`),
      );
    }
    if (message.topic === 'entries-changed') follow(message.raffleId).ask();
    if (message.topic !== 'draw-advanced') return;
    const { raffleId, step } = message;
    if (step === 'frozen') void run(() => tellStarted(raffleId));
    if (step === 'advance') void run(() => tellPassedOver(raffleId));
  };
  const unsubscribe = bus.subscribe(heard);

  return {
    async stop() {
      unsubscribe();
      stopped = true;
      for (const { task } of joins.values()) task.stop();
      await Promise.all(running);
    },
  };
}
