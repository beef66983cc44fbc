/** Starts the check worker for one question and ends it with the answer. */
import type { Step } from '@glassdrum/fair-draw';
import type { CheckReply, CheckRequest, VerifyInput } from './check-protocol.ts';
import type { CheckedTerms, TermsInput } from './check-terms.ts';
import type { EvidenceToCompare } from '../proof/contradictions.ts';
import type { LogCheck, LogCheckInput } from '../installation/log-check.ts';

export type VerifyOutcome = Extract<CheckReply, { kind: 'verified' } | { kind: 'unreadable' }>;

export interface VerifyProgress {
  /** Told each step as soon as it is done. */
  onStep: (step: Step) => void;
  onAudience: (checked: number, total: number) => void;
}

/** @throws Error when the worker cannot run or was aborted */
export function verifyInWorker(
  input: VerifyInput,
  evidence: EvidenceToCompare,
  { onStep, onAudience }: VerifyProgress,
  signal: AbortSignal,
): Promise<VerifyOutcome> {
  return ask({ kind: 'verify', input, evidence }, signal, (message) => {
    if (message.kind === 'step') onStep(message.step);
    if (message.kind === 'audience') onAudience(message.checked, message.total);
    return message.kind === 'verified' || message.kind === 'unreadable' ? message : null;
  });
}

/** @throws Error when the worker cannot run or was aborted */
export function checkTermsInWorker(input: TermsInput, signal: AbortSignal): Promise<CheckedTerms> {
  return ask({ kind: 'terms', input }, signal, (message) =>
    message.kind === 'terms-checked' ? message.checked : null,
  );
}

/** @throws Error when the worker cannot run or was aborted */
export function checkLogInWorker(input: LogCheckInput, signal: AbortSignal): Promise<LogCheck> {
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
