/** The button's check: fetches proofs, has the worker check them, and keeps the checkpoint for the next time. */
import { useCallback, useState } from 'react';
import type { LogAnswer, LogConsistencyAnswer, LogInclusionAnswer, PublicRecord } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { installationTrust } from '../../checking/installation-trust.ts';
import type { LogLook, LogLookInput } from '../../checking/log-look.ts';
import { lookAtLogInWorker } from '../../checking/run-check.ts';
import { readStored, writeStored } from '../../participation/stored.ts';

/** The note that this device saw and found sound. */
const KEPT = 'log-checkpoint';

export type LookState =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'done'; look: LogLook; records: number }
  | { status: 'broken' };

export function useLogLook(): { state: LookState; run: (log: LogAnswer, shown: PublicRecord[]) => void } {
  const queries = useQueryClient();
  const [state, setState] = useState<LookState>({ status: 'idle' });
  const run = useCallback(
    (log: LogAnswer, shown: PublicRecord[]): void => {
      setState({ status: 'running' });
      const check = async (): Promise<void> => {
        const { receiptKey } = await installationTrust(queries);
        const records = shown.filter(({ index }) => index < log.size);
        const look = await lookAtLogInWorker(
          {
            checkpoint: log.checkpoint,
            publicKey: receiptKey ?? log.public_key,
            records: await Promise.all(records.map((record) => withPath(record, log.size))),
            kept: await keptWithProof(log),
          },
          new AbortController().signal,
        );
        // A checkpoint that failed must not take the place of the one that it contradicts.
        const isSound = look.signature === 'pass' && look.consistency !== 'fail';
        if (isSound) writeStored(KEPT, log.checkpoint);
        setState({ status: 'done', look, records: records.length });
      };
      check().catch(() => setState({ status: 'broken' }));
    },
    [queries],
  );
  return { state, run };
}

async function withPath(
  { index, text }: PublicRecord,
  size: number,
): Promise<LogLookInput['records'][number]> {
  const url = `/api/log/inclusion?index=${index}&size=${size}`;
  const { path } = await call<LogInclusionAnswer>('GET', url);
  return { index, text, path };
}

async function keptWithProof(log: LogAnswer): Promise<LogLookInput['kept']> {
  const checkpoint = readStored(KEPT);
  if (checkpoint === null) return null;
  const size = Number(checkpoint.split('\n')[1]);
  // A log that became shorter has no proof to offer: the check says so without one.
  if (!(size <= log.size)) return { checkpoint, path: [] };
  const { path } = await call<LogConsistencyAnswer>(
    'GET',
    `/api/log/consistency?from=${size}&to=${log.size}`,
  );
  return { checkpoint, path };
}
