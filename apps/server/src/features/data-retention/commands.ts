/** A host's data (R53, R54): the retention period, cleaning up older data, and deleting everything. */
import { randomBytes } from 'node:crypto';
import type { AuditAction, CleanupAnswer, SettingsAnswer } from '@glassdrum/contract';
import { phaseOf } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, type RaffleRow, type Trx, lockRaffle } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Images } from '../../platform/storage/images.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { undecidedDraws, writeVoidRecord } from '../draws/openings.ts';
import { keepWinners } from '../invitations/recent-winners/commands.ts';
import { releaseTemplateImages } from '../raffles/templates/commands.ts';
import { templateRowsOf } from '../raffles/templates/queries.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { eraseRaffle, releaseImages } from './erase.ts';
import { DAY_MS, isDue, rafflesDue, settingsOf } from './queries.ts';

export interface DataRetentionParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  images: Images;
}

/**
 * A raffle that was opened stays in the public log. When it is erased before its freeze, its draw is voided there: otherwise it
 * would stay open forever and look like a hidden draw (draw protocol §8).
 */
export const ERASED = { reasonCode: 'erased' } as const;

export async function setRetention(
  { database, clock }: Pick<DataRetentionParts, 'database' | 'clock'>,
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

/** R53: drawn and cancelled raffles older than the host's period lose their personal data; others are never touched. */
export async function cleanUp(parts: DataRetentionParts, hostId: string): Promise<CleanupAnswer> {
  const { database, clock, bus, images } = parts;
  const { retention_days: days } = await database.query
    .selectFrom('users')
    .select('retention_days')
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
  const due = await rafflesDue(database, hostId, clock.now());
  let cleaned = 0;
  for (const id of due) {
    if (!(await database.transaction((trx) => cleanOne(parts, trx, { raffleId: id, days })))) continue;
    cleaned += 1;
    bus.publish({ topic: 'raffle-changed', raffleId: id });
  }
  await images.sweep();
  if (cleaned > 0) await database.leaveNoTraces();
  return { cleaned, message: cleanupSentence(cleaned, days) };
}

/** One transaction per raffle, so that a long list does not delay the others. False when another call was first. */
async function cleanOne(
  parts: DataRetentionParts,
  trx: Trx,
  { raffleId, days }: { raffleId: string; days: number },
): Promise<boolean> {
  const raffle = await lockRaffle(parts.database, trx, raffleId);
  if (raffle === undefined || raffle.cleaned_at !== null) return false;
  if (raffle.status !== 'drawn' && raffle.cancelled_at === null) return false;
  const now = parts.clock.now();
  if (!(await isDue(trx, raffleId, now - days * DAY_MS))) return false;
  await keepWinners(parts, trx, raffle, now);
  await eraseRaffle(trx, parts, raffle, { now, rules: false });
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
 * R54: deletes the account and all personal data. Results, proofs and public records of drawn raffles stay, without names and
 * without the raffle's own texts, under an account that nobody can sign in to. Raffles that were opened and not drawn are
 * voided in the public log.
 * @throws RefusalError draw_running
 */
export async function deleteEverything(parts: DataRetentionParts, host: HostIdentity): Promise<void> {
  const { database, bus, images } = parts;
  const raffles = await database.transaction((trx) => deleteAccount(parts, trx, host.hostId));
  for (const id of raffles) bus.publish({ topic: 'raffle-changed', raffleId: id });
  bus.publish({ topic: 'host-sessions-ended', hostId: host.hostId });
  await images.sweep();
  await database.leaveNoTraces();
}

/** @returns the ids of all raffles that the host had */
async function deleteAccount(parts: DataRetentionParts, trx: Trx, hostId: string): Promise<string[]> {
  const { database, keys, clock, images } = parts;
  const now = clock.now();
  // The account's row first, then its raffles, so that nothing is created, joined or frozen meanwhile.
  await trx.updateTable('users').set({ updated_at: now }).where('id', '=', hostId).execute();
  const raffles = await lockRafflesOf(database, trx, hostId);
  if (raffles.some((raffle) => phaseOf(raffleFacts(raffle)) === 'drawing'))
    throw new RefusalError('draw_running');

  const drawn = new Set(raffles.filter(({ status }) => status === 'drawn').map(({ id }) => id));
  const placeholder = drawn.size === 0 ? null : await createPlaceholderAccount(trx, now);
  const undecided: string[] = [];
  for (const { id } of raffles) if (!drawn.has(id)) undecided.push(...(await undecidedDraws(trx, id)));
  for (const raffle of raffles) {
    await trx.deleteFrom('audit_log').where('raffle_id', '=', raffle.id).execute();
    if (placeholder === null || !drawn.has(raffle.id)) {
      await releaseImages(trx, images, raffle);
      await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
      continue;
    }
    await eraseRaffle(trx, parts, raffle, { now, rules: true });
    await trx
      .updateTable('raffles')
      .set({ host_id: placeholder, title: 'Deleted raffle', description: '' })
      .where('id', '=', raffle.id)
      .execute();
  }
  for (const template of await templateRowsOf(trx, hostId))
    await releaseTemplateImages(trx, images, template);
  await trx.deleteFrom('audit_log').where('host_id', '=', hostId).execute();
  await trx.deleteFrom('verifications').where('value', 'like', `%${hostId}%`).execute();
  await trx.updateTable('sign_up_links').set({ note: '' }).where('used_by', '=', hostId).execute();
  await trx.deleteFrom('users').where('id', '=', hostId).execute();
  // Last, because every other append waits for the log's head from here on.
  for (const drawId of undecided) await writeVoidRecord(trx, keys, { drawId, ...ERASED, now });
  return raffles.map((raffle) => raffle.id);
}

function lockRafflesOf(database: Database, trx: Trx, hostId: string): Promise<RaffleRow[]> {
  const rows = trx.selectFrom('raffles').selectAll().where('host_id', '=', hostId).orderBy('id');
  return (database.kind === 'postgres' ? rows.forUpdate() : rows).execute();
}

/** An account without name, address, password and session, which owns raffles that must stay. */
async function createPlaceholderAccount(trx: Trx, now: number): Promise<string> {
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
  record: { action: AuditAction; ts: number; details: Record<string, number>; from: CallerHashes },
): Promise<void> {
  await writeAudit(trx, { raffleId: null, hostId, actor: 'host', ...record });
}
