/**
 * Cancelling a raffle (R79): it is closed for good, and its public page shows the host's reason. Each draw that was promised gets a void
 * record in the public log, so that none looks like a hidden one. Pages are told at once, emails and notifications follow, and the time
 * after which names are erased begins.
 */
import type { CancelBody } from '@glassdrum/contract';
import { decideCancel } from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { lockLog } from '../../../platform/public-log/public-log.ts';
import { auditHostAction, changeRaffle, type RaffleCommandParts } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { recordWebhookEvent } from '../../webhooks/events/commands.ts';
import { undecidedDraws, writeVoidRecord } from '../openings.ts';

const REASON_CODE = 'cancelled_by_host';

/** @throws RefusalError title_not_typed, draws_held, or the rule's refusal; raffle_cancelled the second time */
export function cancelRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  { title, reason }: CancelBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { database, keys } = parts;
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    const facts = { ...raffleFacts(raffle), title: raffle.title };
    orRefuse(decideCancel(facts, { drawsHeld: await drawsHeld(trx, raffle.id), typedTitle: title }));
    const undecided = await undecidedDraws(trx, raffle.id);
    await trx
      .updateTable('draw_openings')
      .set({ voided_at: now, void_reason: REASON_CODE })
      .where('id', 'in', undecided)
      .execute();
    await auditHostAction(trx, raffle, 'raffle_cancelled', now, from, { reason });
    await recordWebhookEvent(trx, { event: 'raffle.cancelled', raffleId: raffle.id, at: now });
    // Last, because every other append waits for the log's head from here on.
    await lockLog(database, trx);
    for (const drawId of undecided)
      await writeVoidRecord(trx, keys, { drawId, reasonCode: REASON_CODE, now });
    return {
      status: 'closed',
      closed_at_s: raffle.closed_at_s ?? Math.floor(now / 1000),
      cancelled_at: now,
      cancel_reason: reason,
      draw_waits_since: null,
      paused_at: null,
      pause_until: null,
      pause_text: null,
    };
  });
}

/** Draws that were frozen and stand. */
async function drawsHeld(trx: Trx, raffleId: string): Promise<number> {
  const { held } = await trx
    .selectFrom('draws')
    .select((build) => build.fn.countAll<number>().as('held'))
    .where('raffle_id', '=', raffleId)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return held;
}
