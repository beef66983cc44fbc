/** Where raffles come from: a new draft, or a copy of an earlier raffle (R6, R10, R16). */
import { randomBytes } from 'node:crypto';
import type { RaffleCreateBody } from '@glassdrum/contract';
import type { RaffleRow } from '../../database/database.ts';
import { hashSlowly } from '../../keys/slow-hash.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import type { CallerHashes } from '../audit/audit.ts';
import { audit, flag, type RaffleCommandParts, refusePastDeadline } from './commands.ts';
import { newLinkAndCode } from './join-codes.ts';
import type { OwnRaffle } from './raffle-gate.ts';

/** 16 bytes: ids can't be guessed (I4). */
const newId = (): string => randomBytes(16).toString('base64url');

/** @throws CallError deadline_in_past (R16), image_… (R6) */
export async function createRaffle(
  parts: RaffleCommandParts,
  host: HostIdentity,
  body: RaffleCreateBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  refusePastDeadline(body.deadline_at, parts.clock.now());
  const passphraseHash = body.passphrase === null ? null : await hashSlowly(body.passphrase);
  const image = typeof body.image_url === 'string' ? await parts.pictures.take(body.image_url) : null;
  return writeDraft(parts, host, body, { passphraseHash, image, action: 'raffle_created', from });
}

/**
 * A draft with the same fields and picture (a copy of its own), a deadline only if it is still to come; without the
 * passphrase, the invitees and the links, which belong to the raffle that they were given out for.
 */
export async function duplicateRaffle(
  parts: RaffleCommandParts,
  host: HostIdentity,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { deadline_at: deadline } = own;
  const fields = {
    ...own,
    deadline_at: deadline !== null && deadline > parts.clock.now() ? deadline : null,
    auto_draw: own.auto_draw === 1,
    allow_public_join: own.allow_public_join === 1,
    voting_enabled: own.voting_enabled === 1,
  };
  const image = own.image_url === null ? null : await parts.pictures.copy(own.image_url);
  return writeDraft(parts, host, fields, { passphraseHash: null, image, action: 'raffle_duplicated', from });
}

async function writeDraft(
  { database, clock, pictures, bus }: RaffleCommandParts,
  host: HostIdentity,
  fields: Omit<RaffleCreateBody, 'image_url' | 'passphrase'>,
  more: { passphraseHash: string | null; image: string | null; action: string; from: CallerHashes },
): Promise<RaffleRow> {
  const { passphraseHash, image, action, from } = more;
  const written = await database.transaction(async (trx) => {
    const now = clock.now();
    refusePastDeadline(fields.deadline_at, now);
    if (image !== null) await pictures.keep(trx, image);
    const links = fields.allow_public_join
      ? await newLinkAndCode(trx)
      : { public_link: null, join_code: null };
    const row = await trx
      .insertInto('raffles')
      .values({
        id: newId(),
        host_id: host.hostId,
        title: fields.title,
        description: fields.description,
        image_url: image,
        status: 'draft',
        max_winners: fields.max_winners,
        max_tickets: fields.max_tickets,
        max_entries: fields.max_entries,
        deadline_at: fields.deadline_at,
        auto_draw: flag(fields.auto_draw),
        beacon_policy: fields.beacon_policy,
        passphrase_hash: passphraseHash,
        ...links,
        allow_public_join: flag(fields.allow_public_join),
        voting_enabled: flag(fields.voting_enabled),
        chosen_animation: fields.chosen_animation,
        entry_count: 0,
        active_count: 0,
        ticket_total: 0,
        invitees_count: 0,
        roster_revision: 0,
        draw_started: 0,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, row, action, now, from);
    return row;
  });
  bus.publish({ topic: 'raffle-changed', raffleId: written.id });
  return written;
}
