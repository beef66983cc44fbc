/** The desk sells paper tickets (R67); what it sold without network waits on the phone. */
import { useSyncExternalStore } from 'react';
import type { DeskInfo, SaleBody } from '@glassdrum/contract';
import { shownRanges } from '@glassdrum/raffle-rules';
import { randomKey } from '../../api/random-key.ts';
import { m } from '../../messages/generated/messages.js';
import { DeskForm } from './desk-form.tsx';
import { DeskList } from './desk-list.tsx';
import { LastSale } from './last-sale.tsx';
import { LinkGone } from './link-gone.tsx';
import { createSaleQueue, type SaleState } from './sale-queue.ts';
import { sentencesOf } from '../../ui/sale-texts.ts';
import { type Named, ticketTokenIn } from '../../api/ticket-address.ts';
import { useDeskQueue } from './use-desk-queue.ts';

export const salesName = (raffleId: string): string => `desk:${raffleId}`;

export interface DeskTaskProps {
  info: DeskInfo;
  /** When the server said so, epoch ms; 0 for what was stored. */
  infoAt: number;
  /** The server does not know the link any more. */
  isGone: boolean;
  path: string;
}

export function DeskSales({ info, infoAt, isGone, path }: DeskTaskProps) {
  const queue = useDeskQueue({ create: createSaleQueue, storedAs: salesName(info.raffle.id), path });
  const state = useSyncExternalStore(queue.subscribe, queue.state);
  const { printed, sold } = newestCounts({ info, infoAt, state });
  const isLinkGone = isGone || state.isLinkGone;
  const add = (action: SaleBody['action']) => (named: Named, shown: string) =>
    queue.add({ body: { client_id: randomKey(), action, ...named }, shown });
  return (
    <>
      {printed > 0 && (
        <div>
          <p className="text-lg tabular-nums">
            {m.desk_counts({ sold: sold.toLocaleString(), printed: printed.toLocaleString() })}
          </p>
          {info.runs.length > 0 && (
            <p className="text-ink-soft tabular-nums">{m.desk_runs({ numbers: shownRanges(info.runs) })}</p>
          )}
        </div>
      )}
      {isLinkGone && <LinkGone waiting={state.waiting.length} />}
      {!isLinkGone && !info.can_sell && <p role="status">{m.desk_closed()}</p>}
      {!isLinkGone && info.can_sell && printed === 0 && <p role="status">{m.desk_no_tickets()}</p>}
      {!isLinkGone && info.can_sell && printed > 0 && (
        <DeskForm
          label={m.desk_typed()}
          hint={m.desk_typed_hint()}
          doText={m.desk_sell()}
          undo={{ text: m.desk_unsell(), onUndo: add('unsell') }}
          scanText={m.desk_scan_text()}
          tokenIn={ticketTokenIn}
          onDo={add('sell')}
        >
          <LastSale state={state} />
        </DeskForm>
      )}
      <DeskList
        state={state}
        title={m.desk_list()}
        empty={m.desk_list_empty()}
        waitingText={m.desk_waiting}
        actionText={({ action }) => (action === 'sell' ? m.desk_sell() : m.desk_unsell())}
        sentencesOf={sentencesOf}
        onSend={() => void queue.flush()}
      />
    </>
  );
}

interface KnownCounts extends Pick<DeskTaskProps, 'info' | 'infoAt'> {
  state: SaleState;
}

/** Other desks sell too: what the server said last counts. */
function newestCounts({ info, infoAt, state: { finished } }: KnownCounts): { printed: number; sold: number } {
  const newest = finished.find((sale) => 'answer' in sale);
  return newest !== undefined && 'answer' in newest && newest.at >= infoAt ? newest.answer : info;
}
