/**
 * What a host does with a raffle before and beside its draw (R10–R12, R16). Each command locks the raffle, asks the rules
 * on the facts as they are then, writes state and audit in one transaction, and tells the nodes after commit.
 */
import { randomBytes } from 'node:crypto';
import type { RaffleCreateBody, RafflePatchBody } from '@glassdrum/contract';
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
import type { HostIdentity } from '../accounts/host-gate.ts';
import type { OwnRaffle } from './raffle-gate.ts';

export interface RaffleCommandParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

/** 16 bytes: ids and links can't be guessed (I4). */
const newId = (): string => randomBytes(16).toString('base64url');
const newLink = (): string => randomBytes(24).toString('base64url');

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** @throws CallError deadline_in_past (R16) */
export async function createRaffle(
  { database, clock }: RaffleCommandParts,
  host: HostIdentity,
  body: RaffleCreateBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const passphraseHash = body.passphrase === null ? null : await hashSlowly(body.passphrase);
  const now = clock.now();
  refusePastDeadline(body.deadline_at, now);
  return database.transaction(async (trx) => {
    const row = await trx
      .insertInto('raffles')
      .values({
        id: newId(),
        host_id: host.hostId,
        title: body.title,
        description: body.description,
        image_url: null,
        status: 'draft',
        max_winners: body.max_winners,
        max_tickets: body.max_tickets,
        max_entries: body.max_entries,
        deadline_at: body.deadline_at,
        passphrase_hash: passphraseHash,
        public_link: body.allow_public_join ? newLink() : null,
        allow_public_join: flag(body.allow_public_join),
        voting_enabled: flag(body.voting_enabled),
        chosen_animation: body.chosen_animation,
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
    await audit(trx, row, 'raffle_created', now, from);
    return row;
  });
}

/** R10: only a draft, and only the members that were sent. @throws CallError raffle_not_draft, deadline_in_past */
export async function editRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  body: RafflePatchBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { passphrase, voting_enabled: voting, ...plain } = body;
  const passphraseHash = typeof passphrase === 'string' ? await hashSlowly(passphrase) : passphrase;
  const changes = sent({
    ...plain,
    passphrase_hash: passphraseHash,
    voting_enabled: voting === undefined ? undefined : flag(voting),
  });
  return change(parts, own, async (trx, raffle, now) => {
    orRefuse(decideEdit(raffleFacts(raffle)));
    if (body.deadline_at !== undefined) refusePastDeadline(body.deadline_at, now);
    const names = Object.keys(body).toSorted().join(',');
    await audit(trx, raffle, 'raffle_edited', now, from, { fields: names });
    return changes;
  });
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
    if (raffle.public_link !== null) return {};
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    await audit(trx, raffle, 'public_link_made', now, from);
    return { public_link: newLink() };
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
    return { allow_public_join: flag(allow), public_link: raffle.public_link ?? (allow ? newLink() : null) };
  });
}

/** Only a draft, with its list of invitees. @throws CallError raffle_not_draft */
export async function deleteDraft(
  { database, clock, bus }: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    const raffle = await lockRaffle(database, trx, own.id);
    if (raffle === undefined) throw new CallError('not_found');
    orRefuse(decideDelete(raffleFacts(raffle)));
    await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
    await audit(trx, raffle, 'draft_deleted', clock.now(), from);
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
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

async function change(
  { database, clock, bus }: RaffleCommandParts,
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

async function audit(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'host_id'>,
  action: string,
  ts: number,
  from: CallerHashes,
  details?: Record<string, string | boolean>,
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
