/** What this desk sold (R67): first what still waits for the network, then what the server said, newest first. */
import type { SaleAnswer } from '@glassdrum/contract';
import { shownRanges } from '@glassdrum/raffle-rules';
import { WifiOff } from 'lucide-react';
import { m } from '../../messages/generated/messages.js';
import { Button } from '../../ui/button.tsx';
import type { FinishedSale, SaleState } from './sale-queue.ts';

type Result = SaleAnswer['results'][number]['result'];

const RESULTS: Record<Result, (input: { numbers: string }) => string> = {
  sold: m.desk_result_sold,
  already_sold: m.desk_result_already_sold,
  unsold: m.desk_result_unsold,
  already_unsold: m.desk_result_already_unsold,
  gone: m.desk_result_gone,
  listed: m.desk_result_listed,
};

/** A sentence for each kind of result. */
function sentencesOf({ results }: SaleAnswer): string[] {
  return (Object.keys(RESULTS) as Result[]).flatMap((kind) => {
    const ranges = results.filter(({ result }) => result === kind);
    return ranges.length === 0 ? [] : [RESULTS[kind]({ numbers: shownRanges(ranges) })];
  });
}

interface DeskSalesProps {
  state: SaleState;
  onSend: () => void;
}

export function DeskSales({ state: { waiting, finished, isOffline }, onSend }: DeskSalesProps) {
  return (
    <section aria-labelledby="sales" className="grid grid-cols-1 gap-3">
      <h2 id="sales" className="text-xl">
        {m.desk_list()}
      </h2>
      {isOffline && waiting.length > 0 && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-xl bg-warn-soft p-4 text-warn"
        >
          <WifiOff aria-hidden className="size-5 shrink-0" />
          <p className="min-w-0 flex-1 basis-48">{m.desk_waiting({ count: waiting.length })}</p>
          <Button variant="quiet" onClick={onSend}>
            {m.desk_send_now()}
          </Button>
        </div>
      )}
      {waiting.length + finished.length === 0 && <p className="text-ink-soft">{m.desk_list_empty()}</p>}
      <ol aria-live="polite" className="grid grid-cols-1 divide-y divide-line">
        {waiting.toReversed().map(({ body, shown }) => (
          <li key={body.client_id} className="flex items-baseline justify-between gap-3 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {body.action === 'sell' ? m.desk_sell() : m.desk_unsell()}: {shown}
            </span>
            <span className="text-sm text-ink-soft">{m.desk_waits()}</span>
          </li>
        ))}
        {finished.map((sale) => (
          <li key={sale.body.client_id} className="py-2.5 wrap-anywhere">
            <Outcome sale={sale} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Outcome({ sale }: { sale: FinishedSale }) {
  if ('refusal' in sale) {
    return (
      <p className="text-danger">
        {sale.shown}: {sale.refusal}
      </p>
    );
  }
  return sentencesOf(sale.answer).map((sentence) => (
    <p key={sentence} className="font-semibold tabular-nums">
      {sentence}
    </p>
  ));
}
