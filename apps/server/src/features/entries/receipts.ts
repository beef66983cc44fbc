/** The signed receipt of an entry (draw protocol §9), made anew from the stored row: the same row, the same receipt. */
import { buildReceipt, type Receipt, receiptRecord } from '@glassdrum/fair-draw';
import type { RaffleRow } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Entry } from './decide-joins.ts';

/** What of the raffle a receipt names; fixed since it was opened. */
export interface ReceiptRaffle {
  id: string;
  /** What public records and proofs call the raffle. */
  drawId: string;
  openHash: string;
  seedCommitHash: string;
}

/** Null before the raffle was opened. */
export function receiptFacts(
  raffle: Pick<RaffleRow, 'id' | 'draw_id' | 'open_hash' | 'seed_commit_hash'>,
): ReceiptRaffle | null {
  const { draw_id: drawId, open_hash: openHash, seed_commit_hash: seedCommitHash } = raffle;
  if (drawId === null || openHash === null || seedCommitHash === null) return null;
  return { id: raffle.id, drawId, openHash, seedCommitHash };
}

export async function receiptFor(entry: Entry, raffle: ReceiptRaffle, keys: Keys): Promise<Receipt> {
  const fields = {
    draw_id: raffle.drawId,
    open_hash: raffle.openHash,
    seed_commit_hash: raffle.seedCommitHash,
    entry_number: entry.entryNumber,
    tickets: entry.tickets,
    display_name: entry.displayName,
    salt: entry.salt,
    entropy_commit: '-',
    issued_at: entry.receiptIssuedAtS,
    key_id: keys.keyId,
  };
  return buildReceipt(fields, await keys.signAside(receiptRecord(fields)));
}
