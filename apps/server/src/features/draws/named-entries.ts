/** Which entries a desk or a host means (R71, R73): by what is scanned or typed from a ticket or a personal link, or by numbers. */
import { numbersIn, readNumberRanges } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { orRefuse, RefusalError } from '../../platform/refusal.ts';
import { inviteTokenHash } from '../entries/queries.ts';
import { namedTickets, type TicketName } from '../paper/queries.ts';

/**
 * Numbers of the named entries, ascending.
 * @throws RefusalError ticket_unknown, ticket_of_other_raffle, and what the rules refuse about typed codes and numbers
 */
export async function namedEntries(
  query: Kysely<Tables>,
  raffleId: string,
  name: TicketName,
): Promise<number[]> {
  if (name.numbers !== undefined) return numbersIn(orRefuse(readNumberRanges(name.numbers)));
  const invited = name.token === undefined ? null : await entryOfLink(query, name.token);
  if (invited === null) return namedTickets(query, raffleId, name);
  if (invited.raffleId !== raffleId) throw new RefusalError('ticket_of_other_raffle');
  return [invited.number];
}

/** The entry that a personal link belongs to; null without one. */
async function entryOfLink(
  query: Kysely<Tables>,
  token: string,
): Promise<{ raffleId: string; number: number } | null> {
  const row = await query
    .selectFrom('invites as t')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 't.raffle_id').onRef('p.invitee_id', '=', 't.invitee_id'),
    )
    .select(['p.raffle_id', 'p.entry_number'])
    .where('t.token_hash', '=', inviteTokenHash(token))
    .where('t.revoked', '=', 0)
    .executeTakeFirst();
  return row === undefined ? null : { raffleId: row.raffle_id, number: row.entry_number };
}
