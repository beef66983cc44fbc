/** The emails and notifications, newest first. Only rows in view are in the page; further ones come as the list is scrolled. */
import type { HostRaffle, MessageRow } from '@glassdrum/contract';
import { Bell, Mail } from 'lucide-react';
import { m } from '../../../../messages/generated/messages.js';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DateTime } from '../../../../ui/date-time.tsx';
import { VirtualList } from '../../../../ui/virtual-list.tsx';
import { hostCan } from '../../host-actions.ts';
import { useSendInvitation } from '../../invitees/use-send-invitation.ts';
import { drawTitle } from '../draws/draws-data.ts';
import { channelName, MESSAGE_TONES, messageStateText, occasionName, whyNot } from './messages-texts.ts';

/** Pixels; rows are measured. */
const ROW_GUESS = 92;

interface MessagesListProps {
  raffle: HostRaffle;
  rows: readonly MessageRow[];
  /** With those that are not there yet. */
  total: number;
  /** The last row that is there is near. */
  onEnd: () => void;
  onChanged: () => void;
}

export function MessagesList({ raffle, rows, total, onEnd, onChanged }: MessagesListProps) {
  const send = useSendInvitation(raffle.id, onChanged);
  const canSend = hostCan(raffle, 'send_invitations');
  return (
    <VirtualList
      role="list"
      aria-label={m.raffle_messages()}
      tabIndex={0}
      className="max-h-[max(24rem,75dvh)] rounded-xl border border-line bg-card"
      rows={rows}
      rowKey={({ id }) => id}
      rowHeight={ROW_GUESS}
      onEnd={onEnd}
      rowProps={(index) => ({
        role: 'listitem',
        'aria-setsize': total,
        'aria-posinset': index + 1,
        className: 'border-b border-line',
      })}
      renderRow={(row) => (
        <Row
          row={row}
          isSending={send.isPending && send.variables === row.invitee_id}
          onSend={canSend && canSendAgain(row) ? () => send.mutate(row.invitee_id) : null}
        />
      )}
    />
  );
}

/** Invitations alone are sent again by hand; everything else follows from what happens. */
function canSendAgain({ channel, occasion, state, entry_number: number }: MessageRow): boolean {
  return channel === 'mail' && occasion === 'invitation' && state !== 'waiting' && number === null;
}

interface RowProps {
  row: MessageRow;
  isSending: boolean;
  /** Null where it is not offered. */
  onSend: (() => void) | null;
}

function Row({ row, isSending, onSend }: RowProps) {
  const { channel, occasion, draw, state, at, email, entry_number: number } = row;
  const Icon = channel === 'mail' ? Mail : Bell;
  const name = nameOf(row);
  const why = whyNot(row);
  const what = draw === null ? occasionName(occasion) : `${occasionName(occasion)}: ${drawTitle(draw)}`;
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-3 py-3 sm:grid-cols-[1.5rem_minmax(0,1fr)_auto] sm:px-4">
      <Icon role="img" aria-label={channelName(channel)} className="mt-0.5 size-5 text-ink-soft" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {number !== null && row.display_name !== '' && (
            <span className="text-ink-soft tabular-nums">{m.console_entry({ number })}</span>
          )}
          <Badge tone={MESSAGE_TONES[state]}>{messageStateText(state)}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {what}
          {channel === 'mail' && email !== null && ` · ${email}`}
        </p>
        <p className="text-sm text-ink-soft">
          {state === 'waiting' && `${m.mails_next_try()} `}
          <DateTime at={at} />
        </p>
        {why !== null && <p className="text-sm wrap-anywhere">{why}</p>}
      </div>
      {onSend !== null && (
        <Button
          variant="quiet"
          className="text-sm max-sm:col-start-2 max-sm:justify-self-start"
          pending={isSending}
          aria-label={m.console_mail_send_again_to({ name })}
          onClick={onSend}
        >
          {m.console_mail_send_again()}
        </Button>
      )}
    </div>
  );
}

function nameOf({ display_name: name, entry_number: number }: MessageRow): string {
  if (name !== '') return name;
  return number === null ? m.console_name_erased() : m.common_entry_number({ number });
}
