/** Below what a joining page is opened for: the prizes, and what the raffle promised. Fetched after it. */
import type { PublicRaffle } from '@glassdrum/contract';
import { lazy } from 'react';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const PrizesCard = lazy(async () => ({
  default: (await import('../../participation/raffle/prizes-card.tsx')).PrizesCard,
}));
const RafflePromise = lazy(async () => ({
  default: (await import('../../participation/raffle/raffle-promise.tsx')).RafflePromise,
}));

/** Nothing of a raffle that was cancelled (R79): it promises nothing any more. */
export function RaffleDetails({ raffle }: { raffle: PublicRaffle }) {
  if (raffle.cancelled !== null) return null;
  return (
    <>
      {raffle.named_prizes && raffle.status !== 'draft' && (
        <Later fallback={<Skeleton className="h-60" />}>
          <PrizesCard raffle={raffle} />
        </Later>
      )}
      <Later fallback={<Skeleton className="h-60" />}>
        <RafflePromise raffle={raffle} />
      </Later>
    </>
  );
}
