/** The buttons of a raffle's card; raffle-rules says which ones (R10–R14). */
import type { HostRaffle } from '@glassdrum/contract';
import type { RaffleAction } from '@glassdrum/raffle-rules';
import { BookmarkPlus, CalendarPlus, CircleSlash2, CopyPlus, Trash2, Trophy, UserCheck } from 'lucide-react';
import { useLocation } from 'wouter';
import { call } from '../../../api/call.ts';
import { hostCan, hostMay, isBetweenDraws, rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import type { DialogKind } from '../console-dialogs.tsx';
import { sectionPath } from '../raffle-page/sections.ts';
import { StartRequestPanel } from '../start-request/start-request-panel.tsx';
import { useStartRequest } from '../start-request/use-start-request.ts';
import { hasPeople, useDuplicate } from '../templates/use-duplicate.ts';
import { CardMenu } from './card-menu.tsx';
import { useOpenRaffle } from './use-open-raffle.ts';

interface RaffleActionsProps {
  raffle: HostRaffle;
  onEdit: () => void;
  onDialog: (kind: DialogKind) => void;
}

export function RaffleActions({ raffle, onEdit, onDialog }: RaffleActionsProps) {
  const can = (action: RaffleAction): boolean => hostCan(raffle, action);
  const dialogButton = (kind: DialogKind, label: string, className?: string) => (
    <Button variant="quiet" onClick={() => onDialog(kind)} {...(className !== undefined && { className })}>
      {label}
    </Button>
  );
  const isAsked = useStartRequest(raffle) !== null;
  const phase = rafflePhase(raffle);
  const isDrawn = phase === 'drawn';
  const isBetween = isBetweenDraws(raffle);
  const hasRemote =
    raffle.draws.total > 1 && (phase === 'open' || phase === 'closed') && hostMay(raffle, 'draw_winners');
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      <div className="basis-full empty:hidden">
        <StartRequestPanel raffle={raffle} onConfirm={() => onDialog('draw')} />
      </div>
      <div className="flex basis-full justify-end gap-2 empty:hidden [&>:not([aria-haspopup])]:grow *:last:min-w-12">
        {!isAsked && <NextStep raffle={raffle} onDialog={onDialog} />}
        <Menu raffle={raffle} onDialog={onDialog} />
      </div>
      {can('enter_room_numbers') &&
        raffle.beacon_policy === 'room' &&
        dialogButton('room', m.draw_room_enter())}
      {can('edit') && (
        <Button variant="quiet" onClick={onEdit}>
          {m.console_edit()}
        </Button>
      )}
      {isDrawn && (
        <LinkButton href={`/draw/${raffle.id}?replay=true`} variant="quiet">
          {m.console_replay()}
        </LinkButton>
      )}
      {hasRemote && (
        <LinkButton href={sectionPath(raffle.id, 'remote')} variant="quiet">
          {m.raffle_remote()}
        </LinkButton>
      )}
      {isBetween && (
        <LinkButton href={`/results/${raffle.id}`} variant="quiet">
          {m.console_results()}
        </LinkButton>
      )}
      {(can('pass_over') || (isBetween && hostMay(raffle, 'pass_over_winner'))) &&
        dialogButton('winners', m.console_winners())}
      {can('approve') &&
        raffle.waiting_count > 0 &&
        dialogButton('review', m.console_review_count({ count: raffle.waiting_count.toLocaleString() }))}
      {can('see_entries') &&
        (hostMay(raffle, 'see_addresses') ? (
          dialogButton('entries', m.console_entries())
        ) : (
          <LinkButton href={sectionPath(raffle.id, 'people')} variant="quiet">
            {m.raffle_people()}
          </LinkButton>
        ))}
      {hostMay(raffle, 'sell_paper_tickets') && !hostMay(raffle, 'share_desk_link') && (
        <LinkButton href={sectionPath(raffle.id, 'paper')} variant="quiet">
          {m.paper_title()}
        </LinkButton>
      )}
      {canShare(raffle) && dialogButton('share', m.console_share())}
      {can('remove_participant') && dialogButton('entries', m.console_manage(), 'max-sm:hidden')}
      {can('change_invitees') && dialogButton('invitations', m.console_invitations())}
      {can('close') && <CloseButton raffle={raffle} />}
      {can('reopen') && <ReopenButton raffle={raffle} />}
    </div>
  );
}

/** Its public link, which everyone may pass on, or the stage's. */
function canShare(raffle: HostRaffle): boolean {
  return (
    raffle.public_url !== null || hostMay(raffle, 'share_public_link') || hostMay(raffle, 'share_stage_link')
  );
}

