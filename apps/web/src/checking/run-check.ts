/** Starts the check worker for one question and ends it with the answer. */
import type { Step } from '@glassdrum/fair-draw';
import type { CheckReply, CheckRequest, VerifyInput } from './check-protocol.ts';
import type { DeviceCheck, DeviceCheckInput } from './device-check.ts';
import type { LogLook, LogLookInput } from './log-look.ts';

export type VerifyOutcome = Extract<CheckReply, { kind: 'verified' } | { kind: 'unreadable' }>;

/** @param onStep told each step as soon as it is done @throws Error when the worker cannot run or was aborted */
export function verifyInWorker(
  input: VerifyInput,
  onStep: (step: Step) => void,
  signal: AbortSignal,
): Promise<VerifyOutcome> {
  return ask({ kind: 'verify', input }, signal, (message) => {
    if (message.kind === 'step') onStep(message.step);
    return message.kind === 'verified' || message.kind === 'unreadable' ? message : null;
  });
}

/** @throws Error when the worker cannot run or was aborted */
export function checkDrawInWorker(input: DeviceCheckInput, signal: AbortSignal): Promise<DeviceCheck> {
  return ask({ kind: 'device-check', input }, signal, (message) =>
    message.kind === 'device-checked' ? message.check : null,
  );
}

/** @throws Error when the worker cannot run or was aborted */
export function lookAtLogInWorker(input: LogLookInput, signal: AbortSignal): Promise<LogLook> {
  return ask({ kind: 'log', input }, signal, (message) =>
    message.kind === 'log-checked' ? message.look : null,
  );
}

function ask<Answer>(
  request: CheckRequest,
  signal: AbortSignal,
  answerIn: (message: CheckReply) => Answer | null,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
      type: 'module',
      name: 'check-worker',
    });
    const end = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (reason: string): void => {
      end();
      reject(new Error(reason));
    };
    const onAbort = (): void => fail('The check was given up.');
    signal.addEventListener('abort', onAbort);
    worker.addEventListener('error', () => fail('The check could not run.'));
    worker.addEventListener('message', ({ data }: MessageEvent<CheckReply>) => {
      const answer = answerIn(data);
      if (answer === null) return;
      end();
      resolve(answer);
    });
    worker.postMessage(request, []);
  });
}
