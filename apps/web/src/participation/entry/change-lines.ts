/** The lines of what was changed after the opening (R62, R94), newest first. Pure. */
import type { ChangesAnswer, CountedReason, EntryChange, RaffleTerms } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { changeText, countedText } from './change-texts.ts';

type Replan = RaffleTerms['draws'][number]['replans'][number];

export interface ChangeLine {
  key: string;
  /** Epoch ms. */
  at: number;
  text: string;
  /** Several together: `at` is the time of the last one. */
  isLast: boolean;
  /** The reason by which each of them can be read; null for a line of its own. */
  counted: CountedReason | null;
}

const SECOND_MS = 1000;

/** @param entries null while they are on their way */
export function changeLines(replans: readonly Replan[], entries: ChangesAnswer | null): ChangeLine[] {
  // An answer that an earlier version stored on this device counts nothing.
  const { changes = [], counted = [], added } = (entries ?? {}) as Partial<ChangesAnswer>;
  const lines = [
    ...replans.map(replanLine),
    ...changes.map(entryLine),
    ...counted.map(countedLine),
    ...(added === undefined ? [] : addedLines(added)),
  ];
  return lines.sort((a, b) => b.at - a.at);
}

function replanLine({ at, signature }: Replan): ChangeLine {
  return { key: signature, at: at * SECOND_MS, text: m.changes_prizes(), isLast: false, counted: null };
}

export function entryLine(change: EntryChange): ChangeLine {
  return {
    key: `change ${change.number}`,
    at: change.at,
    text: changeText(change),
    isLast: false,
    counted: null,
  };
}

type Counted = ChangesAnswer['counted'][number];

function countedLine({ reason_code: reason, changes, entries, last }: Counted): ChangeLine {
  if (changes === 1) return entryLine(last);
  return {
    key: reason,
    at: last.at,
    // All of one entry: the last one says how it is now.
    text: entries === 1 ? changeText(last) : countedText(reason, entries),
    isLast: true,
    counted: reason,
  };
}

function addedLines({ host, paper }: ChangesAnswer['added']): ChangeLine[] {
  return [
    { key: 'host', added: host, text: m.changes_added_host },
    { key: 'paper', added: paper, text: m.changes_added_paper },
  ].flatMap(({ key, added, text }): ChangeLine[] => {
    if (added === null) return [];
    const { count, last_at: at } = added;
    return [
      { key, at, text: text({ count, shown: count.toLocaleString() }), isLast: count > 1, counted: null },
    ];
  });
}
