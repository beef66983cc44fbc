/** Results from top to bottom; nothing on it says "verified" before this device has verified (R2). */
import type {
  AnimationStyle,
  HostRaffle,
  PlannedDraws,
  PublicRaffle,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { Step } from '@glassdrum/fair-draw';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { lazy, type ReactNode, useCallback, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { fetchProof } from '../../checking/proof/fetch-proof.ts';
import { installationTrust } from '../../checking/installation/installation-trust.ts';
import { isWitnessed, levelTexts } from '../../ui/assurance-texts.ts';
import { useVerification } from '../../checking/proof/use-verification.ts';
import { finalVerdict, type VerificationState } from '../../checking/proof/verification-state.ts';
import { m } from '../../messages/generated/messages.js';
import { collectFromRoom, useCollectedReceipt } from '../../checking/evidence/collect.ts';
import { useRoom } from '../../live/use-room.ts';
import { useOwnClaims } from '../../participation/claims/use-own-claims.ts';
import { readHints } from '../../participation/participant-hints.ts';
import { useOwnEntry } from '../../participation/entry/use-own-entry.ts';
import { FreezeWords, useFreezeWords } from '../../show-player/freeze-words.tsx';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime, formatDateTime } from '../../ui/date-time.tsx';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLightPrint } from '../../ui/use-light-print.ts';
import { DrawSwitch } from './draw-switch.tsx';
import { FairnessPanel } from './fairness-panel.tsx';
import { OwnEntryCard } from './own-entry-card.tsx';
import { PresenceCard } from './presence-card.tsx';
import { ResultImage } from './result-image.tsx';
import { ResultsActions } from './results-actions.tsx';
import { AlternatesGrid } from './results-lists.tsx';
import { type CheckOutcome, resultsText } from './results-text.ts';
import { VideoCard } from './video-card.tsx';
import { WinnersCard } from './winners-card.tsx';

