/**
 * What a raffle promised at opening, and every public change since (R62, R93, R94): shown before joining, while waiting and
 * beside the results. What the raffle's own data holds is shown at once; rules, prizes and changes follow.
 */
import type { ChangesAnswer, PublicRaffle, RaffleTerms } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  Dices,
  MailX,
  MapPin,
  ScrollText,
  Smartphone,
  Stamp,
  Ticket,
  Trophy,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { Card } from '../../ui/card.tsx';
import { formatDateTime } from '../../ui/date-time.tsx';
import { Changes } from '../entry/changes.tsx';
import { policySentence } from '../joining/policy-texts.ts';
import { presenceSentence } from '../presence/check-in-texts.ts';
import { useRaffleTerms } from './raffle-terms.ts';

/** Changes are few, and many people open the same page. */
const LOOK_AGAIN_MS = 60_000;

type DrawTerms = RaffleTerms['draws'][number];

export function RafflePromise({ raffle }: { raffle: PublicRaffle }) {
  const path = `/api/raffles/${raffle.id}`;
  const isOpened = raffle.status !== 'draft';
  const terms = useRaffleTerms(raffle, isOpened);
  const changes = useQuery({
    queryKey: [`${path}/changes`],
    enabled: isOpened,
    queryFn: () => call<ChangesAnswer>('GET', `${path}/changes`),
    refetchInterval: raffle.draw_started ? false : LOOK_AGAIN_MS,
  });
  const draws = terms.data?.draws.filter(({ voided }) => voided === null) ?? [];
  const draw = draws.at(-1) ?? null;
  const text = draw?.rules?.text ?? '';
  const presence = presenceSentence(raffle);
  return (
    <Card className="text-left">
      <h2 className="text-xl">{m.promise_title()}</h2>
      <ul className="mt-3 grid gap-2.5">
        <Promised Sign={Dices}>{policySentence(raffle)}</Promised>
        <Promised Sign={Trophy}>{prizesText(raffle, draws)}</Promised>
        <Promised Sign={Ticket}>
          {raffle.max_tickets === 1
            ? m.promise_one_ticket()
            : m.promise_tickets({ count: raffle.max_tickets.toLocaleString() })}
        </Promised>
        {presence !== null && <Promised Sign={MapPin}>{presence}</Promised>}
        <Dates raffle={raffle} />
        {raffle.no_win_months !== null && (
          <Promised Sign={MailX}>
            {m.nowin_public({ count: raffle.no_win_months, shown: raffle.no_win_months.toLocaleString() })}
          </Promised>
        )}
        {raffle.witness_quorum > 0 && (
          <Promised Sign={Stamp}>
            {raffle.witness_quorum === 1
              ? m.promise_witness()
              : m.promise_witnesses({ count: raffle.witness_quorum })}
          </Promised>
        )}
        {raffle.adds_chance && <Promised Sign={Smartphone}>{m.promise_adds_chance()}</Promised>}
      </ul>
      {text !== '' && (
        <details className="group mt-3 rounded-xl bg-sunken px-4">
          <summary className="flex min-h-11 items-center gap-2 font-semibold">
            <ScrollText aria-hidden className="size-5 shrink-0 text-ink-soft" />
            {m.promise_rules()}
          </summary>
          <p className="pb-4 wrap-anywhere whitespace-pre-line">{text}</p>
        </details>
      )}
      {isOpened && (
        <Changes
          raffleId={raffle.id}
          replans={draws.flatMap(({ replans }) => replans)}
          entries={changes.data ?? null}
        />
      )}
    </Card>
  );
}

function Promised({ Sign, children }: { Sign: typeof Dices; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_1fr] gap-x-3 leading-snug">
      <Sign aria-hidden className="mt-0.5 size-5 text-brand" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

/** As committed, in all draws together; from the raffle while that is on its way. */
function prizesText(
  { max_winners: winners, draws: { total } }: PublicRaffle,
  draws: readonly DrawTerms[],
): string {
  const prizes = draws.flatMap(({ plan }) => plan.prizes);
  const quantity = prizes.length === 0 ? winners : prizes.reduce((sum, prize) => sum + prize.quantity, 0);
  const alternates = prizes.reduce((sum, prize) => sum + prize.alternates, 0);
  const drawn =
    quantity === 1 ? m.promise_one_winner() : m.promise_winners({ count: quantity.toLocaleString() });
  return [
    total > 1 ? m.promise_winners_in_draws({ count: quantity.toLocaleString(), draws: total }) : drawn,
    ...(alternates === 0 ? [] : [m.promise_alternates({ count: alternates.toLocaleString() })]),
  ].join(' ');
}

/** R94: both times where entries close, or closed, at another time than promised. */
function Dates({ raffle }: { raffle: PublicRaffle }) {
  const { deadline_at: deadline, promised_deadline_at: promised, closed_at: closed } = raffle;
  if (promised !== null && closed !== null) {
    const times = { closed: formatDateTime(closed), promised: formatDateTime(promised) };
    return <Promised Sign={CalendarClock}>{m.promise_closed_other(times)}</Promised>;
  }
  if (promised !== null && deadline !== null) {
    const times = { closes: formatDateTime(deadline), promised: formatDateTime(promised) };
    return <Promised Sign={CalendarClock}>{m.promise_closes_other(times)}</Promised>;
  }
  if (closed !== null) {
    return <Promised Sign={CalendarClock}>{m.promise_closed({ closed: formatDateTime(closed) })}</Promised>;
  }
  return (
    <Promised Sign={CalendarClock}>
      {deadline === null ? m.promise_no_deadline() : m.promise_closes({ closes: formatDateTime(deadline) })}
    </Promised>
  );
}
