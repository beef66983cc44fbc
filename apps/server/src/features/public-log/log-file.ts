/**
 * The complete log as one file (draw protocol §8, `draw-log-file/2`): `fair-draw log FILE` checks it offline.
 *
 * Records are sent as they are read, a page at a time. The log names nobody and no raffle's page, and neither do the proofs in
 * this file: without names, rules and title they still contain what the checks of a log need. Participants download the proof
 * of their raffle instead.
 */
import { type DrawProof, LOG_FILE_FORMAT, MAX_FILE_BYTES, redactProof } from '@glassdrum/fair-draw';
import type { Database } from '../../platform/database/database.ts';
import { shownSize } from './queries.ts';

const PAGE_RECORDS = 1_000;
const VERSION_2 = 'draw.%.v2%';
/** Verifiers refuse files above MAX_FILE_BYTES; the rest is for what JSON adds to the texts. */
const MAX_BYTES = 0.9 * MAX_FILE_BYTES;
/** Bytes that JSON adds to one record: quotes, a comma, a newline, and a second character for each of its line feeds. */
const RECORD_OVERHEAD = 32;

export interface LogFileContent {
  /** Null for a log that is too large for a file. */
  content: AsyncIterable<string> | null;
}

/** @param proofs whether to include the newest proofs of finished draws, as many as fit */
export async function logFile(database: Database, { proofs }: { proofs: boolean }): Promise<LogFileContent> {
  const size = await shownSize(database);
  const { count, characters } = await database.query
    .selectFrom('public_log')
    .select((build) => [
      build.fn.countAll<number>().as('count'),
      build.fn.sum<number | string | null>(build.fn('length', ['text'])).as('characters'),
    ])
    .where('log_index', '<', size)
    .where('text', 'like', VERSION_2)
    .executeTakeFirstOrThrow();
  const bytes = Number(characters ?? 0) + count * RECORD_OVERHEAD;
  if (bytes > MAX_BYTES) return { content: null };
  return { content: pieces(database, size, proofs ? MAX_BYTES - bytes : 0) };
}

async function* pieces(database: Database, size: number, bytesForProofs: number): AsyncGenerator<string> {
  yield `{"format":${JSON.stringify(LOG_FILE_FORMAT)},"records":[`;
  yield* listed(recordTexts(database, size));
  yield '\n],"proofs":[';
  if (bytesForProofs > 0) yield* listed(publicProofs(database, size, bytesForProofs));
  yield '\n]}\n';
}

async function* listed(items: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '\n';
  for await (const item of items) {
    yield before + item;
    before = ',\n';
  }
}

async function* recordTexts(database: Database, size: number): AsyncGenerator<string> {
  for (let from = 0; from < size; from += PAGE_RECORDS) {
    const rows = await database.query
      .selectFrom('public_log')
      .select('text')
      .where('log_index', '>=', from)
      .where('log_index', '<', Math.min(size, from + PAGE_RECORDS))
      .where('text', 'like', VERSION_2)
      .orderBy('log_index')
      .execute();
    for (const { text } of rows) yield JSON.stringify(text);
  }
}

/** Of draws whose result is in the log, newest first, until the next one does not fit. */
async function* publicProofs(database: Database, size: number, bytes: number): AsyncGenerator<string> {
  const finished = await database.query
    .selectFrom('public_log as l')
    .innerJoin('draws as d', 'd.id', 'l.draw_id')
    .select('d.id')
    .where('l.kind', '=', 'result')
    .where('l.log_index', '<', size)
    .where('d.protocol', '=', 2)
    .where('d.proof', 'is not', null)
    .orderBy('l.log_index', 'desc')
    .execute();
  let left = bytes;
  for (const { id } of finished) {
    const row = await database.query
      .selectFrom('draws')
      .select('proof')
      .where('id', '=', id)
      .executeTakeFirst();
    // The raffle was deleted meanwhile.
    if (row === undefined || row.proof === null) continue;
    const text = publicProof(row.proof);
    left -= Buffer.byteLength(text) + RECORD_OVERHEAD;
    if (left < 0) return;
    yield text;
  }
}

/** Without everything that identifies people or the raffle's page. */
function publicProof(stored: string): string {
  const {
    raffle_id: _raffleId,
    timestamp: _timestamp,
    ...proof
  } = JSON.parse(stored) as DrawProof & {
    raffle_id?: unknown;
    timestamp?: unknown;
  };
  return JSON.stringify(redactProof(proof, { rules: true }));
}