const ResultEvidence = lazy(async () => ({
  default: (await import('../../checking/device/result-evidence.tsx')).ResultEvidence,
}));
const OwnClaims = lazy(async () => ({
  default: (await import('../../participation/claims/own-claims.tsx')).OwnClaims,
}));
const RafflePromise = lazy(async () => ({
  default: (await import('../../participation/raffle/raffle-promise.tsx')).RafflePromise,
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
  const isHost = raffle !== undefined && 'allow_public_join' in raffle;
  const draws = useQuery({
    queryKey: [`${path}/draws`],
    queryFn: () => call<PlannedDraws>('GET', `${path}/draws`),
  });
  const several = draws.data !== undefined && draws.data.draws.length > 1;
  const { state, run } = useVerification();
  const words = useFreezeWords(results.freeze_hash);
  const prizes = namedPrizes(results.prizes);
  // Drawn before version 2 of the protocol: the names stand, and nothing here says more about them.
  const isOld = results.protocol === 1;
  const outcome = outcomeOf(state);
  const verify = useCallback((): void => {
    void run(async () => {
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
      <DrawSwitch raffleId={raffleId} drawId={drawId} title={results.title} />
      <Summary results={results} outcome={isOld ? null : outcome} />
      {isOld && <OldProof />}
      {entry !== null && raffle !== undefined && <OwnPrizes raffle={raffle} number={entry.entry_number} />}
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
        {!isOld && (
          <OwnEntryCard results={results} entry={entry} isHost={isHost} state={state} onVerify={verify} />
        )}
        {prizes.length === 0 && results.alternates.length > 0 && (
          <Card>
            <h2 className="mb-4 text-2xl">{m.results_alternates()}</h2>
            <AlternatesGrid rows={results.alternates} own={entry?.entry_number ?? null} />
          </Card>
        )}
        {results.presence !== null && <PresenceCard presence={results.presence} />}
        <ResultImage results={results} />
        {isHost && <VideoCard {...{ raffleId, drawId, several }} title={results.title} />}
        <Details results={results} outcome={isOld ? null : outcome} steps={stepsOf(state)} />
        {!isOld && (
          <FairnessPanel raffleId={raffleId} proof={results.proof} state={state} onVerify={verify} />
        )}
        {raffle !== undefined && (
          <Later>
            <RafflePromise raffle={raffle} />
          </Later>
        )}
        <Card className="text-center">
          <h2 className="text-2xl">{m.results_complete()}</h2>
          <p className="mt-1 text-ink-soft">{m.results_complete_text()}</p>
          <p className="mt-3 text-sm text-ink-soft">{m.results_draw_id()}</p>
          <p className="font-mono break-all">{results.draw_id}</p>
          <div className="mt-3 flex flex-wrap items-center justify-center gap-x-4 print:hidden">
            <Link
              href={`/log?draw=${results.draw_id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {m.log_link_results()}
            </Link>
            <Button variant="plain" onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}>
              <ArrowUp aria-hidden className="size-4.5" />
              {m.results_top()}
            </Button>
          </div>
        </Card>
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

/** R73: of a winner who came here to claim. Only then the page has a connection, and by it the server's clock. */
function OwnPrizes({ raffle, number }: { raffle: PublicRaffle; number: number }) {
  const [hints] = useState(() => readHints(raffle.id));
  const own = useOwnClaims({ raffleId: raffle.id, number, prizeStatus: null });
  const isLive = own.data?.prizes.some(({ ended }) => ended === null) ?? false;
  const { room, now } = useRoom(isLive ? raffle.id : null, hints, collectFromRoom);
  return (
    <Later>
      <OwnClaims raffle={raffle} number={number} prizeStatus={room?.prizeStatus ?? null} now={now} />
    </Later>
  );
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

interface DetailsProps {
  results: ResultsAnswer;
  /** Null where nothing is checked. */
  outcome: CheckOutcome | null;
  /** Of a finished check. */
  steps: readonly Step[];
}

function Details({ results, outcome, steps }: DetailsProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Card>
        <h2 className="text-2xl">{m.results_details()}</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Detail label={m.results_drawn_at()}>
            <DateTime at={results.drawn_at} />
          </Detail>
          {results.late && results.scheduled_at !== null && (
            <Detail label={m.common_drawn_late()}>
              {m.common_drawn_late_text({ time: formatDateTime(results.scheduled_at) })}
            </Detail>
          )}
          <Detail label={m.results_entries()}>
            {(results.total_entries - results.unsold_entries).toLocaleString()}
          </Detail>
          <Detail label={m.results_tickets()}>{results.ticket_total.toLocaleString()}</Detail>
          <Detail label={m.results_animation()}>{styleName(results.animation_style)}</Detail>
        </dl>
      </Card>
      <Card>
        <h2 className="text-2xl">{m.results_verification()}</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Detail label={m.results_algorithm()}>{results.algorithm}</Detail>
          <Detail label={m.results_status()}>
            {outcome === null ? m.results_check_old() : outcomeText(outcome)}
          </Detail>
          {outcome !== null && <Evidence results={results} />}
        </dl>
        {outcome === 'verified' && (
          <p className="mt-2 text-sm text-ink-soft">
            {levelTexts(results.assurance, isWitnessed(steps)).sentence}
          </p>
        )}
      </Card>
    </div>
  );
}

/** What the check rests on, as the server says it; the check itself says what of it holds. */
function Evidence({ results }: { results: ResultsAnswer }) {
  const { sealing, audience } = results;
  return (
    <>
      <Detail label={m.results_level()}>{levelTexts(results.assurance).label}</Detail>
      <Detail label={m.results_freeze_words()}>
        <FreezeWords hash={results.freeze_hash} size="plain" />
      </Detail>
      <Detail label={m.results_witnesses()}>
        {sealing.cosigned.length === 0 ? m.results_witnesses_none() : sealing.cosigned.join(', ')}
      </Detail>
      {audience.devices > 0 && (
        <Detail label={m.results_audience()}>
          {m.results_audience_count({ count: audience.count, devices: audience.devices })}
        </Detail>
      )}
    </>
  );
}

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}

function outcomeOf(state: VerificationState): CheckOutcome {
  if (state.status === 'running') return 'running';
  if (state.status !== 'done') return 'not_checked';
  switch (finalVerdict(state)) {
    case 'VERIFIED':
      return 'verified';
    case 'INCOMPLETE':
      return 'incomplete';
    case 'FAILED':
      return 'failed';
  }
}

function stepsOf(state: VerificationState): readonly Step[] {
  return state.status === 'done' ? state.verification.steps : [];
}

function outcomeText(outcome: CheckOutcome): string {
  switch (outcome) {
    case 'not_checked':
      return m.results_check_not_yet();
    case 'running':
      return m.results_check_running();
    case 'verified':
      return m.results_check_verified();
    case 'incomplete':
      return m.results_check_incomplete();
    case 'failed':
      return m.results_check_failed();
  }
}

function styleName(style: AnimationStyle): string {
  const names = {
    classic: m.results_style_classic,
    casino: m.results_style_casino,
    cosmic: m.results_style_cosmic,
    neon: m.results_style_neon,
    fireworks: m.results_style_fireworks,
  } as const;
  return names[style]();
}
