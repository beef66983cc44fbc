/** Sheets of paper tickets as PDF (R67), made in a worker thread, one file at a time; what finds the queue full comes again (H9). */
import type { PaperSize } from '@glassdrum/contract';
import { streamFromThread } from '../../../platform/threads/start-thread.ts';
import { createWorkPool } from '../../../platform/threads/work-pool.ts';
import type { PrintedTickets } from '../queries.ts';

export interface SheetTask extends PrintedTickets {
  /** Where browsers reach this installation, without a slash at the end. */
  publicUrl: string;
  paper: PaperSize;
}

export interface TicketSheets {
  /** Resolves when the file begins; its pieces come as they are made. @throws RefusalError unavailable when too many wait */
  print(task: SheetTask): Promise<AsyncIterable<Uint8Array>>;
}

export function createTicketSheets(): TicketSheets {
  const pool = createWorkPool({ atOnce: 1, waiting: 10 });
  return {
    print: (task) =>
      new Promise((resolve, reject) => {
        const turn = pool.run(async () => {
          const { pieces, ended } = streamFromThread(import.meta.dirname, 'ticket-thread', task);
          resolve(pieces);
          await ended;
        });
        turn.catch(reject);
      }),
  };
}
