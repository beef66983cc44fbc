/**
 * Erasing what names people (R53, draw protocol §10): names, salts, addresses, sessions, links, chat, votes and pictures
 * of one raffle. Draw rows, the proof without names and the public log stay, and stay valid: commitments without their salts
 * tell nothing. Entry numbers and tickets stay too; they are what the commitments are about.
 */
import { type DrawProof, redactProof } from '@glassdrum/fair-draw';
import type { RaffleRow, Trx } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Pictures } from '../../pictures/pictures.ts';

/** What belongs to a raffle's people and goes whole. A new table of that kind belongs here; a test asks for it. */
export const ERASED_TABLES = [
  'invites',
  'participant_sessions',
  'join_keys',
  'continue_requests',
  'continue_codes',
  'chat_reports',
  'chat_mutes',
  'chat_messages',
  'chat_uploads',
  'chat_rooms',
  'animation_votes',
  'outbox',
  'mail_stops',
  'push_subscriptions',
] as const satisfies readonly (keyof Tables)[];

/** In the caller's transaction, under the raffle's lock. @param now epoch ms */
export async function eraseRaffle(
  trx: Trx,
  { pictures }: { pictures: Pictures },
  raffle: Pick<RaffleRow, 'id' | 'image_url'>,
  now: number,
): Promise<void> {
  const { id } = raffle;
  await letPicturesGo(trx, pictures, raffle);
  await erasePeople(trx, id);
  await redactStoredProof(trx, id);

  await trx
    .updateTable('audit_log')
    .set({ ip_hash: null, ua_hash: null })
    .where('raffle_id', '=', id)
    .execute();
  await trx
    .updateTable('raffles')
    .set((set) => ({
      image_url: null,
      passphrase_hash: null,
      public_link: null,
      join_code: null,
      allow_public_join: 0,
      seed_sealed: null,
      stage_key_sealed: null,
      roster_revision: set('roster_revision', '+', 1),
      cleaned_at: now,
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** The raffle's own picture and those of its chat. */
export async function letPicturesGo(
  trx: Trx,
  pictures: Pictures,
  raffle: Pick<RaffleRow, 'id' | 'image_url'>,
): Promise<void> {
  const paths = new Set([raffle.image_url]);
  for (const table of ['chat_messages', 'chat_uploads'] as const) {
    const rows = await trx.selectFrom(table).select('image_url').where('raffle_id', '=', raffle.id).execute();
    for (const row of rows) paths.add(row.image_url);
  }
  for (const path of paths) await pictures.letGo(trx, path);
}

async function erasePeople(trx: Trx, raffleId: string): Promise<void> {
  for (const table of ERASED_TABLES) {
    await trx.deleteFrom(table).where('raffle_id', '=', raffleId).execute();
  }
  await trx
    .updateTable('participations')
    .set({ display_name: null, email: null, email_fold: null, salt: null })
    .where('raffle_id', '=', raffleId)
    .execute();
  // An entry refers to its invitee, so who joined stays as an id without a name.
  await trx
    .deleteFrom('invitees')
    .where('raffle_id', '=', raffleId)
    .where('id', 'not in', (entries) =>
      entries.selectFrom('participations').select('invitee_id').where('raffle_id', '=', raffleId),
    )
    .execute();
  await trx
    .updateTable('invitees')
    .set({ display_name: '', email: null, notes: null })
    .where('raffle_id', '=', raffleId)
    .execute();
}

async function redactStoredProof(trx: Trx, raffleId: string): Promise<void> {
  const draw = await trx
    .selectFrom('draws')
    .select('proof')
    .where('raffle_id', '=', raffleId)
    .executeTakeFirst();
  if (typeof draw?.proof !== 'string') return;
  const redacted = redactProof(JSON.parse(draw.proof) as DrawProof);
  await trx
    .updateTable('draws')
    .set({ proof: JSON.stringify(redacted) })
    .where('raffle_id', '=', raffleId)
    .execute();
}
