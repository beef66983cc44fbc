/** A number of tickets in a row of a table. */
import { useRef, useState } from 'react';
import { LIMITS } from '@glassdrum/raffle-rules';
import { TextInput } from '../../../ui/field.tsx';
import { typedTickets } from './tickets-input.ts';

interface TicketsFieldProps {
  label: string;
  stored: number;
  max: number;
  onCommit: (tickets: number) => void;
}

/** Stores on Enter or when the field is left; what is not a whole number of at least 1 goes back. */
export function TicketsField({ label, stored, max, onCommit }: TicketsFieldProps) {
  const [text, setText] = useState(String(stored));
  const [shown, setShown] = useState(stored);
  const handedIn = useRef<number | null>(null);
  if (shown !== stored) {
    setShown(stored);
    setText(String(stored));
  }
  const commit = (): void => {
    const tickets = typedTickets(text, stored);
    if (tickets === null) setText(String(stored));
    // Enter and leaving the field are one change, not two.
    else if (tickets !== handedIn.current) {
      handedIn.current = tickets;
      onCommit(tickets);
    }
  };
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={LIMITS.maxTickets.min}
      max={max}
      value={text}
      onChange={(event) => {
        handedIn.current = null;
        setText(event.target.value);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
      className="max-w-16 px-2 text-center tabular-nums md:max-w-22"
    />
  );
}
