/** How the desk names tickets and people (R67, R71): by camera, by code, or by numbers such as "151–200". */
import { type FormEvent, type ReactNode, useState } from 'react';
import { ScanLine } from 'lucide-react';
import { type Named, type ReadTyped, readTypedTickets } from '../../api/ticket-address.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { TicketScanner } from './ticket-scanner.tsx';

interface DeskFormProps {
  /** What is done with what is scanned or typed. */
  label: string;
  hint: string;
  doText: string;
  /** Left out where nothing can be taken back. */
  undo?: { text: string; onUndo: (named: Named, shown: string) => void };
  scanText: string;
  /** The token in a QR code's text; null for a code of something else. */
  tokenIn: (text: string) => string | null;
  onDo: (named: Named, shown: string) => void;
  /** What is typed: codes of paper tickets and numbers, unless told otherwise. */
  read?: (typed: string) => ReadTyped;
  /** Above it. */
  children?: ReactNode;
}

export function DeskForm({ tokenIn, scanText, children, ...typed }: DeskFormProps) {
  const [isScanning, setScanning] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return (
    <Card className="grid grid-cols-1 gap-5">
      {children}
      {isScanning ? (
        <TicketScanner
          key={attempt}
          onAgain={() => setAttempt(attempt + 1)}
          text={scanText}
          tokenIn={tokenIn}
          onToken={(token) => typed.onDo({ token }, m.desk_scanned())}
          onStop={() => setScanning(false)}
        />
      ) : (
        <Button onClick={() => setScanning(true)}>
          <ScanLine aria-hidden className="size-5" />
          {m.desk_scan()}
        </Button>
      )}
      <Typed {...typed} />
    </Card>
  );
}

function Typed({
  label,
  hint,
  doText,
  undo,
  read = readTypedTickets,
  onDo,
}: Omit<DeskFormProps, 'tokenIn' | 'scanText' | 'children'>) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const make = (act: DeskFormProps['onDo']): void => {
    const text = typed.trim();
    const named = read(text);
    if (!named.ok) {
      setError(named.error);
      return;
    }
    setError('');
    setTyped('');
    act(named.value, text);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make(onDo);
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field label={label} hint={hint} error={error}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="done"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="grid grid-flow-col auto-cols-fr gap-3">
        <Button type="submit">{doText}</Button>
        {undo !== undefined && (
          <Button variant="quiet" onClick={() => make(undo.onUndo)}>
            {undo.text}
          </Button>
        )}
      </div>
    </form>
  );
}
