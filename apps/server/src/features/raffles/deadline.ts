/**
 * A raffle's deadline as a job (R12, R15). Opening a raffle schedules it and postponing moves it; the handler belongs to the
 * draws feature. Joins don't depend on it: each is decided by the clock inside its transaction.
 */
import { decidePostpone } from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { enqueueJob, moveJob } from '../../work/jobs.ts';
import type { CallerHashes } from '../../audit/audit.ts';
import { auditHostAction, changeRaffle, type RaffleCommandParts } from './commands.ts';
import type { OwnRaffle } from './raffle-gate.ts';

/** Kind of the job; its key is the raffle's id. */
export const DEADLINE_JOB = 'deadline';

/** @param deadlineAt epoch ms; the caller publishes `jobs-changed` after commit */
export async function scheduleDeadline(trx: Trx, raffleId: string, deadlineAt: number): Promise<void> {
  const job = { kind: DEADLINE_JOB, key: raffleId };
  if (await moveJob(trx, job, deadlineAt)) return;
  await enqueueJob(trx, { ...job, payload: null, runAt: deadlineAt });
}

/**
 * Gives people more time, publicly. A raffle that its deadline had closed opens again.
 * @throws RefusalError deadline_not_later, deadline_in_past, no_deadline, or that the draw has started
 */
export async function postponeDeadline(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  deadlineAt: number,
  from: CallerHashes,
): Promise<RaffleRow> {
  const row = await changeRaffle(parts, own, async (trx, raffle, now) => {
    const input = { deadlineAt, closedAtSeconds: raffle.closed_at_s };
    const decision = decidePostpone(raffleFacts(raffle), input, now);
    if (!decision.ok) {
      const { message } = new RefusalError(decision.refusal);
      throw new RefusalError(decision.refusal, { fields: { deadline_at: message } });
    }
    const { reopens } = decision.value;
    await scheduleDeadline(trx, raffle.id, deadlineAt);
    const details = { before: raffle.deadline_at ?? 0, deadline_at: deadlineAt, reopened: reopens };
    await auditHostAction(trx, raffle, 'deadline_postponed', now, from, details);
    return {
      deadline_at: deadlineAt,
      draw_waits_since: null,
      ...(reopens && { status: 'open' as const, closed_at_s: null }),
    };
  });
  parts.bus.publish({ topic: 'deadline-postponed', raffleId: own.id, deadlineAt });
  parts.bus.publish({ topic: 'jobs-changed' });
  return row;
}