/** The one that stands out: what this raffle is waiting for. Nothing where somebody else does it. */
function NextStep({ raffle, onDialog }: Pick<RaffleActionsProps, 'raffle' | 'onDialog'>) {
  switch (rafflePhase(raffle)) {
    case 'draft':
      return hostMay(raffle, 'open_raffle') && <OpenButton raffle={raffle} onDialog={onDialog} />;
    case 'open':
    case 'closed':
      return (
        hostMay(raffle, 'draw_winners') && (
          <Button onClick={() => onDialog('draw')}>{m.console_draw()}</Button>
        )
      );
    case 'drawing':
      return <LinkButton href={`/draw/${raffle.id}`}>{m.console_watch_live()}</LinkButton>;
    case 'cancelled':
      return (
        hostMay(raffle, 'erase_raffle') && (
          <Button variant="quiet" onClick={() => onDialog('erase')}>
            {m.console_erase_raffle()}
          </Button>
        )
      );
    case 'drawn':
      return <LinkButton href={`/results/${raffle.id}`}>{m.console_results()}</LinkButton>;
  }
}

function OpenButton({ raffle, onDialog }: Pick<RaffleActionsProps, 'raffle' | 'onDialog'>) {
  const open = useOpenRaffle(raffle.id);
  // R80: its host sees first who is left out.
  const asks = raffle.no_win_months !== null && raffle.invitees_count > 0;
  return (
    <Button
      pending={open.isPending}
      pendingLabel={m.console_opening()}
      onClick={() => (asks ? onDialog('open') : open.mutate())}
    >
      {m.console_open()}
    </Button>
  );
}

function CloseButton({ raffle }: { raffle: HostRaffle }) {
  const close = useChange({
    act: () => call('POST', `/api/raffles/${raffle.id}/close`),
    onDone: () => toast({ title: m.console_closed(), description: m.console_closed_text() }),
  });
  return (
    <Button variant="quiet" pending={close.isPending} onClick={() => close.mutate()}>
      {m.console_close()}
    </Button>
  );
}

function ReopenButton({ raffle }: { raffle: HostRaffle }) {
  const reopen = useChange({
    act: () => call('POST', `/api/raffles/${raffle.id}/reopen`),
    onDone: () => {
      toast({ title: m.console_reopened(), description: m.console_opened_text(), tone: 'good' });
    },
  });
  return (
    <Button variant="quiet" pending={reopen.isPending} onClick={() => reopen.mutate()}>
      {m.console_reopen()}
    </Button>
  );
}

const MENU = [
  { action: 'review', kind: 'review', icon: UserCheck, label: m.console_review, tone: undefined },
  {
    action: 'change_winners',
    kind: 'winners-count',
    icon: Trophy,
    label: m.console_change_winners,
    tone: undefined,
  },
  { action: 'postpone', kind: 'postpone', icon: CalendarPlus, label: m.console_postpone, tone: undefined },
  { action: 'cancel', kind: 'cancel', icon: CircleSlash2, label: m.console_cancel_raffle, tone: 'danger' },
  { action: 'delete', kind: 'delete', icon: Trash2, label: m.console_delete_draft, tone: 'danger' },
  { action: 'erase', kind: 'erase', icon: Trash2, label: m.console_erase_raffle, tone: 'danger' },
] as const satisfies readonly { action: RaffleAction; kind: DialogKind; [key: string]: unknown }[];

/** What is seldom needed. */
function Menu({ raffle, onDialog }: { raffle: HostRaffle; onDialog: (kind: DialogKind) => void }) {
  const [, navigate] = useLocation();
  const duplicate = useDuplicate(raffle.id);
  const copies = [
    {
      ability: 'duplicate_raffle',
      label: m.console_duplicate(),
      icon: <CopyPlus aria-hidden className="size-5" />,
      onSelect: () => (hasPeople(raffle) ? onDialog('duplicate') : duplicate.mutate(false)),
    },
    {
      ability: 'save_as_template',
      label: m.copies_save_template(),
      icon: <BookmarkPlus aria-hidden className="size-5" />,
      onSelect: () => onDialog('template'),
    },
  ] as const;
  const items = [
    ...copies.filter(({ ability }) => hostMay(raffle, ability)),
    ...MENU.filter(
      // R79: once a draw was held, the ones that are left are skipped.
      ({ action }) => hostCan(raffle, action) && (action !== 'cancel' || raffle.draws.held === 0),
    ).map(({ kind, icon: Icon, label, tone }) => {
      const hasList = kind === 'winners-count' && raffle.named_prizes;
      return {
        label: hasList ? m.console_change_prizes() : label(),
        icon: <Icon aria-hidden className="size-5" />,
        tone,
        onSelect: () => (hasList ? navigate(`/host/raffles/${raffle.id}/prizes`) : onDialog(kind)),
      };
    }),
  ];
  return items.length === 0 ? null : <CardMenu title={raffle.title} items={items} />;
}
