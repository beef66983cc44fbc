/** Tables of workspaces (R81). As tables.ts says of all. */
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import type { Generated } from 'kysely';

interface WorkspacesTable {
  id: string;
  name: string;
  /** A draw starts once a second person has confirmed it. */
  two_start: Generated<0 | 1>;
  created_at: number;
}

/** (workspace_id, user_id) is the key. Whoever changes owners locks the workspace's row first. */
interface WorkspaceMembersTable {
  workspace_id: string;
  user_id: string;
  role: WorkspaceRole;
  joined_at: number;
  /** R83: the role follows from groups of the identity provider. */
  from_provider: Generated<0 | 1>;
}

/** One-time links, of which only the hash of the secret is stored. */
interface WorkspaceInvitationsTable {
  id: string;
  workspace_id: string;
  /** SHA-256 of the secret, hex; unique. */
  token_hash: string;
  role: WorkspaceRole;
  note: string;
  created_by: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  used_by: string | null;
}

/** The last request of a raffle that a second person confirms a start; deleted when that happens, or it is withdrawn. */
interface DrawStartRequestsTable {
  raffle_id: string;
  /** Number among the raffle's draws. */
  draw_number: number;
  assurance: 'beacon' | 'room' | 'operator';
  asked_by: string;
  asked_at: number;
  /** From then on it counts for nothing. */
  expires_at: number;
}

export interface WorkspaceTables {
  draw_start_requests: DrawStartRequestsTable;
  workspaces: WorkspacesTable;
  workspace_members: WorkspaceMembersTable;
  workspace_invitations: WorkspaceInvitationsTable;
}

/** Whose a raffle, a template or a recurring raffle is. */
export interface WorkspaceColumns {
  /** Null for raffles of deleted accounts and workspaces, of which only the result is left. */
  workspace_id: Generated<string | null>;
}
