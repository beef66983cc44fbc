/** R62: the number of winners may change until the draw starts. Publicly: with its time on the page, and in the log. */
import type { HostRaffle, RafflePatchBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { zodResolver } from '@hookform/resolvers/zod';
import { Megaphone } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { winnersForm } from '../form/raffle-form.ts';

export function WinnersCountDialog({ raffle, onClose }: { raffle: HostRaffle; onClose: () => void }) {
  const form = useForm<z.input<typeof winnersForm>, unknown, z.output<typeof winnersForm>>({
    resolver: zodResolver(winnersForm),
    defaultValues: { max_winners: String(raffle.max_winners) },
  });
  const typed = useWatch({ control: form.control, name: 'max_winners' });
  const change = useChange({
    act: (body: RafflePatchBody & { max_winners: number }) =>
      call<HostRaffle>('PATCH', `/api/raffles/${raffle.id}`, body),
    onDone: (_answer, { max_winners: count }) => {
      toast({
        title: m.console_winners_changed(),
        description: m.console_winners_changed_text({ count }),
        tone: 'good',
      });
      onClose();
    },
    onRefused: (error) => {
      const sentence = error.fields?.['max_winners'];
      if (sentence !== undefined) form.setError('max_winners', { message: sentence });
      return sentence !== undefined;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      onFocusFirst={() => form.setFocus('max_winners')}
      title={m.console_change_winners()}
      description={raffle.title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {m.common_cancel()}
          </Button>
          <Button
            type="submit"
            form="winners-count"
            disabled={Number(typed) === raffle.max_winners}
            pending={change.isPending}
            pendingLabel={m.console_saving()}
          >
            {m.console_change_winners_save()}
          </Button>
        </div>
      }
    >
      <form
        id="winners-count"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((body) => change.mutate(body))(event)}
      >
        <p className="flex gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
          <Megaphone aria-hidden className="mt-0.5 size-5 shrink-0" />
          {m.console_change_winners_text()}
        </p>
        <Field
          label={m.console_field_max_winners()}
          hint={m.console_change_winners_now({ count: raffle.max_winners })}
          error={form.formState.errors.max_winners?.message}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={LIMITS.winners.min}
            max={LIMITS.winners.max}
            {...form.register('max_winners')}
          />
        </Field>
      </form>
    </Dialog>
  );
}
