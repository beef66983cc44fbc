/**
 * What this desk did (R67, R71): kept on the device until the server answered it, so that a hall with a bad network loses nothing,
 * nor does a link that the host renews meanwhile: it goes out with the new one. Each call has an id of its own, by which the server
 * makes it once however often it is sent. They are sent in their order. Two pages of one desk share what waits.
 */
import { CallFailed } from '../../api/call.ts';

export interface DeskBody {
  client_id: string;
  action: string;
}

export interface Queued<Body extends DeskBody> {
  body: Body;
  /** What was typed or scanned, for the list. */
  shown: string;
}

export type Finished<Body extends DeskBody, Answer> = Queued<Body> & {
  /** Epoch ms. */
  at: number;
} & ({ answer: Answer } | { refusal: string });

export interface QueueState<Body extends DeskBody, Answer> {
  /** Not answered yet, oldest first. */
  waiting: readonly Queued<Body>[];
  /** Since the page was opened, newest first. */
  finished: readonly Finished<Body, Answer>[];
  /** The last attempt reached no server. */
  isOffline: boolean;
  /** The server no longer knows the desk's link: the host replaced it. */
  isLinkGone: boolean;
}

export interface QueueParts<Body extends DeskBody, Answer> {
  /** What a body can ask for. */
  actions: readonly Body['action'][];
  read: () => string | null;
  write: (text: string | null) => void;
  send: (body: Body) => Promise<Answer>;
  now: () => number;
  /** Called once after the delay. @param delay ms */
  later: (attempt: () => void, delay: number) => void;
}

export interface DeskQueue<Body extends DeskBody, Answer> {
  state: () => QueueState<Body, Answer>;
  subscribe: (listener: () => void) => () => void;
  add: (call: Queued<Body>) => void;
  /** Sends what waits; does nothing while it is being sent. */
  flush: () => Promise<void>;
}

const RETRY_MS = 5000;
const FINISHED_SHOWN = 50;

export function createDeskQueue<Body extends DeskBody, Answer>({
  actions,
  read,
  write,
  send,
  now,
  later,
}: QueueParts<Body, Answer>): DeskQueue<Body, Answer> {
  let state: QueueState<Body, Answer> = {
    waiting: storedCalls<Body>(read(), actions),
    finished: [],
    isOffline: false,
    isLinkGone: false,
  };
  let isSending = false;
  let isRetryDue = false;
  const answered = new Set<string>();
  const listeners = new Set<() => void>();

  function change(changes: Partial<QueueState<Body, Answer>>): void {
    state = { ...state, ...changes };
    const own = new Set(state.waiting.map(({ body }) => body.client_id));
    const ofOthers = storedCalls<Body>(read(), actions).filter(
      ({ body }) => !own.has(body.client_id) && !answered.has(body.client_id),
    );
    const kept = [...ofOthers, ...state.waiting];
    write(kept.length === 0 ? null : JSON.stringify(kept));
    for (const listener of listeners) listener();
  }

  function finish(call: Finished<Body, Answer>): void {
    answered.add(call.body.client_id);
    const waiting = state.waiting.filter(({ body }) => body.client_id !== call.body.client_id);
    const finished = [call, ...state.finished].slice(0, FINISHED_SHOWN);
    change({ waiting, finished, isOffline: false, isLinkGone: false });
  }

  /** What became of a call that was sent: answered, to be sent again, or to wait for another link. */
  async function attempt(call: Queued<Body>): Promise<'answered' | 'again' | 'link_gone'> {
    try {
      const answer = await send(call.body);
      finish({ ...call, answer, at: now() });
      return 'answered';
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (isPassing(error)) return 'again';
      if (error.status === 404 && error.code === 'not_found') return 'link_gone';
      finish({ ...call, refusal: error.message, at: now() });
      return 'answered';
    }
  }

  function retryLater(): void {
    if (isRetryDue) return;
    isRetryDue = true;
    later(() => {
      isRetryDue = false;
      void flush();
    }, RETRY_MS);
  }

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let call = state.waiting[0]; call !== undefined; call = state.waiting[0]) {
        const outcome = await attempt(call);
        if (outcome === 'answered') continue;
        change({ isOffline: outcome === 'again', isLinkGone: outcome === 'link_gone' });
        if (outcome === 'again') retryLater();
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
    add: (call) => {
      change({ waiting: [...state.waiting, call] });
      void flush();
    },
    flush,
  };
}

/** No answer, a server that is away, or too many calls: it is as good as before. */
function isPassing({ status }: CallFailed): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Other programs can write to the storage of this origin's pages, older versions of this one too. */
export function storedCalls<Body extends DeskBody>(
  text: string | null,
  actions: readonly Body['action'][],
): Queued<Body>[] {
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter((one): one is Queued<Body> => isCall(one, actions)) : [];
  } catch {
    return [];
  }
}

function isCall(value: unknown, actions: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || !('body' in value) || !('shown' in value)) return false;
  const { body, shown } = value;
  return (
    typeof shown === 'string' &&
    typeof body === 'object' &&
    body !== null &&
    'client_id' in body &&
    typeof body.client_id === 'string' &&
    'action' in body &&
    typeof body.action === 'string' &&
    actions.includes(body.action)
  );
}
