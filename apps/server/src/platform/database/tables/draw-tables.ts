/** Columns of the tables of draws: what each promised, its list, its course and what became of its prizes (draw protocol §2, §3). */
import type { Generated } from 'kysely';
import type { WeightColumns } from './prize-tables.ts';

/**
 * R94: what happened to an entry after joining, as its public change records say, and who made the change. Rows are only
 * added.
 */
export interface EntryChangesTable extends WeightColumns {
  raffle_id: string;
  /** 1, 2, 3 … in each raffle; (raffle_id, number) is the key. */
  number: number;
  entry_number: number;
  state: 'in' | 'withdrawn' | 'removed';
  tickets: number;
  reason_code: string;
  /** 'entrant': signed by the device where it has a key. */
  made_by: 'host' | 'entrant';
  /** Ed25519 by the entry's device key over the withdrawal's text, 128 hex; null where the device has none. */
  signature: string | null;
  /** Unix seconds that the signed text names; null without a signature. */
  signed_at_s: number | null;
  /** Of the change records, epoch ms. */
  at: number;
}

/**
 * The promise of a draw, from the raffle's opening on: its secret seed, plan and rules (draw protocol §3), and later its
 * close record. (raffle_id, stage) and (host_id of the records, host_seq) are unique. The draw itself is a row of `draws`.
 */
export interface DrawOpeningsTable {
  /** The draw's public id. */
  id: string;
  raffle_id: string;
  /** 1, 2, 3 … in each raffle. */
  stage: number;
  /** R69: the planned draw that it is the opening of; a voided draw has several. */
  draw_number: Generated<number>;
  /** 1: opened before version 2 of the protocol; only finished draws have it. */
  protocol: 1 | 2;
  seed_commit_hash: string;
  /** The secret seed until its reveal (I5, C4). */
  seed_sealed: string;
  host_id: string;
  host_seq: number;
  previous_open_hash: string | null;
  open_hash: string;
  /** The plan as committed at opening. */
  opening_plan_hash: string;
  /** JSON: the plan as it is now, in the proof's form. */
  plan: string;
  plan_hash: string;
  /** JSON: the rules as entrants saw them, in the proof's form; null once erased. */
  rules: string | null;
  rules_hash: string;
  opened_at_s: number;
  /** Set with the close record; from then on nothing about the list changes. Null before. */
  closed_at_s: number | null;
  close_hash: string | null;
  entries_root: string | null;
  entry_count: number | null;
  /** The sums of the pools, as in the record: "41" or "41,7". */
  pool_totals: string | null;
  holders_hash: string | null;
  /** R89: until when devices may send their contributions; null without a window. Epoch ms. */
  contributions_until: number | null;
  /** What the draw was asked for, kept from the close to the freeze. */
  scheduled_at: number | null;
  asked_kind: 'drand' | 'room' | 'none' | null;
  voided_at: number | null;
  void_reason: string | null;
}

/** The closed list of a draw, as its proof shows it: JSON rows [state, source, weights, name_commit, entropy_commit, device_key]. */
export interface DrawListsTable {
  draw_id: string;
  entries: string;
}

/** R89: what devices sent between close and freeze. (draw_id, entry_number) is the key. */
export interface DrawContributionsTable {
  draw_id: string;
  entry_number: number;
  /** 64 hex; hashes to the entry's commitment. */
  contribution: string;
  at: number;
}

/**
 * R71: who checked in for a planned draw; a draw that is voided and held again keeps its check-ins. (raffle_id, draw_number,
 * entry_number) is the key.
 */
export interface CheckInsTable {
  raffle_id: string;
  draw_number: number;
  entry_number: number;
  /** 'code': by the entrant, with the code on the stage. */
  way: 'code' | 'desk' | 'host';
  at: number;
}

/** R87: devices that signed that they hold the freeze. (draw_id, entry_number) is the key; the first one counts. */
export interface DrawAudienceTable {
  draw_id: string;
  entry_number: number;
  seen_at_s: number;
  signature: string;
}

