/**
 * /here/:raffleId?code=…, behind the QR code that the stage shows while people check in (R71). Opened with a code it checks this
 * browser's entries in at once; without one, or where that failed, the code can be typed.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { OwnCheckInAnswer, OwnCheckInBody, OwnEntry, PublicRaffle } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useParams, useSearch } from 'wouter';
import { call, type CallFailed, sentenceOf } from '../../api/call.ts';
import { sitsOut, useDrawResults } from '../../api/draw-results.ts';
import { collectEvidence } from '../../checking/evidence/collect-evidence.ts';
import { m } from '../../messages/generated/messages.js';
import { ownEntryKey, useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { presentText } from '../../participation/presence/check-in-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export function HerePage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  const code = new URLSearchParams(useSearch()).get('code');
  const path = `/api/raffles/${encodeURIComponent(raffleId)}`;
  const raffle = useQuery<PublicRaffle, CallFailed>({
    queryKey: [path],
    queryFn: () => call<PublicRaffle>('GET', path),
  });
  const own = useOwnEntry(raffleId);
  return (
    <Page title={m.presence_check_in()} width="narrow">
      {raffle.isError && (
        <Card>
          <h1 className="text-3xl">{m.presence_unknown()}</h1>
          <p className="mt-3">{sentenceOf(raffle.error, m.presence_unknown_text())}</p>
        </Card>
      )}
      {!raffle.isError && (raffle.data === undefined || own.data === undefined) && (
        <Skeleton className="h-96" />
      )}
      {raffle.data !== undefined && own.data === null && <NoEntry raffle={raffle.data} />}
      {raffle.data !== undefined && own.data !== undefined && own.data !== null && (
        <CheckIn key={code} raffle={raffle.data} own={own.data} code={code} />
      )}
    </Page>
  );
}

/** A phone without an entry here. */
function NoEntry({ raffle }: { raffle: PublicRaffle }) {
  return (
    <Card>
      <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
      <h1 className="mt-1 text-3xl">{m.presence_no_entry()}</h1>
      <p className="mt-3">
        {raffle.status === 'open' ? m.presence_no_entry_text() : m.presence_no_entry_closed()}
      </p>
      <p className="mt-3">{m.presence_no_entry_desk()}</p>
    </Card>
  );
}

interface CheckInProps {
  raffle: PublicRaffle;
  own: OwnEntry;
  code: string | null;
}

function CheckIn({ raffle, own, code }: CheckInProps) {
  const queries = useQueryClient();
  const path = `/api/raffles/${raffle.id}`;
  const checkIn = useMutation<OwnCheckInAnswer, CallFailed, OwnCheckInBody>({
    mutationFn: (body) => call<OwnCheckInAnswer>('POST', `${path}/me/check-in`, body),
    onSuccess: async ({ entries }) => {
      // What this device can show if the list calls the entry absent.
      await Promise.all(entries.map((entry) => collectEvidence(raffle.id, entry)));
      await queries.invalidateQueries({ queryKey: ownEntryKey(raffle.id) });
      await queries.invalidateQueries({ queryKey: [path] });
    },
  });
  const { mutate } = checkIn;
  const sent = useRef(false);
  useEffect(() => {
    // Once: the code of a page that is opened again may have expired meanwhile.
    if (code === null || sent.current) return;
    sent.current = true;
    mutate({ code });
  }, [code, mutate]);
  const done = checkIn.data?.entries.filter((entry) => entry.check_in !== null) ?? [];
  const known = own.check_in === null ? [] : [own];
  const entries = done.length > 0 ? done : known;
  if (entries.length > 0) return <CheckedIn raffle={raffle} entries={entries} />;
  return (
    <Card className="grid gap-5">
      <div>
        <p className="font-semibold wrap-anywhere text-ink-soft">{raffle.title}</p>
        <h1 className="mt-1 text-3xl">{m.presence_check_in()}</h1>
        <p className="mt-2">{m.presence_own_number({ number: own.entry_number, name: own.display_name })}</p>
      </div>
      {checkIn.isPending && <p role="status">{m.presence_checking_in()}</p>}
      {checkIn.isError && (
        <p role="alert" className="rounded-xl bg-danger-soft px-4 py-3 text-danger">
          {sentenceOf(checkIn.error, m.presence_failed())}
        </p>
      )}
      <TypedCode isPending={checkIn.isPending} onCode={(typed) => mutate({ code: typed })} />
    </Card>
  );
}

function TypedCode({ isPending, onCode }: { isPending: boolean; onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = typed.trim() === '';
    setError(isMissing ? m.presence_code_missing() : '');
    if (!isMissing) onCode(typed);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={m.presence_code()} hint={m.presence_code_hint()} error={error}>
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={LIMITS.typedCode.max}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={isPending}>
        {m.presence_check_in()}
      </Button>
    </form>
  );
}

function CheckedIn({ raffle, entries }: { raffle: PublicRaffle; entries: readonly OwnEntry[] }) {
  const checkIn = raffle.presence?.check_in ?? null;
  const results = useDrawResults(raffle, true);
  // R70: they hold prizes already.
  const isOut = entries.every((entry) => sitsOut(results, entry.entry_number));
  return (
    <div className="grid gap-5 text-center">
      <section role="status" className="grid justify-items-center gap-2 rounded-3xl bg-good-soft px-6 py-10">
        <CircleCheck aria-hidden className="size-16 text-good" />
        <h1 className="text-4xl text-good">{m.presence_checked_in()}</h1>
        {entries.map((entry) => (
          <p key={entry.invitee_id} className="text-xl font-semibold wrap-anywhere">
            {m.presence_own_number({ number: entry.entry_number, name: entry.display_name })}
          </p>
        ))}
        <p className="text-ink">{isOut ? m.own_draws_sits_out() : m.presence_checked_in_text()}</p>
        {checkIn !== null && <p className="text-ink-soft tabular-nums">{presentText(checkIn)}</p>}
      </section>
      <LinkButton href={`/draw/${raffle.id}`}>{m.participation_watch()}</LinkButton>
    </div>
  );
}
