/** The signed receipt of an entry (draw protocol §9), rebuilt from the stored row: the same row, the same receipt. */
import { buildReceipt, type Receipt, receiptRecord } from '@glassdrum/fair-draw';
import type { Kysely } from 'kysely';
import type { RaffleRow } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Entry } from './joining/decide-joins.ts';

interface ReceiptDraw {
  drawId: string;
  openHash: string;
  /** Unix seconds. */
  closedAt: number | null;
  /** Unix seconds. */
  voidedAt: number | null;
}

/** The facts of a raffle that its receipts name. */
export interface ReceiptRaffle {
  id: string;
  /** What public records and proofs call the raffle. */
  seriesId: string;
  /** By stage, at least one. */
  draws: readonly ReceiptDraw[];
}

/** Null before the raffle was opened, and for one that was drawn before version 2 of the protocol. */
export async function receiptFacts(
  query: Kysely<Tables>,
  raffle: Pick<RaffleRow, 'id' | 'series_id'>,
): Promise<ReceiptRaffle | null> {
  const { id, series_id: seriesId } = raffle;
  if (seriesId === null) return null;
  const rows = await query
    .selectFrom('draw_openings')
    .select(['id', 'open_hash', 'closed_at_s', 'voided_at'])
    .where('raffle_id', '=', id)
    .orderBy('stage')
    .execute();
  const draws = rows.map((row) => ({
    drawId: row.id,
    openHash: row.open_hash,
    closedAt: row.closed_at_s,
    voidedAt: row.voided_at === null ? null : Math.floor(row.voided_at / 1000),
  }));
  return { id, seriesId, draws };
}

/** The draw that was next when the receipt was issued, so that the receipt stays the same in later draws. */
function nextDrawAt({ draws }: ReceiptRaffle, issuedAt: number): ReceiptDraw {
  const isOpenAt = ({ closedAt, voidedAt }: ReceiptDraw): boolean =>
    (closedAt === null || closedAt >= issuedAt) && (voidedAt === null || voidedAt > issuedAt);
  const next = draws.find(isOpenAt) ?? draws.at(-1);
  if (next === undefined) throw new Error('An opened raffle has a draw.');
  return next;
}

export async function receiptFor(entry: Entry, raffle: ReceiptRaffle, keys: Keys): Promise<Receipt> {
  const draw = nextDrawAt(raffle, entry.receiptIssuedAtS);
  // R71: who has not checked in has no weight yet.
  const isAbsent = entry.receiptAbsent && entry.state === 'in' && entry.tickets > 0;
  const fields = {
    series_id: raffle.seriesId,
    draw_id: draw.drawId,
    open_hash: draw.openHash,
    entry_number: entry.entryNumber,
    state: isAbsent ? ('absent' as const) : entry.state,
    source: entry.source,
    weights: entry.weights.map((weight) => (isAbsent ? 0 : weight)),
    display_name: entry.displayName,
    salt: entry.salt,
    entropy_commit: entry.entropyCommit ?? '-',
    device_key: entry.deviceKey ?? '-',
    issued_at: entry.receiptIssuedAtS,
    key_id: keys.keyId,
  };
  return buildReceipt(fields, await keys.signAside(receiptRecord(fields, entry.nameCommit)));
}
