/** The buttons of a raffle's card; which ones depends on where the raffle stands (R10–R14). */
import type { ReactNode } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { CalendarPlus, CopyPlus, Trash2 } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import type { DialogKind } from '../console-dialogs.tsx';
import { CardMenu } from './card-menu.tsx';

interface RaffleActionsProps {
  raffle: HostRaffle;
  onEdit: () => void;
  onDialog: (kind: DialogKind) => void;
}

export function RaffleActions({ raffle, onEdit, onDialog }: RaffleActionsProps) {
  const entries = (
    <Button variant="quiet" onClick={() => onDialog('entries')}>
      {m.console_entries()}
    </Button>
  );
  const invitations = (
    <Button variant="quiet" onClick={() => onDialog('invitations')}>
      {m.console_invitations()}
    </Button>
  );
  const draw = <Button onClick={() => onDialog('draw')}>{m.console_draw()}</Button>;
  const manage = (
    <Button variant="quiet" className="max-sm:hidden" onClick={() => onDialog('entries')}>
      {m.console_manage()}
    </Button>
  );
  const share = (
    <Button variant="quiet" onClick={() => onDialog('share')}>
      {m.console_share()}
    </Button>
  );
  const menu = <Menu raffle={raffle} onDialog={onDialog} />;

  if (raffle.draw_started && raffle.status !== 'drawn') {
    return (
      <Actions
        main={<LinkButton href={`/draw/${raffle.id}`}>{m.console_watch_live()}</LinkButton>}
        menu={menu}
      >
        {entries}
      </Actions>
    );
  }
  switch (raffle.status) {
    case 'draft':
      return (
        <Actions main={<OpenButton raffle={raffle} />} menu={menu}>
          <Button variant="quiet" onClick={onEdit}>
            {m.console_edit()}
          </Button>
          {invitations}
        </Actions>
      );
    case 'open':
      return (
        <Actions main={draw} menu={menu}>
          {entries}
          {share}
          {manage}
          {invitations}
          <CloseButton raffle={raffle} />
        </Actions>
      );
    case 'closed':
      return (
        <Actions main={draw} menu={menu}>
          {entries}
          {manage}
          {invitations}
          <ReopenButton raffle={raffle} />
        </Actions>
      );
    case 'drawn':
      return (
        <Actions
          main={<LinkButton href={`/results/${raffle.id}`}>{m.console_results()}</LinkButton>}
          menu={menu}
        >
          <LinkButton href={`/draw/${raffle.id}?replay=true`} variant="quiet">
            {m.console_replay()}
          </LinkButton>
          <Button variant="quiet" onClick={() => onDialog('winners')}>
            {m.console_winners()}
          </Button>
          {entries}
        </Actions>
      );
  }
}

interface ActionsProps {
  main: ReactNode;
  menu: ReactNode;
  children: ReactNode;
}

/** The next step first, with what is seldom needed beside it; the others below. */
function Actions({ main, menu, children }: ActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 *:grow">
      <div className="grid basis-full grid-cols-[1fr_3rem] gap-2">
        {main}
        {menu}
      </div>
      {children}
    </div>
  );
}

function OpenButton({ raffle }: { raffle: HostRaffle }) {
  const open = useChange({
    act: () => call('POST', `/api/raffles/${raffle.id}/open`),
    onDone: () => {
      toast({ title: m.console_opened(), description: m.console_opened_text(), tone: 'good' });
    },
  });
  return (
    <Button pending={open.isPending} pendingLabel={m.console_opening()} onClick={() => open.mutate()}>
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

/** While people can still be given more time (R12). */
function canPostpone({ status, deadline_at: deadline, draw_started: started }: HostRaffle): boolean {
  return deadline !== null && !started && (status === 'open' || status === 'closed');
}

/** Every raffle can be duplicated; only a draft can be deleted by itself. */
function Menu({ raffle, onDialog }: { raffle: HostRaffle; onDialog: (kind: DialogKind) => void }) {
  const duplicate = useChange({
    act: () => call<HostRaffle>('POST', `/api/raffles/${raffle.id}/duplicate`),
    failed: m.console_duplicate_failed(),
    onDone: ({ title }) => {
      toast({
        title: m.console_duplicated(),
        description: m.console_duplicated_text({ title }),
        tone: 'good',
      });
    },
  });
  return (
    <CardMenu
      title={raffle.title}
      items={[
        {
          label: m.console_duplicate(),
          icon: <CopyPlus aria-hidden className="size-5" />,
          onSelect: () => duplicate.mutate(),
        },
        ...(canPostpone(raffle)
          ? [
              {
                label: m.console_postpone(),
                icon: <CalendarPlus aria-hidden className="size-5" />,
                onSelect: () => onDialog('postpone'),
              },
            ]
          : []),
        ...(raffle.status === 'draft'
          ? [
              {
                label: m.console_delete_draft(),
                icon: <Trash2 aria-hidden className="size-5" />,
                tone: 'danger' as const,
                onSelect: () => onDialog('delete'),
              },
            ]
          : []),
      ]}
    />
  );
}
