/** Idempotency-Keys of calls that a page may have to make again, because the answer was lost (R66, R67). */
import { randomKey } from './random-key.ts';

export interface CallKeys {
  /** The same key for the same call, until it was answered. @param call all that it asks for */
  keyOf(call: string): string;
  /** The same once more is meant as another call. */
  answered(): void;
}

export function createCallKeys(): CallKeys {
  let last: { call: string; key: string } | null = null;
  return {
    keyOf(call) {
      if (last?.call !== call) last = { call, key: randomKey() };
      return last.key;
    },
    answered() {
      last = null;
    },
  };
}
