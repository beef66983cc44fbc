/** "Type the numbers in the order they were thrown" (R91): dice by large keys, anything else as text. */
import { Delete } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { DieFace } from './die-face.tsx';
import { isWhole, readNumbers, roomText } from './room-text.ts';

const DICE = ['1', '2', '3', '4', '5', '6'] as const;

interface NumbersFormProps {
  /** How many were announced at the freeze. */
  count: number;
  /** What this device sent before; empty at first. */
  initial: readonly string[];
  isSending: boolean;
  error: string | null;
  /** What the button does, where it does not only send. */
  sendLabel?: string;
  onSend: (text: string) => void;
}

export function NumbersForm({ count, initial, isSending, error, sendLabel, onSend }: NumbersFormProps) {
  const [numbers, setNumbers] = useState<readonly string[]>(initial);
  const [typed, setTyped] = useState<string | null>(null);
  const isText = typed !== null;
  const add = (number: string): void =>
    setNumbers((before) => (before.length < count ? [...before, number] : before));
  const removeLast = (): void => setNumbers((before) => before.slice(0, -1));
  useEffect(() => {
    // A laptop's own keys do as well as those on the screen.
    if (isText) return;
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey) return;
      if (DICE.some((die) => die === key)) {
        setNumbers((before) => (before.length < count ? [...before, key] : before));
      }
      if (key === 'Backspace') setNumbers((before) => before.slice(0, -1));
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isText, count]);
  const ready = isWhole(numbers, count);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !isSending) onSend(roomText(numbers));
      }}
    >
      {isText ? (
        <Field label={m.draw_room_text_label()} hint={m.draw_room_text_hint()}>
          <TextArea
            value={typed}
            autoComplete="off"
            autoFocus
            inputMode="text"
            className="font-mono text-lg"
            onChange={({ target }) => {
              setTyped(target.value);
              setNumbers(readNumbers(target.value, count));
            }}
          />
        </Field>
      ) : (
        <Slots numbers={numbers} count={count} />
      )}
      <p role="status" className="text-center font-semibold tabular-nums">
        {m.draw_room_typed({ typed: numbers.length, count })}
      </p>
      {!isText && (
        <div role="group" aria-label={m.draw_room_keys()} className="grid grid-cols-3 gap-2.5">
          {DICE.map((die) => (
            <button
              key={die}
              type="button"
              aria-label={die}
              disabled={numbers.length >= count}
              onClick={() => add(die)}
              className="grid min-h-18 place-items-center rounded-2xl border border-line bg-card text-4xl shadow-card transition-transform duration-(--fast) hover:border-ink active:scale-95 disabled:opacity-50"
            >
              <DieFace number={die} />
            </button>
          ))}
        </div>
      )}
      <div className="grid grid-cols-2 gap-2.5">
        {isText ? (
          <Button variant="quiet" onClick={() => setTyped(null)}>
            {m.draw_room_use_keys()}
          </Button>
        ) : (
          <>
            <Button variant="quiet" disabled={numbers.length === 0} onClick={removeLast}>
              <Delete aria-hidden className="size-5" />
              {m.draw_room_remove_last()}
            </Button>
            <Button variant="quiet" onClick={() => setTyped(roomText(numbers))}>
              {m.draw_room_use_text()}
            </Button>
          </>
        )}
      </div>
      {error !== null && (
        <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 font-semibold text-danger">
          {error}
        </p>
      )}
      <Button
        type="submit"
        className="min-h-13 text-lg"
        disabled={!ready}
        pending={isSending}
        pendingLabel={m.draw_room_sending()}
      >
        {sendLabel ?? m.draw_room_send()}
      </Button>
    </form>
  );
}

/** One place for each number; the next is marked. */
function Slots({ numbers, count }: { numbers: readonly string[]; count: number }) {
  return (
    <ol
      aria-label={m.draw_room_numbers()}
      className="grid max-h-44 grid-cols-8 gap-1.5 overflow-y-auto rounded-2xl bg-sunken p-2"
    >
      {Array.from({ length: count }, (_, place) => {
        const number = numbers[place];
        return (
          <li
            key={place}
            aria-hidden={number === undefined}
            className={classNames(
              'grid h-10 place-items-center rounded-lg text-[1.45rem]',
              number === undefined && 'border-2 border-dashed',
              number === undefined && (place === numbers.length ? 'border-brand' : 'border-line-strong/50'),
            )}
          >
            {number !== undefined && (
              <>
                <span className="sr-only">{number}</span>
                <DieFace number={number} className="animate-stamp" />
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
