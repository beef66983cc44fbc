/** Reading the log. Only records that a checkpoint covers are shown, so that all of them can be verified. */
import type { DrawInLog, HostInLog, LogAnswer, LogRecordsAnswer } from '@glassdrum/contract';
import { drawHistory, logOrigin, noteKey } from '@glassdrum/fair-draw';
import type { Database } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { latestCheckpoint, type StoredCheckpoint } from '../../platform/public-log/checkpoints.ts';
import { cosignedNote } from '../../platform/public-log/cosignatures.ts';
import { recordsInRange, recordsOfDraw } from '../../platform/public-log/public-log.ts';

/** Draws of a host in one answer. */
const PAGE_DRAWS = 100;

/** The newest checkpoint with its cosignatures; null before the first one. */
export async function checkpointNow(database: Database): Promise<StoredCheckpoint | null> {
  const checkpoint = await latestCheckpoint(database);
  return checkpoint === null ? null : { ...checkpoint, note: await cosignedNote(database.query, checkpoint) };
}

/** Null before the first checkpoint is signed. */
export async function logNow(database: Database, keys: Keys): Promise<LogAnswer | null> {
  const checkpoint = await checkpointNow(database);
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
    size,
    records,
  };
}

type DrawFacts = HostInLog['draws'][number];

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
    .limit(PAGE_DRAWS)
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

function presentDraw(drawId: string, texts: readonly string[], now: number): DrawFacts {
  const earlier = drawOfVersion1(drawId, texts);
  if (earlier !== null) return earlier;
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

/**
 * A draw of version 1 of the protocol; null for others. Its records stay in the log unchanged, but verifiers read only those of
 * version 2. A draw that was not frozen before the upgrade was opened again as another draw. @param texts in the log's order
 */
function drawOfVersion1(drawId: string, texts: readonly string[]): DrawFacts | null {
  const records = texts.map((text) => text.slice(0, -1).split('\n'));
  const find = (kind: string): string[] => records.find(([type]) => type === `draw.${kind}.v1`) ?? [];
  const open = find('open');
  if (open.length === 0) return null;
  const [freeze, result, voided] = [find('freeze'), find('result'), find('void')];
  const seconds = (field: string | undefined): number | null => (field === undefined ? null : Number(field));
  return {
    draw_id: drawId,
    host_id: open[2] ?? null,
    host_seq: seconds(open[3]),
    opened_at: seconds(open.at(-1)),
    frozen_at: seconds(freeze.at(-2)),
    draw_at: seconds(freeze.at(-1)),
    drawn_at: seconds(result.at(-1)),
    progress: result.length > 0 ? 'finished' : 'voided',
    advances: records.filter(([type]) => type === 'draw.advance.v1').length,
    voided: result.length > 0 ? null : (voided[3] ?? 'version_1'),
  };
}
