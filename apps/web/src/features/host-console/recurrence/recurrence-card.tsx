/** How a raffle repeats (R80): begin, change, pause and stop, with the next dates and the raffles so far. */
import { useState } from 'react';
import type { HostRaffle, Recurrence, RecurrenceAnswer } from '@glassdrum/contract';
import { CalendarSync } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { toast } from '../../../ui/toast.tsx';
import { hostMay } from '../host-actions.ts';
import { Loading } from '../loading.tsx';
import { NextDates } from './next-dates.tsx';
import { RecurrenceForm } from './recurrence-form.tsx';
import { useRecurrence, useRecurrenceChange } from './recurrence-data.ts';
import { optionTexts, ruleText } from './recurrence-texts.ts';
import { SeriesList } from './series-list.tsx';

export function RecurrenceCard({ raffle }: { raffle: HostRaffle }) {
  const answer = useRecurrence(raffle);
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div>
        <h3 className="text-xl">{m.recurrence_title()}</h3>
        <p className="mt-1 text-ink-soft">{m.recurrence_text()}</p>
      </div>
      {answer.data === undefined ? (
        <Loading className="h-40" failed={answer.isError} onRetry={() => void answer.refetch()} />
      ) : (
        <Repeating raffle={raffle} answer={answer.data} />
      )}
    </Card>
  );
}

function Repeating({ raffle, answer }: { raffle: HostRaffle; answer: RecurrenceAnswer }) {
  const { recurrence, sends_mail: sendsMail } = answer;
  const [isEdited, setEdited] = useState(false);
  if (recurrence === null) {
    const missing = missingOf(raffle);
    if (missing !== null) return <p className="rounded-xl bg-info-soft px-4 py-3 text-info">{missing}</p>;
    // R81: to those who only read it.
    if (!hostMay(raffle, 'change_recurrence')) return <p className="font-semibold">{m.recurrence_none()}</p>;
    return <RecurrenceForm raffle={raffle} recurrence={null} sendsMail={sendsMail} />;
  }
  return (
    <>
      {isEdited ? (
        <RecurrenceForm
          raffle={raffle}
          recurrence={recurrence}
          sendsMail={sendsMail}
          onClose={() => setEdited(false)}
        />
      ) : (
        <Plan raffle={raffle} recurrence={recurrence} onEdit={() => setEdited(true)} />
      )}
      <SeriesList raffleId={raffle.id} periods={recurrence.periods} />
    </>
  );
}

/** Why it cannot repeat yet. */
function missingOf({ deadline_at: deadline, closed_at: closedAt, cleaned_at: cleanedAt }: HostRaffle) {
  if (cleanedAt !== null) return m.recurrence_erased();
  return deadline === null && closedAt === null ? m.recurrence_needs_deadline() : null;
}

interface PlanProps {
  raffle: HostRaffle;
  recurrence: Recurrence;
  onEdit: () => void;
}

function Plan({ raffle, recurrence, onEdit }: PlanProps) {
  const { state, next } = recurrence;
  const [stops, setStops] = useState(false);
  const change = useRecurrenceChange(raffle.id, {
    onDone: ({ recurrence: now }) => {
      setStops(false);
      if (now === null) return;
      const title = {
        active: m.recurrence_resumed(),
        paused: m.recurrence_paused(),
        stopped: m.recurrence_stopped(),
      }[now.state];
      toast({ title });
    },
  });
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex gap-3">
        <CalendarSync aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
        <div className="min-w-0">
          <p className="font-semibold">{ruleText(recurrence)}</p>
          <p className="text-ink-soft">{optionTexts(recurrence).join(' · ')}</p>
        </div>
      </div>
      {state === 'active' ? (
        <NextDates dates={next} timeZone={recurrence.time_zone} />
      ) : (
        <p role="status" className="rounded-xl bg-warn-soft px-4 py-3 text-warn">
          {state === 'paused' ? m.recurrence_paused_text() : m.recurrence_stopped_text()}
        </p>
      )}
      {hostMay(raffle, 'change_recurrence') && (
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          {state === 'paused' && (
            <Button
              pending={change.isPending}
              onClick={() => change.mutate({ method: 'POST', end: '/resume' })}
            >
              {m.recurrence_resume()}
            </Button>
          )}
          <Button variant="quiet" onClick={onEdit}>
            {state === 'stopped' ? m.recurrence_restart() : m.recurrence_edit()}
          </Button>
          {state === 'active' && (
            <Button
              variant="quiet"
              pending={change.isPending}
              onClick={() => change.mutate({ method: 'POST', end: '/pause' })}
            >
              {m.recurrence_pause()}
            </Button>
          )}
          {state !== 'stopped' && (
            <Button variant="quiet" className="text-danger" onClick={() => setStops(true)}>
              {m.recurrence_stop()}
            </Button>
          )}
        </div>
      )}
      <AlertDialog
        open={stops}
        onOpenChange={setStops}
        title={m.recurrence_stop_title()}
        description={<p>{m.recurrence_stop_text()}</p>}
        confirmLabel={m.recurrence_stop()}
        tone="danger"
        pending={change.isPending}
        onConfirm={() => change.mutate({ method: 'DELETE' })}
      />
    </div>
  );
}
