/**
 * /desk/:raffleId?key=…, where helpers sell paper tickets (R67): by camera, by code, or by numbers such as "151–200". It works on
 * without network: what was sold waits on the phone. The key opens nothing but this, and shows no names.
 */
import { type FormEvent, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { DeskInfo, SaleAnswer, SaleBody } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { useParams, useSearch } from 'wouter';
import { call, CallFailed, sentenceOf } from '../../api/call.ts';
import { randomKey } from '../../api/random-key.ts';
import { m } from '../../messages/generated/messages.js';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeskSales } from './desk-sales.tsx';
import { createSaleQueue, type SaleQueue } from './sale-queue.ts';
import { TicketScanner } from './ticket-scanner.tsx';

const INFO_EVERY_MS = 15_000;

export function DeskPage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const key = new URLSearchParams(useSearch()).get('key') ?? '';
  const path = `/api/raffles/${encodeURIComponent(raffleId)}/desk`;
  const query = `?key=${encodeURIComponent(key)}`;
  const info = useQuery({
    queryKey: [path, key],
    queryFn: () => call<DeskInfo>('GET', `${path}${query}`),
    refetchInterval: INFO_EVERY_MS,
  });
  const isGone = info.error instanceof CallFailed && info.error.status === 404;
  return (
    <Page title={m.desk_title()} width="narrow">
      {info.isPending && <Skeleton className="h-96" />}
      {info.data === undefined && info.isError && (
        <Card>
          <h1 className="text-3xl">{isGone ? m.desk_gone_title() : m.desk_failed()}</h1>
          <p className="mt-3">{isGone ? m.desk_gone_text() : sentenceOf(info.error, m.desk_failed())}</p>
          {!isGone && (
            <Button className="mt-6" onClick={() => void info.refetch()}>
              {m.common_error_reload()}
            </Button>
          )}
        </Card>
      )}
      {info.data !== undefined && (
        <Desk key={`${raffleId} ${key}`} info={info.data} salesPath={`${path}/sales${query}`} />
      )}
    </Page>
  );
}

/** One for each raffle; it sends what waits as soon as there is network again. */
function useSaleQueue(raffleId: string, salesPath: string): SaleQueue {
  const queue = useMemo(
    () =>
      createSaleQueue({
        read: () => readStored(`desk:${raffleId}`),
        write: (text) => writeStored(`desk:${raffleId}`, text),
        send: (body) => call<SaleAnswer>('POST', salesPath, body),
        later: (attempt, delay) => void setTimeout(attempt, delay),
      }),
    [raffleId, salesPath],
  );
  useEffect(() => {
    const send = (): void => void queue.flush();
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [queue]);
  return queue;
}

interface DeskProps {
  info: DeskInfo;
  salesPath: string;
}

function Desk({ info, salesPath }: DeskProps) {
  const queue = useSaleQueue(info.raffle.id, salesPath);
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const [isScanning, setScanning] = useState(false);
  const newest = state.finished.find((sale) => 'answer' in sale);
  const { printed, sold } = newest !== undefined && 'answer' in newest ? newest.answer : info;
  const add = (
    named: Pick<SaleBody, 'token' | 'code' | 'numbers'>,
    action: SaleBody['action'],
    shown: string,
  ) => queue.add({ body: { client_id: randomKey(), action, ...named }, shown });
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <p className="font-semibold wrap-anywhere text-ink-soft">{info.raffle.title}</p>
        <h1 className="mt-1 text-3xl sm:text-4xl">{m.desk_title()}</h1>
        <p className="mt-2 text-lg tabular-nums">
          {m.desk_counts({ sold: sold.toLocaleString(), printed: printed.toLocaleString() })}
        </p>
      </div>
      {!info.can_sell && <p role="status">{m.desk_closed()}</p>}
      {info.can_sell && printed === 0 && <p role="status">{m.desk_no_tickets()}</p>}
      {info.can_sell && printed > 0 && (
        <Card className="grid grid-cols-1 gap-5">
          {isScanning ? (
            <TicketScanner
              onToken={(token) => add({ token }, 'sell', m.desk_scanned())}
              onStop={() => setScanning(false)}
            />
          ) : (
            <Button onClick={() => setScanning(true)}>
              <ScanLine aria-hidden className="size-5" />
              {m.desk_scan()}
            </Button>
          )}
          <TypedSale onSale={add} />
        </Card>
      )}
      <DeskSales state={state} onSend={() => void queue.flush()} />
    </div>
  );
}

interface TypedSaleProps {
  onSale: (named: Pick<SaleBody, 'code' | 'numbers'>, action: SaleBody['action'], shown: string) => void;
}

/** Codes begin with a letter, numbers don't. */
const STARTS_AS_CODE = /^\p{L}/u;

function TypedSale({ onSale }: TypedSaleProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const make = (action: SaleBody['action']): void => {
    const text = typed.trim();
    if (text === '') {
      setError(m.desk_typed_missing());
      return;
    }
    setError('');
    setTyped('');
    onSale(STARTS_AS_CODE.test(text) ? { code: text } : { numbers: text }, action, text);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make('sell');
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field label={m.desk_typed()} hint={m.desk_typed_hint()} error={error}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="done"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit">{m.desk_sell()}</Button>
        <Button variant="quiet" onClick={() => make('unsell')}>
          {m.desk_unsell()}
        </Button>
      </div>
    </form>
  );
}
