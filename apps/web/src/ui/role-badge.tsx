/** The role that somebody has in a workspace (R81). */
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import { m } from '../messages/generated/messages.js';
import { Badge } from './badge.tsx';
import { roleName } from './role-texts.ts';

interface RoleBadgeProps {
  role: WorkspaceRole;
  /** It is the reader's own: said to those who only hear it. */
  isOwn?: boolean;
}

export function RoleBadge({ role, isOwn = false }: RoleBadgeProps) {
  return (
    <Badge tone="info">
      {isOwn ? (
        <>
          <span className="sr-only">{m.workspace_your_role({ role: roleName(role) })}</span>
          <span aria-hidden>{roleName(role)}</span>
        </>
      ) : (
        roleName(role)
      )}
    </Badge>
  );
}
