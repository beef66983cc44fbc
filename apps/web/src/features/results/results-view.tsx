/** Results from top to bottom; nothing on it says "verified" before this device has verified (R2). */
import type { AnimationStyle, ResultsAnswer } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import { fetchProof } from '../../checking/fetch-proof.ts';
import { installationTrust } from '../../checking/installation-trust.ts';
import { isOtherFreeze } from '../../checking/is-other-freeze.ts';
import { levelTexts } from '../../checking/level-texts.ts';
import { rememberedFreeze } from '../../checking/seen-freeze.ts';
import { useVerification, type VerificationState } from '../../checking/use-verification.ts';
import { m } from '../../messages/generated/messages.js';
import { useOwnEntry } from '../../participation/use-own-entry.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime, formatDateTime } from '../../ui/date-time.tsx';
import { toast } from '../../ui/toast.tsx';
import { useLightPrint } from '../../ui/use-light-print.ts';
import { FairnessPanel } from './fairness-panel.tsx';
import { OwnEntryCard } from './own-entry-card.tsx';
import { ResultPicture } from './result-picture.tsx';
import { ResultsActions } from './results-actions.tsx';
import { AlternatesGrid, WinnersList } from './results-lists.tsx';
import { type CheckOutcome, resultsText } from './results-text.ts';

export function ResultsView({ results }: { results: ResultsAnswer }) {
  const { raffle_id: raffleId } = results;
  const queries = useQueryClient();
  useLightPrint();
  const entry = useOwnEntry(raffleId, 'after freeze').data ?? null;
  const { state, run } = useVerification();
  const [seenFreeze] = useState(() => rememberedFreeze(results.draw_id));
  const outcome = outcomeOf(state, seenFreeze);
  const verify = useCallback((): void => {
    void run(async () => {
      const [proof, trust] = await Promise.all([fetchProof(raffleId), installationTrust(queries)]);
      return {
        proof,
        receipt: entry === null ? null : JSON.stringify(entry.receipt),
        ...trust,
      };
    });
  }, [run, raffleId, queries, entry]);

  return (
    <div className="grid gap-6">
      <header className="text-center">
        <p className="font-semibold wrap-anywhere text-ink-soft">{results.title}</p>
        <h1 className="mt-1 text-4xl sm:text-6xl">{m.results_title()}</h1>
        <p className="mt-2 text-ink-soft">{m.results_tagline({ check: outcomeText(outcome) })}</p>
        <ResultsActions raffleId={raffleId} title={results.title} />
      </header>
      <Summary results={results} outcome={outcome} />
      <Card>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-2xl">{m.results_winners()}</h2>
          <CopyButton
            className="print:hidden"
            text={() => resultsText(results, outcome)}
            label={m.results_copy_all()}
            onCopied={() => toast({ title: m.results_copied(), tone: 'good' })}
          />
        </div>
        <WinnersList results={results} own={entry?.entry_number ?? null} />
      </Card>
      <OwnEntryCard results={results} entry={entry} state={state} onVerify={verify} />
      {results.alternates.length > 0 && (
        <Card>
          <h2 className="mb-4 text-2xl">{m.results_alternates()}</h2>
          <AlternatesGrid rows={results.alternates} own={entry?.entry_number ?? null} />
        </Card>
      )}
      <ResultPicture raffleId={raffleId} />
      <Details results={results} outcome={outcome} />
      <FairnessPanel
        raffleId={raffleId}
        proof={results.proof}
        state={state}
        seenFreeze={seenFreeze}
        onVerify={verify}
      />
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
    </div>
  );
}

const OUTCOME_TONES: Record<CheckOutcome, BadgeTone> = {
  not_checked: 'neutral',
  running: 'neutral',
  verified: 'good',
  incomplete: 'warn',
  failed: 'danger',
};

function Summary({ results, outcome }: { results: ResultsAnswer; outcome: CheckOutcome }) {
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
          <Badge tone={OUTCOME_TONES[outcome]} className="max-sm:rounded-lg max-sm:px-2">
            {outcomeText(outcome)}
          </Badge>
        </dd>
      </div>
    </dl>
  );
}

function Details({ results, outcome }: { results: ResultsAnswer; outcome: CheckOutcome }) {
  const level = levelTexts(results.assurance);
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
          <Detail label={m.results_entries()}>{results.total_entries.toLocaleString()}</Detail>
          <Detail label={m.results_tickets()}>{results.ticket_total.toLocaleString()}</Detail>
          <Detail label={m.results_animation()}>{styleName(results.animation_style)}</Detail>
          <Detail label={m.results_freeze_code()}>
            <span className="font-mono font-bold tracking-wider">{results.freeze_code}</span>
          </Detail>
        </dl>
      </Card>
      <Card>
        <h2 className="text-2xl">{m.results_verification()}</h2>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Detail label={m.results_algorithm()}>{results.algorithm}</Detail>
          <Detail label={m.results_status()}>{outcomeText(outcome)}</Detail>
          <Detail label={m.results_level()}>{level.label}</Detail>
        </dl>
        {outcome === 'verified' && <p className="mt-2 text-sm text-ink-soft">{level.sentence}</p>}
      </Card>
    </div>
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

function outcomeOf(state: VerificationState, seenFreeze: string | null): CheckOutcome {
  if (state.status === 'running') return 'running';
  if (state.status !== 'done') return 'not_checked';
  if (isOtherFreeze(state.identity, seenFreeze)) return 'failed';
  switch (state.verification.verdict) {
    case 'VERIFIED':
      return 'verified';
    case 'INCOMPLETE':
      return 'incomplete';
    case 'FAILED':
      return 'failed';
  }
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
