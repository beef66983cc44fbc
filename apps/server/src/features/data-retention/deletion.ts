/**
 * Deleting an account (R54) or a workspace (R81), in the caller's transaction. What only one person can reach is erased. What
 * others work on stays: raffles in the name of somebody who goes pass to an owner of their workspace. Of drawn raffles the results,
 * proofs and public records stay in any case, without names and texts, under an account that nobody can sign in to.
 */
import { randomBytes } from 'node:crypto';
import { phaseOf } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { Images } from '../../platform/storage/images.ts';
import type { Database, RaffleRow, Trx } from '../../platform/database/database.ts';
import { raffleFacts } from '../../platform/database/raffle-facts.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { undecidedDraws, writeVoidRecord } from '../draws/openings.ts';
import { releaseTemplateImages } from '../raffles/templates/commands.ts';
import { templateRowsOf } from '../raffles/templates/queries.ts';
import { ensureWorkspace } from '../workspaces/commands.ts';
import { handOver } from '../workspaces/members/commands.ts';
import { lockWorkspace, membershipsOf } from '../workspaces/queries.ts';
import { eraseRaffle, releaseImages } from './erase.ts';

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

/** What has to be told after the commit. */
export interface Deleted {
  /** Raffles that are gone, or have other fields. */
  raffleIds: string[];
  /** Accounts that belong to fewer workspaces than before. */
  memberIds: string[];
}

/** @throws RefusalError draw_running, workspace_to_hand_over */
export async function deleteAccount(parts: DataRetentionParts, trx: Trx, hostId: string): Promise<Deleted> {
  const { keys, clock } = parts;
  const now = clock.now();
  // The account's row first, then workspaces and raffles, so that nothing is created, joined or frozen meanwhile.
  await trx.updateTable('users').set({ updated_at: now }).where('id', '=', hostId).execute();
  const handedOver: string[] = [];
  const erased: string[] = [];
  const undecided: string[] = [];
  for (const workspaceId of (await membershipsOf(trx, hostId)).map((one) => one.workspaceId).toSorted()) {
    await lockWorkspace(trx, workspaceId);
    const heir = await heirIn(trx, workspaceId, hostId);
    if (heir === null) {
      const gone = await eraseWorkspace(parts, trx, workspaceId, now);
      erased.push(...gone.raffleIds);
      undecided.push(...gone.undecided);
    } else handedOver.push(...(await passOn(trx, workspaceId, { from: hostId, to: heir })));
  }
  const log = await logIdentityOf(trx, hostId, handedOver);
  await trx.deleteFrom('audit_log').where('host_id', '=', hostId).execute();
  await trx.deleteFrom('verifications').where('value', 'like', `%${hostId}%`).execute();
  await trx.updateTable('sign_up_links').set({ note: '' }).where('used_by', '=', hostId).execute();
  await trx.updateTable('workspace_invitations').set({ note: '' }).where('used_by', '=', hostId).execute();
  await trx.deleteFrom('users').where('id', '=', hostId).execute();
  if (log !== null) await createPlaceholderAccount(trx, now, log);
  // Last, because every other append waits for the log's head from here on.
  for (const drawId of undecided) await writeVoidRecord(trx, keys, { drawId, ...ERASED, now });
  return { raffleIds: [...erased, ...handedOver], memberIds: [] };
}

/**
 * Who gets what is in the name of somebody who goes; null where nobody else belongs to the workspace.
 * @throws RefusalError workspace_to_hand_over
 */
async function heirIn(trx: Trx, workspaceId: string, hostId: string): Promise<string | null> {
  const others = await trx
    .selectFrom('workspace_members')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '!=', hostId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  if (others.length === 0) return null;
  const heir = others.find(({ role }) => role === 'owner');
  if (heir === undefined) throw new RefusalError('workspace_to_hand_over');
  return heir.user_id;
}

async function passOn(
  trx: Trx,
  workspaceId: string,
  change: { from: string; to: string },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('raffles')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('host_id', '=', change.from)
    .execute();
  await handOver(trx, workspaceId, change);
  return rows.map(({ id }) => id);
}

/**
 * Later draws of a raffle are promised in the public log under the pseudonym of its first one, so that outlives the account where
 * such draws may come.
 */
