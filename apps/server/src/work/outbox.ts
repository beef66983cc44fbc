/**
 * What is on its way to people, as rows (R51, R52): one for each person, occasion and channel, written in the
 * transaction of what happened. A row names nobody and holds no address: both are looked up when it is sent, so that
 * erasing a raffle's people erases what was going to them (H8).
 */
import { type ExpressionBuilder, type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Trx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables/tables.ts';

declare module '../platform/bus/bus.ts' {
  interface BusMessages {
    /** Rows were put into the outbox. */
    'outbox-filled': object;
  }
}

export type OutboxRow = Selectable<Tables['outbox']>;
export type Channel = OutboxRow['channel'];
export type Occasion = OutboxRow['occasion'];

/**
 * The same person is notified of the same occasion of a draw, or of one of its prizes, once by each channel: this is the row's
 * primary key.
 */
export function outboxId(
  row: Pick<OutboxRow, 'channel' | 'occasion' | 'raffle_id' | 'invitee_id'> & {
    draw_id?: string | null;
    prize?: number | null;
  },
): string {
  return (
    [row.channel, row.occasion, row.raffle_id, row.invitee_id].join(':') + aboutOf(row.draw_id, row.prize)
  );
}

/** The end of an id. */
function aboutOf(drawId: string | null = null, prize: number | null = null): string {
  return `${drawId === null ? '' : `:${drawId}`}${prize === null ? '' : `:p${prize}`}`;
}

interface NewRow {
  channel: Channel;
  occasion: Occasion;
  raffleId: string;
  inviteeId: string;
  /** Epoch ms. */
  now: number;
  /** Epoch ms; afterwards it is not worth sending. Null: always is. */
  usefulUntil: number | null;
  /** Of a raffle's later draws, which one it is about. */
  drawId?: string | null;
  /** Of several prizes that somebody may be notified of, which one. */
  prize?: number | null;
}

const ROWS_AT_ONCE = 1000;

/** What is there already stays as it is. */
export async function putIntoOutbox(trx: Trx, rows: readonly NewRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await trx
      .insertInto('outbox')
      .values(rows.slice(start, start + ROWS_AT_ONCE).map(toRow))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type People = SelectQueryBuilder<Tables, never, { raffle_id: string; invitee_id: string }>;

/**
 * A row for everyone whom `people` selects, in one statement however many they are. Rows that are there stay as they
 * are, so doing it again does nothing. @returns how many are new
 */
export async function putSelectedIntoOutbox(
  query: Kysely<Tables>,
  {
    channel,
    occasion,
    now,
    usefulUntil,
    drawId = null,
    prize = null,
  }: Omit<NewRow, 'raffleId' | 'inviteeId'>,
  people: People,
): Promise<number> {
  const prefix = `${channel}:${occasion}:`;
  const suffix = aboutOf(drawId, prize);
  const { numInsertedOrUpdatedRows: added } = await query
    .insertInto('outbox')
    .columns([
      'id',
      'raffle_id',
      'invitee_id',
      'channel',
      'occasion',
      'state',
      'issue',
      'attempts',
      'created_at',
      'due_at',
      'useful_until',
      'draw_id',
      'prize',
    ])
    .expression(
      query
        .selectFrom(people.as('who'))
        .select([
          sql<string>`cast(${prefix} as text) || who.raffle_id || ':' || who.invitee_id || cast(${suffix} as text)`.as(
            'id',
          ),
          'who.raffle_id',
          'who.invitee_id',
          sql<Channel>`cast(${channel} as text)`.as('channel'),
          sql<Occasion>`cast(${occasion} as text)`.as('occasion'),
          sql<'waiting'>`'waiting'`.as('state'),
          sql<number>`0`.as('issue'),
          sql<number>`0`.as('attempts'),
          sql<number>`cast(${now} as bigint)`.as('created_at'),
          sql<number>`cast(${now} as bigint)`.as('due_at'),
          sql<number | null>`cast(${usefulUntil} as bigint)`.as('useful_until'),
          sql<string | null>`cast(${drawId} as text)`.as('draw_id'),
          sql<number | null>`cast(${prize} as integer)`.as('prize'),
        ])
        // SQLite takes ON CONFLICT for a part of the join otherwise.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(added ?? 0n);
}

function toRow({
  channel,
  occasion,
  raffleId,
  inviteeId,
  now,
  usefulUntil,
  drawId = null,
  prize = null,
}: NewRow): OutboxRow {
  const key = { channel, occasion, raffle_id: raffleId, invitee_id: inviteeId, draw_id: drawId, prize };
  return {
    ...key,
    id: outboxId(key),
    state: 'waiting',
    issue: 0,
    attempts: 0,
    created_at: now,
    due_at: now,
    useful_until: usefulUntil,
    claimed_until: null,
    settled_at: null,
    reason: null,
  };
}

/** Nobody else claims what was claimed before this long is over: longer than any delivery lasts. */
const CLAIM_MS = 5 * 60_000;

/**
 * Takes up to `limit` rows that are due: of each host the one waiting longest, then of each the next, so that nobody's
 * email waits behind another host's thousands (R84). Every row goes to one caller only.
 */
export async function claimDue(
  query: Kysely<Tables>,
  { channel, limit, now }: { channel: Channel; limit: number; now: number },
): Promise<OutboxRow[]> {
  const candidates = await query
    .selectFrom((from) =>
      from
        .selectFrom('outbox')
        .innerJoin('raffles', 'raffles.id', 'outbox.raffle_id')
        .select(({ fn }) => [
          'outbox.id',
          'outbox.due_at',
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('raffles.host_id').orderBy('outbox.due_at'))
            .as('turn'),
        ])
        .where('outbox.channel', '=', channel)
        .where('outbox.state', '=', 'waiting')
        .where('outbox.due_at', '<=', now)
        .where(({ or, eb }) =>
          or([eb('outbox.claimed_until', 'is', null), eb('outbox.claimed_until', '<=', now)]),
        )
        .as('due'),
    )
    .select('id')
    .orderBy('turn')
    .orderBy('due_at')
    .limit(limit)
    .execute();
  const claimed: OutboxRow[] = [];
  for (const { id } of candidates) {
    const row = await query
      .updateTable('outbox')
      .set((set) => ({ claimed_until: now + CLAIM_MS, attempts: set('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .where(isFree(now))
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) claimed.push(row);
  }
  return claimed;
}

/** For a caller who knows that nothing is being delivered now: what a dead process held need not wait for its claim to end. */
export async function endClaims(query: Kysely<Tables>): Promise<void> {
  await query
    .updateTable('outbox')
    .set({ claimed_until: null })
    .where('state', '=', 'waiting')
    .where('claimed_until', 'is not', null)
    .execute();
}

/** When the next row of the channel may be claimed, epoch ms; null when none waits. */
export async function nextDue(query: Kysely<Tables>, channel: Channel): Promise<number | null> {
  const row = await query
    .selectFrom('outbox')
    .select(['due_at', 'claimed_until'])
    .where('channel', '=', channel)
    .where('state', '=', 'waiting')
    .orderBy((order) => order.fn.coalesce('claimed_until', 'due_at'))
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : Math.max(row.due_at, row.claimed_until ?? 0);
}

/** C14: emails that waited for this host's address to be confirmed are due now. */
export async function releaseUnconfirmed(
  query: Kysely<Tables>,
  { hostId, now }: { hostId: string; now: number },
): Promise<void> {
  await query
    .updateTable('outbox')
    .set({ due_at: now })
    .where('channel', '=', 'mail')
    .where('state', '=', 'waiting')
    .where('reason', '=', 'address_not_confirmed')
    .where('raffle_id', 'in', (raffles) =>
      raffles.selectFrom('raffles').select('id').where('host_id', '=', hostId),
    )
    .execute();
}

/** What became of a claimed row. */
export type Settled =
  | { state: 'sent' }
  /** It is no longer wanted or needed. */
  | { state: 'dropped'; reason: string }
  | { state: 'failed'; reason: string }
  | { state: 'waiting'; reason: string; dueAt: number };

/** Only the claim that is still the newest one decides: one that was too slow changes nothing. */
export async function settle(
  query: Kysely<Tables>,
  row: OutboxRow,
  outcome: Settled,
  now: number,
): Promise<void> {
  await query
    .updateTable('outbox')
    .set({
      state: outcome.state,
      claimed_until: null,
      reason: outcome.state === 'sent' ? null : outcome.reason,
      ...(outcome.state === 'waiting' ? { due_at: outcome.dueAt } : { settled_at: now }),
    })
    .where('id', '=', row.id)
    .where('issue', '=', row.issue)
    .where('attempts', '=', row.attempts)
    .execute();
}

function isFree(now: number) {
  return (build: ExpressionBuilder<Tables, 'outbox'>) =>
    build.or([build('claimed_until', 'is', null), build('claimed_until', '<=', now)]);
}
