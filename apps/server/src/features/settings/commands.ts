/** A host's data (R53, R54): how long it is kept, cleaning up what is older, and deleting everything. */
import { randomBytes } from 'node:crypto';
import type { CleanupAnswer, SettingsAnswer } from '@glassdrum/contract';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { type Database, type RaffleRow, type Trx, lockRaffle } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import { eraseRaffle, letPicturesGo } from './erase.ts';
import { rafflesDue, settingsOf } from './queries.ts';
import { voidDraws } from './void-draws.ts';

export interface SettingsParts {
  database: Database;
  /** Sign what the public log is told. */
  keys: Keys;
  clock: Clock;
  bus: Bus;
  pictures: Pictures;
}

export async function setRetention(
  { database, clock }: Pick<SettingsParts, 'database' | 'clock'>,
  host: HostIdentity,
  days: number,
  from: CallerHashes,
): Promise<SettingsAnswer> {
  await database.transaction(async (trx) => {
    const now = clock.now();
    await trx
      .updateTable('users')
      .set({ retention_days: days, updated_at: now })
      .where('id', '=', host.hostId)
      .execute();
    const details = { retention_days: days };
    await auditOfHost(trx, host.hostId, { action: 'retention_changed', ts: now, details, from });
  });
  return settingsOf({ database, clock }, host.hostId);
}

/** R53: drawn raffles older than the host's period lose their personal data; others are never touched. */
export async function cleanUp(parts: SettingsParts, hostId: string): Promise<CleanupAnswer> {
  const { database, clock, bus, pictures } = parts;
  const { retention_days: days } = await database.query
    .selectFrom('users')
    .select('retention_days')
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
  const due = await rafflesDue(database, hostId, clock.now());
  let cleaned = 0;
  for (const id of due) {
    if (!(await database.transaction((trx) => cleanOne(parts, trx, id)))) continue;
    cleaned += 1;
    bus.publish({ topic: 'raffle-changed', raffleId: id });
  }
  await pictures.sweep();
  if (cleaned > 0) await database.leaveNoTraces();
  return { cleaned, message: cleanupSentence(cleaned, days) };
}

/** One raffle a transaction: a long list is no reason to hold the others up. False when another call was first. */
async function cleanOne(parts: SettingsParts, trx: Trx, raffleId: string): Promise<boolean> {
  const raffle = await lockRaffle(parts.database, trx, raffleId);
  if (raffle === undefined || raffle.status !== 'drawn' || raffle.cleaned_at !== null) return false;
  const now = parts.clock.now();
  await eraseRaffle(trx, parts, raffle, now);
  await writeAudit(trx, {
    raffleId,
    hostId: raffle.host_id,
    actor: 'system',
    action: 'raffle_cleaned_up',
    ts: now,
  });
  return true;
}

function cleanupSentence(cleaned: number, days: number): string {
  const period = days === 1 ? '1 day' : `${days} days`;
  if (cleaned === 0) return `Nothing to clean up: no completed raffle is older than ${period}.`;
  const raffles = cleaned === 1 ? '1 completed raffle' : `${cleaned} completed raffles`;
  return `Personal data of ${raffles} older than ${period} was erased. Results and proofs stay.`;
}

/**
 * R54: the account and everything personal goes. Results, proofs and public records of drawn raffles stay, without names,
 * under an account that nobody can sign in to; the raffle's own words go as well. What was opened and not drawn ends in the
 * public log as voided.
 * @throws CallError draw_running
 */
export async function deleteEverything(parts: SettingsParts, host: HostIdentity): Promise<void> {
  const { database, bus, pictures } = parts;
  const raffles = await database.transaction((trx) => deleteAccount(parts, trx, host.hostId));
  for (const id of raffles) bus.publish({ topic: 'raffle-changed', raffleId: id });
  bus.publish({ topic: 'host-sessions-ended', hostId: host.hostId });
  await pictures.sweep();
  await database.leaveNoTraces();
}

/** @returns the ids of all raffles that the host had */
async function deleteAccount(parts: SettingsParts, trx: Trx, hostId: string): Promise<string[]> {
  const { database, keys, clock, pictures } = parts;
  const now = clock.now();
  // The account's row first, then its raffles: nothing is made, joined or frozen meanwhile.
  await trx.updateTable('users').set({ updated_at: now }).where('id', '=', hostId).execute();
  const raffles = await lockRafflesOf(database, trx, hostId);
  const draws = await trx
    .selectFrom('draws as d')
    .innerJoin('raffles as r', 'r.id', 'd.raffle_id')
    .select(['d.raffle_id', 'd.completed_at'])
    .where('r.host_id', '=', hostId)
    .execute();
  if (draws.some((draw) => draw.completed_at === null)) throw new CallError('draw_running');

  const drawn = new Set(draws.map((draw) => draw.raffle_id));
  const keeper = drawn.size === 0 ? null : await nobodysAccount(trx, now);
  for (const raffle of raffles) {
    await trx.deleteFrom('audit_log').where('raffle_id', '=', raffle.id).execute();
    if (keeper === null || !drawn.has(raffle.id)) {
      await letPicturesGo(trx, pictures, raffle);
      await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
      continue;
    }
    await eraseRaffle(trx, parts, raffle, now);
    await trx
      .updateTable('raffles')
      .set({ host_id: keeper, host_seq: null, title: 'Deleted raffle', description: '' })
      .where('id', '=', raffle.id)
      .execute();
  }
  await trx.deleteFrom('audit_log').where('host_id', '=', hostId).execute();
  await trx.deleteFrom('verifications').where('value', 'like', `%${hostId}%`).execute();
  await trx.deleteFrom('users').where('id', '=', hostId).execute();
  // Last, because every other append waits for the log's head from here on.
  const undrawn = raffles.filter((raffle) => !drawn.has(raffle.id)).map((raffle) => raffle.draw_id);
  await voidDraws(trx, keys, { drawIds: undrawn.filter((id) => id !== null), reasonCode: 'erased', now });
  return raffles.map((raffle) => raffle.id);
}

function lockRafflesOf(database: Database, trx: Trx, hostId: string): Promise<RaffleRow[]> {
  const rows = trx.selectFrom('raffles').selectAll().where('host_id', '=', hostId).orderBy('id');
  return (database.kind === 'postgres' ? rows.forUpdate() : rows).execute();
}

/** An account without name, address, password and session, to which raffles that must stay belong. */
async function nobodysAccount(trx: Trx, now: number): Promise<string> {
  const id = randomBytes(24).toString('base64url');
  await trx
    .insertInto('users')
    .values({
      id,
      name: '',
      email: `${id.toLowerCase()}@deleted.invalid`,
      email_verified: 0,
      image: null,
      created_at: now,
      updated_at: now,
      pseudonym: randomBytes(16).toString('base64url'),
      last_open_hash: null,
      last_login_at: null,
    })
    .execute();
  return id;
}

async function auditOfHost(
  trx: Trx,
  hostId: string,
  record: { action: string; ts: number; details: Record<string, number>; from: CallerHashes },
): Promise<void> {
  await writeAudit(trx, { raffleId: null, hostId, actor: 'host', ...record });
}
