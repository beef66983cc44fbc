/**
 * Every table, one schema for SQLite and PostgreSQL: integers, text and nothing else.
 * Times are epoch milliseconds unless the name ends in `_s` (unix seconds, as the draw protocol's records use).
 * Flags are 0 or 1. Hashes are lowercase hex. `*_sealed` is AES-256-GCM under the installation's key.
 */
import type { Generated } from 'kysely';
import type { ChatTables } from './chat-tables.ts';
import type { ClaimFormTables } from './claim-form-tables.ts';
import type {
  CheckInsTable,
  DrawAudienceTable,
  DrawContributionsTable,
  DrawListsTable,
  DrawOpeningsTable,
  DrawRowsTable,
  DrawsTable,
  EntryChangesTable,
  PassedOverTable,
  PrizeClaimsTable,
  RoomEntriesTable,
} from './draw-tables.ts';
import type { EntrantColumns, JoiningTables, RaffleJoiningColumns } from './joining-tables.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { OutboxTables } from './outbox-tables.ts';
import type { PaperTables, RafflePaperColumns } from './paper-tables.ts';
import type { GroupColumns, PrizeTables, RafflePrizeColumns, WeightColumns } from './prize-tables.ts';
import type { LeftOutColumns, RaffleNoWinColumns, RecurrenceTables } from './recurrence-tables.ts';
import type { SharingTables } from './sharing-tables.ts';
import type { AuditTokenColumns, TokenTables } from './token-tables.ts';
import type { TemplateTables } from './template-tables.ts';
import type { WorkspaceColumns, WorkspaceTables } from './workspace-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';
import type {
  PublicLogCheckpointsTable,
  PublicLogCosignaturesTable,
  PublicLogHeadTable,
  PublicLogNodesTable,
  PublicLogOpeningsTable,
  PublicLogTable,
  WitnessedLogsTable,
} from './log-tables.ts';

type Flag = 0 | 1;

/** Host accounts; the library that keeps sessions owns the next four tables. */
interface UsersTable {
  id: string;
  name: string;
  email: string;
  email_verified: Flag;
  image: string | null;
  created_at: number;
  updated_at: number;
  /** The `host_id` of public records: a random pseudonym, never the account's id. */
  pseudonym: string;
  /** Number of this host's last opened draw; the next open record gets host_seq + 1 (draw protocol §3). */
  host_seq: Generated<number>;
  /** open_hash of the host's previous draw, or null. */
  last_open_hash: string | null;
  retention_days: Generated<number>;
  last_login_at: number | null;
  /** R84: emails a day that the operator allows; null: the product's own limit. */
  mail_limit: Generated<number | null>;
  /** R82: whether this host runs the installation. */
  is_operator: Generated<Flag>;
  /** Since when the operator keeps this account from signing in; null: it may. */
  suspended_at: Generated<number | null>;
  /** Random, hex: part of the key under which the audit log hashes addresses (M10). Goes with the account. */
  audit_key: Generated<string | null>;
}

interface RafflesTable
  extends RaffleJoiningColumns, RafflePrizeColumns, RafflePaperColumns, RaffleNoWinColumns, WorkspaceColumns {
  id: string;
  /** R81: who made it, in whose name it is held; passes to an owner of the workspace when that person goes. */
  host_id: string;
  title: string;
  description: string;
  image_url: string | null;
  status: 'draft' | 'open' | 'closed' | 'drawn';
  /** The sum of the prizes' quantities (R61). */
  max_winners: number;
  max_tickets: number;
  max_entries: number | null;
  deadline_at: number | null;
  passphrase_hash: string | null;
  public_link: string | null;
  allow_public_join: Flag;
  voting_enabled: Flag;
  chosen_animation: 'classic' | 'casino' | 'cosmic' | 'neon' | 'fireworks';
  closed_at_s: number | null;
  /** Numbers given out so far, those of paper tickets too; the next entry gets entry_count + 1 (R22). */
  entry_count: number;
  /** Entries that still hold a ticket. */
  active_count: number;
  /** Those of them who were invited by name. */
  invited_active_count: Generated<number>;
  /** R68: those of them whom the host entered, and those on paper; all others joined themselves. */
  host_active_count: Generated<number>;
  paper_active_count: Generated<number>;
  ticket_total: number;
  invitees_count: number;
  /** Grows with every change that the roster of taken numbers shows. */
  roster_revision: number;
  /** Set in the freezing transaction; from then on nothing changes (R13, C11). */
  draw_started: Flag;
  created_at: number;
  updated_at: number;
  /** Eight characters for reading aloud; made with the public link, unique. */
  join_code: Generated<string | null>;
  /** When names, addresses and image were erased (R53). */
  cleaned_at: Generated<number | null>;
  /** R15: draw automatically at the deadline. */
  auto_draw: Generated<Flag>;
  /** R93: which kinds of beacon its draws may have; part of the rules that entrants are shown. */
  beacon_policy: Generated<'wait' | 'lower' | 'room' | 'none'>;
  /** R31: since when a draw that should start automatically waits for the beacon. */
  draw_waits_since: Generated<number | null>;
  /** Names the raffle in public records, for all of its draws; set when it is opened. Its own id opens its pages and stays private. */
  series_id: Generated<string | null>;
  /** The draw that is next, running or, once all are done, last: a row of draw_openings. Set when the raffle is opened. */
  draw_id: Generated<string | null>;
  /** R77: what entrants agree to; part of the rules record. */
  rules_text: Generated<string>;
  /** R89: devices add randomness between close and freeze. */
  adds_chance: Generated<Flag>;
  /** R86: how many witnesses must cosign the freeze in time, 0 for none required. */
  witness_quorum: Generated<number>;
  /** R91: how many numbers are thrown for a draw of kind room, 1 … 100. */
  room_numbers: Generated<number>;
  /** What opens the stage; made when the host first asks for its link. */
  stage_key_sealed: Generated<string | null>;
  /** Random, hex: part of the key under which the audit log hashes addresses (M10). Erased with the raffle's people. */
  audit_key: Generated<string | null>;
}

