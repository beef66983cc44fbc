/** New drafts: from scratch, or as a copy of an earlier raffle (R6, R10, R16). */
import { randomBytes } from 'node:crypto';
import type { AuditAction, RaffleCreateBody } from '@glassdrum/contract';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import { hashSlowly } from '../../platform/keys/slow-hash.ts';
import type { Images } from '../../platform/storage/images.ts';
import { plannedDrawsOf } from '../draws/series/queries.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import type { CallerHashes } from '../../audit/audit.ts';
import { auditHostAction, flag, type RaffleCommandParts, refusePastDeadline } from './commands.ts';
import { type CopiedDraw, copyPrizes, writeUnnamedPrize } from './prizes/prize-rows.ts';
import { type PrizeRow, prizeRowsOf } from './prizes/queries.ts';
import { newLinkAndCode } from './public-link/commands.ts';
import type { OwnRaffle } from './raffle-gate.ts';

/** 16 bytes: ids can't be guessed (I4). */
const newId = (): string => randomBytes(16).toString('base64url');

/** @throws RefusalError deadline_in_past (R16), image_… (R6) */
export async function createRaffle(
  parts: RaffleCommandParts,
  host: HostIdentity,
  body: RaffleCreateBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  refusePastDeadline(body.deadline_at, parts.clock.now());
  const passphraseHash = body.passphrase === null ? null : await hashSlowly(body.passphrase);
  const image = typeof body.image_url === 'string' ? await parts.images.take(body.image_url) : null;
  return writeDraft(parts, host, body, { passphraseHash, image, action: 'raffle_created', from });
}

/**
 * A draft with the same fields, a copy of the image, and the deadline if it is still in the future; without passphrase,
 * invitees and links, which belong to the raffle that they were given out for.
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
    adds_chance: own.adds_chance === 1,
    allow_public_join: own.allow_public_join === 1,
    voting_enabled: own.voting_enabled === 1,
    must_be_present: false,
  };
  const image = own.image_url === null ? null : await parts.images.copy(own.image_url);
  const more = { passphraseHash: null, image, action: 'raffle_duplicated', from } as const;
  const prizes = await prizesToCopy(parts, own);
  return writeDraft(parts, host, fields, { ...more, prizes, joining: joiningOf(own, parts.clock.now()) });
}

/** R61: the prizes of a raffle with copies of their images, for another one. */
interface CopiedPrizes {
  rows: readonly PrizeRow[];
  draws: readonly CopiedDraw[];
  /** By the path of the original. */
  images: ReadonlyMap<string, string>;
  columns: Partial<RaffleRow>;
}

async function prizesToCopy({ database, images }: RaffleCommandParts, own: OwnRaffle): Promise<CopiedPrizes> {
  const rows = await prizeRowsOf(database.query, own.id);
  const copies = new Map<string, string>();
  for (const path of rows.flatMap((row) => row.image_url ?? [])) {
    const copy = await images.copy(path);
    if (copy !== null) copies.set(path, copy);
  }
  const { prize_policy, reveal_order, pools, named_prizes } = own;
  const draws = await plannedDrawsOf(database.query, own.id);
  const counts = { draws_total: draws.length, draws_left: draws.length };
  return {
    rows,
    images: copies,
    draws: draws.map(({ name, presence }) => ({ name, presence: presence.required })),
    columns: { prize_policy, reveal_order, pools, named_prizes, ...counts },
  };
}

/** H11: the checks for joining by the public link. */
function joiningOf(own: OwnRaffle, now: number) {
  const {
    join_approval,
    join_confirm_email,
    join_one_per_device,
    join_hall_code,
    join_burst,
    join_per_minute,
  } = own;
  return {
    join_approval,
    join_confirm_email,
    join_one_per_device,
    join_hall_code,
    join_burst,
    join_per_minute,
    hall_code_since: join_hall_code === 1 ? now : null,
  };
}

async function writeDraft(
  { database, clock, images, bus }: RaffleCommandParts,
  host: HostIdentity,
  fields: Omit<RaffleCreateBody, 'image_url' | 'passphrase'>,
  more: {
    passphraseHash: string | null;
    image: string | null;
    action: AuditAction;
    from: CallerHashes;
    joining?: ReturnType<typeof joiningOf>;
    prizes?: CopiedPrizes;
  },
): Promise<RaffleRow> {
  const { passphraseHash, image, action, from } = more;
  const written = await database.transaction(async (trx) => {
    const now = clock.now();
    refusePastDeadline(fields.deadline_at, now);
    if (image !== null) await images.keep(trx, image);
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
        rules_text: fields.rules_text,
        adds_chance: flag(fields.adds_chance),
        witness_quorum: fields.witness_quorum,
        room_numbers: fields.room_numbers,
        passphrase_hash: passphraseHash,
        ...links,
        allow_public_join: flag(fields.allow_public_join),
        voting_enabled: flag(fields.voting_enabled),
        chosen_animation: fields.chosen_animation,
        entry_count: 0,
        active_count: 0,
        ticket_total: 0,
        bucket_totals: null,
        invitees_count: 0,
        roster_revision: 0,
        draw_started: 0,
        created_at: now,
        updated_at: now,
        ...more.joining,
        ...more.prizes?.columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writePrizes(images, trx, row, { copied: more.prizes, presence: fields.must_be_present });
    await auditHostAction(trx, row, action, now, from);
    return row;
  });
  bus.publish({ topic: 'raffle-changed', raffleId: written.id });
  return written;
}

async function writePrizes(
  images: Images,
  trx: Trx,
  raffle: RaffleRow,
  { copied, presence }: { copied: CopiedPrizes | undefined; presence: boolean },
): Promise<void> {
  if (copied === undefined) {
    return writeUnnamedPrize(trx, raffle.id, { quantity: raffle.max_winners, presence });
  }
  for (const path of copied.images.values()) await images.keep(trx, path);
  const { rows: prizes, draws } = copied;
  await copyPrizes(trx, { from: { prizes, draws }, to: raffle.id }, copied.images);
}
