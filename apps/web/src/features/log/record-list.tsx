/** Records of the log: number, what happened, when; the text itself on demand. */
import type { PublicRecord } from '@glassdrum/contract';
import { ChevronDown } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { DateTime } from '../../ui/date-time.tsx';

const KINDS: Record<PublicRecord['kind'], () => string> = {
  open: m.log_record_open,
  replan: m.log_record_replan,
  change: m.log_record_change,
  close: m.log_record_close,
  freeze: m.log_record_freeze,
  audience: m.log_record_audience,
  reveal: m.log_record_reveal,
  result: m.log_record_result,
  claim: m.log_record_claim,
  extend: m.log_record_extend,
  advance: m.log_record_advance,
  void: m.log_record_void,
};

interface RecordListProps {
  records: readonly PublicRecord[];
  /** Looks a record's draw up; left out where all are of one draw. */
  onFind?: (drawId: string) => void;
}

export function RecordList({ records, onFind }: RecordListProps) {
  return (
    <ol className="mt-3 grid divide-y divide-line">
      {records.map((record) => {
        const drawId = record.text.split('\n')[1] ?? '';
        return (
          <li key={record.index} className="grid grid-cols-[4rem_1fr] gap-x-2 py-3">
            <span className="font-display text-lg leading-7 font-bold text-brand tabular-nums">
              {record.index.toLocaleString()}
            </span>
            <div className="min-w-0">
              <p className="flex flex-col gap-x-4 sm:flex-row sm:items-baseline sm:justify-between">
                <span className="text-lg font-semibold">{KINDS[record.kind]()}</span>
                <DateTime at={record.logged_at} className="text-sm text-ink-soft" />
              </p>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                {onFind !== undefined && (
                  <button
                    type="button"
                    onClick={() => onFind(drawId)}
                    className="inline-flex min-h-11 items-center text-left font-mono text-sm break-all underline underline-offset-4"
                  >
                    {drawId}
                  </button>
                )}
                <details className="group text-sm open:basis-full">
                  <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 text-ink-soft">
                    {m.log_record_text()}
                    <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
                  </summary>
                  <pre className="overflow-x-auto rounded-xl bg-sunken p-3 font-mono text-xs leading-relaxed break-all whitespace-pre-wrap">
                    {record.text}
                    {record.signature}
                  </pre>
                </details>
              </div>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
