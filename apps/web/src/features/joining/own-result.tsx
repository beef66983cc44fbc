/** After the draw: what became of the visitor's entry, with every prize that was passed on since (R14). */
import type { ResultsAnswer } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { ClaimLine } from '../../ui/claim-line.tsx';
import { ownOutcome } from '../../show-player/own-prizes.ts';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { classNames } from '../../ui/class-names.ts';

interface OwnResultProps {
  raffleId: string;
  /** The visitor's entry number. */
  number: number;
  /** R73: for somebody with a paper ticket, who claims at the desk. */
  claimsAtDesk?: boolean;
}

export function OwnResult({ raffleId, number, claimsAtDesk = false }: OwnResultProps) {
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
      {claimsAtDesk && data !== undefined && <AtDesk results={data} number={number} />}
      <p>{m.participation_drawn_already()}</p>
    </div>
  );
}

/** How far each prize of a paper ticket is, and where to claim those that nobody claimed yet. */
function AtDesk({ results, number }: { results: ResultsAnswer; number: number }) {
  const held = results.current_winners.filter((row) => row.entry_number === number);
  return (
    <>
      {held.map((holder) => (
        <ClaimLine key={`${holder.prize} ${holder.position}`} holder={holder} className="text-base" />
      ))}
      {held.some(({ state }) => state === 'drawn') && (
        <p className="font-semibold">{m.claims_own_ticket()}</p>
      )}
    </>
  );
}
