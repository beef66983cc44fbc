/** The page's side of the invitee worker: one worker, started at the first list, and a promise for each question. */
import type { JudgedInvitees } from './invitee-lines.ts';
import type { FileRefusal, ReadInviteesAnswer, ReadInviteesQuestion } from './invitee-worker-protocol.ts';

type Settle = (answer: JudgedInvitees | { refusal: FileRefusal }) => void;

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, Settle>();

function startWorker(): Worker {
  const started = new Worker(new URL('./invitee-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<ReadInviteesAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    // Nothing was judged: anyone who waits is told so, and the next list gets a new worker.
    worker = null;
    for (const settle of waiting.values()) settle({ refusal: 'unreadable' });
    waiting.clear();
  });
  return started;
}

function ask(
  question: { text: string } | { file: File },
  hostName: string,
): Promise<JudgedInvitees | { refusal: FileRefusal }> {
  worker ??= startWorker();
  lastId += 1;
  const id = lastId;
  const message: ReadInviteesQuestion = { ...question, id, hostName };
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage(message);
  });
}

export function readInviteeFile(
  file: File,
  hostName: string,
): Promise<JudgedInvitees | { refusal: FileRefusal }> {
  return ask({ file }, hostName);
}

/** Null when the worker could not start; then only the server judges the list. */
export async function readInviteeText(text: string, hostName: string): Promise<JudgedInvitees | null> {
  const answer = await ask({ text }, hostName);
  return 'refusal' in answer ? null : answer;
}
