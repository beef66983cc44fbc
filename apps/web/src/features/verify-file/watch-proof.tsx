/** "Watch it": the show of a checked proof, from the file alone (R34). */
import type { Verification } from '@glassdrum/fair-draw';
import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import type { ProofShow } from '../../checking/proof/proof-show.ts';
import { m } from '../../messages/generated/messages.js';
import { ReplayShow } from '../../show-player/replay-show.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/date-time.tsx';

interface WatchProofProps {
  show: ProofShow;
  verdict: Exclude<Verification['verdict'], 'FAILED'>;
  onBack: () => void;
}

export function WatchProof({ show: { plan, result }, verdict, onBack }: WatchProofProps) {
  const hasPassed = verdict === 'VERIFIED';
  const Sign = hasPassed ? ShieldCheck : ShieldQuestion;
  return (
    <ReplayShow
      title={m.verify_watch_title({ date: formatDateTime(plan.t0) })}
      plan={plan}
      result={result}
      prizeStatus={null}
      own={null}
      fairness={
        <p
          className={
            hasPassed
              ? 'flex items-center gap-3 rounded-2xl bg-good-soft px-4 py-3 text-good'
              : 'flex items-center gap-3 rounded-2xl bg-warn-soft px-4 py-3 text-warn'
          }
        >
          <Sign aria-hidden className="size-6 shrink-0" />
          {hasPassed ? m.verify_watch_passed() : m.verify_watch_incomplete()}
        </p>
      }
      links={
        <Button className="min-h-13 text-lg" onClick={onBack}>
          {m.verify_watch_back()}
        </Button>
      }
      onLeave={onBack}
    />
  );
}
