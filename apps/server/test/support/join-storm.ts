/** Joins without end from many people at once, until told to stop: the load under which faults happen. */
import type { JoinAnswer } from '@glassdrum/contract';
import type { TestApp } from './make-app.ts';
import { person } from './people.ts';

export interface JoinStorm {
  /** Answers so far, in the order in which they came. */
  acknowledged: JoinAnswer[];
  /** Resolves when so many were acknowledged. */
  reach(count: number): Promise<void>;
  /** Resolves when nobody waits for an answer any more. Rejects when a join was refused. */
  stop(): Promise<void>;
}

/** @param people how many call at the same time */
export function startJoinStorm(app: TestApp, publicLink: string, people = 20): JoinStorm {
  const acknowledged: JoinAnswer[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const stopping = new AbortController();
  let serial = 0;
  const joinOnAndOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      serial += 1;
      const answer = await person(app).post<JoinAnswer>(
        '/api/join/public',
        { public_link: publicLink, display_name: `Guest ${serial}` },
        { 'idempotency-key': crypto.randomUUID() },
      );
      if (answer.status !== 201) throw new Error(`A join answered ${answer.status}: ${answer.text}`);
      acknowledged.push(answer.body);
      for (const one of waiting) if (acknowledged.length >= one.count) one.resolve();
    }
  };
  const callers = Promise.all(Array.from({ length: people }, joinOnAndOn));
  return {
    acknowledged,
    reach: (count) =>
      Promise.race([
        callers.then(() => undefined),
        new Promise<void>((resolve) => waiting.add({ count, resolve })),
      ]),
    async stop() {
      stopping.abort();
      await callers;
    },
  };
}
