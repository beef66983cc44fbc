/**
 * Joins without end from many people at once, until told to stop: the load under which faults happen. Each repeats the
 * call until it is answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { JoinAnswer } from '@glassdrum/contract';
import type { TestApp } from './make-app.ts';
import { person } from './people.ts';

interface Answer {
  status: number;
  body: unknown;
  retryAfter: string | null;
}

/** Posts to a path; rejects when nobody answers. */
type PostCall = (path: string, body: object, headers: Record<string, string>) => Promise<Answer>;

interface JoinStorm {
  /** Answers so far, in the order in which they came. */
  acknowledged: JoinAnswer[];
  /** How often the service said that it is away for the moment. */
  turnedAway(): number;
  /** Resolves when so many were acknowledged. Rejects when a join was refused. */
  reach(count: number): Promise<void>;
  /** Resolves when so many calls were turned away. */
  reachTurnedAway(count: number): Promise<void>;
  /** Resolves when nobody waits for an answer any more. Rejects when a join was refused. */
  stop(): Promise<void>;
}

/** Calls an app of the test's own process. */
export function inside(app: TestApp): PostCall {
  return async (path, body, headers) => {
    const answer = await person(app).post(path, body, headers);
    return { ...answer, retryAfter: answer.headers['retry-after']?.toString() ?? null };
  };
}

export function overHttp(url: () => string): PostCall {
  return async (path, body, headers) => {
    const response = await fetch(url() + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: await response.json(),
      retryAfter: response.headers.get('retry-after'),
    };
  };
}

/**
 * As patient as a phone: posts again, with the same key, until it is answered. Away for the moment is no answer.
 * @param turnedAway hears each time of what came instead; null: nobody was there
 */
export async function postUntilAnswered(
  post: PostCall,
  [path, body]: [path: string, body: object],
  turnedAway: (answer: Answer | null) => void = () => undefined,
): Promise<Answer> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (;;) {
    const answer = await post(path, body, headers).catch(() => null);
    if (answer !== null && (answer.status !== 503 || answer.retryAfter === null)) return answer;
    turnedAway(answer);
    await pause(10);
  }
}

/** @param people how many call at the same time */
export function startJoinStorm(post: PostCall, publicLink: string, people = 20): JoinStorm {
  const acknowledged: JoinAnswer[] = [];
  const stopping = new AbortController();
  const watching = new Set<() => void>();
  let serial = 0;
  let turnedAway = 0;

  async function joined(body: object): Promise<JoinAnswer> {
    const answer = await postUntilAnswered(post, ['/api/join/public', body], (instead) => {
      if (instead !== null) turnedAway += 1;
      for (const look of watching) look();
    });
    if (answer.status === 201 || answer.status === 200) return answer.body as JoinAnswer;
    throw new Error(`A join answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }

  const joinOnAndOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      serial += 1;
      acknowledged.push(await joined({ public_link: publicLink, display_name: `Guest ${serial}` }));
      for (const look of watching) look();
    }
  };
  const callers = Promise.all(Array.from({ length: people }, joinOnAndOn)).then(() => undefined);
  const until = (holds: () => boolean): Promise<void> =>
    Promise.race([
      callers,
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (!holds()) return;
          watching.delete(look);
          resolve();
        };
        watching.add(look);
        look();
      }),
    ]);

  return {
    acknowledged,
    turnedAway: () => turnedAway,
    reach: (count) => until(() => acknowledged.length >= count),
    reachTurnedAway: (count) => until(() => turnedAway >= count),
    async stop() {
      stopping.abort();
      await callers;
    },
  };
}
