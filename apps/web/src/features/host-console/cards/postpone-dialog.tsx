/** Gives people more time: a later deadline, publicly (R12, R16). */
import { useRef, useState } from 'react';
import type { HostRaffle, PostponeBody } from '@glassdrum/contract';
import { refusalMessage } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { fromLocalInput, toLocalInput } from '../form/raffle-form-state.ts';

const HOUR_MS = 3_600_000;

export function PostponeDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const deadline = raffle.deadline_at ?? 0;
  const [typed, setTyped] = useState(() => toLocalInput(Math.max(deadline, Date.now()) + HOUR_MS));
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const postpone = useChange({
    act: (deadline_at: number) =>
      call<HostRaffle>('POST', `/api/raffles/${raffle.id}/postpone`, {
        deadline_at,
      } satisfies PostponeBody),
    onDone: (_answer, at) => {
      toast({
        title: m.console_postponed(),
        description: m.console_postponed_text({ time: formatDateTime(at) }),
        tone: 'good',
      });
      onClose();
    },
    onRefused: (error) => {
      const sentence = error.fields?.['deadline_at'];
      setProblem(sentence);
      return sentence !== undefined;
    },
  });
  const save = (): void => {
    const at = fromLocalInput(typed);
    if (at === null || Number.isNaN(at)) return setProblem(m.console_date_unreadable());
    if (at <= Date.now()) return setProblem(refusalMessage('deadline_in_past'));
    if (at <= deadline) return setProblem(refusalMessage('deadline_not_later'));
    setProblem(undefined);
    postpone.mutate(at);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      initialFocus={field}
      title={m.console_postpone_title()}
      description={m.console_postpone_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            form="postpone"
            pending={postpone.isPending}
            pendingLabel={m.console_saving()}
          >
            {m.console_postpone_save()}
          </Button>
        </div>
      }
    >
      <form
        id="postpone"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p className="font-semibold">{m.console_postpone_now({ time: formatDateTime(deadline) })}</p>
        <Field
          label={m.console_postpone_new()}
          hint={m.console_field_draw_date_hint({
            zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
          error={problem}
        >
          <TextInput
            ref={field}
            type="datetime-local"
            required
            min={toLocalInput(deadline)}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        {raffle.status === 'closed' && <p className="text-ink-soft">{m.console_postpone_reopens()}</p>}
      </form>
    </Dialog>
  );
}
