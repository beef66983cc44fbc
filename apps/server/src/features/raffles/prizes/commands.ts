/**
 * What a host does with prizes (R61, R62) and with the groups of people who can win them (R63).
 *
 * 1. Under the raffle's lock the rule decides whether these can be the prizes, and with which pools.
 * 2. The list is written as a whole; prizes that were there keep their id and image.
 * 3. Of an opened raffle the new plan is a public record of its draw, and so is every new weight of an entry.
 */
import type { PrizeFields, PrizesBody } from '@glassdrum/contract';
import { decidePrizes, distinctGroups, type Pool } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { groupsColumn, poolsOf } from '../../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { openingOf, planOfRaffle, replan } from '../../draws/openings.ts';
import {
  auditHostAction,
  changeRaffle,
  flag,
  type RaffleChanges,
  type RaffleCommandParts,
} from '../commands.ts';
import type { OwnRaffle } from '../raffle-gate.ts';
import { newPrizeId, writePrizeRows } from './prize-rows.ts';
import { type PrizeRow, prizeRowsOf } from './queries.ts';

/** @throws RefusalError prizes_changed, draw_started, already_drawn, too_many_wins, too_many_pools, pools_fixed */
export async function changePrizes(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  body: PrizesBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { keys, images } = parts;
  const row = await changeRaffle(parts, own, async (trx, raffle, now) => {
    const { pools, poolOfPrize, wins } = orRefuse(
      decidePrizes(raffleFacts(raffle), body.prizes, {
        pools: poolsOf(raffle),
        fixed: raffle.entry_count > 0,
      }),
    );
    if (body.revision !== raffle.prizes_revision) throw new RefusalError('prizes_changed');
    const before = await prizeRowsOf(trx, raffle.id);
    const after = rowsOf(raffle.id, body.prizes, { before, poolOfPrize });
    const kept = new Set(after.map(({ id }) => id));
    for (const gone of before) if (!kept.has(gone.id)) await images.letGo(trx, gone.image_url);
    await writePrizeRows(trx, raffle.id, after);
    const changes = {
      max_winners: wins,
      prize_policy: body.policy,
      reveal_order: body.reveal_order,
      pools: poolsColumn(pools),
      prizes_revision: raffle.prizes_revision + 1,
      named_prizes: flag(isNamed(after)),
    } satisfies RaffleChanges;
    const opening = await openingOf(trx, raffle);
    if (opening !== null) {
      const plan = await planOfRaffle(trx, { ...raffle, ...changes });
      await replan(trx, keys, { opening, plan, now });
    }
    const details = { prizes: after.length, before: raffle.max_winners, max_winners: wins };
    await auditHostAction(trx, raffle, 'prizes_changed', now, from, details);
    return changes;
  });
  await images.sweep();
  return row;
}

/** @throws RefusalError as above, not_found for a prize that is not in the list, image_… (R6) */
export async function changePrizeImage(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  { prizeId, upload }: { prizeId: string; upload: string | null },
  from: CallerHashes,
): Promise<RaffleRow> {
  const { images } = parts;
  const image = upload === null ? null : await images.take(upload);
  const row = await changeRaffle(parts, own, async (trx, raffle, now) => {
    const rows = await prizeRowsOf(trx, raffle.id);
    const prize = rows.find(({ id }) => id === prizeId);
    if (prize === undefined) throw new RefusalError('not_found');
    const present = rows.map((one) => ({ quantity: one.quantity, groups: [] }));
    orRefuse(decidePrizes(raffleFacts(raffle), present, { pools: poolsOf(raffle), fixed: false }));
    await images.letGo(trx, prize.image_url);
    if (image !== null) await images.keep(trx, image);
    await trx.updateTable('prizes').set({ image_url: image }).where('id', '=', prizeId).execute();
    await auditHostAction(trx, raffle, 'prize_image_changed', now, from, {
      prize: rows.indexOf(prize) + 1,
    });
    return { prizes_revision: raffle.prizes_revision + 1 };
  });
  await images.sweep();
  return row;
}

function isNamed(rows: readonly { name: string | null }[]): boolean {
  return rows.length > 1 || rows[0]?.name !== null;
}

function poolsColumn(pools: readonly Pool[]): string | null {
  return pools.length === 1 ? null : JSON.stringify(pools);
}

function rowsOf(
  raffleId: string,
  prizes: readonly PrizeFields[],
  { before, poolOfPrize }: { before: readonly PrizeRow[]; poolOfPrize: readonly number[] },
): PrizeRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return prizes.map(({ id, groups, ...fields }, index) => {
    const kept = id === null ? undefined : known.get(id);
    // Named twice in one list, an id stays with the first.
    if (kept !== undefined) known.delete(kept.id);
    return {
      ...fields,
      id: kept?.id ?? newPrizeId(),
      raffle_id: raffleId,
      position: index + 1,
      image_url: kept?.image_url ?? null,
      groups: groupsColumn(distinctGroups(groups)),
      pool: poolOfPrize[index] ?? 1,
    };
  });
}
