/** GRAND WINNERS: up to three, two seconds apart; the name first and huge, then the entry (R30 table, look.md). */
import type { ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { classNames } from '../ui/class-names.ts';
import { Confetti } from './confetti.tsx';

interface GrandWinnersProps {
  winners: readonly ResultRow[];
  visible: number;
  own: number | null;
}

export function GrandWinners({ winners, visible, own }: GrandWinnersProps) {
  const shown = winners.slice(0, visible);
  return (
    <section className="flex flex-1 flex-col justify-center gap-3 sm:gap-5">
      <h2 className="text-center text-3xl font-extrabold tracking-tight text-brand sm:text-5xl 2xl:text-6xl">
        {m.draw_grand_winners()}
      </h2>
      {shown.length === 0 && <p className="text-center text-ink-soft">{m.draw_announcing()}</p>}
      <ol className="mx-auto grid w-full max-w-7xl gap-3 sm:gap-4">
        {shown.map((row) => (
          <WinnerCard key={row.id} row={row} isOwn={row.entry_number === own} />
        ))}
      </ol>
      <p className="sr-only" aria-live="assertive">
        {shown.map(announcement).join('. ')}
      </p>
    </section>
  );
}

function WinnerCard({ row, isOwn }: { row: ResultRow; isOwn: boolean }) {
  const name = row.display_name ?? m.draw_erased_name();
  return (
    <li
      className={classNames(
        'relative isolate grid animate-stamp grid-cols-[auto_1fr] items-center gap-x-4 rounded-2xl px-4 py-3 shadow-high sm:grid-cols-[auto_1fr_auto] sm:gap-x-8 sm:px-8 sm:py-5',
        isOwn ? 'bg-brand text-on-brand' : 'bg-ticket text-[#1b1815]',
      )}
    >
      <Confetti />
      <span className="font-display text-3xl font-extrabold tabular-nums opacity-75 sm:text-6xl">
        {m.draw_rank({ rank: row.position })}
      </span>
      <span className={classNames('min-w-0 font-display leading-none font-extrabold', nameSize(name))}>
        <span className="line-clamp-2 break-words pb-[0.08em]">{name}</span>
      </span>
      <span className="col-start-2 mt-1 text-lg font-semibold tabular-nums sm:col-start-3 sm:mt-0 sm:text-3xl 2xl:text-4xl">
        {m.draw_entry({ number: row.entry_number })}
      </span>
    </li>
  );
}

/** Names of usual length are at least 96 px high on a projector. */
function nameSize(name: string): string {
  if (name.length <= 18) return 'text-[clamp(2rem,5.4vw,7rem)]';
  return name.length <= 36 ? 'text-[clamp(1.75rem,5vw,6rem)]' : 'text-[clamp(1.4rem,3.2vw,4rem)]';
}

function announcement({ position, display_name, entry_number }: ResultRow): string {
  return m.draw_announce_winner({
    rank: position,
    name: display_name ?? m.draw_erased_name(),
    number: entry_number,
  });
}
