/** The winners of a draw, by prize where prizes have names; where there are many, they can be looked up (R65). */
import type { ResultsAnswer } from '@glassdrum/contract';
import { Search } from 'lucide-react';
import { lazy, useDeferredValue, useMemo, useState } from 'react';
import { m } from '../../messages/generated/messages.js';
import { namedPrizes } from '../../show-player/prize-names.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { Later } from '../../ui/later.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { WinnersList } from './results-lists.tsx';
import { winnerMatcher } from './winner-search.ts';

const PrizeResults = lazy(async () => ({
  default: (await import('./prize-results.tsx')).PrizeResults,
}));

interface WinnersCardProps {
  results: ResultsAnswer;
  /** The visitor's entry number. */
  own: number | null;
  /** What "Copy All" copies. */
  text: () => string;
}

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 20;

export function WinnersCard({ results, own, text }: WinnersCardProps) {
  const [words, setWords] = useState('');
  // The list follows when there is time for it: typing comes first.
  const wanted = useDeferredValue(words);
  const matches = useMemo(() => winnerMatcher(wanted), [wanted]);
  const prizes = namedPrizes(results.prizes);
  const found = useMemo(() => {
    if (matches === null) return null;
    const isFound = winnersFound(results, matches);
    return { ...results, winners: results.winners.filter(isFound) };
  }, [results, matches]);
  const shown = found ?? results;
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">{m.results_winners()}</h2>
        <CopyButton
          className="print:hidden"
          text={text}
          label={m.results_copy_all()}
          onCopied={() => toast({ title: m.results_copied(), tone: 'good' })}
        />
      </div>
      {results.winners.length >= SEARCHED_FROM && (
        <div role="search" aria-label={m.results_winners()} className="mb-4 print:hidden">
          <span className="relative block">
            <Search
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-soft"
            />
            <TextInput
              type="search"
              aria-label={m.results_find_winner()}
              placeholder={m.results_find_winner()}
              className="pl-11"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </span>
          <p role="status" className="mt-1 text-ink-soft tabular-nums empty:hidden">
            {found !== null &&
              (found.winners.length === 0
                ? m.results_found_none()
                : m.results_found({ count: found.winners.length, total: results.winners.length }))}
          </p>
        </div>
      )}
      {prizes.length === 0 ? (
        <WinnersList key={wanted} results={shown} own={own} />
      ) : (
        <Later fallback={<Skeleton className="h-dvh" />}>
          <PrizeResults key={wanted} results={shown} prizes={prizes} own={own} isSearched={found !== null} />
        </Later>
      )}
    </Card>
  );
}

/** A winner, or somebody to whom that winner's place went on. */
function winnersFound(
  { passed_over: passed }: ResultsAnswer,
  matches: (row: { display_name: string | null; entry_number: number }) => boolean,
): (row: ResultsAnswer['winners'][number]) => boolean {
  const places = new Set(
    passed
      .filter(({ moved_up: next }) => next !== null && matches(next))
      .map(({ prize, position }) => `${prize} ${position}`),
  );
  return (row) => matches(row) || places.has(`${row.prize} ${row.position}`);
}
