/**
 * People of a workspace (R81): other roles, and going. A workspace always has an owner: whoever changes that holds the
 * workspace's row, so that of two owners who leave at once one stays. What is held in the name of somebody who goes passes to an
 * owner.
 */
import { decideMemberChange, type WorkspaceRole } from '@glassdrum/raffle-rules';
import { endTokensOf } from '../../api-tokens/commands.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import { auditWorkspace, ensureWorkspace, type WorkspaceAct, type WorkspaceParts } from '../commands.ts';
import { lockWorkspace, memberIn, ownersOf } from '../queries.ts';

/**
 * Takes effect at once, on open sockets too (C13).
 * @param parts.groupWorkspaces workspaces in which groups of the OpenID provider give roles (R83)
 * @throws RefusalError not_found, role_from_provider, last_owner
 */
export async function changeRole(
  { database, clock, bus, groupWorkspaces }: WorkspaceParts & { groupWorkspaces: ReadonlySet<string> },
  act: WorkspaceAct,
  { workspaceId, userId, role }: { workspaceId: string; userId: string; role: WorkspaceRole },
): Promise<void> {
  const changed = await database.transaction(async (trx) => {
    const now = clock.now();
    const groupsDecide = groupWorkspaces.has(workspaceId);
    const before = await lockMember(trx, { workspaceId, userId, next: role, groupsDecide });
    if (before === role) return false;
    await trx
      .updateTable('workspace_members')
      .set({ role, from_provider: 0 })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
    const details = { user_id: userId, before, role };
    await auditWorkspace(trx, workspaceId, { act, action: 'member_role_changed', now, details });
    return true;
  });
  if (changed) bus.publish({ topic: 'roles-changed', hostId: userId });
}

/**
 * Removes somebody, or lets the caller leave. Raffles, templates and recurring raffles in that person's name pass to the owner who
 * removes them, or to the one who has been there longest.
 * @throws RefusalError not_found, last_owner
 */
export async function removeMember(
  { database, clock, bus }: WorkspaceParts,
  act: WorkspaceAct,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const leaves = userId === act.hostId;
  await database.transaction(async (trx) => {
    const now = clock.now();
    await lockMember(trx, { workspaceId, userId, next: null, groupsDecide: false });
    const owners = await ownersOf(trx, workspaceId);
    const heir = leaves ? owners.find((id) => id !== userId) : act.hostId;
    if (heir === undefined) throw new RefusalError('last_owner');
    const action = leaves ? 'member_left' : 'member_removed';
    await takeOut(trx, act, { workspaceId, userId, heir, action, now });
  });
  bus.publish({ topic: 'roles-changed', hostId: userId });
}

/** Under the workspace's lock. @param going.heir an owner who stays */
export async function takeOut(
  trx: Trx,
  act: WorkspaceAct,
  going: {
    workspaceId: string;
    userId: string;
    heir: string;
    action: 'member_left' | 'member_removed';
    now: number;
  },
): Promise<void> {
  const { workspaceId, userId, heir, action, now } = going;
  await auditWorkspace(trx, workspaceId, { act, action, now, details: { user_id: userId } });
  const raffles = await handOver(trx, workspaceId, { from: userId, to: heir });
  if (raffles > 0) {
    const details = { raffles, user_id: heir };
    await auditWorkspace(trx, workspaceId, { act, action: 'raffles_handed_over', now, details });
  }
  await trx
    .deleteFrom('workspace_members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  await trx
    .deleteFrom('draw_start_requests')
    .where('asked_by', '=', userId)
    .where('raffle_id', 'in', (raffle) =>
      raffle.selectFrom('raffles').select('id').where('workspace_id', '=', workspaceId),
    )
    .execute();
  await endTokensOf(trx, { userId, workspaceId, now });
  await ensureWorkspace(trx, userId, now);
}

interface LockedChange {
  workspaceId: string;
  userId: string;
  next: WorkspaceRole | null;
  /** Groups of the OpenID provider give roles there. */
  groupsDecide: boolean;
}

/** The member's role, under the workspace's lock. @throws RefusalError not_found, role_from_provider, last_owner */
async function lockMember(
  trx: Trx,
  { workspaceId, userId, next, groupsDecide }: LockedChange,
): Promise<WorkspaceRole> {
  await lockWorkspace(trx, workspaceId);
  const member = await memberIn(trx, workspaceId, userId);
  if (member === null) throw new RefusalError('not_found');
  const { role } = member;
  const owners = (await ownersOf(trx, workspaceId)).length;
  const fromProvider = groupsDecide && member.fromProvider;
  orRefuse(decideMemberChange({ role, next, owners, fromProvider }));
  return role;
}

/**
 * What is held in one person's name in a workspace passes to another. Public records keep the pseudonym under which a raffle was
 * opened. @returns how many raffles
 */
export async function handOver(
  trx: Trx,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const moved = await trx
    .updateTable('raffles')
    .set({ host_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('host_id', '=', from)
    .returning('id')
    .execute();
  for (const table of ['raffle_templates', 'recurrences', 'audit_log'] as const) {
    await trx
      .updateTable(table)
      .set({ host_id: to })
      .where('workspace_id', '=', workspaceId)
      .where('host_id', '=', from)
      .execute();
  }
  return moved.length;
}
