/** What the rows of the prize editor, and their parts, are given. */
import type { GroupCount, HostPrize } from '@glassdrum/contract';
import type { PrizesFormState } from './prizes-form.ts';

/** What a row does to the list; rows are counted from 0. */
export interface RowActions {
  move: (from: number, by: -1 | 1) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
}

/** Who there is to win. */
export interface PossibleWinners {
  /** Labels in use. */
  groups: readonly GroupCount[];
  /** The only combinations of groups that are possible beside everyone; null for any. */
  fixed: readonly (readonly string[])[] | null;
  /** Entries with a ticket, by combination of groups. */
  candidates: ReadonlyMap<string, number>;
  /** All entries with a ticket. */
  everyone: number;
}

export interface RowProps {
  /** From 0. */
  index: number;
  /** Of all prizes. */
  count: number;
  raffleId: string;
  /** Undefined for a prize that is not saved yet. */
  stored: HostPrize | undefined;
  form: PrizesFormState;
  who: PossibleWinners;
  actions: RowActions;
}
