/** The people of a copied raffle (R80): those on the host's list, invited anew, each with a personal link of their own. */
import { foldEmail } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { groupsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import {
  countInvitees,
  insertInvites,
  type NewInvite,
  newInvites,
} from '../../invitations/new-invitees/commands.ts';

/**
 * The people on a raffle's list, those whom the host entered too, with new links that are not stored yet. People whose invitation
 * was revoked, who joined by the public link, or whose data was erased are not among them.
 */
export async function invitesToCopy(
  parts: { database: Database; keys: Keys },
  raffleId: string,
): Promise<NewInvite[]> {
  const rows = await listedPeople(parts.database.query, raffleId);
  const people = rows.map((row) => ({
    source: { line: row.list_number ?? 0, text: '' },
    displayName: row.display_name,
    email: row.email,
    emailFold: row.email === null ? null : foldEmail(row.email),
    notes: row.notes,
    groups: groupsOf(row),
  }));
  return newInvites(parts.keys, people);
}

function listedPeople(query: Kysely<Tables>, raffleId: string) {
  return (
    query
      .selectFrom('invitees as i')
      .innerJoin('invites as t', 't.invitee_id', 'i.id')
      .select(['i.display_name', 'i.email', 'i.notes', 'i.groups', 'i.list_number'])
      .where('i.raffle_id', '=', raffleId)
      .where('i.source', 'in', ['list', 'host'])
      .where('i.display_name', '!=', '')
      // People who were left out of this raffle are not left out of the next one for that.
      .where((row) => row.or([row('t.revoked', '=', 0), row('i.left_out', '=', 1)]))
      .orderBy('i.list_number')
      .execute()
  );
}

/** Puts them on the list of a new draft, in the caller's transaction. @param now epoch ms */
export async function writeCopiedPeople(
  database: Database,
  trx: Trx,
  raffle: RaffleRow,
  { invites, now }: { invites: readonly NewInvite[]; now: number },
): Promise<RaffleRow> {
  if (invites.length === 0) return raffle;
  await insertInvites(database, trx, raffle.id, { invites, source: 'list', now });
  await countInvitees(trx, raffle.id, invites.length, now);
  return { ...raffle, invitees_count: invites.length };
}
