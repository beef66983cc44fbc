/** Tables of raffles that are held again and again, and of recent winners who are left out (R80). As tables.ts says of all. */
import type { Generated } from 'kysely';
import type { WorkspaceColumns } from './workspace-tables.ts';

/** A raffle that is held again and again. Its raffles are those of its periods. */
interface RecurrencesTable extends WorkspaceColumns {
  id: string;
  /** In whose name its raffles are made. */
  host_id: string;
  state: 'active' | 'paused' | 'stopped';
  /** JSON: `Repeat` of raffle-rules. */
  repeat: string;
  /** The time of day of the deadline, e.g. `18:30`, and its time zone, e.g. `Europe/Berlin`. */
  time: string;
  time_zone: string;
  /** Drafts open automatically this many days before their date; null: the host opens them. */
  opens_days: number | null;
  /** The people of a raffle are on the list of the next one, and are invited when it opens automatically. */
  people: 0 | 1;
  /** The next date for which there is no raffle yet; null when none is left. */
  next_at: number | null;
  created_at: number;
  updated_at: number;
}

/** A date of a recurring raffle, with or without a raffle. (recurrence_id, at) is the key, so that each is made once. */
interface RecurrencePeriodsTable {
  recurrence_id: string;
  /** The date: the deadline with which the raffle is made. */
  at: number;
  /** Unique. Null where the date was skipped, and once the raffle is deleted. */
  raffle_id: string | null;
  /**
   * 'first': the raffle that the host began with; 'host': the host opens it; 'waiting': opens automatically at `opens_at`; 'opened': did; 'failed': could not, and the host has to;
   * 'skipped': the date passed before there was a raffle.
   */
  state: 'first' | 'host' | 'waiting' | 'opened' | 'failed' | 'skipped';
  opens_at: number | null;
  /** Code of what went wrong: why it failed, or why nobody was sent an invitation. */
  reason: string | null;
  /** How many invitations were put into the outbox when it opened. */
  invited: number | null;
  /** When it was opened, failed or was skipped. */
  settled_at: number | null;
}

/**
 * People who won, once the names of the raffle that they won in are erased: for the no-win period. (workspace_id, address_hash)
 * is the key. Rows are deleted when they expire.
 */
interface RecentWinnersTable {
  workspace_id: string;
  /** Keyed hash of the address, another one in each workspace. */
  address_hash: string;
  won_at: number;
  expires_at: number;
}

/** The raffle's column of the no-win period. */
export interface RaffleNoWinColumns {
  /** People who won within this many months before are not invited, 1 … 24; null: everyone is. */
  no_win_months: Generated<number | null>;
}

export interface LeftOutColumns {
  /** R80: won recently, so the invitation is revoked in this raffle. */
  left_out: Generated<0 | 1>;
}

export interface RecurrenceTables {
  recurrences: RecurrencesTable;
  recurrence_periods: RecurrencePeriodsTable;
  recent_winners: RecentWinnersTable;
}
