/**
 * /ticket/:token, behind the QR code of a paper ticket (R67): anyone who holds the ticket sees it, and its buyer can keep it on this
 * phone, under a name. Nobody can sell a ticket here.
 */
import type { PublicRaffle, TicketAnswer } from '@glassdrum/contract';
import { LIMITS, type NamePublication } from '@glassdrum/raffle-rules';
import { type FormEvent, lazy, Suspense, useCallback, useState } from 'react';
import { useParams } from 'wouter';
import type { CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { JoinProgress } from '../../participation/joining/join-notice.tsx';
import { NameChoice, NamesNote } from '../../participation/names/name-choice.tsx';
import { nameFields, useNameChoice } from '../../participation/names/use-name-choice.ts';
import { RulesConsent } from '../../participation/rules/rules-consent.tsx';
import { rulesFields, useRulesConsent } from '../../participation/rules/use-rules-consent.ts';
import { joinProgress, useJoin } from '../../participation/joining/use-join.ts';
import { RaffleHead } from '../../participation/raffle/raffle-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EntryTicket } from '../../ui/entry-ticket.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { JoinedView } from './joined-view.tsx';
import { LinkPage } from './link-page.tsx';
import { RaffleDetails } from './raffle-details.tsx';
import { useLobby } from './use-lobby.ts';

const OwnResult = lazy(async () => ({ default: (await import('./own-result.tsx')).OwnResult }));
const CancelledCard = lazy(async () => ({
  default: (await import('../../participation/raffle/cancelled-card.tsx')).CancelledCard,
}));
const OwnDraws = lazy(async () => ({
  default: (await import('../../show-player/own-draws.tsx')).OwnDraws,
}));

export function TicketPage() {
  const { token } = useParams<{ token: string }>();
  return (
    <LinkPage<TicketAnswer>
      path={`/api/ticket/${encodeURIComponent(token)}`}
      title={m.ticket_title()}
      loading={<Skeleton className="h-96" />}
      invalid={{ title: m.ticket_invalid(), text: m.ticket_invalid_text() }}
    >
      {(info, refetch) => <Ticket token={token} info={info} refetch={refetch} />}
    </LinkPage>
  );
}

interface TicketProps {
  token: string;
  info: TicketAnswer;
  refetch: () => Promise<{ isSuccess: boolean }>;
}

const NO_NUMBERS: [] = [];

function Ticket({ token, info, refetch }: TicketProps) {
  const refresh = useCallback(() => void refetch(), [refetch]);
  const lobby = useLobby({ raffle: info.raffle, taken: NO_NUMBERS, refresh: refetch });
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
  const { number, status, can_keep: canKeep, takes_name: takesName } = info.ticket;
  const isDrawn = raffle.status === 'drawn';
  const isSeries = raffle.draws.total > 1;
  if (lobby.entry?.number === number) {
    return <JoinedView raffle={raffle} lobby={lobby} entry={lobby.entry} text={m.ticket_is_kept_here()} />;
  }
  if (raffle.cancelled !== null) {
    return (
      <Suspense fallback={<Skeleton className="h-80" />}>
        <CancelledCard raffle={raffle} cancelled={raffle.cancelled} />
      </Suspense>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <RaffleHead raffle={raffle} now={lobby.now} />
      <EntryTicket number={number} name={info.ticket.code} kicker={m.ticket_title()} />
      <Card className="mx-auto w-full max-w-lg">
        <p role="status" className="text-center font-display text-xl font-bold text-balance">
          {statusText(info.ticket, isDrawn)}
        </p>
        {status === 'unsold' && !isDrawn && (
          <div className="mt-4 text-center">
            <Button variant="quiet" onClick={refresh}>
              {m.ticket_look_again()}
            </Button>
          </div>
        )}
        {status === 'sold' && isDrawn && !isSeries && (
          <div className="mt-4">
            <Suspense fallback={<Skeleton className="h-16" />}>
              <OwnResult raffleId={raffle.id} number={number} claimsAtDesk />
            </Suspense>
          </div>
        )}
        {canKeep && (
          <KeepForm
            raffle={raffle}
            takesName={takesName}
            isKeeping={keep.isPending}
            refusal={keep.error}
            news={joinProgress(keep)}
            onKeep={(name, publication) =>
              keep.mutate({
                path: '/api/ticket/keep',
                target: token,
                body: {
                  token,
                  ...(takesName && { display_name: name, ...nameFields(raffle, publication) }),
                  ...rulesFields(raffle),
                },
                keptForm: JSON.stringify([name, publication]),
                addsChance: raffle.adds_chance,
              })
            }
          />
        )}
        <div className="mt-5 grid">
          <LinkButton
            href={`/${isDrawn ? 'results' : 'draw'}/${raffle.id}`}
            variant={status === 'sold' && !canKeep ? 'primary' : 'quiet'}
          >
            {isDrawn ? m.participation_view_results() : m.participation_watch()}
          </LinkButton>
        </div>
      </Card>
      {status === 'sold' && isSeries && (
        <Suspense>
          <OwnDraws raffle={raffle} number={number} />
        </Suspense>
      )}
      <RaffleDetails raffle={raffle} />
    </div>
  );
}

function statusText({ status, kept }: TicketAnswer['ticket'], isDrawn: boolean): string {
  switch (status) {
    case 'unsold':
      return isDrawn ? m.ticket_unsold_drawn() : m.ticket_unsold();
    case 'sold':
      if (isDrawn) return m.ticket_sold_drawn();
      return kept ? m.ticket_kept_elsewhere() : m.ticket_sold();
    case 'gone':
      return m.ticket_gone();
  }
}

interface KeepFormProps {
  raffle: PublicRaffle;
  takesName: boolean;
  isKeeping: boolean;
  refusal: CallFailed | null;
  /** How it is going on a poor network; null when there is nothing to report. */
  news: string | null;
  /** @param name empty where the ticket takes none */
  onKeep: (name: string, publication: NamePublication) => void;
}

function KeepForm({ raffle, takesName, isKeeping, refusal, news, onKeep }: KeepFormProps) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const names = useNameChoice(raffle);
  const rules = useRulesConsent(raffle);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isKeeping) return;
    const typed = name.trim();
    setMissing(takesName && typed === '');
    if ((!takesName || typed !== '') && rules.check()) onKeep(typed, names.chosen);
  };
  const error = refusal?.code.startsWith('name_') === true ? refusal.message : undefined;
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{m.ticket_keep_text()}</p>
      {takesName && (
        <Field
          label={m.participation_name()}
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
      {takesName && names.hasChoice && (
        <NameChoice allowed={names.allowed} name={name} chosen={names.chosen} onChoose={names.pick} />
      )}
      {takesName && <NamesNote raffle={raffle} />}
      <RulesConsent
        raffle={raffle}
        isAccepted={rules.isAccepted}
        onChange={rules.onChange}
        error={rules.errorOf(refusal)}
      />
      <Button type="submit" className="min-h-13 text-lg" pending={isKeeping}>
        {m.ticket_keep()}
      </Button>
      <JoinProgress text={news} />
    </form>
  );
}
