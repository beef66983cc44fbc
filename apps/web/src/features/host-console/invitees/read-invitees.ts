/** The page's side of the worker that reads lists: one worker, started at the first list, and a promise for each question. */
import type { JudgedPeople } from '../people-import/list-rows.ts';
import type { JudgedInvitees } from './invitee-lines.ts';
import type {
  FileRefusal,
  PeopleTable,
  WorkerAnswer,
  WorkerAnswers,
  WorkerKind,
} from './invitee-worker-protocol.ts';

type Refused = { refusal: FileRefusal };

let worker: Worker | null = null;
let lastId = 0;
const waiting = new Map<number, (answer: WorkerAnswer) => void>();

function startWorker(): Worker {
  const started = new Worker(new URL('./invitee-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  started.addEventListener('error', () => {
    // Nothing was judged: anyone who waits is told so, and the next list gets a new worker.
    worker = null;
    for (const [id, settle] of waiting) settle({ id, refusal: 'unreadable' });
    waiting.clear();
  });
  return started;
}

function ask<Kind extends WorkerKind>(
  kind: Kind,
  question: WorkerAnswers[Kind]['ask'],
): Promise<WorkerAnswers[Kind]['answer'] | Refused> {
  worker ??= startWorker();
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    // The worker answers each question with what belongs to its kind.
    waiting.set(id, (message) => resolve('refusal' in message ? message : message.answer));
    worker?.postMessage({ ...question, kind, id });
  });
}

export function readInviteeFile(file: File, hostName: string): Promise<JudgedInvitees | Refused> {
  return ask('invitees', { source: file, hostName });
}

/** Null when the worker could not start; then only the server judges the list. */
export async function readInviteeText(text: string, hostName: string): Promise<JudgedInvitees | null> {
  const answer = await ask('invitees', { source: text, hostName });
  return 'refusal' in answer ? null : answer;
}

/** R66: reads a table, which the worker then holds for `judgePeopleTable`. */
export function readPeopleTable(source: File | string): Promise<PeopleTable | Refused> {
  return ask('table', { source });
}

/** Refused when the worker has read another table meanwhile. */
export function judgePeopleTable(question: WorkerAnswers['people']['ask']): Promise<JudgedPeople | Refused> {
  return ask('people', question);
}
