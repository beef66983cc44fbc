/**
 * Logs of other installations that this one witnesses (R86): the server's side of C2SP tlog-witness.
 *
 * Of each log the last cosigned size and root are kept. A checkpoint is cosigned only if it continues them, and after that is
 * stored, in one transaction that holds the log's row: so this installation never cosigns two checkpoints of which neither
 * continues the other, however many calls and nodes there are.
 */
import {
  type Checkpoint,
  noteKey,
  noteSignatureHolds,
  parseCheckpoint,
  signCosignature,
  verifyLogConsistency,
} from '@glassdrum/fair-draw';
import type { Selectable } from 'kysely';
import type { Clock } from '../../clock/clock.ts';
import type { Database, Trx } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import { readAddCheckpoint } from './add-checkpoint.ts';

export type WitnessedLog = Selectable<Tables['witnessed_logs']>;

/** SHA-256 of nothing: the root of a log without records. */
const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface CosigningParts {
  database: Database;
  keys: Pick<Keys, 'witness'>;
  clock: Clock;
  /** Under which name this installation cosigns. */
  name: string;
}

/** One for each answer of the specification. */
export type Cosigning =
  | { kind: 'cosigned'; line: string }
  | { kind: 'not_a_request' }
  | { kind: 'unknown_log' }
  | { kind: 'not_signed' }
  /** `old` is larger than the checkpoint. */
  | { kind: 'smaller' }
  /** The size that was cosigned last is another one, or its root is. */
  | { kind: 'conflict'; size: number }
  | { kind: 'inconsistent' };

/** @param body of the call, see add-checkpoint.ts */
export async function cosign(parts: CosigningParts, body: string): Promise<Cosigning> {
  const { database, clock } = parts;
  const request = readAddCheckpoint(body);
  const checkpoint = request === null ? null : parseCheckpoint(request.note);
  if (request === null || checkpoint === null) return { kind: 'not_a_request' };
  const { origin } = checkpoint;
  const known = await witnessedLog(database.query, origin);
  if (known === undefined) return { kind: 'unknown_log' };
  if (!noteSignatureHolds(checkpoint, origin, known.public_key)) return { kind: 'not_signed' };
  if (request.oldSize > checkpoint.size) return { kind: 'smaller' };
  return database.transaction(async (trx) => {
    const log = await lockLog(database, trx, origin);
    if (log === undefined || log.public_key !== known.public_key) return { kind: 'unknown_log' };
    if (request.oldSize !== log.size) return { kind: 'conflict', size: log.size };
    if (log.size === checkpoint.size && log.root !== checkpoint.root)
      return { kind: 'conflict', size: log.size };
    if (!continues(log, checkpoint, request.path)) return { kind: 'inconsistent' };
    const now = clock.now();
    await trx
      .updateTable('witnessed_logs')
      .set({ size: checkpoint.size, root: checkpoint.root, updated_at: now })
      .where('origin', '=', origin)
      .where('size', '=', log.size)
      .where('root', '=', log.root)
      .returning('origin')
      .executeTakeFirstOrThrow();
    return { kind: 'cosigned', line: lineFor(parts, checkpoint, now) };
  });
}

function continues(log: WitnessedLog, checkpoint: Checkpoint, path: readonly string[]): boolean {
  const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
  return verifyLogConsistency({
    from: { size: log.size, root: bytes(log.root) },
    to: { size: checkpoint.size, root: bytes(checkpoint.root) },
    path: path.map(bytes),
  });
}

function lineFor({ keys, name }: CosigningParts, { text }: Checkpoint, now: number): string {
  const { publicKey, sign } = keys.witness;
  return signCosignature({ text, name, publicKey, time: Math.floor(now / 1000), sign });
}

function witnessedLog(query: Database['query'] | Trx, origin: string): Promise<WitnessedLog | undefined> {
  return query
    .selectFrom('witnessed_logs')
    .selectAll()
    .where('origin', '=', origin)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

function lockLog(database: Database, trx: Trx, origin: string): Promise<WitnessedLog | undefined> {
  const row = trx
    .selectFrom('witnessed_logs')
    .selectAll()
    .where('origin', '=', origin)
    .where('removed_at', 'is', null);
  return (database.kind === 'postgres' ? row.forUpdate() : row).executeTakeFirst();
}

/** Oldest first, without those that were removed. */
export function witnessedLogs(database: Database): Promise<WitnessedLog[]> {
  return database.query
    .selectFrom('witnessed_logs')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('origin')
    .execute();
}

export type Added = 'added' | 'again' | 'no_key' | 'name_taken' | 'key_differs';

/**
 * @param name as the operator calls it @param verifierKey the log's, as /api/log shows it: `note_key`
 * @param now epoch ms
 */
export async function addWitnessedLog(
  database: Database,
  { name, verifierKey, now }: { name: string; verifierKey: string; now: number },
): Promise<Added> {
  const key = parseLogKey(verifierKey);
  if (key === null) return 'no_key';
  const { origin, publicKey } = key;
  return database.transaction(async (trx) => {
    const rows = await trx
      .selectFrom('witnessed_logs')
      .select(['origin', 'name', 'public_key', 'removed_at'])
      .where((either) => either.or([either('origin', '=', origin), either('name', '=', name)]))
      .execute();
    if (rows.some((row) => row.name === name && row.origin !== origin && row.removed_at === null))
      return 'name_taken';
    const known = rows.find((row) => row.origin === origin);
    if (known !== undefined && known.public_key !== publicKey) return 'key_differs';
    if (known !== undefined) {
      const again = { name, updated_at: now, removed_at: null };
      await trx.updateTable('witnessed_logs').set(again).where('origin', '=', origin).execute();
      return 'again';
    }
    const empty = { size: 0, root: EMPTY_ROOT, created_at: now, updated_at: now, removed_at: null };
    await trx
      .insertInto('witnessed_logs')
      .values({ origin, name, public_key: publicKey, ...empty })
      .execute();
    return 'added';
  });
}

/** False when no log has this name. What was cosigned stays known. @param now epoch ms */
export async function removeWitnessedLog(
  database: Database,
  { name, now }: { name: string; now: number },
): Promise<boolean> {
  const removed = await database.query
    .updateTable('witnessed_logs')
    .set({ removed_at: now, updated_at: now })
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .returning('origin')
    .executeTakeFirst();
  return removed !== undefined;
}

const LOG_KEY = /^([^+]+)\+[0-9a-f]{8}\+([A-Za-z0-9+/]{44})$/;

/** Reads a log's C2SP verifier key of plain Ed25519; null for anything else. */
function parseLogKey(verifierKey: string): { origin: string; publicKey: string } | null {
  const [, origin = '', encoded = ''] = LOG_KEY.exec(verifierKey) ?? [];
  const publicKey = Buffer.from(encoded, 'base64').subarray(1).toString('hex');
  // Written again it has to be the same: its type, its key hash, and the one spelling of its base64.
  return publicKey.length === 64 && noteKey(origin, publicKey) === verifierKey ? { origin, publicKey } : null;
}
