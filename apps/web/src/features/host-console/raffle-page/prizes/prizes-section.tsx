/** A raffle's prizes: edited until the draw starts, shown afterwards (R61, R62). */
import type { HostRaffle } from '@glassdrum/contract';
import { m } from '../../../../messages/generated/messages.js';
import { hostCan } from '../../host-actions.ts';
import { Loading } from '../../loading.tsx';
import { PrizeEditor } from './prize-editor.tsx';
import { PrizeView } from './prize-view.tsx';
import { usePrizes } from './prizes-data.ts';

export function PrizesSection({ raffle }: { raffle: HostRaffle }) {
  const { data: list, isError, refetch } = usePrizes(raffle);
  return (
    <section aria-labelledby="prizes">
      <h2 id="prizes" className="text-2xl">
        {m.raffle_prizes()}
      </h2>
      <div className="mt-4">
        {list === undefined && <Loading className="h-96" failed={isError} onRetry={() => void refetch()} />}
        {list !== undefined &&
          (hostCan(raffle, 'change_prizes') ? (
            <PrizeEditor raffle={raffle} list={list} />
          ) : (
            <PrizeView raffle={raffle} list={list} />
          ))}
      </div>
    </section>
  );
}
