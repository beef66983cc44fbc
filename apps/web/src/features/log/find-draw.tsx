/** Look-up by the id that proofs, receipts and results show. */
import { useState } from 'react';
import { LIMITS } from '@glassdrum/raffle-rules';
import { Search } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';

interface FindDrawProps {
  drawId: string | null;
  onFind: (drawId: string) => void;
}

export function FindDraw({ drawId, onFind }: FindDrawProps) {
  const [typed, setTyped] = useState(drawId ?? '');
  return (
    <Card>
      <h2 className="text-2xl">{m.log_find()}</h2>
      <form
        role="search"
        className="mt-3 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
        onSubmit={(event) => {
          event.preventDefault();
          const id = typed.trim();
          if (id !== '') onFind(id);
        }}
      >
        <Field label={m.log_find_label()} hint={m.log_find_hint()}>
          <TextInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={LIMITS.opaqueId.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <Button type="submit" className="sm:mt-7.5">
          <Search aria-hidden className="size-4.5" />
          {m.log_find_button()}
        </Button>
      </form>
    </Card>
  );
}