/** R91: what each device typed of the numbers made in the room. (draw_id, source) is the key. */
export interface RoomEntriesTable {
  draw_id: string;
  /** 'host' or the entry number. */
  source: string;
  text: string;
  at: number;
}

/** Frozen draws. */
export interface DrawsTable {
  /** A row of draw_openings. */
  id: string;
  raffle_id: string;
  stage: number;
  /** 1: drawn before version 2 of the protocol, shown but no longer checked. */
  protocol: 1 | 2;
  /** T0: when the show starts, `show_at` of the freeze record in ms. */
  t0: number;
  frozen_at_s: number;
  show_at_s: number;
  draw_at_s: number;
  closed_at_s: number;
  beacon_kind: 'drand' | 'room' | 'none';
  chain_hash: string;
  /** The round; for kind room how many numbers are thrown; null for kind none. */
  round: number | null;
  /** When the named round appears; null but for kind drand. */
  round_at_s: number | null;
  assurance: 'beacon' | 'room' | 'participants' | 'operator';
  winners: number;
  alternates: number;
  entry_count: number;
  ticket_total: number;
  entries_root: string;
  open_hash: string;
  close_hash: string;
  freeze_hash: string;
  contributions_hash: string | null;
  /** Number of the freeze record in the public log. */
  freeze_index: number;
  /** R86: witnesses configured at the freeze, and how many of them the raffle requires. */
  witnesses_known: number;
  witness_quorum: number;
  /** Size of the checkpoint that proves when the freeze was made: of those with its record the one with most cosignatures. Null
   * until one is signed. */
  freeze_size: number | null;
  /** When cosignatures were no longer waited for; null while the list is being sealed. */
  sealed_at: number | null;
  /** R87: the audience record; null until it is written. */
  audience_count: number | null;
  audience_root: string | null;
  audience_at: number | null;
  animation_style: 'classic' | 'casino' | 'cosmic' | 'neon' | 'fireworks';
  seed_reveal: string | null;
  seed_revealed_at: number | null;
  beacon_value: string | null;
  beacon_signature: string | null;
  /** R91: the numbers thrown in the room, once two devices agree. */
  beacon_text: string | null;
  beacon_at: number | null;
  combined_seed: string | null;
  /** The draw-proof/2 document as JSON text, once computed; without log, audience and what happened later. */
  proof: string | null;
  result_at: number | null;
  completed_at: number | null;
  /** R15: the deadline that started it; null when the host did. */
  scheduled_at: Generated<number | null>;
  /** R86: given up before its round was due. */
  voided_at: number | null;
  void_reason: string | null;
}

export interface DrawRowsTable {
  draw_id: string;
  role: 'winner' | 'alternate';
  /** 1, 2, 3 … in the draw's plan. */
  prize: number;
  /** From 1 within the prize's winners or alternates. */
  position: number;
  entry_number: number;
  selection_index: string;
}

/**
 * R14: winners who don't take their prize, in the order in which it happened. (draw_id, number) is the key; an entry is
 * passed over once for a prize and moves up once for it.
 */
export interface PassedOverTable {
  draw_id: string;
  /** 1, 2, 3 … in each draw. */
  number: number;
  prize: number;
  /** Position among the prize's winners as drawn: the place that goes on from one entry to the next. */
  position: number;
  from_entry_number: number;
  /** Null when no entry was left that may move up. */
  to_entry_number: number | null;
  to_selection_index: string | null;
  reason: 'absent' | 'declined' | 'unclaimed' | 'ineligible';
  at: number;
  /** R73: why the person was not eligible, which everyone sees; null with other reasons, and once erased. */
  text: Generated<string | null>;
}

/**
 * R73: what became of a prize while an entry held it; without a row nothing yet. (draw_id, prize, entry_number) is the key, as an
 * entry holds a prize once at most. Times are epoch ms.
 */
export interface PrizeClaimsTable {
  draw_id: string;
  prize: number;
  entry_number: number;
  claimed_at: number | null;
  claimed_by: 'device' | 'desk' | 'host' | null;
  handed_over_at: number | null;
  /** Seconds. */
  extension: number | null;
  extended_at: number | null;
  /** The first claim that came when the claim window was over. */
  refused_at: number | null;
}
