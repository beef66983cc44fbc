/**
 * What a host does with prizes (R61, R62) and with the groups of people who can win them (R63).
 *
 * 1. Under the raffle's lock the rule decides whether these can be the prizes, and with which pools.
 * 2. The list is written as a whole; prizes that were there keep their id and image.
 * 3. Of an opened raffle the new plan is a public record of its draw, and so is every new weight of an entry. A draw that is added
 *    then is promised at once.
 */
import type { PlannedDraw, PrizeFields, PrizesBody } from '@glassdrum/contract';
import {
  areBuckets,
  decideBuckets,
  decidePlannedDraws,
  decidePrizes,
  decideReplan,
  distinctGroups,
  LIMITS,
  type Pool,
} from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { groupsColumn, groupsOf, hasBuckets, poolsOf } from '../../../platform/database/prize-columns.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { replanAll, writeOpening } from '../../draws/openings.ts';
import { emptyBuckets } from '../../entries/placement/commands.ts';
import { hasHolderWhoLeft, plannedDrawsOf, statesOf } from '../../draws/series/queries.ts';
import {
  auditHostAction,
  changeRaffle,
  flag,
  type RaffleChanges,
  type RaffleCommandParts,
} from '../commands.ts';
import type { OwnRaffle } from '../raffle-gate.ts';
import { NEW_DRAW, newPrizeId, writePrizeRows } from './prize-rows.ts';
import { type PrizeRow, prizeRowsOf } from './queries.ts';

/** Lists of later draws could not name them as holders (R70). */
const HOLDER_LEFT =
  'Somebody who holds a prize has left this raffle. Pass that winner over first, or let people win several prizes as before.';

/**
 * Replaces the prizes of all draws that have not begun, and with them the list of draws (R69).
 * @throws RefusalError prizes_changed, draw_started, already_drawn, too_many_wins, too_many_pools, pools_fixed, too_many_draws,
 *   draws_fixed, draw_without_prizes, too_many_buckets, buckets_without_groups, buckets_fixed, holds_a_prize
 */
export async function changePrizes(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  body: PrizesBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { keys, images } = parts;
  let emptiedOf: string[] = [];
  const row = await changeRaffle(parts, own, async (trx, raffle, now) => {
    const draws = await plannedDrawsOf(trx, raffle.id);
    const before = await prizeRowsOf(trx, raffle.id);
    const decided = decideList(raffle, body, { draws, before });
    if (body.revision !== raffle.prizes_revision) throw new RefusalError('prizes_changed');
    const isOncePolicyNew = body.policy === 'once' && raffle.prize_policy !== 'once';
    if (isOncePolicyNew && (await hasHolderWhoLeft(trx, raffle))) {
      throw new RefusalError('holds_a_prize', { message: HOLDER_LEFT });
    }
    const { rows, wanted, wins } = decided;
    const ids = new Set(rows.map(({ id }) => id));
    for (const gone of before) if (!ids.has(gone.id)) await images.letGo(trx, gone.image_url);
    await writePrizeRows(trx, raffle.id, rows);
    const changes = {
      max_winners: wins,
      prize_policy: body.policy,
      reveal_order: body.reveal_order,
      pools: poolsColumn(decided.pools),
      prizes_revision: raffle.prizes_revision + 1,
      named_prizes: flag(isNamed(rows)),
    } satisfies RaffleChanges;
    const counts = await writeDraws(parts, trx, { ...raffle, ...changes }, { wanted, draws, now });
    if (raffle.status !== 'draft' && areBuckets(decided.pools)) {
      emptiedOf = await emptyBuckets(parts, trx, raffle, { buckets: goneBuckets(before, rows), now });
    }
    if (raffle.status !== 'draft') await replanAll(trx, keys, { ...raffle, ...changes, ...counts }, now);
    const details = {
      prizes: rows.length,
      before: raffle.max_winners,
      max_winners: wins,
      draws: wanted.length,
    };
    await auditHostAction(trx, raffle, 'prizes_changed', now, from, details);
    return { ...changes, ...counts };
  });
  await images.sweep();
  if (emptiedOf.length > 0) parts.bus.publish({ topic: 'entries-changed', raffleId: own.id });
  for (const inviteeId of emptiedOf) {
    parts.bus.publish({ topic: 'own-entry-changed', raffleId: own.id, inviteeId });
  }
  return row;
}

/** A draw as the host wants it. */
type WantedDraw = NonNullable<PrizesBody['draws']>[number];

