/** R67, R81: somebody signed in sells paper tickets by number or code. With a camera, or a bad network, they are sold at the desk. */
import { type FormEvent, useState } from 'react';
import type { HostRaffle, SaleAnswer, SaleBody } from '@glassdrum/contract';
import { readTypedTickets } from '../../../../api/ticket-address.ts';
import { call } from '../../../../api/call.ts';
import { randomKey } from '../../../../api/random-key.ts';
import { m } from '../../../../messages/generated/messages.js';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { sentencesOf } from '../../../../ui/sale-texts.ts';
import { useChange } from '../../console-data.ts';

interface SellFormProps {
  raffle: HostRaffle;
  onSold: () => void;
}

export function SellForm({ raffle, onSold }: SellFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [sale, setSale] = useState<SaleAnswer | null>(null);
  const sell = useChange({
    act: (body: SaleBody) => call<SaleAnswer>('POST', `/api/raffles/${raffle.id}/paper/sales`, body),
    onDone: (answer) => {
      setTyped('');
      setSale(answer);
      onSold();
    },
    onRefused: (refusal) => {
      setError(refusal.message);
      return true;
    },
  });
  const send = (action: SaleBody['action']): void => {
    const named = readTypedTickets(typed.trim());
    setSale(null);
    setError(named.ok ? '' : named.error);
    if (named.ok) sell.mutate({ client_id: randomKey(), action, ...named.value });
  };
  return (
    <Card>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send('sell');
        }}
      >
        <Field label={m.desk_typed()} hint={m.desk_typed_hint()} error={error}>
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            enterKeyHint="done"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
          <Button type="submit" pending={sell.isPending && sell.variables.action === 'sell'}>
            {m.desk_sell()}
          </Button>
          <Button
            variant="quiet"
            pending={sell.isPending && sell.variables.action === 'unsell'}
            onClick={() => send('unsell')}
          >
            {m.desk_unsell()}
          </Button>
        </div>
        <div role="status" className="grid gap-1 font-semibold empty:hidden">
          {sale !== null &&
            sentencesOf(sale).map((sentence) => (
              <p key={sentence} className="wrap-anywhere">
                {sentence}
              </p>
            ))}
        </div>
      </form>
    </Card>
  );
}
