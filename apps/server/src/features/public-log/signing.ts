/**
 * Signs the log's checkpoint and has it cosigned (R86, draw protocol §8). Every node does; nothing in the log is secret: a
 * result is appended when its reveal is due (R4).
 *
 * 1. After each commit that may have added records, a checkpoint of all records is signed.
 * 2. A little later, so that several changes share one request, witnesses are requested to cosign the newest checkpoint. Nothing
 *    waits for this: draws wait only for the cosignatures of their freeze.
 * 3. While a draw is being sealed no cosignatures are requested: a witness that has cosigned a later checkpoint no longer cosigns
 *    an earlier one.
 */
import type { Bus } from '../../platform/bus/bus.ts';
import { doubling } from '../../platform/clock/backoff.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { latestCheckpoint, logSize, signUpTo } from '../../platform/public-log/checkpoints.ts';
import { keepSignedMark } from '../../platform/public-log/signed-mark.ts';
import type { WitnessClient } from '../../platform/public-log/witnesses/witness-client.ts';
import { createTaskLane, type NextRun } from '../../work/task-lane.ts';

export interface LogSigningParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
  dataDir: string;
  witnesses: WitnessClient;
  report: (error: unknown) => void;
}

export interface LogSigning {
  stop(): Promise<void>;
}

/** Messages after which there may be a new record. */
const TOPICS = ['raffle-changed', 'draw-advanced', 'own-entry-changed', 'resync'] as const;
const COSIGN_AFTER_MS = 5_000;
const cosigningBackoff = doubling(60_000, 3_600_000);
/** The only task of each lane. */
const NEWEST = 'newest';

/** Resolves after the first attempt to sign all current records. */
export async function startLogSigning(parts: LogSigningParts): Promise<LogSigning> {
  const { database, clock, bus, witnesses, report } = parts;

  const sign = async (): Promise<NextRun> => {
    await signUpTo(parts, await logSize(database), clock.now());
    await keepSignedMark(database, parts.dataDir);
    return 'done';
  };
  const cosign = async (signal: AbortSignal): Promise<NextRun> => {
    const latest = await latestCheckpoint(database);
    if (latest === null || latest.size === 0) return 'done';
    if (await isSealing(database)) return { afterMs: COSIGN_AFTER_MS };
    if ((await witnesses.missing(latest.size)).length === 0) return 'done';
    const { failed } = await witnesses.askWitnesses(latest.size, { signal });
    return failed.length === 0 ? 'done' : 'retry';
  };
  const signing = createTaskLane({ clock, report, run: sign });
  const cosigning = createTaskLane({
    clock,
    report,
    backoff: cosigningBackoff,
    run: (_, signal) => cosign(signal),
  });

  const cosignSoon = (): void => {
    if (witnesses.known > 0) cosigning.enqueue(NEWEST, COSIGN_AFTER_MS);
  };
  const unsubscribe = bus.subscribe(TOPICS, ({ topic }) => {
    signing.enqueue(NEWEST);
    if (topic !== 'own-entry-changed') cosignSoon();
  });
  await sign().catch((error: unknown) => {
    report(error);
    signing.enqueue(NEWEST);
  });
  cosignSoon();

  return {
    async stop() {
      unsubscribe();
      await cosigning.stop();
      await signing.stop();
    },
  };
}

/** Whether a frozen draw still waits for the cosignatures of its freeze. */
async function isSealing({ query }: Database): Promise<boolean> {
  const row = await query
    .selectFrom('draws')
    .select('id')
    .where('sealed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('completed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
