/** Results from top to bottom; nothing on it says "verified" before this device has verified (R2). */
import type { HostRaffle, PlannedDraws, PublicRaffle, ResultsAnswer } from '@glassdrum/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, useCallback } from 'react';
import { call } from '../../api/call.ts';
import { useVerification } from '../../checking/proof/use-verification.ts';
import { m } from '../../messages/generated/messages.js';
import { useCollectedReceipt } from '../../checking/evidence/collect.ts';
import { useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { useFreezeWords } from '../../show-player/freeze-words.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLightPrint } from '../../ui/use-light-print.ts';
import { type CheckOutcome, outcomeOf, outcomeText } from './check-outcome.ts';
import { ResultsActions } from './results-actions.tsx';
import { resultsText } from './results-text.ts';
import { WinnersCard } from './winners-card.tsx';

const DrawSwitch = lazy(async () => ({
  default: (await import('./draw-switch.tsx')).DrawSwitch,
}));
const ResultEvidence = lazy(async () => ({
  default: (await import('../../checking/device/result-evidence.tsx')).ResultEvidence,
}));
const OwnPrizes = lazy(async () => ({
  default: (await import('./own-prizes.tsx')).OwnPrizes,
}));
const ResultsRest = lazy(async () => ({
  default: (await import('./results-rest.tsx')).ResultsRest,
}));

export function ResultsView({ results }: { results: ResultsAnswer }) {
  const { raffle_id: raffleId, draw_id: drawId } = results;
  const queries = useQueryClient();
  useLightPrint();
  const own = useOwnEntry(raffleId, 'after freeze');
  useCollectedReceipt(raffleId, own);
  const entry = own.data ?? null;
  // R94: what was promised and what was changed since stands beside what came of it. Only its host gets the full form.
  const path = `/api/raffles/${raffleId}`;
  const { data: raffle } = useQuery({
    queryKey: [path],
    queryFn: () => call<PublicRaffle | HostRaffle>('GET', path),
  });
  const draws = useQuery({
    queryKey: [`${path}/draws`],
    queryFn: () => call<PlannedDraws>('GET', `${path}/draws`),
  });
  const several = draws.data !== undefined && draws.data.draws.length > 1;
  const { state, run } = useVerification();
  const words = useFreezeWords(results.freeze_hash);
  // Drawn before version 2 of the protocol: the names stand, and nothing here says more about them.
  const isOld = results.protocol === 1;
  const outcome = outcomeOf(state);
  const verify = useCallback((): void => {
    void run(async () => {
      const [{ fetchProof }, { installationTrust }] = await Promise.all([
        import('../../checking/proof/fetch-proof.ts'),
        import('../../checking/installation/installation-trust.ts'),
      ]);
      const [proof, trust] = await Promise.all([fetchProof(raffleId, drawId), installationTrust(queries)]);
      const receipt = entry === null ? null : new TextEncoder().encode(JSON.stringify(entry.receipt));
      return { ...trust, proof, receipt };
    });
  }, [run, raffleId, drawId, queries, entry]);

  return (
    <div className="grid gap-6">
      <header className="text-center">
        <p className="font-semibold wrap-anywhere text-ink-soft">{results.title}</p>
        <h1 className="mt-1 text-4xl sm:text-6xl">{m.results_title()}</h1>
        <p className="mt-2 text-ink-soft">
          {isOld ? m.results_tagline_old() : m.results_tagline({ check: outcomeText(outcome) })}
        </p>
        <ResultsActions results={results} several={several} />
      </header>
      {several && (
        <Later fallback={<div className="h-11" />}>
          <DrawSwitch raffleId={raffleId} drawId={drawId} title={results.title} />
        </Later>
      )}
      <Summary results={results} outcome={isOld ? null : outcome} />
      {isOld && <OldProof />}
      {entry !== null && raffle !== undefined && (
        <Later>
          <OwnPrizes raffle={raffle} number={entry.entry_number} />
        </Later>
      )}
      <FewOrLater results={results}>
        <WinnersCard
          results={results}
          own={entry?.entry_number ?? null}
          text={() => resultsText(results, outcome, isOld ? null : words)}
        />
      </FewOrLater>
      {!isOld && (
        <Later fallback={<Skeleton className="h-32" />}>
          <ResultEvidence results={results} />
        </Later>
      )}
      <Later fallback={<Skeleton className="h-dvh" />}>
        <ResultsRest
          {...{ results, entry, raffle, several, isOld, state }}
          outcome={isOld ? null : outcome}
          onVerify={verify}
        />
      </Later>
    </div>
  );
}

/** More rows than a phone shows, or times in them, come after the first view. */
const FEW = 20;

function FewOrLater({ results, children }: { results: ResultsAnswer; children: ReactNode }) {
  const { winners, current_winners: current } = results;
  const isFew = winners.length < FEW && current.every(({ claim }) => claim.claim_by === null);
  return isFew ? children : <Later fallback={<Skeleton className="h-dvh" />}>{children}</Later>;
}

function OldProof() {
  return (
    <p role="note" className="rounded-2xl bg-sunken px-4 py-3 sm:px-5">
      {m.results_old_proof()}
    </p>
  );
}

const OUTCOME_TONES: Record<CheckOutcome, BadgeTone> = {
  not_checked: 'neutral',
  running: 'neutral',
  verified: 'good',
  incomplete: 'warn',
  failed: 'danger',
};

/** @param outcome null where nothing is checked */
function Summary({ results, outcome }: { results: ResultsAnswer; outcome: CheckOutcome | null }) {
  return (
    <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-2xl border border-line bg-line text-center shadow-card">
      <div className="flex flex-col-reverse justify-end bg-card px-2 py-4">
        <dt className="text-sm text-ink-soft">{m.results_winners()}</dt>
        <dd className="font-display text-3xl font-bold tabular-nums">{results.winners.length}</dd>
      </div>
      <div className="flex flex-col-reverse justify-end bg-card px-2 py-4">
        <dt className="text-sm text-ink-soft">{m.results_alternates()}</dt>
        <dd className="font-display text-3xl font-bold tabular-nums">{results.alternates.length}</dd>
      </div>
      <div className="flex flex-col-reverse justify-between gap-1 bg-card px-2 py-4">
        <dt className="text-sm text-ink-soft">{m.results_check()}</dt>
        <dd>
          <Badge
            tone={outcome === null ? 'neutral' : OUTCOME_TONES[outcome]}
            className="max-sm:rounded-lg max-sm:px-2"
          >
            {outcome === null ? m.results_check_old() : outcomeText(outcome)}
          </Badge>
        </dd>
      </div>
    </dl>
  );
}
