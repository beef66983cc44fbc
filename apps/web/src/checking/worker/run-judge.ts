/** The worker that judges what happens around one draw; it lives as long as the draw is watched. */
import type { EntryCheck } from '../../storage/evidence.ts';
import type { CheckReply, CheckRequest, JudgeRequest } from './check-protocol.ts';
import type { DeviceEvent, Judged, Subject } from '../device/device-events.ts';

export interface Judge {
  /** The check of each subject: as stored, or its first state. @throws like `judge` */
  begin(subjects: readonly Subject[], stored: readonly EntryCheck[]): Promise<EntryCheck[]>;
  /** @throws Error when the worker cannot run or was ended */
  judge(checks: readonly EntryCheck[], events: readonly DeviceEvent[]): Promise<Judged>;
  end(): void;
}

interface Waiting {
  id: number;
  resolve: (judged: Judged) => void;
  reject: (error: Error) => void;
}

/** One that was started before there was anything to judge. */
let prepared: Worker | null = null;

/** Its code takes a moment to load: the freeze must not have to wait for it. */
export function prepareJudge(): void {
  prepared ??= newWorker();
}

function newWorker(): Worker {
  return new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module', name: 'check-worker' });
}

/** @param testChain a demonstration's chain in drand's spelling; null for the public one alone */
export function startJudge(testChain: unknown): Judge {
  let worker: Worker | null = null;
  let waiting: Waiting[] = [];
  let last = 0;
  const fail = (): void => {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting) reject(new Error('The check could not run.'));
    waiting = [];
  };
  const start = (): Worker => {
    const started = prepared ?? newWorker();
    prepared = null;
    started.addEventListener('error', fail);
    started.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
      if (data.kind !== 'judged') return;
      waiting.find(({ id }) => id === data.id)?.resolve(data.judged);
      waiting = waiting.filter(({ id }) => id !== data.id);
    });
    return started;
  };
  const ask = (question: Pick<JudgeRequest, 'checks' | 'subjects' | 'events'>): Promise<Judged> => {
    worker ??= start();
    const current = worker;
    last += 1;
    const request: CheckRequest = { kind: 'judge', id: last, testChain, ...question };
    return new Promise((resolve, reject) => {
      waiting.push({ id: request.id, resolve, reject });
      current.postMessage(request, []);
    });
  };
  return {
    begin: async (subjects, checks) => (await ask({ subjects, checks, events: [] })).checks,
    judge: (checks, events) => ask({ subjects: [], checks, events }),
    end: fail,
  };
}
