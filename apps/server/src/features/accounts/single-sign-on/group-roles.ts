/** R83: what a person's groups at the provider give in which workspace. Pure. */
import { type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';
import type { GroupRule } from '../../../config-provider.ts';

/** Of several groups that name one workspace, the role that may do most counts. */
export function rolesOfGroups(
  groups: readonly string[],
  rules: readonly GroupRule[],
): Map<string, WorkspaceRole> {
  const roles = new Map<string, WorkspaceRole>();
  for (const { group, workspaceId, role } of rules) {
    if (!groups.includes(group)) continue;
    const before = roles.get(workspaceId);
    if (before === undefined || rank(role) < rank(before)) roles.set(workspaceId, role);
  }
  return roles;
}

function rank(role: WorkspaceRole): number {
  return workspaceRoles.indexOf(role);
}
