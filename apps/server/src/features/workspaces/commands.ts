/**
 * Workspaces (R81): making, renaming, and two people who start a draw. Deleting one erases what is in it, which
 * `data-retention` does.
 */
import { randomBytes } from 'node:crypto';
import type { AuditAction, WorkspacePatchBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Trx } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { type CallerHashes, writeAudit } from '../../audit/audit.ts';
import { lockWorkspace, membershipsOf, type WorkspaceRow } from './queries.ts';

export interface WorkspaceParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** Who changes a workspace. */
export interface WorkspaceAct {
  hostId: string;
  from: CallerHashes;
}

/** With this person as its owner. @param workspace.now epoch ms */
export async function insertWorkspace(
  trx: Trx,
  { userId, name, now }: { userId: string; name: string; now: number },
): Promise<WorkspaceRow> {
  const row = await trx
    .insertInto('workspaces')
    .values({ id: randomBytes(16).toString('base64url'), name, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('workspace_members')
    .values({ workspace_id: row.id, user_id: userId, role: 'owner', joined_at: now })
    .execute();
  return row;
}

/** A new one, called as the person, for anyone who belongs to none any more. @param now epoch ms */
export async function ensureWorkspace(trx: Trx, userId: string, now: number): Promise<void> {
  if ((await membershipsOf(trx, userId)).length > 0) return;
  const user = await trx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  if (user !== undefined) await insertWorkspace(trx, { userId, name: user.name, now });
}

/** The account's row first, so that no two calls count the same workspaces. @throws RefusalError too_many_workspaces */
export async function refuseTooManyWorkspaces(trx: Trx, userId: string, now: number): Promise<void> {
  await trx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute();
  if ((await membershipsOf(trx, userId)).length >= LIMITS.workspacesOfPerson.max) {
    throw new RefusalError('too_many_workspaces');
  }
}

/** @throws RefusalError too_many_workspaces */
export async function createWorkspace(
  { database, clock, bus }: WorkspaceParts,
  { hostId, from }: WorkspaceAct,
  name: string,
): Promise<WorkspaceRow> {
  const row = await database.transaction(async (trx) => {
    const now = clock.now();
    await refuseTooManyWorkspaces(trx, hostId, now);
    const made = await insertWorkspace(trx, { userId: hostId, name, now });
    await auditWorkspace(trx, made.id, { act: { hostId, from }, action: 'workspace_created', now });
    return made;
  });
  bus.publish({ topic: 'roles-changed', hostId });
  return row;
}

/** @throws RefusalError not_found once it is deleted */
export async function changeWorkspace(
  { database, clock, bus }: WorkspaceParts,
  act: WorkspaceAct,
  workspaceId: string,
  { name, two_start: twoStart }: WorkspacePatchBody,
): Promise<WorkspaceRow> {
  let switched = false;
  const { row, raffleIds } = await database.transaction(async (trx) => {
    const now = clock.now();
    const before = await lockWorkspace(trx, workspaceId);
    const after = {
      name: name ?? before.name,
      two_start: twoStart === undefined ? before.two_start : flag(twoStart),
    };
    const record = (action: AuditAction): Promise<void> =>
      auditWorkspace(trx, workspaceId, { act, action, now });
    if (after.name !== before.name) await record('workspace_renamed');
    switched = after.two_start !== before.two_start;
    if (switched) await record(after.two_start === 1 ? 'two_start_switched_on' : 'two_start_switched_off');
    await trx.updateTable('workspaces').set(after).where('id', '=', workspaceId).execute();
    return {
      row: { ...before, ...after },
      raffleIds: await trx
        .selectFrom('raffles')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .execute(),
    };
  });
  // The console shows it with each raffle.
  if (switched) for (const { id: raffleId } of raffleIds) bus.publish({ topic: 'raffle-changed', raffleId });
  return row;
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** A record of what somebody did to a workspace or its people. @param record.now epoch ms */
export function auditWorkspace(
  trx: Trx,
  workspaceId: string,
  record: {
    act: WorkspaceAct;
    action: AuditAction;
    now: number;
    /** Ids, roles and counts. */
    details?: Record<string, string | number>;
  },
): Promise<void> {
  const { act, action, now: ts, details } = record;
  const { hostId, from } = act;
  return writeAudit(trx, {
    raffleId: null,
    hostId,
    workspaceId,
    actor: 'host',
    action,
    ts,
    from,
    ...(details !== undefined && { details }),
  });
}
