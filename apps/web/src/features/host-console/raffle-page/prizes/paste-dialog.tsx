/** Many prizes at once: a pasted list, with what was understood of it beside it (R61). */
import { useId, useMemo, useRef, useState } from 'react';
import {
  combinedPrizeLines,
  LIMITS,
  type PrizeLine,
  prizeLineProblem,
  type PrizeLineProblem,
  readPrizeLines,
} from '@glassdrum/raffle-rules';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../../ui/field.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { totalsText } from './prize-texts.ts';
import { isOneUnnamed, totalsOf, type TypedPrize } from './prizes-form.ts';

interface PasteDialogProps {
  /** The list as it is. */
  present: readonly TypedPrize[];
  /** What is in the field; it stays when the dialog is closed. */
  text: string;
  onText: (text: string) => void;
  onPaste: (lines: readonly PrizeLine[], how: 'add' | 'replace') => void;
  onClose: () => void;
}

export function PasteDialog({ present, text, onText, onPaste, onClose }: PasteDialogProps) {
  const [isCombined, setCombined] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const read = useMemo(() => readPrizeLines(text), [text]);
  const combined = useMemo(() => combinedPrizeLines(read), [read]);
  const lines = isCombined ? combined : read;
  // A prize that nobody gave a name to is not worth keeping.
  const isFirstList = isOneUnnamed(present);
  const before = totalsOf(isFirstList ? [] : present);
  const total = { prizes: before.prizes + lines.length, wins: before.wins + totalsOf(lines).wins };
  const canReplace = lines.length > 0 && lines.length <= LIMITS.prizes.max;
  const canAdd = lines.length > 0 && total.prizes <= LIMITS.prizes.max;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      onFocusFirst={() => field.current?.focus()}
      width="wide"
      title={m.raffle_prizes_paste()}
      description={m.raffle_prizes_paste_text()}
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {!isFirstList && (
            <Button variant="quiet" disabled={!canReplace} onClick={() => onPaste(lines, 'replace')}>
              {m.raffle_prizes_paste_replace()}
            </Button>
          )}
          <Button disabled={!canAdd} onClick={() => onPaste(lines, isFirstList ? 'replace' : 'add')}>
            {m.raffle_prizes_paste_add()}
          </Button>
        </div>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="grid content-start gap-4">
          <Field
            label={m.raffle_prizes_paste_label()}
            error={lines.length === 0 ? undefined : tooMuch({ total, pasted: lines.length })}
          >
            <TextArea
              ref={field}
              rows={8}
              spellCheck={false}
              autoComplete="off"
              placeholder={m.raffle_prizes_paste_example()}
              className="min-h-48"
              value={text}
              onChange={(event) => onText(event.target.value)}
            />
          </Field>
          {combined.length < read.length && (
            <Switch
              label={m.raffle_prizes_paste_combine()}
              hint={m.raffle_prizes_paste_combine_hint()}
              checked={isCombined}
              onCheckedChange={setCombined}
            />
          )}
        </div>
        <Understood lines={lines} />
      </div>
    </Dialog>
  );
}

interface Pasted {
  /** With those that are there already. */
  total: { prizes: number; wins: number };
  /** Prizes of the pasted list. */
  pasted: number;
}

/** What no raffle can have; undefined where everything fits. */
function tooMuch({ total, pasted }: Pasted): string | undefined {
  const { max } = LIMITS.prizes;
  if (pasted > max) return m.raffle_prizes_paste_too_long({ count: pasted, max, over: pasted - max });
  if (total.prizes > max)
    return m.raffle_prizes_paste_full({ count: total.prizes, max, over: total.prizes - max });
  if (total.wins <= LIMITS.prizeWins.max) return undefined;
  return m.raffle_prizes_paste_too_many_wins({
    count: total.wins.toLocaleString(),
    max: LIMITS.prizeWins.max.toLocaleString(),
  });
}

function Understood({ lines }: { lines: readonly PrizeLine[] }) {
  const id = useId();
  const numbered = lines.map((line, index) => ({
    ...line,
    number: index + 1,
    problem: prizeLineProblem(line),
  }));
  return (
    <section aria-labelledby={id} className="grid content-start gap-1.5">
      <h3 id={id} className="font-text text-base font-semibold tracking-normal">
        {m.raffle_prizes_paste_understood()}
      </h3>
      <p role="status" className="text-sm text-ink-soft">
        {lines.length === 0 ? m.raffle_prizes_paste_nothing() : totalsText(totalsOf(lines))}
      </p>
      {lines.length > 0 && (
        <ol
          tabIndex={0}
          aria-labelledby={id}
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line px-3.5"
        >
          {numbered.map(({ name, quantity, number, problem }) => (
            <li key={number} className="py-2 wrap-anywhere">
              {m.raffle_prizes_times({ quantity: quantity.toLocaleString(), name })}
              {problem !== null && (
                <span className="block text-sm font-semibold text-danger">{problemText(problem)}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function problemText(problem: PrizeLineProblem): string {
  switch (problem) {
    case 'name_too_long':
      return m.raffle_prizes_paste_long_name({ max: LIMITS.prizeName.max });
    case 'quantity_out_of_bounds':
      return m.raffle_prizes_paste_quantity({ max: LIMITS.prizeWins.max.toLocaleString() });
  }
}
