/** The roles of a workspace in words (R81). */
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';

const TEXTS: Record<WorkspaceRole, { name: () => string; text: () => string }> = {
  owner: { name: m.workspace_role_owner, text: m.workspace_role_owner_text },
  host: { name: m.workspace_role_host, text: m.workspace_role_host_text },
  desk: { name: m.workspace_role_desk, text: m.workspace_role_desk_text },
  presenter: { name: m.workspace_role_presenter, text: m.workspace_role_presenter_text },
  observer: { name: m.workspace_role_observer, text: m.workspace_role_observer_text },
};

export const roleName = (role: WorkspaceRole): string => TEXTS[role].name();

/** What it does, in a sentence. */
export const roleText = (role: WorkspaceRole): string => TEXTS[role].text();
