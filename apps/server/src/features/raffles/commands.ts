/**
 * What a host does with a raffle apart from its draw (R10–R12, R16). Each command locks the raffle, applies the rules to the
 * facts as they are then, writes state and audit record in one transaction, and notifies the nodes after commit.
 */
import type { AuditAction, RafflePatchBody } from '@glassdrum/contract';
import {
  acceptNamePublications,
  decideClose,
  decideDelete,
  decideEdit,
  decideReopen,
  decideReplan,
  effectiveStatus,
} from '@glassdrum/raffle-rules';
import type { Updateable } from 'kysely';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, type RaffleRow, type Trx, lockRaffle } from '../../platform/database/database.ts';
import { publicationsColumn } from '../../platform/database/name-columns.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { RefusalError, orRefuse } from '../../platform/refusal.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { hashSlowly } from '../../platform/keys/slow-hash.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { replanAll } from '../draws/openings.ts';
import type { Images } from '../../platform/storage/images.ts';
import { requirePresence, setOnlyQuantity } from './prizes/prize-rows.ts';
import { prizeRowsOf } from './prizes/queries.ts';
import type { OwnRaffle } from './raffle-gate.ts';

export interface RaffleCommandParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  images: Images;
}

/** A boolean as the tables store it. */
export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/**
 * R10: only a draft, and only the fields that were definedOnly. The raffle's own image path, definedOnly back, changes nothing. Of an
 * opened raffle only the number of winners can change (R94). `max_winners` is the quantity of the only prize (R61).
 * @throws RefusalError raffle_not_draft, deadline_in_past, several_prizes, image_… (R6)
 */
export async function editRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  body: RafflePatchBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { max_winners: maxWinners, ...more } = body;
  if (own.status !== 'draft' && maxWinners !== undefined && Object.keys(more).length === 0) {
    return changeWinners(parts, own, maxWinners, from);
  }
  const { passphrase, voting_enabled: voting, auto_draw: autoDraw, image_url: sentImage, ...rest } = more;
  const {
    adds_chance: addsChance,
    must_be_present: mustBePresent,
    name_publications: names,
    ...plain
  } = rest;
  orRefuse(decideEdit(raffleFacts(own)));
  const passphraseHash = typeof passphrase === 'string' ? await hashSlowly(passphrase) : passphrase;
  const upload = sentImage === own.image_url ? undefined : sentImage;
  const image = typeof upload === 'string' ? await parts.images.take(upload) : upload;
  const changes = definedOnly({
    ...plain,
    image_url: image,
    passphrase_hash: passphraseHash,
    voting_enabled: voting === undefined ? undefined : flag(voting),
    auto_draw: autoDraw === undefined ? undefined : flag(autoDraw),
    adds_chance: addsChance === undefined ? undefined : flag(addsChance),
    name_publications:
      names === undefined ? undefined : publicationsColumn(orRefuse(acceptNamePublications(names))),
  });
  const row = await changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideEdit(raffleFacts(raffle)));
    if (body.deadline_at !== undefined) refusePastDeadline(body.deadline_at, now);
    if (image !== undefined) await parts.images.letGo(trx, raffle.image_url);
    if (typeof image === 'string') await parts.images.keep(trx, image);
    const fields = Object.keys(body).toSorted().join(',');
    await auditHostAction(trx, raffle, 'raffle_edited', now, from, { fields });
    if (mustBePresent !== undefined) await requirePresence(trx, raffle.id, mustBePresent);
    const quantity = maxWinners === undefined ? {} : await setOnlyQuantity(trx, raffle, maxWinners);
    return { ...changes, ...quantity };
  });
  if (image !== undefined) await parts.images.sweep();
  return row;
}

/**
 * R94: another number of winners, publicly, until the draw starts.
 * @throws RefusalError draw_started, already_drawn, several_prizes
 */
function changeWinners(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  maxWinners: number,
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideReplan(raffleFacts(raffle)));
    if (maxWinners === raffle.max_winners) return {};
    const changes = await setOnlyQuantity(trx, raffle, maxWinners);
    await replanAll(trx, parts.keys, raffle, now);
    const details = { before: raffle.max_winners, max_winners: maxWinners };
    await auditHostAction(trx, raffle, 'winners_changed', now, from, details);
    return changes;
  });
}

/** R12: by the host; one whose deadline passed counts as closed from then. */
export function closeRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(
    parts,
    own,
    async (trx, raffle, now) => {
      const { closedAt } = orRefuse(decideClose(raffleFacts(raffle), now));
      await auditHostAction(trx, raffle, 'raffle_closed', now, from);
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
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideReopen(raffleFacts(raffle), now));
    await auditHostAction(trx, raffle, 'raffle_reopened', now, from);
    return { status: 'open', closed_at_s: null };
  });
}

/** Only a draft, with its list of invitees. @throws RefusalError raffle_not_draft */
export async function deleteDraft(
  { database, clock, bus, images }: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<void> {
  await database.transaction(async (trx) => {
    const raffle = await lockExistingRaffle(database, trx, own.id);
    orRefuse(decideDelete(raffleFacts(raffle)));
    const prizes = await prizeRowsOf(trx, raffle.id);
    for (const path of [raffle.image_url, ...prizes.map((row) => row.image_url)]) {
      await images.letGo(trx, path);
    }
    await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
    await auditHostAction(trx, raffle, 'draft_deleted', clock.now(), from);
  });
  bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  await images.sweep();
  await database.leaveNoTraces();
}

/** @throws RefusalError not_found once it is deleted */
export async function lockExistingRaffle(database: Database, trx: Trx, raffleId: string): Promise<RaffleRow> {
  const raffle = await lockRaffle(database, trx, raffleId);
  if (raffle === undefined) throw new RefusalError('not_found');
  return raffle;
}

/**
 * Locks the raffle and, if its deadline has passed, stores that it is closed (R12).
 * @throws RefusalError not_found once it is deleted
 */
export async function lockSettledRaffle(
  database: Database,
  trx: Trx,
  raffleId: string,
  now: number,
): Promise<RaffleRow> {
  const raffle = await lockExistingRaffle(database, trx, raffleId);
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

export type RaffleChanges = Updateable<Tables['raffles']>;

/**
 * One change by the host: locks the raffle, lets `decide` write what belongs to it, stores the columns that it returns, and
 * notifies the nodes after commit.
 * @param options.deadlineFirst stores a closing by the deadline before anything is decided; default true
 */
export async function changeRaffle(
  { database, clock, bus }: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'>,
  own: OwnRaffle,
  decide: (trx: Trx, raffle: RaffleRow, now: number) => Promise<RaffleChanges>,
  { deadlineFirst }: { deadlineFirst: boolean } = { deadlineFirst: true },
): Promise<RaffleRow> {
  const row = await database.transaction(async (trx) => {
    const now = clock.now();
    const raffle = deadlineFirst
      ? await lockSettledRaffle(database, trx, own.id, now)
      : await lockExistingRaffle(database, trx, own.id);
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
  const { message } = new RefusalError('deadline_in_past');
  throw new RefusalError('deadline_in_past', { fields: { deadline_at: message } });
}

/** Fields that are undefined were not sent and change nothing. */
function definedOnly(changes: {
  [Name in keyof RaffleChanges]: RaffleChanges[Name] | undefined;
}): RaffleChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** A record of what the host did to this raffle. */
export async function auditHostAction(
  trx: Trx,
  raffle: Pick<RaffleRow, 'id' | 'host_id'>,
  action: AuditAction,
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
