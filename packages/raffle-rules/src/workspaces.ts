/**
 * Workspaces (R81): roles of their members, what each role may do with the workspace itself, and the rules that keep an owner
 * in it. What a role may do with a raffle stands in `permissions.ts`.
 */
import type { Decision } from './decision.ts';

/** From the one who may do everything to the one who only reads. */
export const workspaceRoles = ['owner', 'host', 'desk', 'presenter', 'observer'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

const EVERY_MEMBER = ['see_workspace', 'leave_workspace'] as const;
const AUDITORS = ['see_activity'] as const;
const HOSTS = [
  'create_raffle',
  'rename_workspace',
  'manage_tokens',
  'manage_webhooks',
  'manage_embed',
] as const;
/** `change_settings`: two people start a draw. Switched by an owner only, because it binds everyone else. */
const OWNERS = ['change_members', 'invite_members', 'delete_workspace', 'change_settings'] as const;

export type WorkspaceAbility =
  | (typeof EVERY_MEMBER)[number]
  | (typeof AUDITORS)[number]
  | (typeof HOSTS)[number]
  | (typeof OWNERS)[number];

const rows = new Map<WorkspaceAbility, readonly WorkspaceRole[]>([
  ...EVERY_MEMBER.map((ability) => [ability, workspaceRoles] as const),
  ...AUDITORS.map((ability) => [ability, ['owner', 'host', 'observer']] as const),
  ...HOSTS.map((ability) => [ability, ['owner', 'host']] as const),
  ...OWNERS.map((ability) => [ability, ['owner']] as const),
]);

/** All abilities, for tests that must not miss one. */
export const workspaceAbilities: readonly WorkspaceAbility[] = [...rows.keys()];

/** May a member of this role do this? Reads as a sentence: `mayInWorkspace('host', 'create_raffle')`. */
export function mayInWorkspace(role: WorkspaceRole, ability: WorkspaceAbility): boolean {
  return rows.get(ability)?.includes(role) ?? false;
}

/**
 * Whether a member may get another role, or go (null). A workspace keeps an owner, and a role that follows from groups of the
 * identity provider (R83) is changed there: the next sign-in would set it again.
 * @param change.owners how many owners it has now, this member included
 * @param change.fromProvider false, too, where the provider itself is what changes it
 */
export function decideMemberChange(change: {
  role: WorkspaceRole;
  next: WorkspaceRole | null;
  owners: number;
  fromProvider?: boolean;
}): Decision<WorkspaceRole | null> {
  const isOther = change.next !== null && change.next !== change.role;
  if (change.fromProvider === true && isOther) return { ok: false, refusal: 'role_from_provider' };
  const losesOwner = change.role === 'owner' && change.next !== 'owner';
  if (losesOwner && change.owners <= 1) return { ok: false, refusal: 'last_owner' };
  return { ok: true, value: change.next };
}

/** A request that a second person confirms before a draw starts (R81). */
export interface StartRequest {
  /** Account of the person who asked. */
  askedBy: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** R81: how long a second person has to confirm the start of a draw, milliseconds. */
export const START_CONFIRM_MS = 60_000;

/**
 * Whether this person starts the draw that somebody asked for: another one than who asked, in time.
 * @param confirmation.now the server's clock, epoch ms
 */
export function decideStartConfirmation(
  request: StartRequest | null,
  confirmation: { by: string; now: number },
): Decision<StartRequest> {
  if (request === null || confirmation.now >= request.expiresAt) {
    return { ok: false, refusal: 'start_request_over' };
  }
  if (request.askedBy === confirmation.by) return { ok: false, refusal: 'second_person_needed' };
  return { ok: true, value: request };
}
