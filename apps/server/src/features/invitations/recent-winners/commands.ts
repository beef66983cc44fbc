/**
 * The no-win period (R80): people who won recently are left out of the list of invited people.
 *
 * 1. When a raffle is opened, and when people are invited later, those on the list who won within its months are left out: their
 *    personal link stops working, and they stay on the list for the next raffle.
 * 2. When the people of a raffle are erased, its winners' addresses are kept as keyed hashes until its months are over.
 * 3. Hashes are deleted when they expire, and with a person's data where the person or the host asks for that.
 */
import { addMonths } from '@glassdrum/raffle-rules';
import { anyOf } from '../../../platform/database/bulk.ts';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { writeAudit } from '../../../audit/audit.ts';
import { countInvitees } from '../new-invitees/commands.ts';
import {
  invitedWithAddress,
  recentWinners,
  winnerHash,
  type WinnerParts,
  winnersOfRaffle,
} from './queries.ts';

/**
 * Leaves out who won recently. In the caller's transaction, under the raffle's lock.
 * @param input.only ids of the invitees that it is about; all without it
 * @returns ids of those who are left out
 */
export async function leaveOutWinners(
  parts: WinnerParts,
  trx: Trx,
  raffle: RaffleRow,
  { now, only }: { now: number; only?: ReadonlySet<string> },
): Promise<ReadonlySet<string>> {
  const { no_win_months: months } = raffle;
  if (months === null || raffle.status === 'draft') return new Set();
  const wonAt = await recentWinners(parts, trx, { workspaceId: raffle.workspace_id, months, now });
  const people = await invitedWithAddress(trx, raffle.id).execute();
  const ids = people
    .filter(({ id, email }) => (only?.has(id) ?? true) && email !== null && wonAt(email) !== null)
    .map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const listed = anyOf(parts.database, ids);
  await trx
    .updateTable('invitees')
    .set({ left_out: 1 })
    .where('id', ...listed)
    .execute();
  await trx
    .updateTable('invites')
    .set({ revoked: 1 })
    .where('invitee_id', ...listed)
    .execute();
  await countInvitees(trx, raffle.id, -ids.length, now);
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'system',
    action: 'winners_left_out',
    ts: now,
    details: { count: ids.length, months },
  });
  return new Set(ids);
}

/** Before the people of a raffle are erased, where it has a no-win period. In the caller's transaction. @param now epoch ms */
export async function keepWinners(
  { keys }: Pick<WinnerParts, 'keys'>,
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'workspace_id' | 'no_win_months'>,
  now: number,
): Promise<void> {
  const { no_win_months: months, workspace_id: workspaceId } = raffle;
  if (months === null || workspaceId === null) return;
  for (const { email, wonAt } of await winnersOfRaffle(trx, raffle.id)) {
    const expiresAt = addMonths(wonAt, months);
    if (expiresAt <= now) continue;
    const row = { workspace_id: workspaceId, address_hash: winnerHash(keys, workspaceId, email) };
    const known = await trx
      .selectFrom('recent_winners')
      .select(['won_at', 'expires_at'])
      .where('workspace_id', '=', workspaceId)
      .where('address_hash', '=', row.address_hash)
      .executeTakeFirst();
    const times = {
      won_at: Math.max(wonAt, known?.won_at ?? 0),
      expires_at: Math.max(expiresAt, known?.expires_at ?? 0),
    };
    await trx
      .insertInto('recent_winners')
      .values({ ...row, ...times })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'address_hash']).doUpdateSet(times))
      .execute();
  }
}

/** Somebody's data is erased on request. */
export async function forgetWinner(
  trx: Trx,
  keys: Keys,
  { workspaceId, emails }: { workspaceId: string | null; emails: readonly string[] },
): Promise<void> {
  if (workspaceId === null) return;
  for (const email of emails) {
    await trx
      .deleteFrom('recent_winners')
      .where('workspace_id', '=', workspaceId)
      .where('address_hash', '=', winnerHash(keys, workspaceId, email))
      .execute();
  }
}

/** @param now epoch ms */
export async function deleteExpiredWinners(trx: Trx, now: number): Promise<void> {
  await trx.deleteFrom('recent_winners').where('expires_at', '<=', now).execute();
}