interface InviteesTable extends GroupColumns, LeftOutColumns {
  id: string;
  raffle_id: string;
  display_name: string;
  email: string | null;
  notes: string | null;
  /** Place on the host's list, from 1; null for who came through the public link. */
  list_number: Generated<number | null>;
  /**
   * 'list': invited by the host; 'public': came through the public link; 'host': entered by the host (R66); 'paper': the
   * holder of a printed ticket (R67).
   */
  source: 'list' | 'public' | 'host' | 'paper';
  created_at: number;
}

interface InvitesTable {
  id: string;
  raffle_id: string;
  invitee_id: string;
  /** SHA-256 of the token; the token itself is only kept sealed, for the host's copy button. */
  token_hash: string;
  token_sealed: string;
  expires_at: number | null;
  redeemed_at: number | null;
  revoked: Flag;
  created_at: number;
  /** The host made this link anew after the entry was joined, or entered its holder (R66): it opens the entry once (R41). */
  reissued: Generated<Flag>;
}

/** Entries. (raffle_id, entry_number), invitee_id and (raffle_id, email_fold) are unique. */
interface ParticipationsTable extends EntrantColumns, GroupColumns, WeightColumns {
  raffle_id: string;
  entry_number: number;
  invitee_id: string;
  display_name: string | null;
  email: string | null;
  /** Case-folded email, for "one entry an address" (R24). */
  email_fold: string | null;
  tickets: number;
  salt: string | null;
  name_commit: string;
  /** Draw protocol §3. All but 'in' hold 0 tickets. */
  state: Generated<'in' | 'withdrawn' | 'removed' | 'absent'>;
  source: Generated<'self' | 'host' | 'paper'>;
  /** The Ed25519 public key that the device made at joining, 64 hex (R87); no two entries of a raffle have the same. */
  device_key: Generated<string | null>;
  /** Commitment to the device's contribution, 64 hex (R89). */
  entropy_commit: Generated<string | null>;
  joined_at: number;
  /** Unix seconds of the newest receipt; every change of tickets makes a new one. */
  receipt_issued_at_s: number;
  /** R71: the newest receipt says that the entry has not checked in for the next draw. */
  receipt_absent: Generated<Flag>;
}

/** One browser session maps to many entries; only the hash of its secret is stored (I1). */
interface ParticipantSessionsTable {
  token_hash: string;
  raffle_id: string;
  invitee_id: string;
  created_at: number;
}

/** A device that asks to go on with an entry; the joined device answers (R41). */
interface ContinueRequestsTable {
  id: string;
  raffle_id: string;
  invitee_id: string;
  /** Of the device that asks: its session gets the entry when the request is approved. */
  session_hash: string;
  state: 'waiting' | 'approved' | 'refused';
  created_at: number;
  expires_at: number;
}

/** Codes that give a further device a session for an entry, once (R41). One an entry and way. */
interface ContinueCodesTable {
  /** Keyed hash: codes are short enough to be tried. */
  code_hash: string;
  raffle_id: string;
  invitee_id: string;
  /** Made by the joined device, or sent to the invitee's address. */
  via: 'device' | 'mail';
  created_at: number;
  expires_at: number;
}

/** An acknowledged join, found again by its Idempotency-Key. */
interface JoinKeysTable {
  key_hash: string;
  /** SHA-256 of the call's target and body: the same key with another body is refused. */
  request_hash: string;
  raffle_id: string;
  invitee_id: string;
  created_at: number;
}

/** Stored objects that nothing refers to any more, or not yet: removed when due (R6, H8). */
interface ObjectsToRemoveTable {
  object_id: string;
  due_at: number;
}

interface AuditLogTable extends AuditTokenColumns {
  id: string;
  raffle_id: string | null;
  /** The host in whose name the raffle is held, or whose account it is about. */
  host_id: string | null;
  workspace_id: Generated<string | null>;
  /** R81: the signed-in person who did it; null once that account is deleted. */
  by_id: Generated<string | null>;
  /** 'host', 'participant', 'desk' or 'system'. */
  actor: string;
  action: string;
  ts: number;
  ip_hash: string | null;
  ua_hash: string | null;
  /** JSON object or null. */
  details: string | null;
}

