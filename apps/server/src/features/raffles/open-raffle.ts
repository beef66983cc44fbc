/**
 * Opening (R10, R69, draw protocol §3 and §4): the raffle's draws are promised before anybody can join.
 *
 * 1. Lock the raffle and apply the rules; a deadline that passed meanwhile is refused (R16).
 * 2. The raffle gets its public id and commits to the seed, plan and rules of each of its draws (openings.ts).
 * 3. People who won recently are left out of the list, where the raffle says so (R80).
 * 4. Raffle, host, public record, audit record and deadline job are written together; the nodes are notified after commit.
 */
import { decideOpen } from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { orRefuse } from '../../platform/refusal.ts';
import { newPublicId, writeOpening } from '../draws/openings.ts';
import { leaveOutWinners } from '../invitations/recent-winners/commands.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { recordWebhookEvent } from '../webhooks/events/commands.ts';
import { type RaffleCommandParts, lockExistingRaffle, refusePastDeadline } from './commands.ts';
import { scheduleDeadline } from './deadline.ts';
import type { OwnRaffle } from './raffle-gate.ts';

/** @throws RefusalError raffle_not_draft, title_blank, deadline_in_past */
export async function openRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  const row = await parts.database.transaction((trx) =>
    openInTransaction(parts, trx, own.id, { actor: 'host', from }),
  );
  parts.bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  parts.bus.publish({ topic: 'jobs-changed' });
  return row;
}

/**
 * The same in the caller's transaction; the caller publishes `raffle-changed` and `jobs-changed` after commit.
 * @param by 'system': a raffle that opens automatically (R80)
 */
export async function openInTransaction(
  parts: RaffleCommandParts,
  trx: Trx,
  raffleId: string,
  by: { actor: 'host'; from: CallerHashes } | { actor: 'system' },
): Promise<RaffleRow> {
  const { database, keys, clock } = parts;
  const raffle = await lockExistingRaffle(database, trx, raffleId);
  const now = clock.now();
  if (raffle.status === 'draft') refusePastDeadline(raffle.deadline_at, now);
  orRefuse(decideOpen({ ...raffleFacts(raffle), title: raffle.title }, now));

  const seriesId = newPublicId();
  const opened = { ...raffle, series_id: seriesId };
  const opening = await writeOpening(trx, keys, opened, { number: 1, now });
  for (let number = 2; number <= raffle.draws_total; number += 1) {
    await writeOpening(trx, keys, opened, { number, now });
  }
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    action: 'raffle_opened',
    ts: now,
    details: { host_seq: opening.host_seq, open_hash: opening.open_hash },
    ...by,
  });
  if (raffle.deadline_at !== null) await scheduleDeadline(trx, raffle.id, raffle.deadline_at);
  const row = await trx
    .updateTable('raffles')
    .set({
      status: 'open',
      series_id: seriesId,
      draw_id: opening.id,
      updated_at: now,
    })
    .where('id', '=', raffle.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordWebhookEvent(trx, { event: 'raffle.opened', raffleId: raffle.id, at: now });
  const leftOut = await leaveOutWinners(parts, trx, row, { now });
  return { ...row, invitees_count: row.invitees_count - leftOut.size };
}
