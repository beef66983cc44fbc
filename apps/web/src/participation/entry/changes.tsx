/** R62, R94: what was changed after the opening, with its time: prizes, tickets, removals and withdrawals. */
import type { ChangesAnswer, RaffleTerms } from '@glassdrum/contract';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { m } from '../../messages/generated/messages.js';
import { DateTime, formatDateTime } from '../../ui/date-time.tsx';
import { type ChangeLine, changeLines, entryLine } from './change-lines.ts';

interface ChangesProps {
  raffleId: string;
  replans: readonly RaffleTerms['draws'][number]['replans'][number][];
  /** Null while they are on their way. */
  entries: ChangesAnswer | null;
}

/** The rest is behind a press: a host may have corrected hundreds of entries. */
const SHOWN = 4;

export function Changes({ raffleId, replans, entries }: ChangesProps) {
  const lines = changeLines(replans, entries);
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="text-lg">{m.changes_title()}</h3>
      {lines.length === 0 ? (
        <p className="mt-1 text-ink-soft">{entries === null ? m.common_loading() : m.changes_none()}</p>
      ) : (
        <>
          <List raffleId={raffleId} lines={lines.slice(0, SHOWN)} />
          {lines.length > SHOWN && (
            <details>
              <summary className="flex min-h-11 items-center font-semibold underline underline-offset-4">
                {m.changes_more({ count: lines.length - SHOWN })}
              </summary>
              <List raffleId={raffleId} lines={lines.slice(SHOWN)} />
            </details>
          )}
          {entries !== null && <Older answer={entries} />}
        </>
      )}
    </section>
  );
}

function Older({ answer: { total, changes } }: { answer: ChangesAnswer }) {
  const count = total - changes.length;
  return count > 0 && <p className="mt-1 text-sm text-ink-soft">{m.changes_older({ count })}</p>;
}

function List({ raffleId, lines }: { raffleId: string; lines: readonly ChangeLine[] }) {
  return (
    <ol className="mt-1 grid divide-y divide-line">
      {lines.map((line) => (
        <li key={line.key}>
          {line.counted === null ? <Line line={line} /> : <CountedLine raffleId={raffleId} line={line} />}
        </li>
      ))}
    </ol>
  );
}

function Line({ line: { at, text, isLast } }: { line: ChangeLine }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      {isLast ? (
        <time dateTime={new Date(at).toISOString()} className="text-sm text-ink-soft">
          {m.changes_last({ time: formatDateTime(at) })}
        </time>
      ) : (
        <DateTime at={at} className="text-sm text-ink-soft" />
      )}
    </div>
  );
}

/** Many changes of one reason; each of them behind a press. */
function CountedLine({ raffleId, line }: { raffleId: string; line: ChangeLine }) {
  const [isOpen, setOpen] = useState(false);
  const path = `/api/raffles/${raffleId}/changes?reason=${line.counted ?? ''}`;
  const { data, isError } = useQuery({
    queryKey: [path, line.at],
    enabled: isOpen,
    queryFn: () => call<ChangesAnswer>('GET', path),
  });
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 list-none items-center gap-2">
        <ChevronDown
          aria-hidden
          className="size-4 shrink-0 text-ink-soft group-open:rotate-180 motion-safe:transition-transform"
        />
        <div className="min-w-0 flex-1">
          <Line line={line} />
        </div>
      </summary>
      <div className="mb-2 max-h-80 overflow-y-auto overscroll-contain border-l-2 border-line pl-4">
        {data !== undefined && (
          <>
            <List raffleId={raffleId} lines={data.changes.map(entryLine)} />
            <Older answer={data} />
          </>
        )}
        {data === undefined && (
          <p className="py-1.5 text-ink-soft">{isError ? m.changes_each_failed() : m.common_loading()}</p>
        )}
      </div>
    </details>
  );
}
