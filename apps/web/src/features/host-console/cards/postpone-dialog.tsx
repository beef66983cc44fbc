/** Gives people more time: a later deadline, publicly (R12, R16). */
import { type HostRaffle, postponeBody, type PostponeBody } from '@glassdrum/contract';
import { refusalMessage } from '@glassdrum/raffle-rules';
import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../../api/call.ts';
import { rafflePhase } from '../host-actions.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { formatDateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { dateTimeField, toLocalInput } from '../form/typed-field.ts';

const HOUR_MS = 3_600_000;

/** Later than the present deadline and still to come; the server's clock decides again. */
const postponeForm = (deadline: number) =>
  z.object({
    deadline_at: dateTimeField(
      postponeBody.shape.deadline_at
        .refine((at) => at > Date.now(), { error: () => refusalMessage('deadline_in_past'), abort: true })
        .refine((at) => at > deadline, { error: () => refusalMessage('deadline_not_later') }),
    ),
  });

export function PostponeDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const deadline = raffle.deadline_at ?? 0;
  const [proposed] = useState(() => toLocalInput(Math.max(deadline, Date.now()) + HOUR_MS));
  const form = useForm<{ deadline_at: string }, unknown, PostponeBody>({
    resolver: zodResolver(postponeForm(deadline)),
    defaultValues: { deadline_at: proposed },
  });
  const postpone = useChange({
    act: (body: PostponeBody) => call<HostRaffle>('POST', `/api/raffles/${raffle.id}/postpone`, body),
    onDone: (_answer, { deadline_at: at }) => {
      toast({
        title: m.console_postponed(),
        description: m.console_postponed_text({ time: formatDateTime(at) }),
        tone: 'good',
      });
      onClose();
    },
    onRefused: (error) => {
      const sentence = error.fields?.['deadline_at'];
      if (sentence !== undefined) form.setError('deadline_at', { message: sentence });
      return sentence !== undefined;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      onFocusFirst={() => form.setFocus('deadline_at')}
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
        onSubmit={(event) => void form.handleSubmit((body) => postpone.mutate(body))(event)}
      >
        <p className="font-semibold">{m.console_postpone_now({ time: formatDateTime(deadline) })}</p>
        <Field
          label={m.console_postpone_new()}
          hint={m.console_field_draw_date_hint({
            zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
          })}
          error={form.formState.errors.deadline_at?.message}
        >
          <TextInput
            type="datetime-local"
            required
            min={toLocalInput(deadline)}
            {...form.register('deadline_at')}
          />
        </Field>
        {rafflePhase(raffle) === 'closed' && <p className="text-ink-soft">{m.console_postpone_reopens()}</p>}
      </form>
    </Dialog>
  );
}
