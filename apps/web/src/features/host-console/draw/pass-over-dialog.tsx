/** The question before a winner is passed over: why, and who comes next (R14, R73). Public, and not to be undone. */
import { useState } from 'react';
import type { PassOverBody, PassOverReason, PrizeHolder } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { call } from '../../../api/call.ts';
import { m } from '../../../messages/generated/messages.js';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useChange } from '../console-data.ts';
import { PASS_OVER_REASONS, reasonText } from './pass-over-reasons.ts';

interface PassOverDialogProps {
  raffleId: string;
  /** Of several draws, which one; undefined for the last that was held. */
  drawId?: string;
  holder: Pick<PrizeHolder, 'prize' | 'entry_number' | 'display_name'>;
  /** What the prize is called; null for one unnamed prize. */
  prize: string | null;
  /** The next alternate as drawn; undefined when the same order has to be computed further. */
  next: { display_name: string | null; entry_number: number } | undefined;
  onDone: () => void;
  onClose: () => void;
}

export function PassOverDialog({
  raffleId,
  drawId,
  holder,
  prize,
  next,
  onDone,
  onClose,
}: PassOverDialogProps) {
  const [reason, setReason] = useState<PassOverReason | null>(null);
  const [text, setText] = useState('');
  const name = holder.display_name ?? m.console_name_erased();
  const passOver = useChange({
    act: (body: PassOverBody) => call('POST', `/api/raffles/${raffleId}/pass-over`, body),
    failed: m.console_pass_over_failed(),
    onDone: () => {
      onDone();
      toast({
        title: m.console_passed_over(),
        description:
          prize === null
            ? m.console_passed_over_text({ name })
            : m.console_passed_over_prize_text({ prize, name }),
        tone: 'good',
      });
      onClose();
    },
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={m.console_pass_over_title({ name })}
      description={
        <>
          {prize !== null && <p className="font-semibold wrap-anywhere text-ink">{prize}</p>}
          <p>
            {next === undefined
              ? m.console_pass_over_further()
              : m.console_pass_over_next({
                  name: next.display_name ?? m.console_name_erased(),
                  number: next.entry_number,
                })}
          </p>
          <p>{m.console_pass_over_public()}</p>
        </>
      }
      confirmLabel={m.console_pass_over()}
      confirmDisabled={reason === null || (reason === 'ineligible' && text.trim() === '')}
      pending={passOver.isPending}
      tone="danger"
      onConfirm={() => {
        if (reason !== null)
          passOver.mutate({
            ...(drawId !== undefined && { draw_id: drawId }),
            prize: holder.prize,
            entry_number: holder.entry_number,
            reason,
            ...(reason === 'ineligible' && { text: text.trim() }),
          });
      }}
    >
      <fieldset className="mt-5 grid gap-2">
        <legend className="mb-2 font-semibold">{m.console_pass_over_why()}</legend>
        {PASS_OVER_REASONS.map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line-strong px-3.5 py-2 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              onChange={() => setReason(one)}
              className="size-5 accent-(--brand)"
            />
            {reasonText(one)}
          </label>
        ))}
      </fieldset>
      {reason === 'ineligible' && (
        <Field label={m.claims_ask_ineligible_why()} hint={m.claims_ask_ineligible_hint()} className="mt-4">
          <TextInput
            value={text}
            maxLength={LIMITS.ineligibleText.max}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
    </AlertDialog>
  );
}
