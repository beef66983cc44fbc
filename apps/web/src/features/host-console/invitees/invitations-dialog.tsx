/** The invitees of a raffle with their personal links: copy, send by email, revoke, regenerate, add more (R11, R41, R51). */
import { useMemo, useState } from 'react';
import type { HostRaffle, Invitation } from '@glassdrum/contract';
import { ListPlus, QrCode as QrCodeIcon, UserPlus } from 'lucide-react';
import { useSendsMail } from '../../../api/installation.ts';
import { hostCan, rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RowList } from '../../../ui/virtual-list.tsx';
import { counted } from '../counted.ts';
import { useInvitations } from '../console-data.ts';
import { AddPeopleDialog } from '../people-import/add-people-dialog.tsx';
import { EraseInviteeDialog, ReissueDialog, RevokeDialog } from './invitation-dialogs.tsx';
import { doublesOf } from './invitee-lines.ts';
import { InviteeAdder } from './invitee-adder.tsx';
import { MailLine } from './mail-line.tsx';
import { SendInvitations } from './send-invitations.tsx';
import type { LeftInvitees } from './use-invitee-list.ts';
import { useSendInvitation } from './use-send-invitation.ts';
import { DraftLinksNote } from '../draft-links-note.tsx';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { QrDialog } from '../share/qr-dialog.tsx';

interface InvitationsDialogProps {
  raffle: HostRaffle;
  left: LeftInvitees | undefined;
  onClose: () => void;
}

export function InvitationsDialog({ raffle, left, onClose }: InvitationsDialogProps) {
  const { data, isError, refetch } = useInvitations(raffle.id);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.console_invitations_title()}
      description={raffle.title}
    >
      {data === undefined ? (
        <Loading className="h-48" failed={isError} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-6">
          {rafflePhase(raffle) === 'draft' && data.length > 0 && <DraftLinksNote />}
          <Adding raffle={raffle} left={left} isFirst={data.length === 0} />
          <SendInvitations raffle={raffle} invitations={data} />
          <InvitationList raffle={raffle} invitations={data} />
        </div>
      )}
    </Dialog>
  );
}

/** One person a line, as a CSV file; a name that a spreadsheet would take for a formula is told apart by an apostrophe. */
function allLinks(invitations: readonly Invitation[]): string {
  const cell = (value: string): string => `"${value.replace(/^[=+\-@\t\r]/u, "'$&").replaceAll('"', '""')}"`;
  const rows = invitations.flatMap(({ display_name: name, email, url, notes }) =>
    url === null ? [] : [[name, email ?? '', url, notes ?? ''].map(cell).join(',')],
  );
  return ['name,email,link,notes', ...rows].join('\r\n');
}

interface AddingProps {
  raffle: HostRaffle;
  left: LeftInvitees | undefined;
  /** Nobody is invited yet. */
  isFirst: boolean;
}

/** The list is what most come for: the form for more waits behind a button, unless there is something to put into it. */
function Adding({ raffle, left, isFirst }: AddingProps) {
  const [open, setOpen] = useState(isFirst || left !== undefined);
  const [isList, setList] = useState(false);
  return (
    <div className={classNames('grid gap-4', open && 'border-b border-line pb-6')}>
      {open && <InviteeAdder raffleId={raffle.id} left={left} />}
      <div className="flex flex-wrap gap-2">
        {!open && (
          <Button variant="quiet" onClick={() => setOpen(true)}>
            <UserPlus aria-hidden className="size-5" />
            {m.console_add_invitees()}
          </Button>
        )}
        {hostCan(raffle, 'change_invitees') && (
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setList(true)}>
            <ListPlus aria-hidden className="size-5" />
            {m.people_import_open()}
          </Button>
        )}
      </div>
      {isList && <AddPeopleDialog above raffle={raffle} onClose={() => setList(false)} />}
    </div>
  );
}

interface InvitationListProps {
  raffle: HostRaffle;
  invitations: readonly Invitation[];
}

function InvitationList({ raffle, invitations }: InvitationListProps) {
  const raffleId = raffle.id;
  const canSend = useSendsMail() === true && hostCan(raffle, 'send_invitations');
  const [toRevoke, setToRevoke] = useState<Invitation | null>(null);
  const [toReissue, setToReissue] = useState<Invitation | null>(null);
  const [toErase, setToErase] = useState<Invitation | null>(null);
  const [toShow, setToShow] = useState<ShownLink | null>(null);
  const send = useSendInvitation(raffleId);
  const doubles = useMemo(() => doublesOf(invitations), [invitations]);
  if (invitations.length === 0) {
    return <p className="py-6 text-center text-ink-soft">{m.console_no_invitations()}</p>;
  }
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{countText(invitations)}</p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={() => allLinks(invitations)} label={m.console_copy_all_links()} />
          <DownloadLink
            href={`/api/raffles/${raffleId}/invites/export?format=csv`}
            label={m.console_download_csv()}
          />
        </div>
      </div>
      <RowList
        label={m.console_invitations_title()}
        rows={invitations}
        rowKey={({ invitee_id: id }) => id}
        renderRow={(invitation) => (
          <InvitationRow
            invitation={invitation}
            isDouble={doubles.has(invitation.invitee_id)}
            onReissue={() => setToReissue(invitation)}
            onRevoke={() => setToRevoke(invitation)}
            onErase={() => setToErase(invitation)}
            sending={send.isPending && send.variables === invitation.invitee_id}
            onSend={canSend ? () => send.mutate(invitation.invitee_id) : null}
            onQr={(url) => setToShow({ display_name: invitation.display_name, url })}
          />
        )}
      />
      {toShow !== null && <QrDialog invitation={toShow} onClose={() => setToShow(null)} />}
      {toReissue !== null && (
        <ReissueDialog raffleId={raffleId} invitation={toReissue} onClose={() => setToReissue(null)} />
      )}
      {toRevoke !== null && (
        <RevokeDialog raffleId={raffleId} invitation={toRevoke} onClose={() => setToRevoke(null)} />
      )}
      {toErase !== null && (
        <EraseInviteeDialog raffleId={raffleId} invitation={toErase} onClose={() => setToErase(null)} />
      )}
    </div>
  );
}

