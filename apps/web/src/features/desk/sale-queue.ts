/** The queue of the desk's sales (R67). */
import type { SaleAnswer, SaleBody } from '@glassdrum/contract';
import {
  createDeskQueue,
  type DeskQueue,
  type Finished,
  type Queued,
  type QueueParts,
  type QueueState,
  storedCalls,
} from './desk-queue.ts';

export type Sale = Queued<SaleBody>;
export type FinishedSale = Finished<SaleBody, SaleAnswer>;
export type SaleState = QueueState<SaleBody, SaleAnswer>;

const ACTIONS = ['sell', 'unsell'] as const;

export function createSaleQueue(
  parts: Omit<QueueParts<SaleBody, SaleAnswer>, 'actions'>,
): DeskQueue<SaleBody, SaleAnswer> {
  return createDeskQueue({ ...parts, actions: ACTIONS });
}

export function storedSales(text: string | null): Sale[] {
  return storedCalls(text, ACTIONS);
}
