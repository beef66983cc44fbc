/** R1: the real check as a state that a page can show, with every step as soon as it is done. */
import type { Step, Verification } from '@glassdrum/fair-draw';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileProblem, ProofIdentity, VerifyInput } from './check-protocol.ts';
import { verifyInWorker } from './run-check.ts';

export type VerificationState =
  | { status: 'unchecked' }
  | { status: 'running'; steps: readonly Step[] }
  | { status: 'done'; verification: Verification; identity: ProofIdentity | null }
  | { status: 'unreadable'; problem: FileProblem }
  /** The proof could not be fetched, or this browser cannot run the check. */
  | { status: 'broken' };

interface VerificationControl {
  state: VerificationState;
  /** Starts anew; an older run is given up. */
  run: (input: () => Promise<VerifyInput>) => Promise<void>;
  reset: () => void;
}

export function useVerification(): VerificationControl {
  const [state, setState] = useState<VerificationState>({ status: 'unchecked' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (input: () => Promise<VerifyInput>): Promise<void> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const show = (next: VerificationState): void => {
      if (!control.signal.aborted) setState(next);
    };
    show({ status: 'running', steps: [] });
    try {
      const steps: Step[] = [];
      const outcome = await verifyInWorker(
        await input(),
        (step) => {
          steps.push(step);
          show({ status: 'running', steps: [...steps] });
        },
        control.signal,
      );
      show(
        outcome.kind === 'verified'
          ? { status: 'done', verification: outcome.verification, identity: outcome.identity }
          : { status: 'unreadable', problem: outcome.problem },
      );
    } catch {
      show({ status: 'broken' });
    }
  }, []);

  const reset = useCallback(() => {
    running.current?.abort();
    setState({ status: 'unchecked' });
  }, []);
  return { state, run, reset };
}
