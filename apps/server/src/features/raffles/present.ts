/** A raffle's two forms: what visitors may know, and what its host sees. Neither holds the passphrase or the seed (C4, I5). */
import type { HostRaffle, PublicRaffle } from '@glassdrum/contract';
import { effectiveStatus } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';

/** @param now the server's clock, epoch ms: an open raffle counts as closed from its deadline on (R12) */
export function presentPublicRaffle(row: RaffleRow, now: number): PublicRaffle {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image_url: row.image_url,
    status: effectiveStatus(raffleFacts(row), now),
    requires_passphrase: row.passphrase_hash !== null,
    max_winners: row.max_winners,
    max_tickets: row.max_tickets,
    max_entries: row.max_entries,
    deadline_at: row.deadline_at,
    auto_draw: row.auto_draw === 1 && row.deadline_at !== null,
    draw_waits_since: row.draw_waits_since,
    voting_enabled: row.voting_enabled === 1,
    chosen_animation: row.chosen_animation,
    seed_commit_hash: row.seed_commit_hash,
    entry_count: row.entry_count,
    ticket_total: row.ticket_total,
    draw_started: row.draw_started === 1,
  };
}

/** @param publicUrl where browsers reach this installation, without a slash at the end */
export function presentHostRaffle(row: RaffleRow, now: number, publicUrl: string): HostRaffle {
  return {
    ...presentPublicRaffle(row, now),
    beacon_policy: row.beacon_policy,
    allow_public_join: row.allow_public_join === 1,
    public_link: row.public_link,
    public_url: row.public_link === null ? null : joinUrl(publicUrl, row.public_link),
    join_code: row.join_code,
    join_code_url: row.join_code === null ? null : `${publicUrl}/j/${row.join_code}`,
    open_hash: row.open_hash,
    invitees_count: row.invitees_count,
    joined_count: row.active_count,
    participation_rate: participationRate(row.active_count, row.invitees_count),
    created_at: row.created_at,
    updated_at: row.updated_at,
    cleaned_at: row.cleaned_at,
  };
}

export function joinUrl(publicUrl: string, publicLink: string): string {
  return `${publicUrl}/join/${publicLink}`;
}

/** Percent with one decimal; people who came through the public link can fill more places than were invited. */
function participationRate(joined: number, invited: number): number {
  return invited === 0 ? 0 : Math.min(100, Math.round((1000 * joined) / invited) / 10);
}
