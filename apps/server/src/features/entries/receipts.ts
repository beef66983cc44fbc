/** The signed receipt of an entry (draw protocol §9), made anew from the stored row: the same row, the same receipt. */
import { buildReceipt, type Receipt } from '@glassdrum/fair-draw';
import type { Keys } from '../../keys/keys.ts';
import type { Entry } from './decide-joins.ts';

/** What of the raffle a receipt names; fixed since it was opened. */
export interface ReceiptRaffle {
  id: string;
  openHash: string;
  seedCommitHash: string;
}

export function receiptFor(entry: Entry, raffle: ReceiptRaffle, keys: Keys): Receipt {
  return buildReceipt(
    {
      draw_id: raffle.id,
      open_hash: raffle.openHash,
      seed_commit_hash: raffle.seedCommitHash,
      entry_number: entry.entryNumber,
      tickets: entry.tickets,
      display_name: entry.displayName,
      salt: entry.salt,
      entropy_commit: '-',
      issued_at: entry.receiptIssuedAtS,
      key_id: keys.keyId,
    },
    (text) => keys.sign(text),
  );
}
