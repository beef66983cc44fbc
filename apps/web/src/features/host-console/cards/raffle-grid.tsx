/** Your Raffles: one card each; hundreds are made as the host scrolls to them, a few at a time. */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { HostRaffle } from '@glassdrum/contract';
import { Ticket } from 'lucide-react';
import { m } from '../../../messages/generated/messages.js';
import { counted } from '../counted.ts';
import type { DialogKind } from '../console-dialogs.tsx';
import { NothingFound, NothingYet } from '../empty-list.tsx';
import { RaffleCard } from './raffle-card.tsx';
import { NO_FILTER, filteredRaffles } from './raffle-filter.ts';
import { RaffleToolbar } from './raffle-toolbar.tsx';

interface RaffleGridProps {
  raffles: readonly HostRaffle[];
  onEdit: (raffleId: string) => void;
  onDialog: (kind: DialogKind, raffleId: string) => void;
}

/** Cards that are added at once: two rows on a laptop. */
const STEP = 6;
/** With fewer raffles there is nothing to look through. */
const TOOLBAR_FROM = 4;

export function RaffleGrid({ raffles, onEdit, onDialog }: RaffleGridProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  // Typing goes first; the cards follow.
  const deferredFilter = useDeferredValue(filter);
  const found = useMemo(() => filteredRaffles(raffles, deferredFilter), [raffles, deferredFilter]);
  const { shown, end } = useGrowing(found.length, deferredFilter);
  return (
    <section aria-labelledby="your-raffles" className="mt-10">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="your-raffles" className="text-2xl">
          {m.console_your_raffles()}
        </h2>
        {raffles.length > 0 && (
          <p role="status" className="text-ink-soft">
            {found.length === raffles.length
              ? counted(m.console_raffles_count, raffles.length)
              : m.console_raffles_found({
                  found: found.length.toLocaleString(),
                  all: raffles.length.toLocaleString(),
                })}
          </p>
        )}
      </div>
      {raffles.length >= TOOLBAR_FROM && (
        <div className="mt-4">
          <RaffleToolbar filter={filter} onFilter={setFilter} />
        </div>
      )}
      {raffles.length === 0 && (
        <NothingYet
          Sign={Ticket}
          title={m.console_no_raffles()}
          text={m.console_no_raffles_text()}
          className="mt-5"
        />
      )}
      {raffles.length > 0 && found.length === 0 && (
        <NothingFound showAll={m.console_show_all()} onClear={() => setFilter(NO_FILTER)} className="mt-5" />
      )}
      <ul className="mt-5 grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
        {found.slice(0, shown).map((raffle) => (
          <li
            key={raffle.id}
            className="min-w-0 [contain-intrinsic-height:auto_26rem] [content-visibility:auto]"
          >
            <RaffleCard raffle={raffle} onEdit={onEdit} onDialog={onDialog} />
          </li>
        ))}
      </ul>
      {shown < found.length && <div ref={end} aria-hidden className="h-96" />}
    </section>
  );
}

/** How many cards are made: more whenever the end of the list comes near, and few again after another filter. */
function useGrowing(count: number, filter: unknown) {
  const [grown, setGrown] = useState({ filter, shown: STEP });
  const end = useRef<HTMLDivElement>(null);
  const shown = grown.filter === filter ? grown.shown : STEP;
  useEffect(() => {
    const target = end.current;
    if (target === null || shown >= count) return;
    const watcher = new IntersectionObserver(
      ([seen]) => {
        if (seen?.isIntersecting === true) setGrown({ filter, shown: shown + STEP });
      },
      { rootMargin: '100% 0px' },
    );
    watcher.observe(target);
    return () => watcher.disconnect();
  }, [shown, count, filter]);
  return { shown, end };
}