/** The rows of all prizes and all draws, as the host wants them. */
function decideList(
  raffle: RaffleRow,
  body: PrizesBody,
  { draws, before }: { draws: readonly PlannedDraw[]; before: readonly PrizeRow[] },
): { rows: PrizeRow[]; wanted: WantedDraw[]; pools: readonly Pool[]; wins: number } {
  const facts = raffleFacts(raffle);
  const settled = new Set(draws.filter(({ state }) => state !== 'planned').map(({ number }) => number));
  const kept = before.filter((row) => settled.has(row.draw_number));
  const keptPrizes = kept.map((row) => ({ quantity: row.quantity, groups: groupsOf(row) }));
  const had = hasBuckets(raffle);
  const { pools, poolOfPrize, wins } = orRefuse(
    (body.buckets ?? had)
      ? decideBuckets(facts, [...withBuckets(kept, had), ...wantedBuckets(body.prizes, before, had)], {
          buckets: had,
        })
      : decidePrizes(facts, [...keptPrizes, ...body.prizes], {
          pools: poolsOf(raffle),
          fixed: raffle.entry_count > 0,
        }),
  );
  if (kept.length + body.prizes.length > LIMITS.prizes.max) throw new RefusalError('too_many_wins');
  const wanted: WantedDraw[] = body.draws ?? draws.map(({ name }) => ({ name }));
  const drawsOfPrizes = body.prizes.map(({ draw }) => draw);
  orRefuse(decidePlannedDraws(facts, statesOf(draws), { draws: wanted.length, prizes: drawsOfPrizes }));
  const edited = rowsOf(raffle.id, body.prizes, {
    before: before.filter((row) => !settled.has(row.draw_number)),
    poolOfPrize: poolOfPrize.slice(kept.length),
  });
  const rows = [...kept, ...edited]
    .toSorted((one, other) => one.draw_number - other.draw_number)
    .map((row, index) => ({ ...row, position: index + 1 }));
  return { rows, wanted, pools, wins };
}

/** R64: prizes in the buckets that they have; null for those that have none yet. */
function withBuckets(rows: readonly PrizeRow[], had: boolean) {
  return rows.map((row) => ({
    quantity: row.quantity,
    groups: groupsOf(row),
    bucket: had ? row.pool : null,
  }));
}

function wantedBuckets(prizes: readonly PrizeFields[], before: readonly PrizeRow[], had: boolean) {
  const known = new Map(before.map((row) => [row.id, row.pool]));
  return prizes.map(({ id, quantity, groups }) => {
    const bucket = id !== null && had ? (known.get(id) ?? null) : null;
    // Named twice in one list, an id stays with the first.
    if (id !== null) known.delete(id);
    return { quantity, groups, bucket };
  });
}

/** R64: the buckets of prizes that are no longer in the list. */
function goneBuckets(before: readonly PrizeRow[], after: readonly PrizeRow[]): Set<number> {
  const kept = new Set(after.map(({ id }) => id));
  return new Set(before.filter(({ id }) => !kept.has(id)).map(({ pool }) => pool));
}

/** New draws of an opened raffle are promised at once, and marked with their time. */
async function writeDraws(
  { keys }: RaffleCommandParts,
  trx: Trx,
  raffle: RaffleRow,
  { wanted, draws, now }: { wanted: readonly WantedDraw[]; draws: readonly PlannedDraw[]; now: number },
): Promise<Pick<RaffleRow, 'draws_total' | 'draws_left'>> {
  const { id, series_id: seriesId } = raffle;
  const isDraft = raffle.status === 'draft';
  const added = wanted.length - draws.length;
  // R71: where people must be present at all draws, also at one that is added.
  const presence = flag(draws.length > 0 && draws.every((draw) => draw.presence.required));
  const counts = {
    draws_total: raffle.draws_total + added,
    draws_left: raffle.draws_left + added,
  };
  await trx
    .deleteFrom('planned_draws')
    .where('raffle_id', '=', id)
    .where('number', '>', wanted.length)
    .execute();
  for (const [index, { name, planned_at: plannedAt }] of wanted.entries()) {
    const number = index + 1;
    const fields = { name, ...(plannedAt !== undefined && { planned_at: plannedAt }) };
    if (number <= draws.length) {
      await trx
        .updateTable('planned_draws')
        .set(fields)
        .where('raffle_id', '=', id)
        .where('number', '=', number)
        .execute();
      continue;
    }
    await trx
      .insertInto('planned_draws')
      .values({ ...NEW_DRAW, ...fields, raffle_id: id, number, presence, added_at: isDraft ? null : now })
      .execute();
    if (seriesId !== null) {
      await writeOpening(trx, keys, { ...raffle, ...counts, series_id: seriesId }, { number, now });
    }
  }
  return counts;
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
    const facts = raffleFacts(raffle);
    if (facts.status !== 'draft') orRefuse(decideReplan(facts));
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
  return prizes.map(({ id, groups, draw, ...fields }, index) => {
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
      draw_number: draw,
    };
  });
}
