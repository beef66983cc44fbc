/** R63: prizes that nobody can win at the moment; the host has to confirm before drawing. */
import type { DrawPreview } from '@glassdrum/contract';
import { TriangleAlert } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';

interface WithoutCandidatesProps {
  prizes: DrawPreview['without_candidates'];
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
}

/** The others are counted. */
const NAMED = 5;

export function WithoutCandidates({ prizes, isAccepted, onChange }: WithoutCandidatesProps) {
  return (
    <div className="mt-5 rounded-2xl bg-warn-soft p-4 text-warn">
      <p role="alert" className="flex gap-3">
        <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{m.console_draw_without({ prizes: namesOf(prizes) })}</span>
      </p>
      <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 font-semibold text-ink">
        <input
          type="checkbox"
          checked={isAccepted}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 accent-(--brand)"
        />
        {m.console_draw_nevertheless()}
      </label>
    </div>
  );
}

function namesOf(prizes: WithoutCandidatesProps['prizes']): string {
  const titles = prizes.map(({ prize, name }) => name ?? m.draw_prize({ number: prize }));
  const named = titles.slice(0, NAMED).join(', ');
  const more = titles.length - NAMED;
  return more > 0 ? m.draw_prizes_and_more({ prizes: named, count: more }) : named;
}
