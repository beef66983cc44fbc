/** Invitations to the workspace (R81): a new link, shown once, and those that nobody has used yet. */
import { useState } from 'react';
import type {
  WorkspaceDetail,
  WorkspaceInvitation,
  WorkspaceInvitationBody,
  WorkspaceInvitationMade,
} from '@glassdrum/contract';
import { LIMITS, type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Field, Select, TextInput, TextToCopy } from '../../../ui/field.tsx';
import { QrImage } from '../../../ui/qr-image.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { roleName, roleText } from '../../../ui/role-texts.ts';
import { toast } from '../../../ui/toast.tsx';
import { useWorkspaceChange, workspacePath } from '../workspace-data.ts';

export function InvitationsCard({ workspace }: { workspace: WorkspaceDetail }) {
  const { invitations } = workspace;
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div>
        <h3 className="text-2xl">{m.workspace_invitations()}</h3>
        <p className="mt-1 text-ink-soft">{m.workspace_invitations_text()}</p>
      </div>
      <NewInvitation workspace={workspace} />
      <div>
        <h4 className="font-display text-lg font-bold">{m.workspace_invite_waiting()}</h4>
        {invitations.length === 0 ? (
          <p className="mt-1 text-ink-soft">{m.workspace_invite_none()}</p>
        ) : (
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {invitations.map((invitation) => (
              <Waiting key={invitation.id} workspace={workspace} invitation={invitation} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function NewInvitation({ workspace }: { workspace: WorkspaceDetail }) {
  const [role, setRole] = useState<WorkspaceRole>('host');
  const [note, setNote] = useState('');
  const [made, setMade] = useState<WorkspaceInvitationMade | null>(null);
  const create = useWorkspaceChange({
    act: (body: WorkspaceInvitationBody) =>
      call<WorkspaceInvitationMade>('POST', workspacePath(workspace.id, '/invitations'), body),
    onDone: (answer) => {
      setMade(answer);
      setNote('');
    },
  });
  return (
    <>
      <form
        className="grid gap-x-3 gap-y-4 sm:grid-cols-[12rem_minmax(0,1fr)] xl:grid-cols-[12rem_minmax(0,1fr)_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ role, note: note.trim() });
        }}
      >
        <Field label={m.workspace_role()}>
          <Select
            value={role}
            onChange={({ target }) => setRole(workspaceRoles.find((one) => one === target.value) ?? role)}
          >
            {workspaceRoles.map((one) => (
              <option key={one} value={one}>
                {roleName(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={m.workspace_invite_note()}>
          <TextInput
            maxLength={LIMITS.workspaceNote.max}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <p className="text-sm text-ink-soft sm:col-span-2 xl:order-last xl:col-span-3">{roleText(role)}</p>
        <Button
          type="submit"
          pending={create.isPending}
          className="sm:col-span-2 sm:justify-self-start xl:col-span-1 xl:self-end"
        >
          {m.workspace_invite()}
        </Button>
      </form>
      {made !== null && <Made made={made} />}
    </>
  );
}

/** Its secret is nowhere else: the server stores a hash of it. */
function Made({ made: { invitation, url } }: { made: WorkspaceInvitationMade }) {
  return (
    <div className="grid gap-4 rounded-2xl bg-good-soft p-4 sm:grid-cols-[minmax(0,1fr)_9rem] sm:items-center">
      <div className="grid gap-3">
        <Field
          label={m.workspace_invite_link()}
          hint={m.workspace_invite_once({
            date: formatDateTime(invitation.expires_at),
            role: roleName(invitation.role),
          })}
        >
          <TextToCopy value={url} />
        </Field>
        <CopyButton text={url} label={m.workspace_invite_copy()} className="justify-self-start" />
      </div>
      <QrImage text={url} label={m.workspace_invite_qr()} className="w-36 max-sm:justify-self-center" />
    </div>
  );
}

interface WaitingProps {
  workspace: WorkspaceDetail;
  invitation: WorkspaceInvitation;
}

function Waiting({ workspace, invitation }: WaitingProps) {
  const note = invitation.note === '' ? m.workspace_invite_unnamed() : invitation.note;
  const withdraw = useWorkspaceChange({
    act: () => call('DELETE', workspacePath(workspace.id, `/invitations/${invitation.id}`)),
    onDone: () => toast({ title: m.workspace_invite_withdrawn(), tone: 'good' }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{note}</span>
          <RoleBadge role={invitation.role} />
        </p>
        <p className="text-sm text-ink-soft">
          {m.workspace_invite_until({ date: formatDateTime(invitation.expires_at) })}
        </p>
      </div>
      <Button
        variant="quiet"
        aria-label={m.workspace_invite_withdraw_name({ note })}
        pending={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {m.workspace_invite_withdraw()}
      </Button>
    </li>
  );
}
