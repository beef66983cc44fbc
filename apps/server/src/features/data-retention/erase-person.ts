/**
 * Erasing one person from a raffle (H16): name, address, note, invitation, sessions, check-ins, answers to the claim form, chat
 * with its images, votes, emails and push subscriptions. The entry stays with its number, tickets and device key, as everyone else's proof needs them. A person
 * who never joined is deleted completely.
 */
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Images } from '../../platform/storage/images.ts';
import { withholdName } from '../draws/results/commands.ts';
import { ERASED_ENTRY, ERASED_INVITEE, eraseReasons } from './erase.ts';

/** Tables in which all rows of the person are deleted. Other tables with personal data are handled below; a test checks that. */
export const ERASED_OF_PERSON = [
  'invites',
  'participant_sessions',
  'join_keys',
  'continue_requests',
  'continue_codes',
  'chat_mutes',
  'animation_votes',
  'outbox',
  'push_subscriptions',
  'claim_answers',
] as const satisfies readonly (keyof Tables)[];

export interface ErasedPerson {
  /** Null for somebody who never joined. */
  entryNumber: number | null;
  /** Their lines in the chat. */
  lineIds: number[];
}

/** In the caller's transaction, under the raffle's lock. Null when the raffle has no such person. @param now epoch ms */
export async function erasePerson(
  trx: Trx,
  { images }: { images: Images },
  raffle: Pick<RaffleRow, 'id'>,
  { inviteeId, now }: { inviteeId: string; now: number },
): Promise<ErasedPerson | null> {
  const { id: raffleId } = raffle;
  const known = await trx
    .selectFrom('invitees')
    .select('source')
    .where('raffle_id', '=', raffleId)
    .where('id', '=', inviteeId)
    .executeTakeFirst();
  if (known === undefined) return null;
  const entry = await trx
    .selectFrom('participations')
    .select('entry_number')
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  const lineIds = await eraseChat(trx, images, { raffleId, inviteeId, now });
  const counts = await countsOf(trx, {
    raffleId,
    inviteeId,
    joined: entry !== undefined,
    source: known.source,
  });
  for (const table of ERASED_OF_PERSON) {
    await trx
      .deleteFrom(table)
      .where('raffle_id', '=', raffleId)
      .where('invitee_id', '=', inviteeId)
      .execute();
  }
  await trx.deleteFrom('waiting_entries').where('invitee_id', '=', inviteeId).execute();
  await trx.deleteFrom('mail_stops').where('id', '=', `raffle:${raffleId}:${inviteeId}`).execute();
  if (entry === undefined) {
    await trx.deleteFrom('invitees').where('id', '=', inviteeId).execute();
  } else {
    await eraseEntry(trx, { raffleId, inviteeId, entryNumber: entry.entry_number });
  }
  await trx
    .updateTable('raffles')
    .set((set) => ({
      invitees_count: set('invitees_count', '-', counts.invited),
      waiting_count: set('waiting_count', '-', counts.waiting),
      roster_revision: set('roster_revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', raffleId)
    .execute();
  return { entryNumber: entry?.entry_number ?? null, lineIds };
}

async function eraseEntry(
  trx: Trx,
  { raffleId, inviteeId, entryNumber }: { raffleId: string; inviteeId: string; entryNumber: number },
): Promise<void> {
  await trx
    .updateTable('participations')
    .set(ERASED_ENTRY)
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .execute();
  await trx.updateTable('invitees').set(ERASED_INVITEE).where('id', '=', inviteeId).execute();
  await eraseReasons(trx, { raffleId, entryNumber });
  // R71: the entry has left, holds a prize, or all its draws are over, so no list depends on them any more.
  await trx
    .deleteFrom('check_ins')
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .execute();
  await trx
    .updateTable('audit_log')
    .set({ ip_hash: null, ua_hash: null })
    .where('raffle_id', '=', raffleId)
    .where('actor', '=', 'participant')
    .where((row) =>
      row.or([
        row('details', 'like', `%"entry_number":${entryNumber}}`),
        row('details', 'like', `%"entry_number":${entryNumber},%`),
        row('details', 'like', `%"invitee_id":"${inviteeId}"%`),
      ]),
    )
    .execute();
  await withholdName(trx, raffleId, entryNumber);
}

/** Lines stay as numbers, without text, image and name. @returns the numbers */
async function eraseChat(
  trx: Trx,
  images: Images,
  { raffleId, inviteeId, now }: { raffleId: string; inviteeId: string; now: number },
): Promise<number[]> {
  const lines = await trx
    .selectFrom('chat_messages')
    .select(['id', 'image_url'])
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', inviteeId)
    .execute();
  const ownLines = trx
    .selectFrom('chat_messages')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', inviteeId);
  const uploads = await trx
    .deleteFrom('chat_uploads')
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', inviteeId)
    .returning('image_url')
    .execute();
  for (const { image_url: path } of [...lines, ...uploads]) await images.letGo(trx, path);
  await trx
    .deleteFrom('chat_reports')
    .where('raffle_id', '=', raffleId)
    .where((row) => row.or([row('reporter_id', '=', inviteeId), row('message_id', 'in', ownLines)]))
    .execute();
  await trx
    .updateTable('chat_messages')
    .set({ message: '', image_url: null, display_name: '', deleted_at: now })
    .where('raffle_id', '=', raffleId)
    .where('sender_id', '=', inviteeId)
    .execute();
  await trx
    .updateTable('chat_messages')
    .set({ recipient_name: null })
    .where('raffle_id', '=', raffleId)
    .where('recipient_id', '=', inviteeId)
    .execute();
  return lines.map(({ id }) => id);
}

/** By how much the raffle's counts fall: invited by name and never joined, and waiting for the host. */
async function countsOf(
  trx: Trx,
  person: {
    raffleId: string;
    inviteeId: string;
    joined: boolean;
    source: 'list' | 'public' | 'host' | 'paper';
  },
): Promise<{ invited: number; waiting: number }> {
  const { raffleId, inviteeId, joined, source } = person;
  const invite =
    joined || source !== 'list'
      ? undefined
      : await trx
          .selectFrom('invites')
          .select('id')
          .where('raffle_id', '=', raffleId)
          .where('invitee_id', '=', inviteeId)
          .where('revoked', '=', 0)
          .executeTakeFirst();
  const waiting = await trx
    .selectFrom('waiting_entries')
    .select('invitee_id')
    .where('invitee_id', '=', inviteeId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return { invited: invite === undefined ? 0 : 1, waiting: waiting === undefined ? 0 : 1 };
}
