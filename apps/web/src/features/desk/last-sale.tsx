/** What became of the last sale (R67): the desk's big answer. */
import { m } from '../../messages/generated/messages.js';
import { DeskOutcome, type Outcome } from './desk-outcome.tsx';
import type { FinishedSale, SaleState } from './sale-queue.ts';
import { sentencesOf } from '../../ui/sale-texts.ts';

export function LastSale({ state }: { state: SaleState }) {
  return <DeskOutcome outcome={lastOf(state)} />;
}

/** The newest one: one that waits for the network, else the last that was answered. */
function lastOf({ waiting, finished, isOffline }: SaleState): Outcome | null {
  const waits = waiting.at(-1);
  if (waits !== undefined && isOffline) {
    const sentences = [m.desk_last_kept({ sale: waits.shown })];
    return { id: waits.body.client_id, tone: 'waits', sentences };
  }
  const [sale] = finished;
  return sale === undefined ? null : shownOf(sale);
}

function shownOf(sale: FinishedSale): Outcome {
  const id = sale.body.client_id;
  if ('refusal' in sale) {
    const notMade = sale.body.action === 'sell' ? m.desk_last_refused : m.desk_last_not_taken_back;
    return { id, tone: 'danger', sentences: [notMade({ sale: sale.shown })], reason: sale.refusal };
  }
  const isMade = sale.answer.results.every(({ result }) => result === 'sold' || result === 'unsold');
  return { id, tone: isMade ? 'good' : 'warn', sentences: sentencesOf(sale.answer) };
}
