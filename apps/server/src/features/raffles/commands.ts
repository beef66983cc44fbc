/**
 * What a host does with a raffle before and beside its draw (R10–R12, R16). Each command locks the raffle, asks the rules
 * on the facts as they are then, writes state and audit in one transaction, and tells the nodes after commit.
 */
import type { RafflePatchBody } from '@glassdrum/contract';
import {
  decideClose,
  decideDelete,
  decideEdit,
  decideInviteeChange,
  decideReopen,
  effectiveStatus,
} from '@glassdrum/raffle-rules';
import type { Updateable } from 'kysely';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { type Database, type RaffleRow, type Trx, lockRaffle } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import type { Tables } from '../../database/tables.ts';
import { CallError, orRefuse } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { hashSlowly } from '../../keys/slow-hash.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { newLinkAndCode } from './join-codes.ts';
import type { OwnRaffle } from './raffle-gate.ts';

export interface RaffleCommandParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  pictures: Pictures;
}

/** As tables keep it. */
export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/**
 * R10: only a draft, and only the members that were sent. The raffle's own picture path, sent back, changes nothing.
 * @throws CallError raffle_not_draft, deadline_in_past, image_… (R6)
 */
export async function editRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  body: RafflePatchBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { passphrase, voting_enabled: voting, auto_draw: autoDraw, image_url: sentImage, ...plain } = body;
  orRefuse(decideEdit(raffleFacts(own)));
  const passphraseHash = typeof passphrase === 'string' ? await hashSlowly(passphrase) : passphrase;
  const upload = sentImage === own.image_url ? undefined : sentImage;
  const image = typeof upload === 'string' ? await parts.pictures.take(upload) : upload;
  const changes = sent({
    ...plain,
    image_url: image,
    passphrase_hash: passphraseHash,
    voting_enabled: voting === undefined ? undefined : flag(voting),
    auto_draw: autoDraw === undefined ? undefined : flag(autoDraw),
  });
  const row = await change(parts, own, async (trx, raffle, now) => {
    orRefuse(decideEdit(raffleFacts(raffle)));
    if (body.deadline_at !== undefined) refusePastDeadline(body.deadline_at, now);
    if (image !== undefined) await parts.pictures.letGo(trx, raffle.image_url);
    if (typeof image === 'string') await parts.pictures.keep(trx, image);
    const names = Object.keys(body).toSorted().join(',');
    await audit(trx, raffle, 'raffle_edited', now, from, { fields: names });
    return changes;
  });
  if (image !== undefined) await parts.pictures.sweep();
  return row;
}

/** R12: by the host; one whose deadline passed counts as closed from then. */
export function closeRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  return change(
    parts,
    own,
    async (trx, raffle, now) => {
      const { closedAt } = orRefuse(decideClose(raffleFacts(raffle), now));
      await audit(trx, raffle, 'raffle_closed', now, from);
      return { status: 'closed', closed_at_s: Math.floor(closedAt / 1000) };
    },
    { deadlineFirst: false },
  );
}

/** `closed → open`, until a draw was started or the deadline passed. */
export function reopenRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  return change(parts, own, async (trx, raffle, now) => {
    orRefuse(decideReopen(raffleFacts(raffle), now));
    await audit(trx, raffle, 'raffle_reopened', now, from);
    return { status: 'open', closed_at_s: null };
  });
}

/** Makes the public link if there is none yet; it does not switch public joining on. */
export function makePublicLink(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  return change(parts, own, async (trx, raffle, now) => {
    if (raffle.public_link !== null && raffle.join_code !== null) return {};
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    await audit(trx, raffle, 'public_link_made', now, from);
    return linkFor(trx, raffle);
  });
}

