/**
 * The append-only log of public records (draw protocol §8). One row a record, numbered without gaps, each text signed
 * with the installation's key; never updated, never deleted. It holds no personal data. With each record the nodes of
 * the log's tree are written that it completes.
 */
import { parseLogRecord, sha256Hex } from '@glassdrum/fair-draw';
import type { PublicRecord } from '@glassdrum/contract';
import type { Database, Trx } from '../database/database.ts';
import type { Keys } from '../keys/keys.ts';
import { insertMany } from '../database/bulk.ts';
import { growTree, nodesOfRecords } from './log-tree.ts';

export interface NewPublicRecord {
  drawId: string;
  kind: PublicRecord['kind'];
  /** The record's text, as in draw protocol §3 and §8. */
  text: string;
  /** Epoch ms. */
  now: number;
  /** Tells several records of one kind and draw apart; left out for those that exist once. */
  onceSuffix?: string;
}

/**
 * Keeps every other transaction from appending until this one ends. For callers that read the clock for what they append:
 * a time read before this may lie far in the past when their record is written.
 */
export async function lockLog(database: Pick<Database, 'kind'>, trx: Trx): Promise<void> {
  const head = trx.selectFrom('public_log_head').select('size').where('id', '=', 1);
  await (database.kind === 'postgres' ? head.forUpdate() : head).executeTakeFirstOrThrow();
}

/**
 * The time of a draw's next record, epoch ms: now, but never before its last one, should a clock be set back or another
 * node's be behind (draw protocol §8, check `order`).
 */
export async function timeInLog(trx: Trx, drawId: string, now: number): Promise<number> {
  const last = await trx
    .selectFrom('public_log')
    .select('logged_at')
    .where('draw_id', '=', drawId)
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(now, last?.logged_at ?? now);
}

/** SHA of the draw's last record, as its void record names it. @throws Error without any */
export async function lastRecordHash(trx: Trx, drawId: string): Promise<string> {
  const { hash } = await trx
    .selectFrom('public_log')
    .select('hash')
    .where('draw_id', '=', drawId)
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return hash;
}

/**
 * Appends inside the caller's transaction. The head's row is locked until its end, so numbers have no gaps, and the
 * unique key makes a second open, close, freeze, audience, reveal, result or void of a draw impossible: the transaction fails.
 * @returns the record's number, from 0
 */
export async function appendPublicRecord(trx: Trx, keys: Keys, fresh: NewPublicRecord): Promise<number> {
  const index = await takeNumbers(trx, 1);
  await trx
    .insertInto('public_log')
    .values(rowOf(keys, fresh, index))
    .execute();
  await growTree(trx, index, fresh.text);
  if (fresh.kind === 'open') await noteOpening(trx, fresh, index);
  return index;
}

/**
 * Appends records of kinds other than open with a few statements for all of them, in their order. They are signed before the
 * head is locked, so that other appends wait for the writing alone.
 */
export async function appendPublicRecords(
  database: Pick<Database, 'insertRows'>,
  trx: Trx,
  keys: Keys,
  fresh: readonly NewPublicRecord[],
): Promise<void> {
  if (fresh.length === 0) return;
  const unnumbered = fresh.map((record) => rowOf(keys, record, 0));
  const index = await takeNumbers(trx, fresh.length);
  const rows = unnumbered.map((row, offset) => ({ ...row, log_index: index + offset }));
  await insertMany(database, trx, 'public_log', rows);
  const texts = fresh.map(({ text }) => text);
  await insertMany(database, trx, 'public_log_nodes', await nodesOfRecords(trx, index, texts));
}

/** Locks the head's row. @returns the first of these numbers */
async function takeNumbers(trx: Trx, count: number): Promise<number> {
  const { size } = await trx
    .updateTable('public_log_head')
    .set((set) => ({ size: set('size', '+', count) }))
    .where('id', '=', 1)
    .returning('size')
    .executeTakeFirstOrThrow();
  return size - count;
}

function rowOf(keys: Keys, fresh: NewPublicRecord, index: number) {
  return {
    log_index: index,
    draw_id: fresh.drawId,
    kind: fresh.kind,
    once_key: [fresh.kind, fresh.drawId, fresh.onceSuffix].filter((part) => part !== undefined).join(':'),
    text: fresh.text,
    hash: sha256Hex(fresh.text),
    key_id: keys.keyId,
    signature: keys.sign(fresh.text),
    logged_at: fresh.now,
  };
}

async function noteOpening(trx: Trx, { text, drawId }: NewPublicRecord, index: number): Promise<void> {
  const opened = parseLogRecord(text);
  if (opened?.kind !== 'open') throw new Error('An open record has the form of one.');
  await trx
    .insertInto('public_log_openings')
    .values({
      host_id: opened.fields.hostId,
      host_seq: opened.fields.hostSeq,
      draw_id: drawId,
      log_index: index,
    })
    .execute();
}

/** Records from index `from` up to `to`, without the latter. */
export async function recordsInRange(database: Database, from: number, to: number): Promise<PublicRecord[]> {
  const rows = await database.query
    .selectFrom('public_log')
    .selectAll()
    .where('log_index', '>=', from)
    .where('log_index', '<', to)
    .orderBy('log_index')
    .execute();
  return rows.map(present);
}

/** All records of one draw, oldest first. */
export async function recordsOfDraw(database: Database, drawId: string): Promise<PublicRecord[]> {
  const records = await recordsOfDraws(database, [drawId]);
  return records.map(({ draw_id: _drawId, ...record }) => record);
}

/** A record with the draw that it belongs to. */
export interface RecordOfDraw extends PublicRecord {
  draw_id: string;
}

/** Records of several draws, oldest first. @param kinds only these; left out for all */
export async function recordsOfDraws(
  database: Database,
  drawIds: readonly string[],
  kinds?: readonly PublicRecord['kind'][],
): Promise<RecordOfDraw[]> {
  if (drawIds.length === 0) return [];
  const all = database.query
    .selectFrom('public_log')
    .selectAll()
    .where('draw_id', 'in', drawIds)
    .orderBy('log_index');
  const rows = await (kinds === undefined ? all : all.where('kind', 'in', kinds)).execute();
  return rows.map((row) => ({ draw_id: row.draw_id, ...present(row) }));
}

/** One record of a draw that exists once, or null. */
export async function recordOfDraw(
  database: Database,
  drawId: string,
  kind: PublicRecord['kind'],
): Promise<PublicRecord | null> {
  const row = await database.query
    .selectFrom('public_log')
    .selectAll()
    .where('draw_id', '=', drawId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row === undefined ? null : present(row);
}

function present(row: {
  log_index: number;
  kind: PublicRecord['kind'];
  text: string;
  hash: string;
  key_id: string;
  signature: string;
  logged_at: number;
}): PublicRecord {
  const { log_index: index, kind, text, hash, key_id, signature, logged_at } = row;
  return { index, kind, text, hash, key_id, signature, logged_at };
}