/** Who was entered is on the list, too, and not invited. */
function countText(invitations: readonly Invitation[]): string {
  const entered = invitations.filter(({ state }) => state === 'entered').length;
  const invited = invitations.length - entered;
  return [
    ...(invited > 0 || entered === 0 ? [counted(m.console_invitees_count, invited)] : []),
    ...(entered > 0 ? [counted(m.people_import_entered, entered)] : []),
  ].join(' · ');
}

interface ShownLink {
  display_name: string;
  url: string;
}

/** Narrow on a phone, so that what belongs to one person needs two lines and not three. */
const TEXT_ACTION = 'text-sm max-sm:px-2';

interface InvitationRowProps {
  invitation: Invitation;
  /** Somebody else on the list has this name, and neither has an address. */
  isDouble: boolean;
  onReissue: () => void;
  onRevoke: () => void;
  onErase: () => void;
  onQr: (url: string) => void;
  sending: boolean;
  /** Null where no mail can be sent. */
  onSend: (() => void) | null;
}

function InvitationRow(props: InvitationRowProps) {
  const { invitation, isDouble, onReissue, onRevoke, onErase, onQr, sending, onSend } = props;
  const { display_name: name, email, notes, state, url, mail } = invitation;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <span className="min-w-0">{name}</span>
          <StateBadge state={state} />
          {isDouble && (
            <span title={m.console_on_list_twice_text()}>
              <Badge tone="warn">
                {m.console_on_list_twice()}
                <span className="sr-only">{m.console_on_list_twice_text()}</span>
              </Badge>
            </span>
          )}
        </p>
        {email !== null && <p className="truncate text-sm text-ink-soft">{email}</p>}
        {notes !== null && (
          <p className="text-sm wrap-anywhere text-ink-soft">
            <span className="font-semibold">{m.console_notes_of()}</span> {notes}
          </p>
        )}
        {mail !== null && state === 'invited' && <MailLine mail={mail} />}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:gap-1">
        {url !== null && (
          <CopyButton
            text={url}
            label={m.console_copy_link()}
            name={m.console_copy_link_of({ name })}
            className="text-sm max-sm:px-3"
          />
        )}
        {url !== null && (state === 'invited' || state === 'entered') && (
          <Button
            variant="quiet"
            className="px-3!"
            aria-label={m.console_qr_for({ name })}
            onClick={() => onQr(url)}
          >
            <QrCodeIcon aria-hidden className="size-5" />
          </Button>
        )}
        {onSend !== null && email !== null && state === 'invited' && mail?.state !== 'waiting' && (
          <Button
            variant="plain"
            className={TEXT_ACTION}
            pending={sending}
            aria-label={
              mail === null ? m.console_mail_send_one_to({ name }) : m.console_mail_send_again_to({ name })
            }
            onClick={onSend}
          >
            {mail === null ? m.console_mail_send_one() : m.console_mail_send_again()}
          </Button>
        )}
        {state !== 'left_out' && (
          <Button
            variant="plain"
            className={TEXT_ACTION}
            aria-label={m.console_reissue_for({ name })}
            onClick={onReissue}
          >
            {m.console_reissue()}
          </Button>
        )}
        {state === 'invited' && (
          <Button
            variant="plain"
            className={classNames(TEXT_ACTION, 'text-danger')}
            aria-label={m.console_revoke_of({ name })}
            onClick={onRevoke}
          >
            {m.console_revoke()}
          </Button>
        )}
        {(state === 'revoked' || state === 'left_out') && (
          <Button
            variant="plain"
            className={classNames(TEXT_ACTION, 'text-danger')}
            aria-label={m.console_erase_name({ name })}
            onClick={onErase}
          >
            {m.console_erase_person()}
          </Button>
        )}
      </div>
    </div>
  );
}

function StateBadge({ state }: { state: Invitation['state'] }) {
  switch (state) {
    case 'invited':
      return <Badge>{m.console_state_invited()}</Badge>;
    case 'entered':
      return <Badge tone="good">{m.people_import_state()}</Badge>;
    case 'joined':
      return <Badge tone="good">{m.console_state_joined()}</Badge>;
    case 'revoked':
      return <Badge tone="danger">{m.console_state_revoked()}</Badge>;
    case 'left_out':
      return <Badge tone="warn">{m.nowin_state()}</Badge>;
  }
}