async function logIdentityOf(
  trx: Trx,
  hostId: string,
  handedOver: readonly string[],
): Promise<LogIdentity | null> {
  if (handedOver.length === 0) return null;
  const host = await trx
    .selectFrom('users')
    .select(['pseudonym', 'host_seq', 'last_open_hash'])
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
  const opened = await trx
    .selectFrom('draw_openings')
    .select('id')
    .where('host_id', '=', host.pseudonym)
    .where('raffle_id', 'in', [...handedOver])
    .executeTakeFirst();
  return opened === undefined ? null : host;
}

/**
 * Everything in a workspace, and the workspace.
 * @param now epoch ms
 * @returns draws to void in the public log, last of all, because every other append waits for its head from there on
 * @throws RefusalError draw_running
 */
async function eraseWorkspace(
  parts: DataRetentionParts,
  trx: Trx,
  workspaceId: string,
  now: number,
): Promise<{ raffleIds: string[]; undecided: string[] }> {
  const { images } = parts;
  const raffles = await lockRafflesOf(parts, trx, workspaceId);
  if (raffles.some((raffle) => phaseOf(raffleFacts(raffle)) === 'drawing'))
    throw new RefusalError('draw_running');
  const drawn = new Set(raffles.filter(({ status }) => status === 'drawn').map(({ id }) => id));
  const placeholder = drawn.size === 0 ? null : await createPlaceholderAccount(trx, now, newLogIdentity());
  const undecided: string[] = [];
  for (const raffle of raffles) {
    if (placeholder === null || !drawn.has(raffle.id)) {
      undecided.push(...(await undecidedDraws(trx, raffle.id)));
      await releaseImages(trx, images, raffle);
      await trx.deleteFrom('raffles').where('id', '=', raffle.id).execute();
      continue;
    }
    await eraseRaffle(trx, parts, raffle, { now, rules: true });
    await trx
      .updateTable('raffles')
      .set({ host_id: placeholder, workspace_id: null, title: 'Deleted raffle', description: '' })
      .where('id', '=', raffle.id)
      .execute();
  }
  const raffleIds = raffles.map(({ id }) => id);
  for (const template of await templateRowsOf(trx, workspaceId))
    await releaseTemplateImages(trx, images, template);
  for (const id of raffleIds) await trx.deleteFrom('audit_log').where('raffle_id', '=', id).execute();
  await trx.deleteFrom('audit_log').where('workspace_id', '=', workspaceId).execute();
  await trx.deleteFrom('workspaces').where('id', '=', workspaceId).execute();
  return { raffleIds, undecided };
}

/** @throws RefusalError workspace_in_use */
export async function deleteWorkspaceIn(
  parts: DataRetentionParts,
  trx: Trx,
  workspaceId: string,
): Promise<Deleted> {
  const { keys, clock } = parts;
  const now = clock.now();
  await lockWorkspace(trx, workspaceId);
  const raffles = await lockRafflesOf(parts, trx, workspaceId);
  const isDone = (raffle: RaffleRow): boolean =>
    ['draft', 'drawn', 'cancelled'].includes(phaseOf(raffleFacts(raffle)));
  if (!raffles.every(isDone)) throw new RefusalError('workspace_in_use');
  const members = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  const { raffleIds, undecided } = await eraseWorkspace(parts, trx, workspaceId, now);
  for (const { user_id: userId } of members) await ensureWorkspace(trx, userId, now);
  for (const drawId of undecided) await writeVoidRecord(trx, keys, { drawId, ...ERASED, now });
  return { raffleIds, memberIds: members.map((one) => one.user_id) };
}

function lockRafflesOf(
  { database }: DataRetentionParts,
  trx: Trx,
  workspaceId: string,
): Promise<RaffleRow[]> {
  const rows = trx.selectFrom('raffles').selectAll().where('workspace_id', '=', workspaceId).orderBy('id');
  return (database.kind === 'postgres' ? rows.forUpdate() : rows).execute();
}

/** How a host is known in public records. */
interface LogIdentity {
  pseudonym: string;
  host_seq: number;
  last_open_hash: string | null;
}

const newLogIdentity = (): LogIdentity => ({
  pseudonym: randomBytes(16).toString('base64url'),
  host_seq: 0,
  last_open_hash: null,
});

/** An account without name, address, password, session and workspace, which owns raffles that must stay. */
async function createPlaceholderAccount(trx: Trx, now: number, log: LogIdentity): Promise<string> {
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
      last_login_at: null,
      ...log,
    })
    .execute();
  return id;
}