/** Sessions and password credentials, as the accounts library keeps them. */
interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: number;
  ip_address: string | null;
  user_agent: string | null;
  created_at: number;
  updated_at: number;
  /** R83: when the person proved who they are; null: when the session began. */
  authenticated_at: number | null;
}

interface CredentialsTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: number | null;
  refresh_token_expires_at: number | null;
  scope: string | null;
  created_at: number;
  updated_at: number;
}

/** Values that are valid once and for a short time: reset links, sign-ins that wait for a code, passkey challenges. */
interface VerificationsTable {
  id: string;
  /** Purpose and SHA-256 of the secret. */
  identifier: string;
  value: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

interface PasskeysTable {
  /** The credential's id as the authenticator chose it, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signatures so far, as the authenticator counts them; 0 where it doesn't. */
  counter: number;
  /** JSON list of how browsers reach the authenticator. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
  /** Since a password reset, until the host keeps it: it signs nobody in (C14). */
  suspended_at: number | null;
}

interface TwoFactorTable {
  user_id: string;
  secret_sealed: string;
  /** Null until the host has typed a first code. */
  enabled_at: number | null;
  /** The 30-second step of the last code that was accepted: it and older ones are refused. */
  used_step: number;
  created_at: number;
  /** Since a password reset, until the host keeps them: no code is asked for (C14). */
  suspended_at: number | null;
}

interface RecoveryCodesTable {
  user_id: string;
  /** Keyed hash; the row goes when the code is used. */
  code_hash: string;
}

/** One row: whose keys sealed and signed what is in this database. */
interface InstallationTable {
  id: number;
  key_id: string;
  created_at: number;
}

/** Work that is due at a time (jobs/). (kind, key) is unique, so that the same work is asked for once. */
interface JobsTable {
  kind: string;
  key: string;
  /** JSON: ids and counts, never names, addresses or secrets. */
  payload: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** When it was to run, or is to run next. */
  run_at: number;
  /** When some node may take it: waiting, its time; running, the end of its lease; finished, null. */
  due_at: number | null;
  /** Runs that were started since it was last enqueued or moved. */
  attempts: Generated<number>;
  /** The run that holds it; another run's effects are refused. */
  leased_by: string | null;
  /** What ended the last run, without words of people or of other servers. */
  last_error: string | null;
  finished_at: number | null;
}

/** What was counted against a limit, for all nodes (H12); rows that ended are removed every hour. */
interface RateLimitsTable {
  /** Keyed hash of the limit's name, of who is counted, and of the target. */
  key: string;
  count: number;
  /** A window's end, or when a bucket will be full again. */
  until: number;
}

export interface Tables
  extends
    OutboxTables,
    OperatorTables,
    JoiningTables,
    PrizeTables,
    PaperTables,
    TemplateTables,
    RecurrenceTables,
    SharingTables,
    TokenTables,
    WorkspaceTables,
    WebhookTables,
    ChatTables,
    ClaimFormTables {
  jobs: JobsTable;
  rate_limits: RateLimitsTable;
  users: UsersTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  verifications: VerificationsTable;
  passkeys: PasskeysTable;
  two_factor: TwoFactorTable;
  recovery_codes: RecoveryCodesTable;
  raffles: RafflesTable;
  invitees: InviteesTable;
  invites: InvitesTable;
  participations: ParticipationsTable;
  participant_sessions: ParticipantSessionsTable;
  continue_requests: ContinueRequestsTable;
  continue_codes: ContinueCodesTable;
  join_keys: JoinKeysTable;
  entry_changes: EntryChangesTable;
  draw_openings: DrawOpeningsTable;
  draw_lists: DrawListsTable;
  draw_contributions: DrawContributionsTable;
  check_ins: CheckInsTable;
  draw_audience: DrawAudienceTable;
  room_entries: RoomEntriesTable;
  draws: DrawsTable;
  draw_rows: DrawRowsTable;
  passed_over: PassedOverTable;
  prize_claims: PrizeClaimsTable;
  objects_to_remove: ObjectsToRemoveTable;
  public_log: PublicLogTable;
  public_log_head: PublicLogHeadTable;
  public_log_nodes: PublicLogNodesTable;
  public_log_openings: PublicLogOpeningsTable;
  public_log_checkpoints: PublicLogCheckpointsTable;
  public_log_cosignatures: PublicLogCosignaturesTable;
  witnessed_logs: WitnessedLogsTable;
  audit_log: AuditLogTable;
  installation: InstallationTable;
}

/** Rows of one table, column by column: each has `count` values. */
export interface NewRows {
  table: keyof Tables;
  count: number;
  columns: readonly NewColumn[];
}

interface NewColumn {
  name: string;
  values: readonly unknown[];
  /** All values are the same. */
  isConstant: boolean;
}
