/**
 * R91: entering the numbers that were made in the room. The host and any entrant may; once two devices have typed the same,
 * the text is fixed and shown to all. Works without internet, like the rest of such a draw.
 */
import type { DrawPlan, RoomNumbersAnswer, RoomNumbersBody } from '@glassdrum/contract';
import { useMutation } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DiceRow } from './die-face.tsx';
import { NumbersForm } from './numbers-form.tsx';

/** Progress, as the room reports it; null before anyone entered something. */
export interface RoomNumbersStatus {
  entered: number;
  agreed: boolean;
}

interface RoomNumbersProps {
  plan: Pick<DrawPlan, 'raffle_id' | 'beacon' | 'beacon_text'>;
  status: RoomNumbersStatus | null;
}

/** A button, and behind it the form; afterwards what became of what was typed here. */
export function RoomNumbers({ plan, status }: RoomNumbersProps) {
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<string | null>(null);
  const isFixed = plan.beacon_text !== null;
  return (
    <div className="grid gap-2">
      <Button variant={sent === null && !isFixed ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        <Dices aria-hidden className="size-5" />
        {buttonText(sent, isFixed)}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={m.draw_room_title()}
        description={isFixed ? undefined : m.draw_room_how()}
      >
        <RoomNumbersPanel plan={plan} status={status} sent={sent} onSent={setSent} />
      </Dialog>
    </div>
  );
}

function buttonText(sent: string | null, isFixed: boolean): string {
  if (isFixed) return m.draw_room_see();
  return sent === null ? m.draw_room_enter() : m.draw_room_entered_here();
}

interface PanelProps extends RoomNumbersProps {
  /** What this device sent; null before. */
  sent: string | null;
  onSent: (text: string) => void;
}

/** The form, or how what was sent compares with the others. */
export function RoomNumbersPanel({ plan, status, sent, onSent }: PanelProps) {
  const [isCorrecting, setCorrecting] = useState(false);
  const send = useMutation<RoomNumbersAnswer, CallFailed, string>({
    mutationFn: (text) =>
      call<RoomNumbersAnswer>('POST', `/api/raffles/${plan.raffle_id}/draw/room-numbers`, {
        text,
      } satisfies RoomNumbersBody),
    onSuccess(_answer, text) {
      onSent(text);
      setCorrecting(false);
    },
  });
  const { round } = plan.beacon;
  const count = round === '-' ? 0 : round;
  if (plan.beacon_text !== null) return <Fixed text={plan.beacon_text} sent={sent} />;
  if (sent === null || isCorrecting) {
    return (
      <NumbersForm
        count={count}
        initial={sent === null ? [] : sent.split(' ')}
        isSending={send.isPending}
        error={send.error?.message ?? null}
        onSend={(text) => send.mutate(text)}
      />
    );
  }
  const entered = Math.max(1, status?.entered ?? send.data?.entered ?? 1);
  const isDifferent = entered > 1;
  return (
    <div className="grid gap-4 text-center">
      <div>
        <p className="text-ink-soft">{m.draw_room_you_entered()}</p>
        <DiceRow text={sent} className="mt-2 text-2xl" />
      </div>
      <p
        role="status"
        className={classNames(
          'rounded-xl px-4 py-3 font-semibold',
          isDifferent ? 'bg-warn-soft text-warn' : 'bg-sunken',
        )}
      >
        {isDifferent ? m.draw_room_differ() : m.draw_room_second()}
      </p>
      <Button variant="quiet" onClick={() => setCorrecting(true)}>
        {m.draw_room_correct()}
      </Button>
    </div>
  );
}

/** Two devices have typed the same: nothing can change any more. */
function Fixed({ text, sent }: { text: string; sent: string | null }) {
  const isOther = sent !== null && sent !== text;
  return (
    <div className="grid gap-4 text-center">
      <p role="status" className="rounded-xl bg-good-soft px-4 py-3 font-semibold text-good">
        {m.draw_room_agreed()}
      </p>
      <DiceRow text={text} className="text-3xl" />
      {isOther && (
        <div className="rounded-xl bg-warn-soft px-4 py-3 text-warn">
          <p className="font-semibold">{m.draw_room_yours_differs()}</p>
          <DiceRow text={sent} className="mt-2 text-xl" />
        </div>
      )}
    </div>
  );
}
