/**
 * R1: the real check as a state that a page can show, with every step as soon as it is done. What this device stored about
 * the draw is held against the proof too (R88): `contradictions` make a proof wrong that agrees with itself.
 */
import type { Step } from '@glassdrum/fair-draw';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { VerifyInput } from '../worker/check-protocol.ts';
import type { VerificationState } from './verification-state.ts';

interface VerificationControl {
  state: VerificationState;
  /** Starts again; an older run is given up. */
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
    show({ status: 'running', steps: [], audience: null });
    try {
      const steps: Step[] = [];
      const [{ verifyInWorker }, { evidenceToCompare }] = await Promise.all([
        import('../worker/run-check.ts'),
        import('../evidence/use-stored-evidence.ts'),
      ]);
      const [file, evidence] = await Promise.all([input(), evidenceToCompare()]);
      const outcome = await verifyInWorker(
        file,
        evidence,
        {
          onStep(step) {
            steps.push(step);
            show({ status: 'running', steps: [...steps], audience: null });
          },
          onAudience: (checked, total) =>
            show({ status: 'running', steps: [...steps], audience: { checked, total } }),
        },
        control.signal,
      );
      show(
        outcome.kind === 'verified'
          ? {
              status: 'done',
              verification: outcome.verification,
              identity: outcome.identity,
              contradictions: outcome.contradictions,
            }
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
