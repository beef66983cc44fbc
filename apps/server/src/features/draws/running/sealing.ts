/**
 * Sealing (R86, draw protocol §2): witnesses confirm when the list was frozen, before anybody can know the result.
 *
 * 1. A checkpoint that contains the freeze record is signed and stored.
 * 2. The witnesses are requested to cosign it; each cosignature is stored and shown as it arrives.
 * 3. A witness that has already cosigned a later checkpoint, for another draw of the same second, refuses this one. A later one
 *    contains the freeze as well, so its cosignatures are requested too; the checkpoint that most witnesses cosigned in time
 *    counts.
 * 4. When all have answered, or when the time is over, the list counts as sealed.
 *
 * Several nodes may do this at the same time: checkpoints and cosignatures are each written once, and once the list is sealed
 * its checkpoint stays.
 */
import { BEFORE_THE_SHOW } from '@glassdrum/raffle-rules';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import {
  firstCheckpointWith,
  latestCheckpoint,
  logSize,
  signUpTo,
} from '../../../platform/public-log/checkpoints.ts';
import type { Witnesses } from '../../../platform/public-log/witnesses.ts';
import { cosignedInTime, type DrawRow, inTime } from '../draw-rows.ts';

export interface SealingParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  witnesses: Witnesses;
}

/** @param onProgress called for the checkpoint and each cosignature @param signal aborted when the server stops */
export async function sealList(
  parts: SealingParts,
  draw: DrawRow,
  { onProgress, signal }: { onProgress: () => void; signal: AbortSignal },
): Promise<void> {
  const { database, clock } = parts;
  const end = cosigningEndsAt(draw);
  const size = await sealingCheckpoint(parts, draw).catch((error: unknown) => {
    // A log that cannot be signed is reported by its signer; the draw waits for it no longer than for witnesses.
    if (clock.now() < end) throw error;
    return null;
  });
  onProgress();
  if (size !== null) await collectCosignatures(parts, { draw, size }, end, { onProgress, signal });
  if (signal.aborted) return;
  await database.query
    .updateTable('draws')
    .set({ sealed_at: clock.now() })
    .where('id', '=', draw.id)
    .where('sealed_at', 'is', null)
    .execute();
  onProgress();
}

/** Until when cosignatures are awaited, epoch ms. */
function cosigningEndsAt(draw: Pick<DrawRow, 'frozen_at_s' | 'show_at_s'>): number {
  return Math.min(draw.frozen_at_s * 1000 + BEFORE_THE_SHOW.witnessesMs, draw.show_at_s * 1000);
}

/** The size of the checkpoint that witnesses cosign first: the same on all nodes. */
async function sealingCheckpoint(
  parts: SealingParts,
  draw: Pick<DrawRow, 'id' | 'freeze_index'>,
): Promise<number> {
  const { database, clock } = parts;
  await signUpTo(parts, await logSize(database), clock.now());
  const checkpoint = await firstCheckpointWith(database, draw.freeze_index);
  if (checkpoint === null) throw new Error('The log was signed without its last record.');
  await database.query
    .updateTable('draws')
    .set({ freeze_size: checkpoint.size })
    .where('id', '=', draw.id)
    .where('freeze_size', 'is', null)
    .execute();
  const { freeze_size: size } = await database.query
    .selectFrom('draws')
    .select('freeze_size')
    .where('id', '=', draw.id)
    .executeTakeFirstOrThrow();
  return size ?? checkpoint.size;
}

/** Resolves when all witnesses answered, at `end`, or when the server stops. */
async function collectCosignatures(
  parts: SealingParts,
  { draw, size: first }: { draw: DrawRow; size: number },
  end: number,
  { onProgress, signal }: { onProgress: () => void; signal: AbortSignal },
): Promise<void> {
  const { clock, database, witnesses } = parts;
  if (witnesses.known === 0 || clock.now() >= end || signal.aborted) return;
  const over = new AbortController();
  const stop = (): void => over.abort();
  const cancel = clock.at(end, stop);
  signal.addEventListener('abort', stop, { once: true });
  const ended = new Promise<void>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    for (let size: number | null = first; size !== null && !over.signal.aborted;) {
      await Promise.race([
        witnesses.askWitnesses(size, { onCosigned: onProgress, signal: over.signal }),
        ended,
      ]);
      const cosigned = await chooseMostCosigned(database, draw);
      const latest = await latestCheckpoint(database);
      size = cosigned < witnesses.known && latest !== null && latest.size > size ? latest.size : null;
    }
  } finally {
    cancel();
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Bases the draw on the checkpoint with its freeze that most witnesses cosigned in time. @returns by how many */
async function chooseMostCosigned({ query }: Database, draw: DrawRow): Promise<number> {
  const present = await query
    .selectFrom('draws')
    .select('freeze_size')
    .where('id', '=', draw.id)
    .executeTakeFirstOrThrow();
  const own = await cosignedInTime(query, { ...draw, ...present });
  const most = await query
    .selectFrom('public_log_cosignatures')
    .select((build) => ['size', build.fn.countAll<number>().as('count')])
    .where('size', '>', draw.freeze_index)
    .where(inTime(draw))
    .groupBy('size')
    .orderBy('count', 'desc')
    .orderBy('size')
    .executeTakeFirst();
  if (most === undefined || most.count <= own) return own;
  await query
    .updateTable('draws')
    .set({ freeze_size: most.size })
    .where('id', '=', draw.id)
    .where('sealed_at', 'is', null)
    .execute();
  return most.count;
}
