/** What "Copy All" puts on the clipboard: winners and alternates, the draw's own time, and how far it was checked (R2, R3). */
import type { ResultRow, ResultsAnswer } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { formatDateTime } from '../../ui/date-time.tsx';

export type CheckOutcome = 'not_checked' | 'running' | 'verified' | 'incomplete' | 'failed';

/** @param words the freeze words; null while they are on their way */
export function resultsText(
  results: ResultsAnswer,
  outcome: CheckOutcome,
  words: readonly string[] | null,
): string {
  const lines = [
    m.results_text_title({ title: results.title }),
    '',
    m.results_winners(),
    ...results.winners.flatMap((row) => [rowText(row), ...nowText(results, row)]),
    ...(results.alternates.length === 0
      ? []
      : ['', m.results_alternates(), ...results.alternates.map(rowText)]),
    '',
    m.results_text_drawn({ time: formatDateTime(results.drawn_at) }),
    ...(results.protocol === 1 ? [] : [verifiedText(outcome)]),
    ...(words === null ? [] : [m.results_text_words({ words: words.join(' ') })]),
  ];
  return lines.join('\n');
}

function rowText(row: ResultRow): string {
  return m.results_text_row({
    position: row.position,
    name: row.display_name ?? m.results_erased(),
    number: row.entry_number,
  });
}

/** Whose the prize is now, where that is somebody else (R14). */
function nowText({ current_winners }: ResultsAnswer, row: ResultsAnswer['winners'][number]): string[] {
  if (row.state !== 'passed_over') return [];
  const holder = current_winners.find(({ position }) => position === row.position);
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