/** Switches public joining; switched on for the first time, it gets its link. */
export function allowPublicJoin(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  allow: boolean,
  from: CallerHashes,
): Promise<RaffleRow> {
  return change(parts, own, async (trx, raffle, now) => {
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    await audit(trx, raffle, 'public_join_switched', now, from, { allow });
    return { allow_public_join: flag(allow), ...(allow && (await linkFor(trx, raffle))) };
  });
}

/** What is missing of public link and join code. */
async function linkFor(trx: Trx, raffle: RaffleRow): Promise<Changes> {
  const fresh = await newLinkAndCode(trx);
  return {
    public_link: raffle.public_link ?? fresh.public_link,
    join_code: raffle.join_code ?? fresh.join_code,
  };
}

/** Only a draft, with its list of invitees. @throws CallError raffle_not_draft */
export async function deleteDraft(
  { database, clock, bus, pictures }: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    const raffle = await lockRaffle(database, trx, own.id);
    if (raffle === undefined) throw new CallError('not_found');
    orRefuse(decideDelete(raffleFacts(raffle)));
    await pictures.letGo(trx, raffle.image_url);
    await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
    await audit(trx, raffle, 'draft_deleted', clock.now(), from);
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  await pictures.sweep();
}

/**
 * Locks the raffle and stores the closing that its deadline brought, if that is not stored yet (R12).
 * @throws CallError not_found when it was deleted meanwhile
 */
export async function lockSettledRaffle(
  database: Database,
  trx: Trx,
  raffleId: string,
  now: number,
): Promise<RaffleRow> {
  const raffle = await lockRaffle(database, trx, raffleId);
  if (raffle === undefined) throw new CallError('not_found');
  const { deadline_at: deadline } = raffle;
  const due = raffle.status === 'open' && effectiveStatus(raffleFacts(raffle), now) === 'closed';
  if (!due || deadline === null) return raffle;
  const closing = { status: 'closed' as const, closed_at_s: Math.floor(deadline / 1000) };
  await trx.updateTable('raffles').set(closing).where('id', '=', raffle.id).execute();
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'system',
    action: 'raffle_closed',
    ts: now,
    details: { deadline_at: deadline },
  });
  return { ...raffle, ...closing };
}

type Changes = Updateable<Tables['raffles']>;

/**
 * One change by the host: locks the raffle, lets `decide` write what goes with it, stores the members that it returns, and
 * tells the nodes after commit.
 * @param options.deadlineFirst stores the closing that the deadline brought before anything is decided; default true
 */
export async function change(
  { database, clock, bus }: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'>,
  own: OwnRaffle,
  decide: (trx: Trx, raffle: RaffleRow, now: number) => Promise<Changes>,
  { deadlineFirst }: { deadlineFirst: boolean } = { deadlineFirst: true },
): Promise<RaffleRow> {
  const row = await database.transaction(async (trx) => {
    const now = clock.now();
    const raffle = deadlineFirst
      ? await lockSettledRaffle(database, trx, own.id, now)
      : await lockRaffle(database, trx, own.id);
    if (raffle === undefined) throw new CallError('not_found');
    const changes = await decide(trx, raffle, now);
    if (Object.keys(changes).length === 0) return raffle;
    return trx
      .updateTable('raffles')
      .set({ ...changes, updated_at: now })
      .where('id', '=', own.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  return row;
}

/** R16. */
export function refusePastDeadline(deadlineAt: number | null, now: number): void {
  if (deadlineAt === null || deadlineAt > now) return;
  const { message } = new CallError('deadline_in_past');
  throw new CallError('deadline_in_past', { fields: { deadline_at: message } });
}

/** Members that are undefined were not sent, and change nothing. */
function sent(changes: { [Name in keyof Changes]: Changes[Name] | undefined }): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** A record of what the host did to this raffle. */
export async function audit(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'host_id'>,
  action: string,
  ts: number,
  from: CallerHashes,
  details?: Record<string, string | number | boolean>,
): Promise<void> {
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'host',
    action,
    ts,
    from,
    ...(details !== undefined && { details }),
  });
}
