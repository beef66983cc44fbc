/** Many prizes at once: a pasted list, with what was understood of it beside it (R61). */
import { useMemo, useRef, useState } from 'react';
import { LIMITS, type PrizeLine, readPrizeLines } from '@glassdrum/raffle-rules';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../../ui/field.tsx';
import { totalsText } from './prize-texts.ts';
import { isOneUnnamed, totalsOf, type TypedPrize } from './prizes-form.ts';

interface PasteDialogProps {
  /** The list as it is. */
  present: readonly TypedPrize[];
  onPaste: (lines: readonly PrizeLine[], how: 'add' | 'replace') => void;
  onClose: () => void;
}

export function PasteDialog({ present, onPaste, onClose }: PasteDialogProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const lines = useMemo(() => readPrizeLines(text), [text]);
  const canReplace = lines.length > 0 && lines.length <= LIMITS.prizes.max;
  const canAdd = lines.length > 0 && present.length + lines.length <= LIMITS.prizes.max;
  // A prize that nobody gave a name to is not worth keeping.
  const isFirstList = isOneUnnamed(present);
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
          <Button
            variant={isFirstList ? 'primary' : 'quiet'}
            disabled={!canReplace}
            onClick={() => onPaste(lines, 'replace')}
          >
            {m.raffle_prizes_paste_replace()}
          </Button>
          <Button
            variant={isFirstList ? 'quiet' : 'primary'}
            disabled={!canAdd}
            onClick={() => onPaste(lines, 'add')}
          >
            {m.raffle_prizes_paste_add()}
          </Button>
        </div>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.raffle_prizes_paste_label()}
          error={
            canAdd || lines.length === 0 ? undefined : m.raffle_prizes_paste_full({ max: LIMITS.prizes.max })
          }
        >
          <TextArea
            ref={field}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            placeholder={m.raffle_prizes_paste_example()}
            className="min-h-48"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Understood lines={lines} />
      </div>
    </Dialog>
  );
}

function Understood({ lines }: { lines: readonly PrizeLine[] }) {
  const numbered = lines.map((line, index) => ({ ...line, number: index + 1 }));
  return (
    <section aria-labelledby="understood" className="grid content-start gap-1.5">
      <h3 id="understood" className="font-text text-base font-semibold tracking-normal">
        {m.raffle_prizes_paste_understood()}
      </h3>
      <p role="status" className="text-sm text-ink-soft">
        {lines.length === 0 ? m.raffle_prizes_paste_nothing() : totalsText(totalsOf(lines))}
      </p>
      {lines.length > 0 && (
        <ol
          tabIndex={0}
          aria-labelledby="understood"
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line px-3.5"
        >
          {numbered.map(({ name, quantity, number }) => (
            <li key={number} className="py-2 wrap-anywhere">
              {m.raffle_prizes_times({ quantity: quantity.toLocaleString(), name })}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
