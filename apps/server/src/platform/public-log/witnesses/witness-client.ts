/**
 * Asks the configured witnesses to cosign a checkpoint (R86), all at once and for 10 seconds at most. What is valid is stored
 * and announced one by one; what is not is never stored, and reported in a sentence when it is new.
 *
 * Each witness cosigns larger and larger sizes only. So one checkpoint at a time is sent to each, the smallest first.
 */
import { parseCheckpoint } from '@glassdrum/fair-draw';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { lastCosigned, storeCosignature, storedCosignatures } from '../cosignatures.ts';
import { consistencyPath } from '../log-tree.ts';
import type { Witnesses } from '../witnesses.ts';
import { askWitness, TOO_LATE, type Witness, type WitnessAnswer } from './ask-witness.ts';
import { smallestFirst } from './smallest-first.ts';

/** How long witnesses have for one checkpoint. */
const WITNESSES_ANSWER_WITHIN_MS = 10_000;
const CLOCKS_MAY_DIFFER_S = 60;

export interface WitnessClientParts {
  database: Database;
  clock: Clock;
  witnesses: readonly Witness[];
  report: (error: unknown) => void;
}

interface WitnessesAsked {
  /** Names of all witnesses whose cosignature of this size is stored now. */
  cosigned: string[];
  failed: { name: string; reason: string }[];
}

interface WitnessState {
  name: string;
  /** The largest size of the log that it cosigned; 0 for none. */
  size: number;
  /** By the witness's own clock, epoch ms. */
  cosigned_at: number | null;
  /** Continues a sentence that begins with its name. */
  problem: string | null;
}

export interface WitnessClient extends Witnesses {
  names: readonly string[];
  verifierKeys: readonly string[];
  /**
   * Comes back when all have answered, after 10 s, or when `signal` aborts. Never throws for what a witness does.
   * `onCosigned` is called after each new cosignature was stored.
   */
  askWitnesses(
    size: number,
    options: { onCosigned?: () => void; signal: AbortSignal },
  ): Promise<WitnessesAsked>;
  /** What each configured witness cosigned last, and what is wrong with it as far as this node knows. */
  states(): Promise<WitnessState[]>;
  /** Those that have not cosigned the checkpoint of this size. */
  missing(size: number): Promise<string[]>;
}

/** Something is wrong with a witness; its message is a plain sentence. */
class WitnessProblem extends Error {
  override name = 'WitnessProblem';
}

