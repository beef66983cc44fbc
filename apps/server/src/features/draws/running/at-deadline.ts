/**
 * What happens at a raffle's deadline (R12, R15, R31): one job, on the node that claims it first.
 *
 * 1. The raffle is closed, and everybody is notified. Nobody could join since the deadline anyway.
 * 2. An automatic draw is never early, as the deadline is checked again under the raffle's lock; never started twice, as the
 *    draw and the end of the job are one transaction; late, and marked so, when the server was down.
 * 3. Without the beacon the raffle's own policy decides (R93): the job runs again until the beacon is reachable, or the draw
 *    goes without one. If the host starts the draw meanwhile, nothing is left to do.
 */
import type { AuditAction } from '@glassdrum/contract';
import { asksBeacon, atDeadline, type AtDeadline } from '@glassdrum/raffle-rules';
import { doubling } from '../../../platform/clock/backoff.ts';
import { lockRaffle, type RaffleRow, type Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { JobHandler, JobOutcome } from '../../../work/job-runner.ts';
import { writeAudit } from '../../../audit/audit.ts';
import { lockSettledRaffle } from '../../raffles/commands.ts';
import { checkInOf } from '../presence/queries.ts';
import { findRaffle } from '../../raffles/queries.ts';
import { beginDraw, type Begun, notifyBegun } from '../freeze/begin-draw.ts';
import type { DrawCommandParts } from '../commands.ts';

/** Jobs at the same time on one node: many raffles may end on the hour. */
const CONCURRENCY = 4;
const backoff = doubling(1_000, 30_000);

/** What refuses an automatic draw until its host has done something, and how the activity log calls it. */
const HOST_FIRST: ReadonlyMap<string, AuditAction> = new Map([
  ['nobody_can_win', 'draw_without_entries'],
  ['nobody_present', 'draw_without_presence'],
  ['check_in_not_opened', 'draw_without_presence'],
]);

/** Handles the job whose key is a raffle's id. */
export function deadlineHandler(parts: DrawCommandParts): JobHandler {
  return {
    concurrency: CONCURRENCY,
    attempts: Infinity,
    backoff,
    mayRun: () => parts.mayLead(),
    run: ({ key }) => runDeadline(parts, key),
  };
}

async function runDeadline(parts: DrawCommandParts, raffleId: string): Promise<JobOutcome> {
  const { database, clock, beacon } = parts;
  const before = await findRaffle(database, raffleId);
  if (before === null || before.deadline_at === null) return { outcome: 'done' };
  if (before.deadline_at > clock.now()) return { outcome: 'again', runAt: before.deadline_at };
  const raffle = before.status === 'open' ? await closeNow(parts, raffleId) : before;
  const checkIn = await checkInOf(database.query, raffle);
  const nobodyPresent = checkIn?.present === 0;
  const stepIf = (reachable: boolean): AtDeadline =>
    stepOf(raffle, { reachable, nobodyPresent }, clock.now());
  // Checked only where it matters.
  const needsBeacon = asksBeacon(raffle.beacon_policy) && stepIf(true).step === 'draw';
  const step = stepIf(needsBeacon && (await beacon.isReachable(clock.now())));
  return outcomeOf(parts, raffle, step);
}

/** Closes the raffle and notifies before the beacon is checked, which may take seconds. */
async function closeNow({ database, clock, bus }: DrawCommandParts, raffleId: string): Promise<RaffleRow> {
  const row = await database.transaction((trx) => lockSettledRaffle(database, trx, raffleId, clock.now()));
  bus.publish({ topic: 'raffle-changed', raffleId });
  return row;
}

function stepOf(
  raffle: RaffleRow,
  { reachable, nobodyPresent }: { reachable: boolean; nobodyPresent: boolean },
  now: number,
): AtDeadline {
  const facts = { ...raffleFacts(raffle), autoDraw: raffle.auto_draw === 1, nobodyPresent };
  const { beacon_policy: policy, draw_waits_since: waitsSince } = raffle;
  return atDeadline(facts, { reachable, policy, waitsSince }, now);
}

function outcomeOf(parts: DrawCommandParts, raffle: RaffleRow, step: AtDeadline): JobOutcome {
  const { database, bus, clock } = parts;
  const { id } = raffle;
  const notify = (): void => bus.publish({ topic: 'raffle-changed', raffleId: id });
  switch (step.step) {
    case 'nothing':
      return { outcome: 'done' };
    case 'no_tickets':
      return {
        outcome: 'done',
        effect: (trx) => note(trx, raffle, 'draw_without_entries', clock.now(), {}),
        after: notify,
      };
    case 'nobody_present':
      return {
        outcome: 'done',
        effect: (trx) => note(trx, raffle, 'draw_without_presence', clock.now(), {}),
        after: notify,
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
          after: notify,
        }),
      };
    case 'draw': {
      let begun: (Begun & { isNew: boolean }) | null = null;
      return {
        outcome: 'done',
        effect: async (trx) => {
          const now = await lockRaffle(database, trx, id);
          // Changed since it was read: this run is rolled back, and the next one reads it again.
          if (now?.deadline_at !== raffle.deadline_at || now.deadline_at === null)
            throw new Error('The raffle changed.');
          const { kind } = step;
          try {
            begun = await beginDraw(parts, trx, { raffleId: id, kind, by: { scheduledAt: now.deadline_at } });
          } catch (error) {
            // Refused before anything was written; the host has to do something first.
            const action = error instanceof RefusalError ? HOST_FIRST.get(error.code) : undefined;
            if (action === undefined) throw error;
            await note(trx, raffle, action, clock.now(), {});
          }
        },
        after: () => {
          if (begun === null) notify();
          else if (begun.isNew) notifyBegun(bus, id, begun.draw);
        },
      };
    }
  }
}

function note(
  trx: Trx,
  raffle: RaffleRow,
  action: AuditAction,
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
