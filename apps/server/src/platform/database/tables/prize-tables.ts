/** Columns of prizes and of the groups of people who can win them (R61–R63, R65). */
import type { Generated } from 'kysely';

export interface PrizesTable {
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
}

export interface RafflePrizeColumns {
  prize_policy: Generated<'once' | 'again'>;
  reveal_order: Generated<'grand_last' | 'list'>;
  /** JSON array of pools, each an array of folded labels; null for the one pool of everyone. Fixed once somebody entered. */
  pools: Generated<string | null>;
  /** Grows with every change of the prizes. */
  prizes_revision: Generated<number>;
  /** 0 while the raffle has just one unnamed prize. */
  named_prizes: Generated<0 | 1>;
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
}
