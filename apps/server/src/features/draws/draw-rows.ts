/** Rows of draws, and how far they have come. */
import type { ExpressionBuilder, ExpressionWrapper, Kysely, Selectable, SqlBool } from 'kysely';
import type { Database, Trx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { openingOf, type OpeningRow } from './openings.ts';

/** A draw without its proof document, which may be large. */
export type DrawRow = Omit<Selectable<Tables['draws']>, 'proof'>;

const DRAW_COLUMNS = [
  'id',
  'raffle_id',
  'stage',
  'protocol',
  't0',
  'frozen_at_s',
  'show_at_s',
  'draw_at_s',
  'closed_at_s',
  'beacon_kind',
  'chain_hash',
  'round',
  'round_at_s',
  'assurance',
  'winners',
  'alternates',
  'entry_count',
  'ticket_total',
  'entries_root',
  'open_hash',
  'close_hash',
  'freeze_hash',
  'contributions_hash',
  'freeze_index',
  'witnesses_known',
  'witness_quorum',
  'freeze_size',
  'sealed_at',
  'audience_count',
  'audience_root',
  'audience_at',
  'animation_style',
  'seed_reveal',
  'seed_revealed_at',
  'beacon_value',
  'beacon_signature',
  'beacon_text',
  'beacon_at',
  'combined_seed',
  'result_at',
  'completed_at',
  'scheduled_at',
  'voided_at',
  'void_reason',
] as const satisfies readonly (keyof DrawRow)[];

/** Null before the freeze. */
export async function drawById(query: Kysely<Tables>, drawId: string): Promise<DrawRow | null> {
  const row = await query
    .selectFrom('draws')
    .select(DRAW_COLUMNS)
    .where('id', '=', drawId)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the draw until the transaction ends. Must come before the lock of the log's head. */
export async function lockDraw(database: Pick<Database, 'kind'>, trx: Trx, drawId: string): Promise<void> {
  const row = trx.selectFrom('draws').select('id').where('id', '=', drawId);
  await (database.kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst();
}

/** The raffle's last frozen draw, which may be voided; null without any. */
export async function drawRow(query: Kysely<Tables>, raffleId: string): Promise<DrawRow | null> {
  const row = await query
    .selectFrom('draws')
    .select(DRAW_COLUMNS)
    .where('raffle_id', '=', raffleId)
    .orderBy('stage', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The raffle's frozen draws that were not voided, in their order. */
export function drawsOfRaffle(query: Kysely<Tables>, raffleId: string): Promise<DrawRow[]> {
  return query
    .selectFrom('draws')
    .select(DRAW_COLUMNS)
    .where('raffle_id', '=', raffleId)
    .where('voided_at', 'is', null)
    .orderBy('stage')
    .execute();
}

/** The raffle's first frozen draw that was not voided; null without any. */
export async function firstDraw(query: Kysely<Tables>, raffleId: string): Promise<DrawRow | null> {
  const row = await query
    .selectFrom('draws')
    .select(DRAW_COLUMNS)
    .where('raffle_id', '=', raffleId)
    .where('voided_at', 'is', null)
    .orderBy('stage')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** R69: the raffle's draw with this id, or its last frozen one; null where there is none. */
export async function chosenDraw(
  query: Kysely<Tables>,
  raffleId: string,
  drawId: string | undefined,
): Promise<DrawRow | null> {
  if (drawId === undefined) return drawRow(query, raffleId);
  const draw = await drawById(query, drawId);
  return draw?.raffle_id === raffleId ? draw : null;
}

/** What the director needs to know about the raffle's current draw. */
export interface DrawProgress {
  opening: OpeningRow;
  /** Null before the freeze. */
  draw: DrawRow | null;
  /** Witnesses that cosigned the freeze in time (draw protocol §8). */
  cosignedInTime: number;
  /** The result record is in the log. */
  announced: boolean;
}

/** Null for a raffle whose draw has not begun. */
export async function progressOf(query: Kysely<Tables>, raffleId: string): Promise<DrawProgress | null> {
  const raffle = await query
    .selectFrom('raffles')
    .select(['draw_id', 'draw_started'])
    .where('id', '=', raffleId)
    .executeTakeFirst();
  if (raffle === undefined || raffle.draw_started === 0) return null;
  const opening = await openingOf(query, raffle);
  if (opening === null) return null;
  const draw = await drawById(query, opening.id);
  return {
    opening,
    draw,
    cosignedInTime: draw === null ? 0 : await cosignedInTime(query, draw),
    announced: draw !== null && draw.result_at !== null && (await isAnnounced(query, draw.id)),
  };
}

/** A cosignature counts until this long before the announced time (draw protocol §8). */
const COSIGNED_BEFORE_DRAW_SECONDS = 3;

/** The condition on a cosignature to count for this draw. */
export function inTime({ draw_at_s: drawAt }: Pick<DrawRow, 'draw_at_s'>) {
  return (
    build: ExpressionBuilder<Tables, 'public_log_cosignatures'>,
  ): ExpressionWrapper<Tables, 'public_log_cosignatures', SqlBool> =>
    build.and([
      build('signed_at_s', '>', 0),
      build('signed_at_s', '<=', drawAt - COSIGNED_BEFORE_DRAW_SECONDS),
    ]);
}

/** How many witnesses cosigned the checkpoint that counts for the freeze, in time. */
export async function cosignedInTime(query: Kysely<Tables>, draw: DrawRow): Promise<number> {
  if (draw.freeze_size === null) return 0;
  const { count } = await query
    .selectFrom('public_log_cosignatures')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('size', '=', draw.freeze_size)
    .where(inTime(draw))
    .executeTakeFirstOrThrow();
  return count;
}

async function isAnnounced(query: Kysely<Tables>, drawId: string): Promise<boolean> {
  const row = await query
    .selectFrom('public_log')
    .select('log_index')
    .where('draw_id', '=', drawId)
    .where('kind', '=', 'result')
    .executeTakeFirst();
  return row !== undefined;
}

/** Raffles with an unfinished draw, oldest first (R33). */
export async function unfinishedDraws(query: Kysely<Tables>): Promise<string[]> {
  const rows = await query
    .selectFrom('raffles')
    .select('id')
    .where('status', '=', 'closed')
    .where('draw_started', '=', 1)
    .orderBy('updated_at')
    .execute();
  return rows.map((row) => row.id);
}
