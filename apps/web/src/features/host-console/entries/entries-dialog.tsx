/** Participant Entry Numbers: who joined, with which number and how many tickets (R11, R20, R22). */
import { useDeferredValue, useState } from 'react';
import type { HostRaffle, ParticipantRow, ParticipantsAnswer } from '@glassdrum/contract';
import { hostCan, hostMay } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Dialog } from '../../../ui/dialog.tsx';
import { useParticipants } from '../console-data.ts';
import { EntriesTable } from './entries-table.tsx';
import { EraseEntryDialog, RemoveEntryDialog } from './entry-dialogs.tsx';
import { useChangeTickets } from './use-entry-changes.ts';
import { DownloadLink } from '../download-link.tsx';
import { Loading } from '../loading.tsx';
import { NetworkWarning } from '../review/network-warning.tsx';
import { useReview } from '../review/use-review.ts';

export function EntriesDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const { data, isComplete, isError, refetch } = useParticipants(raffle);
  // The dialog opens first; ten thousand rows follow.
  const hasRows = useDeferredValue(data !== undefined, false);
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
          {count > 0 && hostMay(raffle, 'export_raffle') && <Exports raffleId={raffle.id} />}
        </div>
      }
    >
      {data === undefined || !hasRows ? (
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
  const changeTickets = useChangeTickets(raffle);
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
        onTickets={changeTickets}
        onRemove={setToRemove}
        onErase={hostCan(raffle, 'erase_person') ? setToErase : undefined}
      />
      {toRemove !== null && (
        <RemoveEntryDialog raffle={raffle} entry={toRemove} onClose={() => setToRemove(null)} />
      )}
      {toErase !== null && (
        <EraseEntryDialog raffle={raffle} entry={toErase} onClose={() => setToErase(null)} />
      )}
    </>
  );
}
