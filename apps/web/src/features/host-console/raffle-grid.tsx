/** Your Raffles: one card each, newest first. */
import type { HostRaffle } from '@glassdrum/contract';
import { Ticket } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import type { DialogKind } from './console-dialogs.tsx';
import { RaffleCard } from './raffle-card.tsx';

interface RaffleGridProps {
  raffles: readonly HostRaffle[];
  onEdit: (raffleId: string) => void;
  onDialog: (kind: DialogKind, raffleId: string) => void;
}

export function RaffleGrid({ raffles, onEdit, onDialog }: RaffleGridProps) {
  return (
    <section aria-labelledby="your-raffles" className="mt-10">
      <h2 id="your-raffles" className="text-2xl">
        {m.console_your_raffles()}
      </h2>
      {raffles.length === 0 ? (
        <div className="mt-5 grid justify-items-center gap-2 rounded-2xl border-2 border-dashed border-line px-6 py-14 text-center">
          <Ticket aria-hidden className="size-12 -rotate-12 text-brand" strokeWidth={1.5} />
          <p className="mt-2 font-display text-2xl font-bold">{m.console_no_raffles()}</p>
          <p className="text-ink-soft">{m.console_no_raffles_text()}</p>
        </div>
      ) : (
        <ul className="mt-5 grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
          {raffles
            .toSorted((a, b) => b.created_at - a.created_at)
            .map((raffle) => (
              <li key={raffle.id} className="min-w-0">
                <RaffleCard
                  raffle={raffle}
                  onEdit={() => onEdit(raffle.id)}
                  onDialog={(kind) => onDialog(kind, raffle.id)}
                />
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
