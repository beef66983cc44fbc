/** Reading workspaces and who belongs to them (R81). */
import type { Workspace, WorkspaceDetail, WorkspaceInvitation, WorkspaceMember } from '@glassdrum/contract';
import { mayInWorkspace, type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Trx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { RefusalError } from '../../platform/refusal.ts';

export type WorkspaceRow = Selectable<Tables['workspaces']>;
type InvitationRow = Selectable<Tables['workspace_invitations']>;

export interface Membership {
  workspaceId: string;
  role: WorkspaceRole;
}

/** Of those that were joined in the same moment, own ones come first. */
const OWN_FIRST = sql`case role when 'owner' then 0 else 1 end`;

/** The person's workspaces, in the order of joining. */
export async function membershipsOf(query: Kysely<Tables>, userId: string): Promise<Membership[]> {
  const rows = await query
    .selectFrom('workspace_members')
    .select(['workspace_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .orderBy(OWN_FIRST)
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ workspace_id: workspaceId, role }) => ({ workspaceId, role }));
}

/** Null for anyone who doesn't belong to it, and where there is none. */
export async function roleIn(
  query: Kysely<Tables>,
  workspaceId: string | null,
  userId: string,
): Promise<WorkspaceRole | null> {
  if (workspaceId === null) return null;
  return (await memberIn(query, workspaceId, userId))?.role ?? null;
}

/** Role of a member, and whether groups of the OpenID provider gave it (R83); null for somebody else. */
export async function memberIn(
  query: Kysely<Tables>,
  workspaceId: string,
  userId: string,
): Promise<{ role: WorkspaceRole; fromProvider: boolean } | null> {
  const row = await query
    .selectFrom('workspace_members')
    .select(['role', 'from_provider'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { role: row.role, fromProvider: row.from_provider === 1 };
}

/**
 * What a person may do where, as one text: another one after each change. A socket that was opened with an earlier one is closed
 * (C13).
 */
export async function accessOf(query: Kysely<Tables>, userId: string): Promise<string> {
  const memberships = await membershipsOf(query, userId);
  return memberships.map(({ workspaceId, role }) => `${workspaceId}:${role}`).join(' ');
}

export async function workspacesOf(query: Kysely<Tables>, userId: string): Promise<Workspace[]> {
  const rows = await query
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .selectAll('w')
    .select('m.role')
    .select((build) =>
      build
        .selectFrom('workspace_members as all')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('all.workspace_id', '=', 'w.id')
        .as('members'),
    )
    .where('m.user_id', '=', userId)
    .orderBy('m.joined_at')
    .orderBy(OWN_FIRST)
    .orderBy('w.id')
    .execute();
  return rows.map(({ two_start: twoStart, members, ...row }) => ({
    ...row,
    two_start: twoStart === 1,
    members: members ?? 0,
  }));
}

interface WorkspaceViewer {
  userId: string;
  role: WorkspaceRole;
  /** Epoch ms. */
  now: number;
  /** R83: workspaces in which groups of the OpenID provider give roles. */
  groupWorkspaces: ReadonlySet<string>;
}

/** As a member of this role sees it. */
export async function workspaceDetailOf(
  query: Kysely<Tables>,
  row: WorkspaceRow,
  viewer: WorkspaceViewer,
): Promise<WorkspaceDetail> {
  const people = await peopleOf(query, row.id, viewer);
  const { id, name, created_at } = row;
  return {
    id,
    name,
    created_at,
    role: viewer.role,
    members: people.length,
    two_start: row.two_start === 1,
    people,
    invitations: mayInWorkspace(viewer.role, 'invite_members')
      ? await invitationsOf(query, id, viewer.now)
      : [],
  };
}

async function peopleOf(
  query: Kysely<Tables>,
  workspaceId: string,
  viewer: WorkspaceViewer,
): Promise<WorkspaceMember[]> {
  const rows = await query
    .selectFrom('workspace_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.joined_at', 'm.from_provider'])
    .where('m.workspace_id', '=', workspaceId)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
  const seesAddresses = viewer.role === 'owner' || viewer.role === 'host';
  const people = rows.map(({ from_provider: fromProvider, email, ...row }) => ({
    ...row,
    email: seesAddresses || row.user_id === viewer.userId ? email : null,
    from_provider: fromProvider === 1 && viewer.groupWorkspaces.has(workspaceId),
    is_you: row.user_id === viewer.userId,
  }));
  const rank = ({ role }: WorkspaceMember): number => workspaceRoles.indexOf(role);
  return people.toSorted((one, other) => rank(one) - rank(other));
}

async function invitationsOf(
  query: Kysely<Tables>,
  workspaceId: string,
  now: number,
): Promise<WorkspaceInvitation[]> {
  const rows = await openInvitations(query, now)
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(presentInvitation);
}

/** Neither used nor expired; revoked ones are deleted. @param now epoch ms */
export function openInvitations(query: Kysely<Tables>, now: number) {
  return query
    .selectFrom('workspace_invitations')
    .selectAll()
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);
}

export function presentInvitation({
  id,
  role,
  note,
  created_at,
  expires_at,
}: InvitationRow): WorkspaceInvitation {
  return { id, role, note, created_at, expires_at };
}

/**
 * Reads a workspace and keeps everybody else from changing or deleting it until the transaction ends.
 * @throws RefusalError not_found once it is deleted
 */
export async function lockWorkspace(trx: Trx, workspaceId: string): Promise<WorkspaceRow> {
  const row = await trx
    .updateTable('workspaces')
    .set((set) => ({ created_at: set.ref('created_at') }))
    .where('id', '=', workspaceId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new RefusalError('not_found');
  return row;
}

/** Its owners, who joined first before the others. */
export async function ownersOf(query: Kysely<Tables>, workspaceId: string): Promise<string[]> {
  const rows = await query
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
