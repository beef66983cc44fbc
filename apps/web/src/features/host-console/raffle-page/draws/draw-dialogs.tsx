/** What opens from the list of draws (R69): adding one, naming it, rehearsing it with its prizes, skipping it. */
import { type FormEvent, lazy, Suspense, useMemo, useState } from 'react';
import type { DrawNameBody, HostPrizes, HostRaffle, PlannedDraw } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call } from '../../../../api/call.ts';
import { m } from '../../../../messages/generated/messages.js';
import { namedPrizes } from '../../../../show-player/prize-names.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { useChange } from '../../console-data.ts';
import { fromLocalInput, toLocalInput } from '../../form/typed-field.ts';
import { useSetPrizes } from '../prizes/prizes-data.ts';
import { bodyOfPlan, drawTitle, useSavePlan } from './draws-data.ts';

const Rehearsal = lazy(async () => {
  const { Rehearsal: rehearsal } = await import('../../animations/rehearsal.tsx');
  return { default: rehearsal };
});

export function AddDialog({
  raffle,
  list,
  onClose,
}: {
  raffle: HostRaffle;
  list: HostPrizes;
  onClose: () => void;
}) {
  const save = useSavePlan(raffle, onClose);
  const [name, setName] = useState('');
  const [time, setTime] = useState('');
  const [prize, setPrize] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = bodyOfPlan(list);
    const number = list.draws.length + 1;
    const added = {
      id: null,
      name: prize,
      quantity: 1,
      description: '',
      sponsor_name: null,
      sponsor_url: null,
      claim_window: null,
    };
    save.mutate({
      ...body,
      prizes: [...body.prizes, { ...added, groups: [], draw: number }],
      draws: [...body.draws, { name, planned_at: fromLocalInput(time) }],
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.raffle_draw_add()}
      description={raffle.status === 'draft' ? m.raffle_draw_add_text() : m.raffle_draw_add_public()}
      footer={
        <div className="flex justify-end">
          <Button
            type="submit"
            form="add-draw"
            disabled={prize.trim() === ''}
            pending={save.isPending}
            pendingLabel={m.console_saving()}
          >
            {m.raffle_draw_add()}
          </Button>
        </div>
      }
    >
      <form id="add-draw" className="grid gap-4" onSubmit={submit}>
        <Field label={m.raffle_draw_name()} hint={m.raffle_draw_name_hint()}>
          <TextInput
            value={name}
            maxLength={LIMITS.drawName.max}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <TimeField value={time} onChange={setTime} />
        <Field label={m.raffle_draw_first_prize()} hint={m.raffle_draw_first_prize_hint()}>
          <TextInput
            value={prize}
            maxLength={LIMITS.prizeName.max}
            onChange={(event) => setPrize(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

interface DrawDialogProps {
  raffle: HostRaffle;
  draw: PlannedDraw;
  onClose: () => void;
}

interface TimeFieldProps {
  /** As the browser's field has it: local time, empty for none. */
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** When the host means to hold a draw (R69). */
function TimeField({ value, error, onChange }: TimeFieldProps) {
  return (
    <Field label={m.raffle_draw_time()} hint={m.raffle_draw_time_hint()} error={error}>
      <TextInput type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

/** R69: name and time are presentation only; without a name the draw goes by its number. */
export function RenameDialog({ raffle, draw, onClose }: DrawDialogProps) {
  const setPrizes = useSetPrizes(raffle.id);
  const [name, setName] = useState(draw.name ?? '');
  const [time, setTime] = useState(draw.planned_at === null ? '' : toLocalInput(draw.planned_at));
  const [refusal, setRefusal] = useState<Readonly<Record<string, string>>>({});
  const rename = useChange({
    act: (body: DrawNameBody) =>
      call<HostPrizes>('PUT', `/api/raffles/${raffle.id}/draws/${draw.number}/name`, body),
    onDone: (list) => {
      void setPrizes(list);
      onClose();
    },
    onRefused: ({ fields }) => {
      setRefusal(fields ?? {});
      return fields?.['name'] !== undefined || fields?.['planned_at'] !== undefined;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.raffle_draw_rename_name({ draw: drawTitle(draw) })}
      description={m.raffle_draw_rename_text()}
      footer={
        <div className="flex justify-end">
          <Button
            type="submit"
            form="rename-draw"
            pending={rename.isPending}
            pendingLabel={m.console_saving()}
          >
            {m.raffle_draw_rename_save()}
          </Button>
        </div>
      }
    >
      <form
        id="rename-draw"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate({ name, planned_at: fromLocalInput(time) });
        }}
      >
        <Field label={m.raffle_draw_name()} hint={m.raffle_draw_name_hint()} error={refusal['name']}>
          <TextInput
            value={name}
            maxLength={LIMITS.drawName.max}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <TimeField value={time} error={refusal['planned_at']} onChange={setTime} />
      </form>
    </Dialog>
  );
}

/** R34: a draw with its own prizes and invented people; nothing of it is stored. */
export function RehearsedDraw({ raffle, list, draw, onClose }: DrawDialogProps & { list: HostPrizes }) {
  const prizes = useMemo(
    () => (raffle.named_prizes ? namedPrizes(list.prizes.filter((prize) => prize.draw === draw.number)) : []),
    [raffle.named_prizes, list, draw],
  );
  return (
    <Suspense fallback={null}>
      <Rehearsal
        style={raffle.chosen_animation}
        winners={draw.wins}
        prizes={prizes}
        revealOrder={list.reveal_order}
        onClose={onClose}
      />
    </Suspense>
  );
}

export function SkipDialog({
  raffle,
  draw,
  onClose,
}: {
  raffle: HostRaffle;
  draw: PlannedDraw;
  onClose: () => void;
}) {
  const setPrizes = useSetPrizes(raffle.id);
  const [reason, setReason] = useState('');
  const skip = useChange({
    act: () => call<HostPrizes>('POST', `/api/raffles/${raffle.id}/draws/${draw.number}/skip`, { reason }),
    onDone: (list) => {
      void setPrizes(list);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={m.raffle_draw_skip_title({ draw: drawTitle(draw) })}
      description={m.raffle_draw_skip_text()}
      footer={
        <div className="flex justify-end">
          <Button
            variant="danger"
            type="submit"
            form="skip-draw"
            disabled={reason.trim() === ''}
            pending={skip.isPending}
          >
            {m.raffle_draw_skip()}
          </Button>
        </div>
      }
    >
      <form
        id="skip-draw"
        onSubmit={(event) => {
          event.preventDefault();
          skip.mutate();
        }}
      >
        <Field label={m.raffle_draw_skip_reason()}>
          <TextInput
            value={reason}
            maxLength={LIMITS.skipReason.max}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
