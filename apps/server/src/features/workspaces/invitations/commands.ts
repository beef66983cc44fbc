/**
 * One-time invitations to a workspace (R81): a link for one role, good for 7 days. The secret is shown once and only its hash is
 * stored. Whoever is signed in and has the link takes it; who may sign up is decided apart from that (R82).
 */
import { createHash, randomBytes } from 'node:crypto';
import type { WorkspaceInvitationBody, WorkspaceInvitationInfo } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Selectable } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import {
  auditWorkspace,
  refuseTooManyWorkspaces,
  type WorkspaceAct,
  type WorkspaceParts,
} from '../commands.ts';
import { lockWorkspace, openInvitations, roleIn, type WorkspaceRow } from '../queries.ts';

type InvitationRow = Selectable<Tables['workspace_invitations']>;

const DAY_MS = 24 * 3_600_000;
const LIFETIME_MS = 7 * DAY_MS;
const SECRET_BYTES = 32;

/** @returns the link, and its secret, which is stored nowhere. @throws RefusalError not_found, too_many_invitations */
export async function invite(
  { database, clock }: WorkspaceParts,
  act: WorkspaceAct,
  workspaceId: string,
  { role, note }: WorkspaceInvitationBody,
): Promise<{ secret: string; row: InvitationRow }> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const row = await database.transaction(async (trx) => {
    const now = clock.now();
    await lockWorkspace(trx, workspaceId);
    const open = await openInvitations(trx, now).where('workspace_id', '=', workspaceId).execute();
    if (open.length >= LIMITS.workspaceInvitations.max) throw new RefusalError('too_many_invitations');
    const made = await trx
      .insertInto('workspace_invitations')
      .values({
        id: randomBytes(16).toString('base64url'),
        workspace_id: workspaceId,
        token_hash: hashOf(secret),
        role,
        note,
        created_by: act.hostId,
        created_at: now,
        expires_at: now + LIFETIME_MS,
        used_at: null,
        used_by: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { invitation_id: made.id, role };
    await auditWorkspace(trx, workspaceId, { act, action: 'workspace_invitation_made', now, details });
    return made;
  });
  return { secret, row };
}

/** @throws RefusalError not_found where there is no such open invitation */
export async function revokeInvitation(
  { database, clock }: WorkspaceParts,
  act: WorkspaceAct,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<void> {
  await database.transaction(async (trx) => {
    const now = clock.now();
    const gone = await trx
      .deleteFrom('workspace_invitations')
      .where('id', '=', invitationId)
      .where('workspace_id', '=', workspaceId)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (gone === undefined) throw new RefusalError('not_found');
    const details = { invitation_id: invitationId };
    await auditWorkspace(trx, workspaceId, { act, action: 'workspace_invitation_revoked', now, details });
  });
}

/** What the page behind a link shows. @param userId of the signed-in caller @throws RefusalError workspace_invitation_invalid */
export async function lookAtInvitation(
  { database, clock }: WorkspaceParts,
  token: string,
  userId: string | null,
): Promise<WorkspaceInvitationInfo> {
  const row = await findOpen(database.query, token, clock.now());
  const { query } = database;
  const workspace = await query
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', row.workspace_id)
    .executeTakeFirstOrThrow();
  const inviter =
    row.created_by === null
      ? undefined
      : await query.selectFrom('users').select('name').where('id', '=', row.created_by).executeTakeFirst();
  return {
    workspace,
    role: row.role,
    invited_by: inviter?.name ?? null,
    expires_at: row.expires_at,
    your_role: userId === null ? null : await roleIn(query, row.workspace_id, userId),
  };
}

/**
 * One statement decides, so that of two people with the same link one gets in.
 * @throws RefusalError workspace_invitation_invalid, member_already, too_many_members, too_many_workspaces
 */
export async function acceptInvitation(
  { database, clock, bus }: WorkspaceParts,
  act: WorkspaceAct,
  token: string,
): Promise<WorkspaceRow> {
  const { hostId: userId } = act;
  const joined = await database.transaction(async (trx) => {
    const now = clock.now();
    const { workspace_id: workspaceId } = await findOpen(trx, token, now);
    await refuseTooManyWorkspaces(trx, userId, now);
    const workspace = await lockWorkspace(trx, workspaceId);
    if ((await roleIn(trx, workspaceId, userId)) !== null) throw new RefusalError('member_already');
    const people = await trx
      .selectFrom('workspace_members')
      .select('user_id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    if (people.length >= LIMITS.workspaceMembers.max) throw new RefusalError('too_many_members');
    const taken = await trx
      .updateTable('workspace_invitations')
      .set({ used_at: now, used_by: userId })
      .where('token_hash', '=', hashOf(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['id', 'role'])
      .executeTakeFirst();
    if (taken === undefined) throw new RefusalError('workspace_invitation_invalid');
    const { id, role } = taken;
    await trx
      .insertInto('workspace_members')
      .values({ workspace_id: workspaceId, user_id: userId, role, joined_at: now })
      .execute();
    const details = { user_id: userId, role, invitation_id: id };
    await auditWorkspace(trx, workspaceId, { act, action: 'member_joined', now, details });
    return workspace;
  });
  bus.publish({ topic: 'roles-changed', hostId: userId });
  return joined;
}

/** @throws RefusalError workspace_invitation_invalid, the same for wrong, used, revoked and expired ones */
async function findOpen(query: Parameters<typeof openInvitations>[0], token: string, now: number) {
  const row = await openInvitations(query, now).where('token_hash', '=', hashOf(token)).executeTakeFirst();
  if (row === undefined) throw new RefusalError('workspace_invitation_invalid');
  return row;
}

/** Used and expired ones say nothing that the activity log doesn't; they go a week after they expired. @param now epoch ms */
export async function deleteOldInvitations(trx: Trx, now: number): Promise<void> {
  await trx
    .deleteFrom('workspace_invitations')
    .where('expires_at', '<=', now - LIFETIME_MS)
    .execute();
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The secret is in the fragment: browsers send that to no server, in no address and in no Referer. */
export function invitationUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/workspace-invitation#${secret}`;
}
