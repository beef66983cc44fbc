/**
 * The sales of this desk (R67): kept on the device until the server answered them, so that a hall with a bad network loses none.
 * Each has an id of its own, by which the server makes it once however often it is sent. They are sent in their order.
 */
import type { SaleAnswer, SaleBody } from '@glassdrum/contract';
import { CallFailed } from '../../api/call.ts';

export interface Sale {
  body: SaleBody;
  /** What was typed or scanned, for the list. */
  shown: string;
}

export type FinishedSale = Sale & ({ answer: SaleAnswer } | { refusal: string });

export interface SaleState {
  /** Not answered yet, oldest first. */
  waiting: readonly Sale[];
  /** Since the page was opened, newest first. */
  finished: readonly FinishedSale[];
  /** The last attempt reached no server. */
  isOffline: boolean;
}

interface SaleQueueParts {
  read: () => string | null;
  write: (text: string | null) => void;
  send: (body: SaleBody) => Promise<SaleAnswer>;
  /** Called once after the delay. @param delay ms */
  later: (attempt: () => void, delay: number) => void;
}

export interface SaleQueue {
  state: () => SaleState;
  subscribe: (listener: () => void) => () => void;
  add: (sale: Sale) => void;
  /** Sends what waits; does nothing while it is being sent. */
  flush: () => Promise<void>;
}

const RETRY_MS = 5000;
const FINISHED_SHOWN = 50;

export function createSaleQueue({ read, write, send, later }: SaleQueueParts): SaleQueue {
  let state: SaleState = { waiting: storedSales(read()), finished: [], isOffline: false };
  let isSending = false;
  const listeners = new Set<() => void>();

  function change(changes: Partial<SaleState>): void {
    state = { ...state, ...changes };
    write(state.waiting.length === 0 ? null : JSON.stringify(state.waiting));
    for (const listener of listeners) listener();
  }

  function finish(sale: FinishedSale): void {
    const waiting = state.waiting.filter(({ body }) => body.client_id !== sale.body.client_id);
    const finished = [sale, ...state.finished].slice(0, FINISHED_SHOWN);
    change({ waiting, finished, isOffline: false });
  }

  /** False when it has to be sent again. */
  async function attempt(sale: Sale): Promise<boolean> {
    try {
      finish({ ...sale, answer: await send(sale.body) });
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (isPassing(error)) return false;
      finish({ ...sale, refusal: error.message });
      return true;
    }
  }

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let sale = state.waiting[0]; sale !== undefined; sale = state.waiting[0]) {
        if (await attempt(sale)) continue;
        change({ isOffline: true });
        later(() => void flush(), RETRY_MS);
        return;
      }
    } finally {
      isSending = false;
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (sale) => {
      change({ waiting: [...state.waiting, sale] });
      void flush();
    },
    flush,
  };
}

/** No answer, a server that is away, or too many calls: the sale is as good as before. */
function isPassing({ status }: CallFailed): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Other programs can write to the storage of this origin's pages, older versions of this one too. */
function storedSales(text: string | null): Sale[] {
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isSale) : [];
  } catch {
    return [];
  }
}

function isSale(value: unknown): value is Sale {
  if (typeof value !== 'object' || value === null || !('body' in value) || !('shown' in value)) return false;
  const { body, shown } = value;
  return (
    typeof shown === 'string' &&
    typeof body === 'object' &&
    body !== null &&
    'client_id' in body &&
    typeof body.client_id === 'string' &&
    'action' in body &&
    (body.action === 'sell' || body.action === 'unsell')
  );
}
