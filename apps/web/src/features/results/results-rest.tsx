/** What follows the winners on the page of results: the own entry, how it was drawn, and its proof (R1, R2). It is loaded when the page stands. */
import type { AnimationStyle, HostRaffle, OwnEntry, PublicRaffle, ResultsAnswer } from '@glassdrum/contract';
import type { Step } from '@glassdrum/fair-draw';
import { ArrowUp } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { VerificationState } from '../../checking/proof/verification-state.ts';
import { m } from '../../messages/generated/messages.js';
import { FreezeWords } from '../../show-player/freeze-words.tsx';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { isWitnessed, levelTexts } from '../../ui/assurance-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime, formatDateTime } from '../../ui/date-time.tsx';
import { Later } from '../../ui/later.tsx';
import { type CheckOutcome, outcomeText } from './check-outcome.ts';
import { FairnessPanel } from './fairness-panel.tsx';
import { OwnEntryCard } from './own-entry-card.tsx';
import { PresenceCard } from './presence-card.tsx';
import { ResultImage } from './result-image.tsx';
import { AlternatesGrid } from './results-lists.tsx';
import { VideoCard } from './video-card.tsx';

const RafflePromise = lazy(async () => ({
  default: (await import('../../participation/raffle/raffle-promise.tsx')).RafflePromise,
}));

interface ResultsRestProps {
  results: ResultsAnswer;
  entry: OwnEntry | null;
  raffle: PublicRaffle | HostRaffle | undefined;
  /** Whether the raffle has several draws (R69). */
  several: boolean;
  /** Drawn before version 2 of the protocol. */
  isOld: boolean;
  state: VerificationState;
  /** Null where nothing is checked. */
  outcome: CheckOutcome | null;
  onVerify: () => void;
}

export function ResultsRest(props: ResultsRestProps) {
  const { results, entry, raffle, several, isOld, state, outcome, onVerify } = props;
  const { raffle_id: raffleId, draw_id: drawId } = results;
  const isHost = raffle !== undefined && 'allow_public_join' in raffle;
  const prizes = namedPrizes(results.prizes);
  return (
    <>
      {!isOld && (
        <OwnEntryCard results={results} entry={entry} isHost={isHost} state={state} onVerify={onVerify} />
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
      <Details results={results} outcome={outcome} steps={stepsOf(state)} />
      {!isOld && (
        <FairnessPanel raffleId={raffleId} proof={results.proof} state={state} onVerify={onVerify} />
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
    </>
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

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}

function stepsOf(state: VerificationState): readonly Step[] {
  return state.status === 'done' ? state.verification.steps : [];
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
