/** Participant Entry Numbers: who joined, with which number and how many tickets (R11, R20, R22). */
import { useState } from 'react';
import type { HostRaffle, ParticipantRow, ParticipantsAnswer } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { hostCan } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { participantsKey, useChange, useParticipants } from '../console-data.ts';
import { EntriesTable } from './entries-table.tsx';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { NetworkWarning } from '../review/network-warning.tsx';
import { useReview } from '../review/use-review.ts';

export function EntriesDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const { data, isComplete, isError, refetch } = useParticipants(raffle);
  const count = isComplete ? (data?.participants.length ?? 0) : raffle.entry_count;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={m.console_entries_title()}
      description={raffle.title}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="font-semibold" aria-live="polite">
            {m.console_total_entries({ count: count.toLocaleString() })}
          </p>
          {count > 0 && <Exports raffleId={raffle.id} />}
        </div>
      }
    >
      {data === undefined ? (
        <Loading className="h-64" failed={isError} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4">
          <EntriesWarning raffle={raffle} />
          <Entries raffle={raffle} answer={data} isComplete={isComplete} />
        </div>
      )}
    </Dialog>
  );
}

/** H11: the host sees it where the entries are, and finds them grouped in the review list. */
function EntriesWarning({ raffle }: { raffle: HostRaffle }) {
  const { data } = useReview(raffle);
  return <NetworkWarning warning={data?.network_warning ?? null} />;
}

interface TicketsChange {
  inviteeId: string;
  tickets: number;
  before: number;
}

function Exports({ raffleId }: { raffleId: string }) {
  const href = (format: string): string => `/api/raffles/${raffleId}/participants/export?format=${format}`;
  return (
    <div className="flex gap-2">
      <DownloadLink href={href('csv')} label={m.console_csv()} name={m.console_entries_csv()} />
      <DownloadLink href={href('xlsx')} label={m.console_excel()} name={m.console_entries_xlsx()} />
    </div>
  );
}

interface EntriesProps {
  raffle: HostRaffle;
  answer: ParticipantsAnswer;
  isComplete: boolean;
}

function Entries({ raffle, answer, isComplete }: EntriesProps) {
  const [toRemove, setToRemove] = useState<ParticipantRow | null>(null);
  const [toErase, setToErase] = useState<ParticipantRow | null>(null);
  const setRow = useSetRow(raffle.id);
  const path = (inviteeId: string) => `/api/raffles/${raffle.id}/participants/${inviteeId}`;
  const change = useChange({
    act: ({ inviteeId, tickets, before }: TicketsChange) => {
      // Shown at once; taken back when the server says no.
      setRow(inviteeId, { tickets });
      return call('PATCH', `${path(inviteeId)}/tickets`, { tickets }).catch((error: unknown) => {
        setRow(inviteeId, { tickets: before });
        throw error;
      });
    },
    failed: m.console_tickets_failed(),
    onDone: () => {
      toast({ title: m.console_tickets_updated(), tone: 'good' });
    },
  });
  const remove = useChange({
    act: (inviteeId: string) => call('DELETE', path(inviteeId)),
    failed: m.console_remove_failed(),
    onDone: (_answer, inviteeId) => {
      setRow(inviteeId, { tickets: 0 });
      setToRemove(null);
      toast({ title: m.console_removed(), description: m.console_removed_text() });
    },
  });

  const erase = useChange({
    act: (inviteeId: string) => call('POST', `/api/raffles/${raffle.id}/people/${inviteeId}/erase`),
    failed: m.console_erase_failed(),
    onDone: (_answer, inviteeId) => {
      const gone = { display_name: '', email: null };
      setRow(inviteeId, hostCan(raffle, 'change_tickets') ? { ...gone, tickets: 0 } : gone);
      setToRemove(null);
      setToErase(null);
      toast({ title: m.console_erased(), description: m.console_erased_text() });
    },
  });

  if (answer.participants.length === 0) {
    return <p className="py-12 text-center text-ink-soft">{m.console_no_participants()}</p>;
  }
  return (
    <>
      <EntriesTable
        rows={answer.participants}
        isComplete={isComplete}
        maxTickets={answer.raffle.max_tickets}
        editable={hostCan(raffle, 'change_tickets')}
        onTickets={({ invitee_id: inviteeId, tickets: before }, tickets) => {
          change.mutate({ inviteeId, tickets, before });
        }}
        onRemove={setToRemove}
        onErase={hostCan(raffle, 'erase_person') ? setToErase : undefined}
      />
      {toRemove !== null && (
        <AlertDialog
          open
          onOpenChange={() => setToRemove(null)}
          title={m.console_remove_title({ name: toRemove.display_name })}
          description={
            <>
              <p>{m.console_remove_text()}</p>
              <p>{m.console_remove_keeps_number({ number: toRemove.entry_number })}</p>
            </>
          }
          confirmLabel={m.console_remove()}
          tone="danger"
          pending={remove.isPending}
          onConfirm={() => remove.mutate(toRemove.invitee_id)}
        >
          <Button
            variant="plain"
            className="mt-4 text-danger"
            pending={erase.isPending}
            onClick={() => erase.mutate(toRemove.invitee_id)}
          >
            {m.console_remove_and_erase()}
          </Button>
        </AlertDialog>
      )}
      {toErase !== null && (
        <AlertDialog
          open
          onOpenChange={() => setToErase(null)}
          title={m.console_erase_name_title({ name: toErase.display_name })}
          description={
            <>
              <p>{m.console_erase_name_text()}</p>
              <p>{m.console_erase_keeps_number({ number: toErase.entry_number })}</p>
            </>
          }
          confirmLabel={m.console_erase_person()}
          tone="danger"
          pending={erase.isPending}
          onConfirm={() => erase.mutate(toErase.invitee_id)}
        />
      )}
    </>
  );
}

/** Writes a change of one row into what is shown, so that ten thousand rows need not be asked for again. */
function useSetRow(raffleId: string) {
  const queryClient = useQueryClient();
  return (inviteeId: string, change: Partial<ParticipantRow>): void => {
    queryClient.setQueriesData<ParticipantsAnswer>({ queryKey: participantsKey(raffleId) }, (answer) =>
      answer === undefined
        ? answer
        : {
            ...answer,
            participants: answer.participants.map((row) =>
              row.invitee_id === inviteeId ? { ...row, ...change } : row,
            ),
          },
    );
  };
}
