/**
 * Erasing a raffle's personal data (R53, draw protocol §11): names, salts, addresses, sessions, links, chat, votes and images.
 * Draw rows, the proof without names and the public log stay, and stay valid: commitments without their salts reveal nothing.
 * Entry numbers, tickets and device keys stay too, because the commitments cover them. The rules and the claim form stay
 * unless the caller erases them as well; the proof can be checked without them.
 */
import { type DrawProof, redactProof } from '@glassdrum/fair-draw';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import type { Images } from '../../platform/storage/images.ts';

/** Tables of personal data, whose rows are deleted. Each new table of that kind belongs here; a test checks that. */
export const ERASED_TABLES = [
  'invites',
  'participant_sessions',
  'join_keys',
  'people_lists',
  'waiting_entries',
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
  'paper_sales',
  'paper_tickets',
  'paper_runs',
  'check_ins',
  'claim_answers',
  'embeds',
  'draw_start_requests',
] as const satisfies readonly (keyof Tables)[];

/** The personal columns of an entry, erased; its origin (H11) too. */
export const ERASED_ENTRY = {
  display_name: null,
  email: null,
  email_fold: null,
  salt: null,
  email_person: null,
  network_hash: null,
  device_hash: null,
  groups: null,
  rules_accepted_at: null,
} as const;

/** The personal columns of an invitee, erased. */
export const ERASED_INVITEE = {
  display_name: '',
  email: null,
  notes: null,
  groups: null,
  left_out: 0,
} as const;

/** In the caller's transaction, under the raffle's lock. @param options `now` in epoch ms; `rules`: whether they and the claim form are erased too */
export async function eraseRaffle(
  trx: Trx,
  { images }: { images: Images },
  raffle: Pick<RaffleRow, 'id' | 'image_url'>,
  { now, rules }: { now: number; rules: boolean },
): Promise<void> {
  const { id } = raffle;
  await releaseImages(trx, images, raffle);
  await erasePeople(trx, id);
  await redactStoredProofs(trx, id, rules);
  if (rules) {
    await trx.updateTable('draw_openings').set({ rules: null }).where('raffle_id', '=', id).execute();
    await trx.deleteFrom('claim_forms').where('raffle_id', '=', id).execute();
    await trx.updateTable('raffles').set({ rules_text: '' }).where('id', '=', id).execute();
  }

  await trx
    .updateTable('audit_log')
    .set({ ip_hash: null, ua_hash: null })
    .where('raffle_id', '=', id)
    .execute();
  await eraseReasons(trx, { raffleId: id });
  await trx.updateTable('prizes').set({ image_url: null }).where('raffle_id', '=', id).execute();
  await trx
    .updateTable('raffles')
    .set((set) => ({
      image_url: null,
      passphrase_hash: null,
      public_link: null,
      join_code: null,
      allow_public_join: 0,
      stage_key_sealed: null,
      desk_key_sealed: null,
      origin_key: null,
      audit_key: null,
      hall_code_since: null,
      waiting_count: 0,
      roster_revision: set('roster_revision', '+', 1),
      cleaned_at: now,
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** R73: what the host wrote about winners who were not eligible. @param of all of them, or those about one entry */
export async function eraseReasons(trx: Trx, of: { raffleId: string; entryNumber?: number }): Promise<void> {
  const { raffleId, entryNumber } = of;
  const draws = trx.selectFrom('draws').select('id').where('raffle_id', '=', raffleId);
  await trx
    .updateTable('passed_over')
    .set({ text: null })
    .where('draw_id', 'in', draws)
    .$if(entryNumber !== undefined, (rows) => rows.where('from_entry_number', '=', entryNumber ?? 0))
    .execute();
}

/** The raffle's own image, those of its prizes and of its chat. */
export async function releaseImages(
  trx: Trx,
  images: Images,
  raffle: Pick<RaffleRow, 'id' | 'image_url'>,
): Promise<void> {
  const paths = new Set([raffle.image_url]);
  for (const table of ['prizes', 'chat_messages', 'chat_uploads'] as const) {
    const rows = await trx.selectFrom(table).select('image_url').where('raffle_id', '=', raffle.id).execute();
    for (const row of rows) paths.add(row.image_url);
  }
  for (const path of paths) await images.letGo(trx, path);
}

async function erasePeople(trx: Trx, raffleId: string): Promise<void> {
  for (const table of ERASED_TABLES) {
    await trx.deleteFrom(table).where('raffle_id', '=', raffleId).execute();
  }
  await trx.updateTable('participations').set(ERASED_ENTRY).where('raffle_id', '=', raffleId).execute();
  // Entries refer to their invitees, so these rows stay, as ids without names.
  await trx
    .deleteFrom('invitees')
    .where('raffle_id', '=', raffleId)
    .where('id', 'not in', (entries) =>
      entries.selectFrom('participations').select('invitee_id').where('raffle_id', '=', raffleId),
    )
    .execute();
  await trx.updateTable('invitees').set(ERASED_INVITEE).where('raffle_id', '=', raffleId).execute();
}

async function redactStoredProofs(trx: Trx, raffleId: string, rules: boolean): Promise<void> {
  const draws = await trx
    .selectFrom('draws')
    .select('id')
    .where('raffle_id', '=', raffleId)
    .where('proof', 'is not', null)
    .execute();
  for (const { id } of draws) {
    const { proof } = await trx
      .selectFrom('draws')
      .select('proof')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const redacted = redactProof(JSON.parse(proof ?? '') as DrawProof, { rules });
    await trx
      .updateTable('draws')
      .set({ proof: JSON.stringify(redacted) })
      .where('id', '=', id)
      .execute();
  }
}
