/** Workspaces (R81): who works on which raffles in which role, one-time invitations, and two people who start a draw. */
import { LIMITS, workspaceRoles } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { count, epochMs, opaqueId } from './primitives.ts';

export const workspaceRole = z.enum(workspaceRoles);

const workspaceName = z
  .string()
  .trim()
  .min(LIMITS.workspaceName.min, 'Please give the workspace a name.')
  .max(
    LIMITS.workspaceName.max,
    `The name of a workspace has at most ${LIMITS.workspaceName.max} characters.`,
  );

/** One of the caller's workspaces. */
export const workspace = z.object({
  id: opaqueId,
  name: z.string(),
  /** The caller's. */
  role: workspaceRole,
  members: count,
  /** A draw starts once a second person has confirmed it. */
  two_start: z.boolean(),
  created_at: epochMs,
});
export type Workspace = z.infer<typeof workspace>;

/** GET /api/workspaces: the first is where new raffles go unless a call names another. */
export const workspacesAnswer = z.array(workspace);

export const workspaceMember = z.object({
  user_id: opaqueId,
  name: z.string(),
  /** For owners and hosts only; else null. */
  email: z.string().nullable(),
  role: workspaceRole,
  joined_at: epochMs,
  /** R83: the role follows from groups of the identity provider, at each sign-in. */
  from_provider: z.boolean(),
  is_you: z.boolean(),
});
export type WorkspaceMember = z.infer<typeof workspaceMember>;

export const workspaceInvitation = z.object({
  id: opaqueId,
  role: workspaceRole,
  note: z.string(),
  created_at: epochMs,
  expires_at: epochMs,
});
export type WorkspaceInvitation = z.infer<typeof workspaceInvitation>;

export const workspaceDetail = workspace.extend({
  /** Owners first, then by role and time of joining. */
  people: z.array(workspaceMember),
  /** Not used, revoked or expired; for owners only, else empty. */
  invitations: z.array(workspaceInvitation),
});
export type WorkspaceDetail = z.infer<typeof workspaceDetail>;

export const workspaceBody = z.object({ name: workspaceName });
export type WorkspaceBody = z.infer<typeof workspaceBody>;

/** Only members that are sent change anything. The name: owners and hosts; `two_start`: owners. */
export const workspacePatchBody = z.object({ name: workspaceName, two_start: z.boolean() }).partial();
export type WorkspacePatchBody = z.infer<typeof workspacePatchBody>;

export const memberRoleBody = z.object({ role: workspaceRole });

export const workspaceInvitationBody = z.object({
  role: workspaceRole,
  /** For the owners' list only: who is meant. */
  note: z
    .string()
    .trim()
    .max(LIMITS.workspaceNote.max, `A note has at most ${LIMITS.workspaceNote.max} characters.`)
    .default(''),
});
export type WorkspaceInvitationBody = z.infer<typeof workspaceInvitationBody>;

/** The link is shown this once; its secret is the fragment of `url`. */
export const workspaceInvitationMade = z.object({ invitation: workspaceInvitation, url: z.string() });
export type WorkspaceInvitationMade = z.infer<typeof workspaceInvitationMade>;

/** Another shape than that of a token is simply an invalid one. */
export const workspaceTokenBody = z.object({ token: z.string().max(200) });

/** POST /api/workspace-invitations/look: what the page behind the link shows, also before signing in. */
export const workspaceInvitationInfo = z.object({
  workspace: z.object({ name: z.string() }),
  role: workspaceRole,
  /** Who made the link; null where that account is gone. */
  invited_by: z.string().nullable(),
  expires_at: epochMs,
  /** The signed-in caller belongs to it already, in this role; null for everyone else. */
  your_role: workspaceRole.nullable(),
});
export type WorkspaceInvitationInfo = z.infer<typeof workspaceInvitationInfo>;

/** Raffles and templates of one workspace; without it, those of the caller's first one. */
export const inWorkspaceQuery = z.object({ workspace_id: opaqueId.optional() });

/** R81: somebody asked for a draw to start; another person who may start it confirms until `expires_at`. */
export const startRequest = z.object({
  draw: z.object({ number: z.number().int().positive(), name: z.string().nullable() }),
  /** As in the call that asked. */
  assurance: z.enum(['beacon', 'room', 'operator']),
  asked_by: z.object({ id: opaqueId, name: z.string() }),
  asked_at: epochMs,
  expires_at: epochMs,
});
export type StartRequestView = z.infer<typeof startRequest>;

/** The answer with status 202, instead of a draw's, to who asks for a draw to start. */
export const startAsked = z.object({ start_request: startRequest });
export type StartAsked = z.infer<typeof startAsked>;
