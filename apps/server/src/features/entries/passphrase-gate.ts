/**
 * The passphrase of a raffle (I5, H6). Tries are counted by (address, raffle) before they are evaluated, and those of
 * one pair are evaluated one after the other: right ones are taken back at once, so a hall full of people behind one
 * address is never counted out by its own right answers. Right ones are remembered by a keyed hash that lives in this
 * process only, so that ten thousand people who know the word don't wait for ten thousand slow hashes.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { verifySlowly } from '../../keys/slow-hash.ts';

export interface PassphraseGate {
  /**
   * @returns the stored hash that `passphrase` fits, or null when the raffle asks for none or doesn't exist
   * @throws CallError passphrase_wrong, or too_many_requests
   */
  prove(attempt: { raffleId: string; address: string; passphrase: string }): Promise<string | null>;
}

export interface PassphraseGateParts {
  database: Database;
  /** Counts one wrong-or-unknown try. @throws CallError too_many_requests */
  consume(address: string, raffleId: string): Promise<void>;
  /** Takes a try back that turned out right. */
  forgive(address: string, raffleId: string): Promise<void>;
}

/** Raffles whose right passphrase is remembered. */
const REMEMBERED = 1000;

export function createPassphraseGate(parts: PassphraseGateParts): PassphraseGate {
  const key = randomBytes(32);
  const right = new Map<string, string>();
  const fingerprint = (storedHash: string, passphrase: string): string =>
    createHmac('sha256', key).update(storedHash).update('\0').update(passphrase).digest('hex');
  const inOrder = oneAtATime();

  return {
    async prove({ raffleId, address, passphrase }) {
      const row = await parts.database.query
        .selectFrom('raffles')
        .select('passphrase_hash')
        .where('id', '=', raffleId)
        .executeTakeFirst();
      const stored = row?.passphrase_hash ?? null;
      if (stored === null) return null;
      const print = fingerprint(stored, passphrase);
      return inOrder(`${address}|${raffleId}`, async () => {
        await parts.consume(address, raffleId);
        if (right.get(raffleId) !== print) {
          if (!(await verifySlowly(stored, passphrase))) throw new CallError('passphrase_wrong');
          if (right.size >= REMEMBERED) right.clear();
          right.set(raffleId, print);
        }
        await parts.forgive(address, raffleId);
        return stored;
      });
    },
  };
}

/** Tasks of one key run one after the other. */
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
