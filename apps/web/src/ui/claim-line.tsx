/** R73: how far the holder of a prize has come with it, as everyone sees it. */
import type { PrizeHolder } from '@glassdrum/contract';
import { CircleCheck, Gift, Hourglass, type LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';
import { extensionText, holderClaimText } from './claim-texts.ts';

const LOOKS: Record<PrizeHolder['state'], { Icon: LucideIcon; look: string }> = {
  drawn: { Icon: Hourglass, look: 'text-warn' },
  claimed: { Icon: CircleCheck, look: 'text-good' },
  handed_over: { Icon: Gift, look: 'text-good' },
};

interface ClaimLineProps {
  /** Null when nobody was left for the prize. */
  holder: Pick<PrizeHolder, 'state' | 'claim'> | null;
  /** Of the text; the sign goes with it. */
  className?: string;
  /** For a hall: without what only few want to know, in the ink of the winner's name. */
  isBrief?: boolean;
}

/** Nothing for a prize without a claim window that nobody claimed yet. */
export function ClaimLine({ holder, className = 'text-sm', isBrief = false }: ClaimLineProps) {
  const line = holder === null ? null : holderClaimText(holder);
  if (holder === null || line === null) return null;
  const { Icon, look: colour } = LOOKS[line.state];
  const look = isBrief ? '' : colour;
  const extension = isBrief ? null : extensionText(holder.claim);
  return (
    <span data-claim={line.state} className={classNames('flex gap-[0.4em] wrap-anywhere', className)}>
      <Icon aria-hidden className={classNames('mt-[0.15em] size-[1.1em] shrink-0', look)} />
      <span>
        <span className={classNames('font-semibold', look)}>{line.text}</span>
        {extension !== null && <span className="text-ink-soft"> · {extension}</span>}
      </span>
    </span>
  );
}
