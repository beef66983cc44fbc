/** A host's data (R53, R54): the retention period, cleaning up older data, and deleting everything. */
import type { AuditAction, CleanupAnswer, SettingsAnswer } from '@glassdrum/contract';
import { type Trx, lockRaffle } from '../../platform/database/database.ts';
import type { HostIdentity } from '../accounts/host-gate.ts';
import { keepWinners } from '../invitations/recent-winners/commands.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { type DataRetentionParts, deleteAccount, type Deleted, deleteWorkspaceIn } from './deletion.ts';
import { eraseRaffle } from './erase.ts';
import { DAY_MS, isDue, rafflesDue, settingsOf } from './queries.ts';

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

/** R54. @throws RefusalError draw_running, workspace_to_hand_over */
export async function deleteEverything(parts: DataRetentionParts, host: HostIdentity): Promise<void> {
  const { hostId } = host;
  const deleted = await parts.database.transaction((trx) => deleteAccount(parts, trx, hostId));
  parts.bus.publish({ topic: 'host-sessions-ended', hostId });
  await afterDeletion(parts, deleted);
}

/**
 * R81: with everything in it, as with an account. Members who belong to no other one get a new one of their own.
 * @param act of an owner, in whose own activity it is noted @throws RefusalError workspace_in_use
 */
export async function deleteWorkspace(
  parts: DataRetentionParts,
  { hostId, from }: { hostId: string; from: CallerHashes },
  workspaceId: string,
): Promise<void> {
  const { database, clock, bus } = parts;
  const deleted = await database.transaction(async (trx) => {
    const ts = clock.now();
    await writeAudit(trx, { raffleId: null, hostId, actor: 'host', action: 'workspace_deleted', ts, from });
    return deleteWorkspaceIn(parts, trx, workspaceId);
  });
  for (const memberId of deleted.memberIds) bus.publish({ topic: 'roles-changed', hostId: memberId });
  await afterDeletion(parts, deleted);
}

async function afterDeletion(
  { bus, images, database }: DataRetentionParts,
  { raffleIds }: Deleted,
): Promise<void> {
  for (const raffleId of raffleIds) bus.publish({ topic: 'raffle-changed', raffleId });
  await images.sweep();
  await database.leaveNoTraces();
}

async function auditOfHost(
  trx: Trx,
  hostId: string,
  record: { action: AuditAction; ts: number; details: Record<string, number>; from: CallerHashes },
): Promise<void> {
  await writeAudit(trx, { raffleId: null, hostId, actor: 'host', ...record });
}
