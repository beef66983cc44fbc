/**
 * R83: memberships that follow from groups of the OpenID provider. At each sign-in they are added, changed and removed; those made
 * by invitation, or whose role somebody changed by hand, are left alone, and so is the last owner.
 */
import { decideMemberChange, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Trx } from '../../../platform/database/database.ts';
import { auditWorkspace, type WorkspaceAct, type WorkspaceParts } from '../commands.ts';
import { takeOut } from '../members/commands.ts';
import { lockWorkspace, memberIn, ownersOf } from '../queries.ts';

interface Change {
  userId: string;
  workspaceId: string;
  /** Null: none that follows from a group. */
  wanted: WorkspaceRole | null;
  now: number;
}

/**
 * @param roles by workspace, what the person's groups give
 * @returns workspaces that the configuration names and that are not there
 */
export async function applyProviderRoles(
  { database, clock, bus }: WorkspaceParts,
  act: WorkspaceAct,
  roles: ReadonlyMap<string, WorkspaceRole>,
): Promise<string[]> {
  const { hostId: userId } = act;
  const now = clock.now();
  const { unknown, changes } = await database.transaction(async (trx) => {
    const given = await trx
      .selectFrom('workspace_members')
      .select('workspace_id')
      .where('user_id', '=', userId)
      .where('from_provider', '=', 1)
      .execute();
    const unknownIds: string[] = [];
    let changed = 0;
    // In one order, so that two sign-ins wait for each other.
    const ids = new Set([...roles.keys(), ...given.map((row) => row.workspace_id)]);
    for (const workspaceId of [...ids].toSorted((one, other) => (one < other ? -1 : 1))) {
      const known = await trx
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', workspaceId)
        .executeTakeFirst();
      if (known === undefined) {
        unknownIds.push(workspaceId);
        continue;
      }
      await lockWorkspace(trx, workspaceId);
      const wanted = roles.get(workspaceId) ?? null;
      if (await follow(trx, act, { userId, workspaceId, wanted, now })) changed += 1;
    }
    return { unknown: unknownIds, changes: changed };
  });
  if (changes > 0) bus.publish({ topic: 'roles-changed', hostId: userId });
  return unknown;
}

/** Under the workspace's lock. @returns whether something changed */
async function follow(
  trx: Trx,
  act: WorkspaceAct,
  { userId, workspaceId, wanted, now }: Change,
): Promise<boolean> {
  const member = await memberIn(trx, workspaceId, userId);
  if (member === null) {
    if (wanted === null) return false;
    await trx
      .insertInto('workspace_members')
      .values({ workspace_id: workspaceId, user_id: userId, role: wanted, joined_at: now, from_provider: 1 })
      .execute();
    const details = { user_id: userId, role: wanted, by: 'provider' };
    await auditWorkspace(trx, workspaceId, { act, action: 'member_joined', now, details });
    return true;
  }
  const { role } = member;
  if (!member.fromProvider || role === wanted) return false;
  const owners = await ownersOf(trx, workspaceId);
  if (wanted === null) {
    const heir = owners.find((id) => id !== userId);
    if (heir === undefined) return false;
    await takeOut(trx, act, { workspaceId, userId, heir, action: 'member_removed', now });
    return true;
  }
  if (!decideMemberChange({ role, next: wanted, owners: owners.length }).ok) return false;
  await trx
    .updateTable('workspace_members')
    .set({ role: wanted })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
  const details = { user_id: userId, before: role, role: wanted, by: 'provider' };
  await auditWorkspace(trx, workspaceId, { act, action: 'member_role_changed', now, details });
  return true;
}
