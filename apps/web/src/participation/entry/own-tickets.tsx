/**
 * How many tickets the visitor holds, out of how many, and the chance to win with them, where all tickets have the same (R63);
 * follows the room while people join.
 */
import type { PublicRaffle } from '@glassdrum/contract';
import { winChance } from '@glassdrum/raffle-rules';
import { m } from '../../messages/generated/messages.js';
import { classNames } from '../../ui/class-names.ts';

interface OwnTicketsProps {
  raffle: Pick<PublicRaffle, 'ticket_total' | 'participant_count' | 'max_winners' | 'equal_chances'>;
  /** 0 after leaving or removal: then nothing is shown. */
  tickets: number;
}

export function OwnTickets({ raffle, tickets }: OwnTicketsProps) {
  const { ticket_total: total, participant_count: participants, max_winners: winners } = raffle;
  const hasChance = raffle.equal_chances;
  // The own entry and the room arrive separately: one may be a moment ahead.
  if (tickets === 0 || total < tickets || participants === 0) return null;
  return (
    <dl
      data-own-tickets
      className={classNames(
        'mx-auto grid w-full max-w-md gap-px overflow-hidden rounded-2xl border border-line bg-line text-center',
        hasChance && 'grid-cols-2',
      )}
    >
      <div className="flex flex-col-reverse justify-end bg-card px-3 py-3">
        <dt className="text-sm text-ink-soft">{m.participation_your_tickets()}</dt>
        <dd className="font-display text-xl leading-tight font-bold tabular-nums">
          {m.participation_tickets_of({ tickets: tickets.toLocaleString(), total: total.toLocaleString() })}
        </dd>
      </div>
      {hasChance && (
        <div className="flex flex-col-reverse justify-end bg-card px-3 py-3">
          <dt className="text-sm text-ink-soft">{m.participation_your_chance()}</dt>
          <dd className="font-display text-xl leading-tight font-bold tabular-nums">
            {percent(winChance({ tickets, ticketTotal: total, participants, winners }))}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Two digits that count, in the viewer's language. */
function percent(chance: number): string {
  return new Intl.NumberFormat(undefined, {
    style: 'percent',
    maximumSignificantDigits: chance < 1 ? 2 : 3,
  }).format(chance < 1 ? Math.min(chance, 0.99) : 1);
}
