/** The draws of a raffle that have a result (R69): which one is shown, and what became of the others. */
import type { PlannedDraws } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';

/** Nothing for a raffle with a single draw. @param drawId whose result is shown */
export function DrawSwitch({ raffleId, drawId }: { raffleId: string; drawId: string }) {
  const path = `/api/raffles/${raffleId}/draws`;
  const { data } = useQuery({ queryKey: [path], queryFn: () => call<PlannedDraws>('GET', path) });
  if (data === undefined || data.draws.length < 2) return null;
  return (
    <nav aria-label={m.results_draws()} className="print:hidden">
      <ul className="flex flex-wrap justify-center gap-2">
        {data.draws.map((draw) => {
          const name = draw.name ?? m.next_draw_number({ number: draw.number });
          return (
            <li key={draw.number} className="min-w-0">
              {draw.state === 'drawn' ? (
                <Link
                  href={`/results/${raffleId}?draw=${draw.draw_id ?? ''}`}
                  aria-current={draw.draw_id === drawId ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded-xl bg-sunken px-4 font-semibold wrap-anywhere aria-[current=page]:bg-ink aria-[current=page]:text-paper"
                >
                  {name}
                </Link>
              ) : (
                <span className="flex min-h-11 items-center px-4 wrap-anywhere text-ink-soft">
                  {draw.skipped === null
                    ? m.results_draw_to_come({ draw: name })
                    : m.results_draw_skipped({ draw: name, reason: draw.skipped.reason })}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
