/** The button's check: fetches proofs, has the worker check them, and keeps the checkpoint for the next time. */
import { useCallback, useState } from 'react';
import type { LogAnswer, LogInclusionAnswer, PublicRecord } from '@glassdrum/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { installationTrust } from '../../checking/installation/installation-trust.ts';
import type { LogCheck, LogCheckInput } from '../../checking/installation/log-check.ts';
import { storedWithProof, storeIfSound } from '../../checking/installation/log-visit.ts';
import { checkLogInWorker } from '../../checking/worker/run-check.ts';

export type LogCheckState =
  | { status: 'idle' }
  | { status: 'running' }
  | { status: 'done'; look: LogCheck; records: number }
  | { status: 'broken' };

export function useLogCheck(): {
  state: LogCheckState;
  run: (log: LogAnswer, shown: PublicRecord[]) => void;
} {
  const queries = useQueryClient();
  const [state, setState] = useState<LogCheckState>({ status: 'idle' });
  const run = useCallback(
    (log: LogAnswer, shown: PublicRecord[]): void => {
      setState({ status: 'running' });
      const check = async (): Promise<void> => {
        const { receiptKey } = await installationTrust(queries);
        const publicKey = receiptKey ?? log.public_key;
        const records = shown.filter(({ index }) => index < log.size);
        const look = await checkLogInWorker(
          {
            checkpoint: log.checkpoint,
            publicKey,
            records: await Promise.all(records.map((record) => withPath(record, log.size))),
            kept: await storedWithProof(publicKey, log),
          },
          new AbortController().signal,
        );
        await storeIfSound(publicKey, log, look);
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
): Promise<LogCheckInput['records'][number]> {
  const url = `/api/log/inclusion?index=${index}&size=${size}`;
  const { path } = await call<LogInclusionAnswer>('GET', url);
  return { index, text, path };
}
