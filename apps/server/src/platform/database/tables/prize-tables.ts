/** Columns of prizes and of the groups of people who can win them (R61–R63, R65). */
import type { Generated } from 'kysely';

interface PrizesTable {
  id: string;
  raffle_id: string;
  /** 1, 2, 3 … in the raffle's list, which is the order of the draw. */
  position: number;
  /** Null for an unnamed prize. */
  name: string | null;
  quantity: number;
  description: string;
  image_url: string | null;
  sponsor_name: string | null;
  sponsor_url: string | null;
  /** JSON array of labels as the host wrote them; null for everyone. */
  groups: string | null;
  /** Number of its pool, from 1. */
  pool: number;
  /** R73: seconds; null for none. */
  claim_window: Generated<number | null>;
  /** Number of the planned draw that it is given in. */
  draw_number: Generated<number>;
}

/** R69: the draws of a raffle in their order. (raffle_id, number) is the key. */
interface PlannedDrawsTable {
  raffle_id: string;
  /** 1, 2, 3 … */
  number: number;
  name: string | null;
  /** When the host means to hold it; null where that is open. */
  planned_at: Generated<number | null>;
  /** The opening that it has now: a voided draw gets another one. Null in a draft. */
  draw_id: string | null;
  /** When it was added after the raffle's opening; null for those that were promised then. */
  added_at: number | null;
  skipped_at: number | null;
  /** The host's words, which everyone sees. */
  skip_reason: string | null;
  /** R71: only those can win who are present. */
  presence: Generated<0 | 1>;
  /** When the host last changed that after the raffle's opening. */
  presence_changed_at: Generated<number | null>;
  /** Since when people can check in; null before. */
  check_in_opened_at: Generated<number | null>;
}

export interface RafflePrizeColumns {
  prize_policy: Generated<'once' | 'again'>;
  reveal_order: Generated<'grand_last' | 'list'>;
  /**
   * JSON array of pools, each an array of folded labels; null for the one pool of everyone. Fixed once somebody entered. A bucket
   * (R64) is null in it.
   */
  pools: Generated<string | null>;
  /** R64: JSON array of the tickets in each pool of a bucket raffle; null elsewhere, and before a ticket lies in one. */
  bucket_totals: Generated<string | null>;
  /** Grows with every change of the prizes. */
  prizes_revision: Generated<number>;
  /** 0 while the raffle has just one unnamed prize. */
  named_prizes: Generated<0 | 1>;
  /** R70: 1 while a draw runs that began when people could join: they can again after it. */
  reopens: Generated<0 | 1>;
  /** R69: how many draws there are, and how many are still to come, the running one too; skipped ones don't count. */
  draws_total: Generated<number>;
  draws_left: Generated<number>;
  /** R72: since when the notice between two draws has been up; null without one. */
  paused_at: number | null;
  /** When the evening goes on, and the host's words. */
  pause_until: number | null;
  pause_text: string | null;
}

/** A person's labels. */
export interface GroupColumns {
  /** JSON array of labels as the host wrote them; null for none. */
  groups: Generated<string | null>;
}

export interface WeightColumns {
  /** JSON array: what the entry weighs in each pool; null where the only pool is everyone and its tickets count. */
  weights: Generated<string | null>;
}

export interface PrizeTables {
  prizes: PrizesTable;
  planned_draws: PlannedDrawsTable;
}
