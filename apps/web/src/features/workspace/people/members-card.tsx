/** The members of a workspace (R81), with their roles. Owners change and remove them; the last owner stays. */
import { useDeferredValue, useState } from 'react';
import type { WorkspaceDetail, WorkspaceMember } from '@glassdrum/contract';
import { decideMemberChange, mayInWorkspace } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatDate } from '../../../ui/date-time.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { roleText } from '../../../ui/role-texts.ts';
import { MemberRole } from './member-role.tsx';
import { RemoveMember } from './remove-member.tsx';

/** With fewer there is nothing to look through. */
const SEARCH_FROM = 9;
/** More are behind a press, so that the invitations below stay near. */
const SHOWN = 20;

export function MembersCard({ workspace }: { workspace: WorkspaceDetail }) {
  const { people } = workspace;
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const found = matching(people, useDeferredValue(words));
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="text-ink-soft tabular-nums">
          {countText(found.length, people.length)}
        </p>
        {people.length >= SEARCH_FROM && (
          <TextInput
            type="search"
            aria-label={m.workspace_find_member()}
            placeholder={m.workspace_find_member()}
            className="sm:max-w-80"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </div>
      {found.length === 0 && (
        <div className="grid justify-items-center gap-3 rounded-2xl bg-sunken px-6 py-10">
          <p className="font-display text-xl font-bold">{m.workspace_nobody_found()}</p>
          <Button variant="quiet" onClick={() => setWords('')}>
            {m.workspace_show_everyone()}
          </Button>
        </div>
      )}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {(isOpen ? found : found.slice(0, SHOWN)).map((member) => (
          <Member key={member.user_id} workspace={workspace} member={member} />
        ))}
      </ul>
      {!isOpen && found.length > SHOWN && (
        <Button variant="quiet" className="justify-self-center" onClick={() => setOpen(true)}>
          {m.workspace_show_all({ count: found.length.toLocaleString() })}
        </Button>
      )}
      {people.length === 1 && (
        <div className="rounded-2xl bg-sunken px-5 py-4">
          <p className="font-display text-xl font-bold">{m.workspace_alone()}</p>
          <p className="mt-1 text-ink-soft">{m.workspace_alone_text()}</p>
        </div>
      )}
    </Card>
  );
}

function matching(people: readonly WorkspaceMember[], typed: string): readonly WorkspaceMember[] {
  const words = typed.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter(({ name, email }) => {
    const text = `${name} ${email ?? ''}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function countText(found: number, all: number): string {
  if (found < all) {
    return m.workspace_members_found({ found: found.toLocaleString(), all: all.toLocaleString() });
  }
  return all === 1 ? m.workspace_members_one() : m.workspace_members_many({ count: all.toLocaleString() });
}

interface MemberProps {
  workspace: WorkspaceDetail;
  member: WorkspaceMember;
}

function Member({ workspace, member }: MemberProps) {
  const { name, email, role, joined_at: joinedAt, is_you: isYou } = member;
  const owners = workspace.people.filter((one) => one.role === 'owner').length;
  const canGo = decideMemberChange({ role, next: null, owners }).ok;
  const canChange = mayInWorkspace(workspace.role, 'change_members');
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 [contain-intrinsic-height:auto_5rem] [content-visibility:auto] md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-lg leading-tight font-semibold wrap-anywhere">{name}</span>
          {isYou && <Badge tone="good">{m.workspace_you()}</Badge>}
        </p>
        {email !== null && <p className="wrap-anywhere text-ink-soft">{email}</p>}
        <p className="text-sm text-ink-soft">{m.workspace_joined({ date: formatDate(joinedAt) })}</p>
        {member.from_provider && <p className="text-sm text-ink-soft">{m.workspace_from_provider()}</p>}
        {canChange && isYou && !canGo && workspace.people.length > 1 && (
          <p className="text-sm text-ink-soft">{m.workspace_last_owner()}</p>
        )}
      </div>
      {canChange ? (
        <div className="flex flex-wrap items-center gap-2 md:justify-end">
          {member.from_provider ? (
            <RoleBadge role={role} />
          ) : (
            <MemberRole workspace={workspace} member={member} isFixed={!canGo} />
          )}
          {!isYou && <RemoveMember workspace={workspace} member={member} />}
        </div>
      ) : (
        <div className="md:max-w-80 md:text-right">
          <RoleBadge role={role} />
          {isYou && <p className="mt-1 text-sm text-ink-soft">{roleText(role)}</p>}
        </div>
      )}
    </li>
  );
}
