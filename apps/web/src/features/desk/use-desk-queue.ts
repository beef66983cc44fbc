/** A queue of the desk for a component: it sends what waits as soon as there is network again (R67, R71). */
import { useEffect, useMemo } from 'react';
import { call } from '../../api/call.ts';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import type { DeskBody, DeskQueue, QueueParts } from './desk-queue.ts';

interface DeskCalls<Body extends DeskBody, Answer> {
  /** The same function with each render. */
  create: (parts: Omit<QueueParts<Body, Answer>, 'actions'>) => DeskQueue<Body, Answer>;
  /** Where what waits is stored, one for each raffle. */
  storedAs: string;
  path: string;
}

export function useDeskQueue<Body extends DeskBody, Answer>({
  create,
  storedAs,
  path,
}: DeskCalls<Body, Answer>): DeskQueue<Body, Answer> {
  const queue = useMemo(
    () =>
      create({
        read: () => readStored(storedAs),
        write: (text) => writeStored(storedAs, text),
        send: (body) => call<Answer>('POST', path, body),
        now: Date.now,
        later: (attempt, delay) => void setTimeout(attempt, delay),
      }),
    [create, storedAs, path],
  );
  useEffect(() => {
    const send = (): void => void queue.flush();
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, [queue]);
  return queue;
}