export function createWitnessClient(parts: WitnessClientParts): WitnessClient {
  const { database, clock, witnesses, report } = parts;
  /** By verifier key; learned again from what is stored, and from the witnesses themselves. */
  let knownSizes: Promise<Map<string, number>> | null = null;
  const lines = new Map(witnesses.map(({ verifierKey }) => [verifierKey, smallestFirst()]));
  const lastReasons = new Map<string, string>();

  async function known(): Promise<Map<string, number>> {
    knownSizes ??= lastCosigned(database.query).then(
      (rows) => new Map([...rows].map(([witness, { size }]) => [witness, size])),
    );
    try {
      return await knownSizes;
    } catch (error) {
      knownSizes = null;
      throw error;
    }
  }

  async function askOne(
    witness: Witness,
    { size, note }: { size: number; note: string },
    { onCosigned, signal }: { onCosigned: (() => void) | undefined; signal: AbortSignal },
  ): Promise<WitnessAnswer> {
    const checkpoint = parseCheckpoint(note);
    if (checkpoint === null) throw new Error('A stored note is a checkpoint.');
    const sizes = await known();
    const answer = await askWitness({
      witness,
      checkpoint,
      note,
      knownSize: sizes.get(witness.verifierKey) ?? 0,
      consistencyPath: (from, to) => consistencyPath(database.query, from, to),
      signal,
    });
    // What a witness says of its size without a signature is not remembered: it may be wrong.
    if (!answer.ok) return answer;
    sizes.set(witness.verifierKey, size);
    const { line, time: signedAt } = answer;
    const { verifierKey } = witness;
    const isNew = await storeCosignature(
      database,
      size,
      { witness: verifierKey, line, signedAt },
      clock.now(),
    );
    if (isNew) onCosigned?.();
    return answer;
  }

  function reportOnce({ key: { name }, verifierKey }: Witness, answer: WitnessAnswer): void {
    const reason = answer.ok ? clockProblem(answer.time, clock.now()) : answer.reason;
    if (reason !== null && lastReasons.get(verifierKey) !== reason) {
      report(new WitnessProblem(`The witness ${name} ${reason}.`));
    }
    if (reason === null) lastReasons.delete(verifierKey);
    else lastReasons.set(verifierKey, reason);
  }

  async function notYet(size: number): Promise<Witness[]> {
    const stored = await storedCosignatures(database.query, size);
    const done = new Set(stored.map(({ witness }) => witness));
    return witnesses.filter(({ verifierKey }) => !done.has(verifierKey));
  }

  return {
    known: witnesses.length,
    names: witnesses.map(({ key }) => key.name),
    verifierKeys: witnesses.map(({ verifierKey }) => verifierKey),
    async askWitnesses(size, { onCosigned, signal }) {
      const row = await database.query
        .selectFrom('public_log_checkpoints')
        .select(['size', 'note'])
        .where('size', '=', size)
        .executeTakeFirst();
      if (row === undefined) throw new Error(`There is no checkpoint of ${size} records.`);
      const asked = await notYet(size);
      const limit = timeLimit(clock, signal);
      const failed: WitnessesAsked['failed'] = [];
      try {
        await Promise.all(
          asked.map(async (witness) => {
            const inLine = lines.get(witness.verifierKey)?.(size, () =>
              askOne(witness, row, { onCosigned, signal: limit.signal }),
            );
            const answer = await Promise.race([limit.reached, ...(inLine === undefined ? [] : [inLine])]);
            reportOnce(witness, answer);
            if (!answer.ok) failed.push({ name: witness.key.name, reason: answer.reason });
          }),
        );
      } finally {
        limit.end();
      }
      const names = new Set(failed.map(({ name }) => name));
      return { cosigned: witnesses.map(({ key }) => key.name).filter((name) => !names.has(name)), failed };
    },
    async states() {
      const last = await lastCosigned(database.query);
      return witnesses.map(({ key, verifierKey }) => {
        const cosigned = last.get(verifierKey);
        return {
          name: key.name,
          size: cosigned?.size ?? 0,
          cosigned_at: cosigned === undefined ? null : cosigned.signedAt * 1000,
          problem: lastReasons.get(verifierKey) ?? null,
        };
      });
    },
    missing: async (size) => (await notYet(size)).map(({ key }) => key.name),
  };
}

/** By the installation's clock, and by the machine's where the former stands still. */
function timeLimit(
  clock: Clock,
  given: AbortSignal,
): { signal: AbortSignal; reached: Promise<WitnessAnswer>; end: () => void } {
  const limit = new AbortController();
  const end = clock.after(WITNESSES_ANSWER_WITHIN_MS, () => limit.abort());
  const atMost = AbortSignal.timeout(WITNESSES_ANSWER_WITHIN_MS);
  const signal = AbortSignal.any([given, limit.signal, atMost]);
  const reached = new Promise<WitnessAnswer>((resolve) => {
    const tooLate = (): void => resolve({ ok: false, reason: TOO_LATE });
    if (signal.aborted) tooLate();
    else signal.addEventListener('abort', tooLate, { once: true });
  });
  return { signal, reached, end };
}

/** Cosignatures are evidence of time: a witness whose clock is wrong is worth a word to its operator. */
function clockProblem(time: number, now: number): string | null {
  const seconds = Math.round(Math.abs(now / 1000 - time));
  return seconds <= CLOCKS_MAY_DIFFER_S
    ? null
    : `has a clock that differs from this one by ${seconds} seconds`;
}
