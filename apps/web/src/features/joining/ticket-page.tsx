/**
 * /ticket/:token, behind the QR code of a paper ticket (R67): whoever holds the ticket sees it, and its buyer can keep it on this
 * phone, under a name. Nobody can sell a ticket here.
 */
import type { TicketAnswer } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { type FormEvent, useCallback, useState } from 'react';
import { useParams } from 'wouter';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { JoinProgress } from '../../participation/joining/join-notice.tsx';
import { useJoinInfo } from '../../participation/joining/use-join-info.ts';
import { joinProgress, useJoin } from '../../participation/joining/use-join.ts';
import { RaffleHead } from '../../participation/raffle/raffle-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EntryTicket } from '../../ui/entry-ticket.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { JoinedView } from './joined-view.tsx';
import { useLobby } from './use-lobby.ts';

export function TicketPage() {
  const { token } = useParams<{ token: string }>();
  const path = `/api/ticket/${encodeURIComponent(token)}`;
  const info = useJoinInfo<TicketAnswer>(path);
  return (
    <Page title={info.data?.raffle.title ?? m.ticket_title()}>
      {info.data ? (
        <Ticket token={token} info={info.data} refetch={info.refetch} />
      ) : (
        <NotThere failure={info.error} onRetry={() => void info.refetch()} />
      )}
    </Page>
  );
}

interface TicketProps {
  token: string;
  info: TicketAnswer;
  refetch: () => Promise<unknown>;
}

const NO_NUMBERS: [] = [];

function Ticket({ token, info, refetch }: TicketProps) {
  const refresh = useCallback(() => void refetch(), [refetch]);
  const lobby = useLobby({ raffle: info.raffle, taken: NO_NUMBERS, refresh });
  const raffle = lobby.raffle ?? info.raffle;
  const keep = useJoin({
    onJoined(answer) {
      lobby.joined(answer);
      toast({ title: m.ticket_kept(), description: m.ticket_kept_text(), tone: 'good' });
      refresh();
    },
    onRefused(failure) {
      toast({ title: m.ticket_not_kept(), description: failure.message, tone: 'danger' });
    },
  });
  // Somebody with an entry of their own in this raffle may hold a friend's ticket.
  const { number, can_keep: canKeep, takes_name: takesName } = info.ticket;
  if (lobby.entry?.number === number) {
    return (
      <JoinedView
        raffle={raffle}
        now={lobby.now}
        entry={lobby.entry}
        receipt={lobby.receipt}
        isConnected={lobby.isConnected}
        talk={lobby.talk}
        onChanged={() => void lobby.refreshEntry()}
        text={m.ticket_is_kept_here()}
      >
        {null}
      </JoinedView>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <RaffleHead raffle={raffle} now={lobby.now} />
      <EntryTicket number={number} name={info.ticket.code} kicker={m.ticket_title()} />
      <Card className="mx-auto w-full max-w-lg">
        <p role="status" className="text-center font-display text-xl font-bold text-balance">
          {statusText(info)}
        </p>
        {info.ticket.status === 'unsold' && (
          <div className="mt-4 text-center">
            <Button variant="quiet" onClick={refresh}>
              {m.ticket_look_again()}
            </Button>
          </div>
        )}
        {canKeep && (
          <KeepForm
            takesName={takesName}
            isKeeping={keep.isPending}
            refusal={keep.error}
            news={joinProgress(keep)}
            onKeep={(name) =>
              keep.mutate({
                path: '/api/ticket/keep',
                target: token,
                body: takesName ? { token, display_name: name } : { token },
                keptForm: name,
                addsChance: raffle.adds_chance,
              })
            }
          />
        )}
      </Card>
    </div>
  );
}

function statusText({ ticket: { status, kept } }: TicketAnswer): string {
  switch (status) {
    case 'unsold':
      return m.ticket_unsold();
    case 'sold':
      return kept ? m.ticket_kept_elsewhere() : m.ticket_sold();
    case 'gone':
      return m.ticket_gone();
  }
}

interface KeepFormProps {
  takesName: boolean;
  isKeeping: boolean;
  refusal: CallFailed | null;
  /** How it is going on a poor network; null when there is nothing to report. */
  news: string | null;
  /** @param name empty where the ticket takes none */
  onKeep: (name: string) => void;
}

function KeepForm({ takesName, isKeeping, refusal, news, onKeep }: KeepFormProps) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isKeeping) return;
    const typed = name.trim();
    setMissing(takesName && typed === '');
    if (!takesName || typed !== '') onKeep(typed);
  };
  const error = refusal?.code.startsWith('name_') === true ? refusal.message : undefined;
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{m.ticket_keep_text()}</p>
      {takesName && (
        <Field
          label={m.participation_name()}
          hint={m.participation_names_public()}
          error={isMissing ? m.participation_name_required_text() : error}
        >
          <TextInput
            value={name}
            maxLength={LIMITS.displayName.max}
            autoComplete="name"
            aria-required
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      <Button type="submit" className="min-h-13 text-lg" pending={isKeeping}>
        {m.ticket_keep()}
      </Button>
      <JoinProgress text={news} />
    </form>
  );
}

function NotThere({ failure, onRetry }: { failure: CallFailed | null; onRetry: () => void }) {
  if (failure === null) return <Skeleton className="h-96" />;
  const isInvalid = failure.status === 404;
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">{isInvalid ? m.ticket_invalid() : m.participation_unreachable()}</h1>
      <p className="mt-3">{isInvalid ? m.ticket_invalid_text() : failure.message}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {!isInvalid && <Button onClick={onRetry}>{m.participation_try_again()}</Button>}
        <LinkButton href="/" variant="quiet">
          {m.participation_back_home()}
        </LinkButton>
      </div>
    </Card>
  );
}
