/**
 * What happens at a raffle's deadline (R12, R15, R31): one job, on whichever node comes first.
 *
 * 1. The raffle is closed, and everybody is told. Nobody could join since the deadline anyway.
 * 2. If it is to draw by itself: never early, as the deadline is checked again under the raffle's lock; never twice, as
 *    the draw and the end of the job are one transaction; late, and marked so, when the server was away.
 * 3. Without the beacon the raffle's own setting decides: the job asks to be run again and again until the beacon answers
 *    or the waiting is over. Its host may draw meanwhile; then nothing is left to do.
 */
import { atDeadline, type AtDeadline } from '@glassdrum/raffle-rules';
import { lockRaffle, type RaffleRow, type Trx } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import type { JobHandler, JobOutcome } from '../../jobs/job-runner.ts';
import { writeAudit } from '../audit/audit.ts';
import { lockSettledRaffle } from '../raffles/commands.ts';
import { findRaffle } from '../raffles/queries.ts';
import { type DrawCommandParts, freeze, tellFrozen } from './commands.ts';

/** Jobs at the same time on one node: many raffles may end on the hour. */
const CONCURRENCY = 4;
const LONGEST_PAUSE_MS = 30_000;

/** Handles the job whose key is a raffle's id. */
export function deadlineHandler(parts: DrawCommandParts): JobHandler {
  return {
    concurrency: CONCURRENCY,
    attempts: Infinity,
    longestPauseMs: LONGEST_PAUSE_MS,
    run: ({ key }) => runDeadline(parts, key),
  };
}

async function runDeadline(parts: DrawCommandParts, raffleId: string): Promise<JobOutcome> {
  const { database, clock, beacon } = parts;
  const before = await findRaffle(database, raffleId);
  if (before === null || before.deadline_at === null) return { outcome: 'done' };
  if (before.deadline_at > clock.now()) return { outcome: 'again', runAt: before.deadline_at };
  const raffle = before.status === 'open' ? await closeNow(parts, raffleId) : before;
  // Asked only where the answer counts.
  const asks = stepOf(raffle, true, clock.now()).step === 'draw';
  const step = stepOf(raffle, asks && (await beacon.isReachable(clock.now())), clock.now());
  return outcomeOf(parts, raffle, step);
}

/** Stores the closing and tells of it, before the beacon is asked: that may take seconds. */
async function closeNow({ database, clock, bus }: DrawCommandParts, raffleId: string): Promise<RaffleRow> {
  const row = await database.transaction((trx) => lockSettledRaffle(database, trx, raffleId, clock.now()));
  bus.publish({ topic: 'raffle-changed', raffleId });
  return row;
}

function stepOf(raffle: RaffleRow, reachable: boolean, now: number): AtDeadline {
  const facts = { ...raffleFacts(raffle), autoDraw: raffle.auto_draw === 1 };
  const { beacon_policy: policy, draw_waits_since: waitsSince } = raffle;
  return atDeadline(facts, { reachable, policy, waitsSince }, now);
}

function outcomeOf(parts: DrawCommandParts, raffle: RaffleRow, step: AtDeadline): JobOutcome {
  const { database, bus, clock } = parts;
  const { id } = raffle;
  const tell = (): void => bus.publish({ topic: 'raffle-changed', raffleId: id });
  switch (step.step) {
    case 'nothing':
      return { outcome: 'done' };
    case 'nobody':
      return {
        outcome: 'done',
        effect: (trx) => note(trx, raffle, 'draw_without_entries', clock.now(), {}),
        after: tell,
      };
    case 'wait':
      return {
        outcome: 'again',
        runAt: step.lookAgainAt,
        ...(raffle.draw_waits_since === null && {
          effect: async (trx: Trx) => {
            await lockRaffle(database, trx, id);
            await trx
              .updateTable('raffles')
              .set({ draw_waits_since: step.since })
              .where('id', '=', id)
              .where('draw_started', '=', 0)
              .execute();
            await note(trx, raffle, 'draw_waits_for_beacon', step.since, { policy: raffle.beacon_policy });
          },
          after: tell,
        }),
      };
    case 'draw': {
      let isNew = false;
      const withBeacon = step.assurance === 'beacon';
      return {
        outcome: 'done',
        effect: async (trx) => {
          const now = await lockRaffle(database, trx, id);
          // Changed since it was looked at: this run is undone, and the next one sees it as it is.
          if (now === undefined || now.deadline_at !== raffle.deadline_at)
            throw new Error('The raffle changed.');
          ({ isNew } = await freeze(parts, trx, { raffleId: id, withBeacon, scheduledAt: now.deadline_at }));
        },
        after: () => {
          if (isNew) tellFrozen(bus, id);
        },
      };
    }
  }
}

function note(
  trx: Trx,
  raffle: RaffleRow,
  action: string,
  ts: number,
  details: Record<string, string>,
): Promise<void> {
  return writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'system',
    action,
    ts,
    details: { deadline_at: raffle.deadline_at, ...details },
  });
}
