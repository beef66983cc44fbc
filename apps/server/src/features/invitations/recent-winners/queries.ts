/**
 * Who won recently (R80): from the raffles of a workspace whose people are not erased yet, and from the keyed hashes that are left of the
 * others. Somebody who was passed over has not won. Only people with an address are recognised, in all spellings of it.
 */
import type { LeftOut } from '@glassdrum/contract';
import { addMonths, emailPerson } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { holdersOfRaffle } from '../../draws/results/queries.ts';

export interface WinnerParts {
  database: Database;
  keys: Keys;
}

/** An address and when it won last, epoch ms. */
export interface AddressThatWon {
  email: string;
  wonAt: number;
}

/** What a row keeps of an address: another value in each workspace, which nobody can compute without the installation's key. */
export function winnerHash(keys: Keys, workspaceId: string, email: string): string {
  return keys.pseudonymise(`recent-winner:${workspaceId}`, emailPerson(email));
}

/** Addresses of those who hold a prize of a completed draw of this raffle; none once they are erased. */
export async function winnersOfRaffle(query: Kysely<Tables>, raffleId: string): Promise<AddressThatWon[]> {
  const found: AddressThatWon[] = [];
  for (const { entryNumber, wonAt } of await holdersOfRaffle(query, raffleId)) {
    const entry = await query
      .selectFrom('participations')
      .select('email')
      .where('raffle_id', '=', raffleId)
      .where('entry_number', '=', entryNumber)
      .executeTakeFirst();
    const email = entry?.email ?? null;
    if (email !== null) found.push({ email, wonAt });
  }
  return found;
}

/**
 * When somebody with an address won last, within so many months; null for everybody else.
 * @param input.months 1 … 24; `now` in epoch ms
 */
export async function recentWinners(
  { keys }: Pick<WinnerParts, 'keys'>,
  query: Kysely<Tables>,
  input: { workspaceId: string | null; months: number; now: number },
): Promise<(email: string) => number | null> {
  const { workspaceId, months, now } = input;
  if (workspaceId === null) return () => null;
  const wonAt = new Map<string, number>();
  const note = (hash: string, at: number): void => {
    if (addMonths(at, months) > now) wonAt.set(hash, Math.max(at, wonAt.get(hash) ?? 0));
  };
  const kept = await query
    .selectFrom('recent_winners')
    .select(['address_hash', 'won_at'])
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .execute();
  for (const row of kept) note(row.address_hash, row.won_at);
  const raffles = await query
    .selectFrom('draws as d')
    .innerJoin('raffles as r', 'r.id', 'd.raffle_id')
    .select('r.id')
    .distinct()
    .where('r.workspace_id', '=', workspaceId)
    .where('r.cleaned_at', 'is', null)
    .where('d.completed_at', '>', addMonths(now, -months - 1))
    .execute();
  for (const { id } of raffles) {
    for (const winner of await winnersOfRaffle(query, id)) {
      note(winnerHash(keys, workspaceId, winner.email), winner.wonAt);
    }
  }
  return (email) => wonAt.get(winnerHash(keys, workspaceId, email)) ?? null;
}

/** The invited people of a raffle who have an address and could still join. */
export function invitedWithAddress(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('invitees as i')
    .innerJoin('invites as t', 't.invitee_id', 'i.id')
    .select(['i.id', 'i.display_name', 'i.email'])
    .where('i.raffle_id', '=', raffleId)
    .where('i.source', '=', 'list')
    .where('i.email', 'is not', null)
    .where('t.revoked', '=', 0)
    .where('t.redeemed_at', 'is', null)
    .orderBy('i.list_number');
}

/** Who is left out: of a draft who would be, if it were opened now. @param now epoch ms */
export async function leftOutOf(parts: WinnerParts, raffle: RaffleRow, now: number): Promise<LeftOut> {
  const { query } = parts.database;
  const { no_win_months: months } = raffle;
  if (months === null) return { months, people: [] };
  if (raffle.status !== 'draft') {
    const rows = await query
      .selectFrom('invitees')
      .select(['id', 'display_name'])
      .where('raffle_id', '=', raffle.id)
      .where('left_out', '=', 1)
      .where('display_name', '!=', '')
      .orderBy('list_number')
      .execute();
    const people = rows.map((row) => ({ invitee_id: row.id, display_name: row.display_name, won_at: null }));
    return { months, people };
  }
  const wonAt = await recentWinners(parts, query, { workspaceId: raffle.workspace_id, months, now });
  const rows = await invitedWithAddress(query, raffle.id).execute();
  const people = rows.flatMap(({ id, display_name, email }) => {
    const at = email === null ? null : wonAt(email);
    return at === null ? [] : [{ invitee_id: id, display_name, won_at: at }];
  });
  return { months, people };
}
