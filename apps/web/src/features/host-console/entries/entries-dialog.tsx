/** Participant Entry Numbers: who joined, with which number and how many tickets (R11, R20, R22). */
import { useState } from 'react';
import type { HostRaffle, ParticipantRow, ParticipantsAnswer } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.tsx';
import { participantsKey, useChange, useParticipants } from '../console-data.ts';
import { EntriesTable } from './entries-table.tsx';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';

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
        <Entries raffle={raffle} answer={data} isComplete={isComplete} />
      )}
    </Dialog>
  );
}

interface TicketsWish {
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
  const setTickets = useSetTickets(raffle.id);
  const path = (inviteeId: string) => `/api/raffles/${raffle.id}/participants/${inviteeId}`;
  const change = useChange({
    act: ({ inviteeId, tickets, before }: TicketsWish) => {
      // Shown at once; taken back when the server says no.
      setTickets(inviteeId, tickets);
      return call('PATCH', `${path(inviteeId)}/tickets`, { tickets }).catch((error: unknown) => {
        setTickets(inviteeId, before);
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
      setTickets(inviteeId, 0);
      setToRemove(null);
      toast({ title: m.console_removed(), description: m.console_removed_text() });
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
        editable={(raffle.status === 'open' || raffle.status === 'closed') && !raffle.draw_started}
        onTickets={({ invitee_id: inviteeId, tickets: before }, tickets) => {
          change.mutate({ inviteeId, tickets, before });
        }}
        onRemove={setToRemove}
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
        />
      )}
    </>
  );
}

/** Writes one row's tickets into what is shown, so that ten thousand rows need not be asked for again. */
function useSetTickets(raffleId: string) {
  const queryClient = useQueryClient();
  return (inviteeId: string, tickets: number): void => {
    queryClient.setQueriesData<ParticipantsAnswer>({ queryKey: participantsKey(raffleId) }, (answer) =>
      answer === undefined
        ? answer
        : {
            ...answer,
            participants: answer.participants.map((row) =>
              row.invitee_id === inviteeId ? { ...row, tickets } : row,
            ),
          },
    );
  };
}
