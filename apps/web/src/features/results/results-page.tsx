/** The public results page /results/:raffleId (R1–R4, R36, R42). */
import type { PublicRaffle, ResultsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useParams, useSearch } from 'wouter';
import { call, type CallFailed } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Later } from '../../ui/later.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WayToConsole } from '../../api/way-to-console.tsx';
import { ResultsView } from './results-view.tsx';

const CancelledCard = lazy(async () => ({
  default: (await import('../../participation/raffle/cancelled-card.tsx')).CancelledCard,
}));

/** While a prize waits to be claimed. */
const LOOK_AGAIN_MS = 20_000;

export function ResultsPage() {
  const { raffleId } = useParams<{ raffleId: string }>();
  // R69: one of several draws; without it the last one that has a result.
  const drawId = new URLSearchParams(useSearch()).get('draw');
  const chosen = drawId === null ? '' : `?draw_id=${encodeURIComponent(drawId)}`;
  const path = `/api/raffles/${raffleId}/results${chosen}`;
  const results = useQuery<ResultsAnswer, CallFailed>({
    queryKey: [path],
    queryFn: () => call<ResultsAnswer>('GET', path),
    // R73: what becomes of the prizes is public.
    refetchInterval: ({ state: { data } }) =>
      data?.current_winners.some(({ state, claim }) => state === 'drawn' && claim.claim_by !== null) === true
        ? LOOK_AGAIN_MS
        : false,
  });
  return (
    <Page title={m.results_title()} actions={<WayToConsole />}>
      <div aria-live="polite">
        {results.isPending && (
          <p role="status" className="text-center text-ink-soft">
            {m.results_loading()}
          </p>
        )}
      </div>
      {results.isPending && (
        <div className="mt-6 grid gap-6">
          <Skeleton className="mx-auto h-12 w-2/3" />
          <Skeleton className="h-24" />
          <Skeleton className="h-72" />
        </div>
      )}
      {results.isError && (
        <Missing raffleId={raffleId} onRetry={() => void results.refetch()} failure={results.error} />
      )}
      {results.data !== undefined && <ResultsView key={results.data.draw_id} results={results.data} />}
    </Page>
  );
}

interface MissingProps {
  raffleId: string;
  failure: CallFailed;
  onRetry: () => void;
}

function Missing({ raffleId, failure, onRetry }: MissingProps) {
  const path = `/api/raffles/${raffleId}`;
  // R79: there will never be any.
  const raffle = useQuery({
    queryKey: [path],
    queryFn: () => call<PublicRaffle>('GET', path),
    enabled: failure.code === 'results_not_available',
  });
  const cancelled = raffle.data?.cancelled ?? null;
  if (raffle.data !== undefined && cancelled !== null) {
    return (
      <Later fallback={<Skeleton className="h-80" />}>
        <CancelledCard raffle={raffle.data} cancelled={cancelled} />
      </Later>
    );
  }
  return (
    <Card className="mx-auto max-w-lg py-10 text-center">
      <h1 className="text-3xl">{m.results_missing_title()}</h1>
      <p className="mt-3">{m.results_missing_text()}</p>
      {failure.status === 0 && <p className="mt-1 text-ink-soft">{failure.message}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {failure.code === 'results_not_available' && (
          <LinkButton href={`/draw/${raffleId}`}>{m.results_watch()}</LinkButton>
        )}
        <Button variant="quiet" onClick={onRetry}>
          {m.results_try_again()}
        </Button>
        <LinkButton href="/" variant="quiet">
          {m.results_back_home()}
        </LinkButton>
      </div>
    </Card>
  );
}
