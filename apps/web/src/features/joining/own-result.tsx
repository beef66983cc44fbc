/** After the draw: what became of the visitor's entry, with every prize that was passed on since (R14). */
import type { ResultsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { ownOutcome } from '../../show-player/own-prizes.ts';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { classNames } from '../../ui/class-names.ts';

interface OwnResultProps {
  raffleId: string;
  /** The visitor's entry number. */
  number: number;
}

export function OwnResult({ raffleId, number }: OwnResultProps) {
  const path = `/api/raffles/${raffleId}/results`;
  const results = useQuery({
    queryKey: [path],
    queryFn: () => call<ResultsAnswer>('GET', path),
    refetchOnMount: 'always',
  });
  const { data } = results;
  const outcome = data === undefined ? null : ownOutcome(number, namedPrizes(data.prizes), data, data);
  const wasAbsent = data?.presence?.absent.includes(number) === true;
  return (
    <div role="status" className="grid justify-items-center gap-2 text-center">
      {wasAbsent && (
        <p data-own-outcome className="font-semibold">
          {m.results_mine_absent()}
        </p>
      )}
      {outcome !== null && !wasAbsent && (
        <p
          data-own-outcome
          className={classNames(
            'rounded-2xl px-6 py-2.5 text-xl font-bold',
            outcome.isGood ? 'bg-brand text-on-brand' : 'bg-sunken',
          )}
        >
          {outcome.text}
        </p>
      )}
      <p>{m.participation_drawn_already()}</p>
    </div>
  );
}
