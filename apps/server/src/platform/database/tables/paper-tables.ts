/** Tables of paper tickets (R67). As tables.ts says of all. */
import type { Generated } from 'kysely';

/** A printed run: neighbouring entry numbers. (raffle_id, number) is the key. */
interface PaperRunsTable {
  raffle_id: string;
  /** 1, 2, 3 … in each raffle. */
  number: number;
  first_number: number;
  last_number: number;
  /** The secret that the links on these tickets follow from, for printing them again. */
  secret_sealed: string;
  made_at: number;
  /** Of the call's Idempotency-Key, unique, and of what it asked for; null for a call without a key. */
  key_hash: string | null;
  request_hash: string | null;
}

/** What an entry has beside its row in participations because it was printed. (raffle_id, entry_number) is the key. */
interface PaperTicketsTable {
  raffle_id: string;
  entry_number: number;
  run_number: number;
  /** SHA-256 of what the QR code's link ends with; unique. */
  token_hash: string;
  /** Printed beside the number, for typing; unique in the raffle. */
  code: string;
  /** When it was last sold; null while it is not. */
  sold_at: number | null;
  /** When its buyer kept it on a phone; null before. */
  kept_at: number | null;
}

/** Sales and check-ins (R71) as the desk sent them, so that one that is sent again is not made again. (raffle_id, client_id) is the key. */
interface PaperSalesTable {
  raffle_id: string;
  /** Made by the desk for each sale. */
  client_id: string;
  /** SHA-256 of what was asked for: the same id for something else is refused. */
  request_hash: string;
  /** JSON: what was answered. */
  answer: string;
  made_at: number;
}

/** The raffle's columns of R67. */
export interface RafflePaperColumns {
  /** Printed tickets that are not sold: entries without a ticket that nobody joined with. */
  unsold_count: Generated<number>;
  /** What opens the desk; made when the host first asks for its link. */
  desk_key_sealed: Generated<string | null>;
}

export interface PaperTables {
  paper_runs: PaperRunsTable;
  paper_tickets: PaperTicketsTable;
  paper_sales: PaperSalesTable;
}
