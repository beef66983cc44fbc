/** Reading the log for anybody. Only what a checkpoint covers is shown, so that all of it can be checked. */
import type { DrawInLog, HostInLog, LogAnswer, LogRecordsAnswer } from '@glassdrum/contract';
import { drawHistory, logOrigin, noteKey } from '@glassdrum/fair-draw';
import type { Database } from '../../database/database.ts';
import type { Keys } from '../../keys/keys.ts';
import { latestCheckpoint } from '../../public-log/checkpoints.ts';
import { recordsInRange, recordsOfDraw } from '../../public-log/public-log.ts';

/** Draws of a host in one answer. */
const DRAWS_A_PAGE = 100;

/** Null for the moment before the first checkpoint is signed. */
export async function logNow(database: Database, keys: Keys): Promise<LogAnswer | null> {
  const checkpoint = await latestCheckpoint(database);
  if (checkpoint === null) return null;
  const origin = logOrigin(keys.publicKey);
  return {
    origin,
    key_id: keys.keyId,
    public_key: keys.publicKey,
    note_key: noteKey(origin, keys.publicKey),
    size: checkpoint.size,
    root: checkpoint.root,
    checkpoint: checkpoint.note,
    signed_at: checkpoint.signed_at,
  };
}

/** How many records may be shown. */
export async function shownSize(database: Database): Promise<number> {
  return (await latestCheckpoint(database))?.size ?? 0;
}

export async function logRecords(database: Database, from: number, limit: number): Promise<LogRecordsAnswer> {
  const size = await shownSize(database);
  return { size, records: await recordsInRange(database, from, Math.min(size, from + limit)) };
}

/** Null for a draw that the log doesn't know. @param now epoch ms */
export async function drawInLog(database: Database, drawId: string, now: number): Promise<DrawInLog | null> {
  const size = await shownSize(database);
  const records = (await recordsOfDraw(database, drawId)).filter(({ index }) => index < size);
  if (records.length === 0) return null;
  return {
    ...presentDraw(
      drawId,
      records.map(({ text }) => text),
      now,
    ),
    records,
  };
}

/** A host's draws, newest first; null for a pseudonym without any. @param before only those with a lower number */
export async function hostInLog(
  database: Database,
  hostId: string,
  { before, now }: { before: number | null; now: number },
): Promise<HostInLog | null> {
  const size = await shownSize(database);
  const openings = await database.query
    .selectFrom('public_log_openings')
    .select(['draw_id', 'host_seq'])
    .where('host_id', '=', hostId)
    .where('log_index', '<', size)
    .where('host_seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('host_seq', 'desc')
    .limit(DRAWS_A_PAGE)
    .execute();
  if (openings.length === 0) return null;
  const rows = await database.query
    .selectFrom('public_log')
    .select(['draw_id', 'text'])
    .where(
      'draw_id',
      'in',
      openings.map((opening) => opening.draw_id),
    )
    .where('log_index', '<', size)
    .orderBy('log_index')
    .execute();
  const textsOf = (drawId: string): string[] =>
    rows.filter((row) => row.draw_id === drawId).map(({ text }) => text);
  const draws = openings.map(({ draw_id: drawId }) => presentDraw(drawId, textsOf(drawId), now));
  const last = openings.at(-1)?.host_seq ?? 1;
  return { host_id: hostId, draws, more_before: last > 1 ? last : null };
}

function presentDraw(drawId: string, texts: readonly string[], now: number): Omit<DrawInLog, 'records'> {
  const history = drawHistory(drawId, texts, Math.floor(now / 1000));
  return {
    draw_id: drawId,
    host_id: history.hostId,
    host_seq: history.hostSeq,
    opened_at: history.openedAt,
    frozen_at: history.frozenAt,
    draw_at: history.drawAt,
    drawn_at: history.drawnAt,
    progress: history.progress,
    advances: history.advances,
    voided: history.voided,
  };
}
