/** "Was I in it?" (R42): the visitor's own entry, looked up in the frozen list by this device; the receipt to keep. */
import type { OwnEntry, ResultsAnswer } from '@glassdrum/contract';
import { Download } from 'lucide-react';
import { Link } from 'wouter';
import type { VerificationState } from '../../checking/proof/verification-state.ts';
import { m } from '../../messages/generated/messages.js';
import { ownOutcome } from '../../show-player/own-prizes.ts';
import { reasonText } from '../../show-player/places.ts';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { downloadJson } from '../../ui/download.ts';
import { LinkButton } from '../../ui/link-button.tsx';

interface OwnEntryCardProps {
  results: ResultsAnswer;
  /** Null for those who took no part. */
  entry: OwnEntry | null;
  /** The visitor hosts this raffle. */
  isHost: boolean;
  state: VerificationState;
  onVerify: () => void;
}

export function OwnEntryCard({ results, entry, isHost, state, onVerify }: OwnEntryCardProps) {
  if (entry === null && isHost) {
    return (
      <Card>
        <h2 className="text-2xl">{m.results_mine()}</h2>
        <p className="mt-1 text-ink-soft">{m.results_host()}</p>
        <div className="mt-3 flex flex-wrap gap-3 print:hidden">
          <LinkButton href="/host" variant="quiet">
            {m.results_host_console()}
          </LinkButton>
          <Button
            variant="quiet"
            pending={state.status === 'running'}
            pendingLabel={m.results_verifying()}
            onClick={onVerify}
          >
            {m.results_verify()}
          </Button>
        </div>
      </Card>
    );
  }
  if (entry === null) {
    return (
      <Card>
        <h2 className="text-2xl">{m.results_mine()}</h2>
        <p className="mt-1 text-ink-soft">{m.results_visitor()}</p>
        <Link href="/verify" className="inline-flex min-h-11 items-center underline underline-offset-4">
          {m.results_verify_file()}
        </Link>
      </Card>
    );
  }
  const wasAbsent = results.presence?.absent.includes(entry.entry_number) === true;
  const { tone, text } = lookup(state, wasAbsent);
  return (
    <Card>
      <h2 className="text-2xl">{m.results_mine()}</h2>
      <p className="mt-1">
        {m.results_mine_text({ name: entry.display_name, number: entry.entry_number })}{' '}
        <span className="text-ink-soft">{m.results_mine_tickets({ tickets: entry.tickets })}</span>
      </p>
      <p className="mt-1 font-semibold wrap-anywhere">{outcome(results, entry.entry_number)}</p>
      <p
        role="status"
        className={classNames(
          'mt-3 rounded-xl px-4 py-3',
          tone === 'quiet' && 'bg-sunken',
          tone === 'good' && 'bg-good-soft text-good',
          tone === 'danger' && 'bg-danger-soft text-danger',
        )}
      >
        {text}
      </p>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button
          variant="quiet"
          pending={state.status === 'running'}
          pendingLabel={m.results_verifying()}
          onClick={onVerify}
        >
          {m.results_mine_check()}
        </Button>
        <Button
          variant="quiet"
          onClick={() => downloadJson(`raffle-${results.raffle_id}-receipt.json`, entry.receipt)}
        >
          <Download aria-hidden className="size-4.5" />
          {m.results_receipt()}
        </Button>
      </div>
    </Card>
  );
}

function outcome(results: ResultsAnswer, number: number): string {
  if (results.presence?.absent.includes(number) === true) return m.results_mine_absent();
  const { winners, alternates } = results;
  const prizes = namedPrizes(results.prizes);
  if (prizes.length > 0) return ownOutcome(number, prizes, results, results).text;
  const holds = results.current_winners.find((row) => row.entry_number === number);
  if (holds?.moved_up === true) return m.results_mine_moved_up({ position: holds.position });
  const passed = results.passed_over.findLast((row) => row.entry_number === number);
  if (passed !== undefined) return m.results_mine_passed({ reason: reasonText(passed.reason) });
  const winner = winners.find((row) => row.entry_number === number);
  if (winner !== undefined) return m.results_mine_won({ position: winner.position });
  const alternate = alternates.find((row) => row.entry_number === number);
  return alternate === undefined
    ? m.results_mine_not_drawn()
    : m.results_mine_alternate({ position: alternate.position });
}

function lookup(
  state: VerificationState,
  wasAbsent: boolean,
): { tone: 'quiet' | 'good' | 'danger'; text: string } {
  const step =
    state.status === 'done' ? state.verification.steps.find(({ name }) => name === 'receipt') : undefined;
  switch (step?.status) {
    case undefined:
      return { tone: 'quiet', text: m.results_mine_later() };
    case 'PASS':
      return { tone: 'good', text: wasAbsent ? m.results_mine_listed_absent() : m.results_mine_listed() };
    case 'SKIP':
      return { tone: 'quiet', text: m.results_mine_skipped() };
    case 'FAIL':
      return { tone: 'danger', text: m.results_mine_missing({ reason: step.reason }) };
  }
}
