/** R62, R94: what was changed after the opening, with its time: prizes, tickets, removals and withdrawals. */
import type { ChangesAnswer, EntryChange, RaffleTerms } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { DateTime } from '../../ui/date-time.tsx';
import { changeText } from './change-texts.ts';

type Replan = RaffleTerms['draws'][number]['replans'][number];

interface ChangesProps {
  replans: readonly Replan[];
  /** Newest first; null while they are on their way. */
  entries: ChangesAnswer | null;
}

interface Line {
  key: string;
  at: number;
  text: string;
}

/** The rest is behind a press: a host may have corrected hundreds of entries. */
const SHOWN = 4;
const SECOND_MS = 1000;

export function Changes({ replans, entries }: ChangesProps) {
  const lines = [...replans.map(replanLine), ...(entries?.changes ?? []).map(entryLine)].sort(
    (a, b) => b.at - a.at,
  );
  const missing = (entries?.total ?? 0) - (entries?.changes.length ?? 0);
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="text-lg">{m.changes_title()}</h3>
      {lines.length === 0 ? (
        <p className="mt-1 text-ink-soft">{entries === null ? m.common_loading() : m.changes_none()}</p>
      ) : (
        <>
          <List lines={lines.slice(0, SHOWN)} />
          {lines.length > SHOWN && (
            <details>
              <summary className="flex min-h-11 items-center font-semibold underline underline-offset-4">
                {m.changes_more({ count: lines.length - SHOWN })}
              </summary>
              <List lines={lines.slice(SHOWN)} />
            </details>
          )}
          {missing > 0 && <p className="mt-1 text-sm text-ink-soft">{m.changes_older({ count: missing })}</p>}
        </>
      )}
    </section>
  );
}

function List({ lines }: { lines: readonly Line[] }) {
  return (
    <ol className="mt-1 grid divide-y divide-line">
      {lines.map(({ key, at, text }) => (
        <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <DateTime at={at} className="text-sm text-ink-soft" />
        </li>
      ))}
    </ol>
  );
}

function replanLine({ at, signature }: Replan): Line {
  return { key: signature, at: at * SECOND_MS, text: m.changes_prizes() };
}

function entryLine(change: EntryChange): Line {
  return {
    key: `${change.entry_number} ${change.at} ${change.tickets}`,
    at: change.at,
    text: changeText(change),
  };
}
