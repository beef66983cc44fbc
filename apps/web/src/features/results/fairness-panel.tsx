/**
 * The fairness proof panel: the four seeds, what is checked, the real check in the visitor's own browser (R1, R2), and one
 * without this server (R95).
 */
import { Code, Globe, Lock, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import type { VerificationState } from '../../checking/proof/verification-state.ts';
import { VerdictCard } from '../../checking/proof/verdict-card.tsx';
import { OwnComputer } from '../../checking/proof/own-computer.tsx';
import { m } from '../../messages/generated/messages.js';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface ShownProof {
  seed_commit_hash: string;
  seed_reveal: string;
  client_seed: string;
  /** What an answer lacks is computed by the check. */
  combined_seed?: string | null;
}

interface FairnessPanelProps {
  raffleId: string;
  /** An answer kept from another version may have none: then there is nothing to show here. */
  proof: ShownProof | null | undefined;
  state: VerificationState;
  onVerify: () => void;
}

export function FairnessPanel({ raffleId, proof, state, onVerify }: FairnessPanelProps) {
  if (proof === null || proof === undefined) return null;
  const combined = proof.combined_seed ?? '';
  return (
    <Card className="grid gap-6">
      <header>
        <h2 className="text-2xl">{m.results_fairness()}</h2>
        <p className="mt-1 text-ink-soft">{m.results_fairness_text()}</p>
      </header>
      <dl className="grid gap-3">
        <Seed
          label={m.results_seed_commit()}
          hint={m.results_seed_commit_hint()}
          value={proof.seed_commit_hash}
        />
        <Seed label={m.results_seed_reveal()} hint={m.results_seed_reveal_hint()} value={proof.seed_reveal} />
        <Seed label={m.results_client_seed()} hint={m.results_client_seed_hint()} value={proof.client_seed} />
        <Seed
          label={m.results_combined_seed()}
          hint={m.results_combined_seed_hint()}
          value={combined === '' ? m.results_combined_fallback() : combined}
        />
      </dl>
      <div>
        <h3 className="text-lg">{m.results_steps()}</h3>
        <ol className="mt-2 grid list-decimal gap-1 pl-6 marker:font-semibold">
          <li>{m.results_step_1()}</li>
          <li>{m.results_step_2()}</li>
          <li>{m.results_step_3()}</li>
          <li>{m.results_step_4()}</li>
        </ol>
        <p className="mt-2 text-ink-soft">{m.results_steps_more()}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
        <Button
          className="min-h-13 text-lg"
          pending={state.status === 'running'}
          pendingLabel={m.results_verifying()}
          onClick={onVerify}
        >
          <ShieldCheck aria-hidden className="size-5" />
          {m.results_verify()}
        </Button>
        <Link
          href={`/verify?raffle=${raffleId}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {m.results_open_proof()}
        </Link>
      </div>
      <VerdictCard state={state.status === 'unreadable' ? { status: 'broken' } : state} />
      <OwnComputer heading="h3" />
      <ul className="flex flex-wrap gap-2">
        <li>
          <Badge>
            <Lock aria-hidden className="size-4" />
            {m.results_badge_secure()}
          </Badge>
        </li>
        <li>
          <Badge>
            <Code aria-hidden className="size-4" />
            {m.results_badge_open()}
          </Badge>
        </li>
        <li>
          <Badge>
            <Globe aria-hidden className="size-4" />
            {m.results_badge_public()}
          </Badge>
        </li>
      </ul>
    </Card>
  );
}

function Seed({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <div className="rounded-xl bg-sunken px-4 py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{label}</span>
        <span className="text-sm text-ink-soft">{hint}</span>
      </dt>
      <dd className="mt-1 font-mono text-sm leading-snug break-all">{value}</dd>
    </div>
  );
}
