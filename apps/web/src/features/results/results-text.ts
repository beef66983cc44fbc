/** What "Copy All" puts on the clipboard: winners and alternates, the draw's own time, and how far it was checked (R2, R3). */
import type { ResultRow, ResultsAnswer } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { isSamePlace } from '../../show-player/places.ts';
import { groupByPrize, namedPrizes, type PrizeName, prizeTitle } from '../../show-player/prize-names.ts';
import { formatDateTime } from '../../ui/date-time.tsx';
import type { CheckOutcome } from './check-outcome.ts';

type WinnerRow = ResultsAnswer['winners'][number];

/** @param words the freeze words; null while they are on their way */
export function resultsText(
  results: ResultsAnswer,
  outcome: CheckOutcome,
  words: readonly string[] | null,
): string {
  const prizes = namedPrizes(results.prizes);
  const winnerText = (row: WinnerRow): string[] => [rowText(row), ...nowText(results, row)];
  const lines = [
    m.results_text_title({ title: results.title }),
    '',
    m.results_winners(),
    ...byPrize(prizes, results.winners, winnerText),
    ...(results.alternates.length === 0
      ? []
      : ['', m.results_alternates(), ...byPrize(prizes, results.alternates, (row) => [rowText(row)])]),
    '',
    m.results_text_drawn({ time: formatDateTime(results.drawn_at) }),
    ...(results.protocol === 1 ? [] : [verifiedText(outcome)]),
    ...(words === null ? [] : [m.results_text_words({ words: words.join(' ') })]),
  ];
  return lines.join('\n');
}

/** With names, each prize's rows stand below its title. */
function byPrize<Row extends ResultRow>(
  prizes: readonly PrizeName[],
  rows: readonly Row[],
  text: (row: Row) => string[],
): string[] {
  if (prizes.length === 0) return rows.flatMap(text);
  return groupByPrize(rows, 'list').flatMap((group) => [
    '',
    prizeTitle(prizes, group.prize),
    ...group.rows.flatMap(text),
  ]);
}

function rowText(row: ResultRow): string {
  return m.results_text_row({
    position: row.position,
    name: row.display_name ?? m.results_erased(),
    number: row.entry_number,
  });
}

/** Whose the prize is now, where that is somebody else (R14). */
function nowText({ current_winners }: ResultsAnswer, row: WinnerRow): string[] {
  if (row.state !== 'passed_over') return [];
  const holder = current_winners.find((one) => isSamePlace(one, row));
  const text =
    holder === undefined
      ? m.results_text_nobody()
      : m.results_text_current({
          name: holder.display_name ?? m.results_erased(),
          number: holder.entry_number,
        });
  return [`   ${text}`];
}

function verifiedText(outcome: CheckOutcome): string {
  switch (outcome) {
    case 'verified':
      return m.results_text_verified();
    case 'failed':
      return m.results_text_failed();
    case 'not_checked':
    case 'running':
    case 'incomplete':
      return m.results_text_not_verified();
  }
}

/** Seed §9: the last six characters tell selections apart. */
export function selectionEnd(selectionIndex: string): string {
  return selectionIndex.slice(-6);
}
