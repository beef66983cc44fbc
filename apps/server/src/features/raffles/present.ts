/** A raffle's two forms: what visitors may know, and what its host sees. Neither holds the passphrase or the seed (C4, I5). */
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { effectiveStatus, isForgotten, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../platform/database/database.ts';
import { publicationsOf } from '../../platform/database/name-columns.ts';
import { bucketTotalsOf } from '../../platform/database/prize-columns.ts';
import { raffleFacts, sourcesOf } from '../../platform/database/raffle-facts.ts';

/** What the next draw has committed to, and how many devices have added randomness so far (R89). */
export interface Commitment {
  seedCommitHash: string;
  openHash: string;
  /** Unix seconds, as in the rules; null without one, and once the rules were erased. */
  deadline: number | null;
  contributing: PublicRaffle['contributing'];
}

/** What belongs to a raffle beside its row. */
export interface RaffleState {
  /** Null before the raffle is opened. */
  commitment: Commitment | null;
  /** R71. */
  presence: PublicRaffle['presence'];
  /** Of the last entry, epoch ms; 0 without one, and where other things happened lately (R79). */
  lastEntryAt: number;
  /** R80. */
  recurring: HostRaffle['recurring'];
}

/** And for members of its workspace (R81). */
export interface HostRaffleState extends RaffleState {
  twoStart: boolean;
  startRequest: HostRaffle['start_request'];
}

/**
 * @param now the server's clock, epoch ms: an open raffle counts as closed from its deadline on (R12)
 */
export function presentPublicRaffle(
  row: RaffleRow,
  { commitment, presence }: Pick<RaffleState, 'commitment' | 'presence'>,
  now: number,
): PublicRaffle {
  const closedAt = closedAtOf(row, now);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image_url: row.image_url,
    status: effectiveStatus(raffleFacts(row), now),
    requires_passphrase: row.passphrase_hash !== null,
    max_winners: row.max_winners,
    named_prizes: row.named_prizes === 1,
    prizes_revision: row.prizes_revision,
    draws: {
      total: row.draws_total,
      held: row.draws_total - row.draws_left,
      left: row.draws_left,
    },
    pause: presentPause(row),
    presence: row.cancelled_at === null || presence === null ? presence : { ...presence, check_in: null },
    equal_chances: row.pools === null && row.draws_total === 1 && row.prize_policy === 'once',
    max_tickets: row.max_tickets,
    max_entries: row.max_entries,
    deadline_at: row.deadline_at,
    auto_draw: row.auto_draw === 1 && row.deadline_at !== null,
    draw_waits_since: row.draw_waits_since,
    voting_enabled: row.voting_enabled === 1,
    chosen_animation: row.chosen_animation,
    seed_commit_hash: commitment?.seedCommitHash ?? null,
    entry_count: row.entry_count,
    unsold_count: row.unsold_count,
    participant_count: row.active_count,
    sources: sourcesOf(row),
    ticket_total: row.ticket_total,
    bucket_totals: bucketTotalsOf(row),
    draw_started: row.draw_started === 1,
    beacon_policy: row.beacon_policy,
    has_rules: row.rules_text !== '',
    name_publications: publicationsOf(row),
    adds_chance: row.adds_chance === 1,
    witness_quorum: row.witness_quorum,
    room_numbers: row.room_numbers,
    no_win_months: row.no_win_months,
    contributing: commitment?.contributing ?? null,
    promised_deadline_at: promisedDeadline(commitment, closedAt ?? row.deadline_at),
    cancelled: presentCancelled(row),
    closed_at: closedAt,
    join_checks: {
      approval: row.join_approval === 1,
      confirm_email: row.join_confirm_email === 1,
      one_per_device: row.join_one_per_device === 1,
      hall_code: row.join_hall_code === 1,
    },
  };
}

function presentCancelled({ cancelled_at: at, cancel_reason: reason }: RaffleRow): PublicRaffle['cancelled'] {
  return at === null ? null : { at, reason: reason ?? '' };
}

/** R72: the notice between two draws; null without one. */
function presentPause(row: RaffleRow): PublicRaffle['pause'] {
  return row.paused_at === null ? null : { until: row.pause_until, text: row.pause_text };
}

/** When entries closed, epoch ms; null while they are open. */
function closedAtOf(row: RaffleRow, now: number): number | null {
  if (row.closed_at_s !== null) return row.closed_at_s * 1000;
  return effectiveStatus(raffleFacts(row), now) === 'closed' ? row.deadline_at : null;
}

/** R94: the promised deadline, unless entries close or closed just then. @param closes epoch ms */
function promisedDeadline(commitment: Commitment | null, closes: number | null): number | null {
  const deadline = commitment?.deadline ?? null;
  if (deadline === null || (closes !== null && Math.floor(closes / 1000) === deadline)) return null;
  return deadline * 1000;
}

/** @param viewer.publicUrl where browsers reach this installation, without a slash at the end */
export function presentHostRaffle(
  row: RaffleRow,
  state: HostRaffleState,
  now: number,
  { role, publicUrl }: { role: WorkspaceRole; publicUrl: string },
): HostRaffle {
  if (row.workspace_id === null) throw new Error('A raffle without a workspace is shown to no member.');
  return {
    ...presentPublicRaffle(row, state, now),
    role,
    workspace_id: row.workspace_id,
    two_start: state.twoStart,
    start_request: state.startRequest,
    recurring: state.recurring,
    rules_text: row.rules_text,
    allow_public_join: row.allow_public_join === 1,
    join_limit:
      row.join_burst === null || row.join_per_minute === null
        ? null
        : { burst: row.join_burst, per_minute: row.join_per_minute },
    waiting_count: row.waiting_count,
    public_link: row.public_link,
    public_url: row.public_link === null ? null : joinUrl(publicUrl, row.public_link),
    join_code: row.join_code,
    join_code_url: row.join_code === null ? null : `${publicUrl}/j/${row.join_code}`,
    open_hash: state.commitment?.openHash ?? null,
    invitees_count: row.invitees_count,
    joined_count: row.active_count,
    participation_rate: participationRate(row.invited_active_count, row.invitees_count),
    created_at: row.created_at,
    updated_at: row.updated_at,
    is_forgotten: isForgotten(raffleFacts(row), Math.max(row.updated_at, state.lastEntryAt), now),
    cleaned_at: row.cleaned_at,
  };
}

export function joinUrl(publicUrl: string, publicLink: string): string {
  return `${publicUrl}/join/${publicLink}`;
}

/** Percent with one decimal. Somebody who joined is still counted when the invitation was revoked since. */
function participationRate(joined: number, invited: number): number {
  return invited === 0 ? 0 : Math.min(100, Math.round((1000 * joined) / invited) / 10);
}
