/**
 * The passphrase of a raffle (I5, H6, H12). Attempts are counted before they are checked, and those of one address and raffle
 * are checked one after the other: a right one is uncounted at once, so a full hall behind one address never exhausts its limit
 * with right answers. The right passphrase is cached as a keyed hash in this process only, so that ten thousand people who know
 * it don't wait for ten thousand slow hashes, nor for their counters.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { GuessLimiter, Sender } from '../../../platform/http/rate-limit.ts';
import { verifySlowly } from '../../../platform/keys/slow-hash.ts';

export interface PassphraseGate {
  /**
   * @returns the stored hash that `passphrase` matches, or null when the raffle needs none or doesn't exist
   * @throws RefusalError passphrase_wrong, or too_many_requests
   */
  check(attempt: { raffleId: string; sender: Sender; passphrase: string }): Promise<string | null>;
}

export interface PassphraseGateParts {
  database: Database;
  attempts: GuessLimiter;
}

/** Raffles whose right passphrase is cached. */
const MAX_CACHED = 1000;

export function createPassphraseGate(parts: PassphraseGateParts): PassphraseGate {
  const { database, attempts } = parts;
  const key = randomBytes(32);
  const right = new LRUCache<string, string>({ max: MAX_CACHED });
  const fingerprint = (storedHash: string, passphrase: string): string =>
    createHmac('sha256', key).update(storedHash).update('\0').update(passphrase).digest('hex');
  const inOrder = oneAtATime();

  return {
    async check({ raffleId, sender, passphrase }) {
      const row = await database.query
        .selectFrom('raffles')
        .select('passphrase_hash')
        .where('id', '=', raffleId)
        .executeTakeFirst();
      const stored = row?.passphrase_hash ?? null;
      if (stored === null) return null;
      const print = fingerprint(stored, passphrase);
      return inOrder(`${sender.ip}|${raffleId}`, async () => {
        if (right.get(raffleId) === print) {
          await attempts.refuseBlocked(sender, raffleId);
          return stored;
        }
        await attempts.consume(sender, raffleId);
        if (!(await verifySlowly(stored, passphrase))) throw new RefusalError('passphrase_wrong');
        right.set(raffleId, print);
        await attempts.forgive(sender, raffleId);
        return stored;
      });
    },
  };
}

/** Runs tasks of the same key one after the other. */
function oneAtATime(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const run = (last.get(key) ?? Promise.resolve()).then(task, task);
    last.set(key, run);
    const forget = (): void => {
      if (last.get(key) === run) last.delete(key);
    };
    run.then(forget, forget);
    return run;
  };
}
