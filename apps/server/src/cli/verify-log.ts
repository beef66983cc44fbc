/**
 * `glassdrum verify-log [URL | FOLDER]`: checks a whole public log (draw protocol §8), of an installation by its address or of
 * a data folder, also beside the running server. A line for each check, the verdict last; exit code 0 VERIFIED, 1 FAILED,
 * 2 INCOMPLETE when proofs were missing for a check, 64 when nothing was checked.
 *
 * 1. Fetch or read name, key, checkpoint and every record that it covers, and the proofs of finished draws.
 * 2. Check them as `checkLog` says, with the checkpoint that was kept in the file of `--remember`. Whether the proofs
 *    themselves hold is for `fair-draw verify`.
 * 3. Name draws that were frozen and never finished, and those that were voided. What holds is kept in that file for the next time.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogAnswer, logAnswer, logRecordsAnswer, type PublicRecord } from '@glassdrum/contract';
import {
  checkLog,
  checkLogDocument,
  type CheckedLog,
  type DrawProof,
  drawHistory,
  LOG_FILE_FORMAT,
  type LogFile,
  MAX_FILE_BYTES,
  parseStrictJson,
  RefusedFile,
} from '@glassdrum/fair-draw';
import type { z } from 'zod';
import { ConfigError, readConfig } from '../config.ts';
import {
  type Database,
  isDatabaseAway,
  NoInstallation,
  openDatabaseBeside,
} from '../platform/database/database.ts';
import { loadKeys } from '../platform/keys/installation-keys.ts';
import { latestCheckpoint } from '../platform/public-log/checkpoints.ts';
import { recordsInRange } from '../platform/public-log/public-log.ts';
import { readArguments } from './command-line.ts';

const USAGE = `Usage: glassdrum verify-log [URL | FOLDER] [--remember FILE] [--key HEX]

Checks the whole public log of an installation, by its address or in its data folder; without either, of the one that
the environment names. --remember keeps the log's checkpoint in a file, so that the next check notices any change since.
--key is the log's public key, 64 hexadecimal digits, as it was noted earlier or elsewhere.`;

const PAGE = 1_000;
const WAIT_MS = 30_000;
const FILE_WAIT_MS = 300_000;
const FAILED = 1;
const INCOMPLETE = 2;
const NOTHING_CHECKED = 64;

/** A log to be checked, as its owner shows it. */
interface ShownLog {
  checkpoint: string;
  publicKey: string;
  records: PublicRecord[];
  /** Of finished draws; as many as the log's owner shows. */
  proofs: DrawProof[];
}

/** There is no log to check. Its message is a plain sentence. */
class NoLog extends Error {
  override name = 'NoLog';
}

/** @param args what follows the command's name; the exit code is set @param now epoch ms */
export async function verifyLog(args: readonly string[], now: number): Promise<void> {
  const read = readArguments(args, { remember: { type: 'string' }, key: { type: 'string' } });
  const key = read?.values.key;
  if (read === null || read.positionals.length > 1 || (key !== undefined && !/^[0-9a-f]{64}$/.test(key))) {
    console.error(USAGE);
    process.exitCode = NOTHING_CHECKED;
    return;
  }
  try {
    const log = await shownLog(read.positionals[0]);
    report(log, { key, file: read.values.remember, now });
  } catch (error) {
    const isExpected =
      error instanceof NoLog ||
      error instanceof ConfigError ||
      error instanceof NoInstallation ||
      isDatabaseAway(error);
    if (!isExpected) throw error;
    console.error(error instanceof Error ? error.message : '');
    process.exitCode = NOTHING_CHECKED;
  }
}

interface ReportInput {
  key: string | undefined;
  /** Where the checkpoint is kept. */
  file: string | undefined;
  now: number;
}

function report(log: ShownLog, { key, file, now }: ReportInput): void {
  const remembered = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : null;
  const { checkpoint, records, proofs } = log;
  const checked = checkLog({ records, proofs, checkpoint, publicKey: key ?? log.publicKey, remembered });
  for (const check of checked.checks) {
    console.log([check.status, check.name, ...(check.status === 'PASS' ? [] : [check.reason])].join('  '));
  }
  for (const { drawId, text } of endsToKnow(records, now)) console.log(`NOTE  ${drawId}  ${text}`);
  const verdict = verdictOf(checked);
  console.log(verdict);
  if (verdict === 'FAILED') process.exitCode = FAILED;
  if (verdict === 'INCOMPLETE') process.exitCode = INCOMPLETE;
  if (verdict !== 'FAILED' && file !== undefined) writeFileSync(file, checkpoint);
}

/** At a first visit there is nothing to compare with, which leaves nothing unchecked that was asked for. */
function verdictOf({ ok, checks }: CheckedLog): 'VERIFIED' | 'INCOMPLETE' | 'FAILED' {
  if (!ok) return 'FAILED';
  const skipped = checks.some(({ name, status }) => status === 'SKIP' && name !== 'remembered');
  return skipped ? 'INCOMPLETE' : 'VERIFIED';
}

function endsToKnow(records: readonly PublicRecord[], now: number): { drawId: string; text: string }[] {
  const textsOf = new Map<string, string[]>();
  for (const { text } of records) {
    const drawId = text.split('\n')[1] ?? '';
    const texts = textsOf.get(drawId) ?? [];
    textsOf.set(drawId, texts);
    texts.push(text);
  }
  return [...textsOf].flatMap(([id, texts]) => {
    const { progress, voided } = drawHistory(id, texts, Math.floor(now / 1000));
    const drawId = id.replaceAll(/[^\w-]/g, '?');
    return [
      ...(progress === 'never_finished' ? [{ drawId, text: 'frozen, never finished' }] : []),
      ...(voided === null ? [] : [{ drawId, text: `voided: ${voided}` }]),
    ];
  });
}

function shownLog(source: string | undefined): Promise<ShownLog> {
  if (source !== undefined && /^https?:\/\//.test(source)) return fetchedLog(source.replace(/\/+$/, ''));
  if (source !== undefined) return storedLog({ databaseUrl: undefined, dataDir: source });
  return storedLog(readConfig(process.env));
}

async function storedLog(place: { databaseUrl: string | undefined; dataDir: string }): Promise<ShownLog> {
  const { dataDir } = place;
  // Loading would make missing keys, and a check must change nothing.
  if (!existsSync(join(dataDir, 'keys', 'signing.key'))) {
    throw new NoInstallation(`There is no installation in ${dataDir} yet. Set DATA_DIR to its data folder.`);
  }
  const database: Database = await openDatabaseBeside(place);
  try {
    const checkpoint = await latestCheckpoint(database);
    if (checkpoint === null) throw new NoLog('This log has no checkpoint yet. Start the server once.');
    return {
      checkpoint: checkpoint.note,
      publicKey: loadKeys(dataDir).publicKey,
      records: await recordsInRange(database, 0, checkpoint.size),
      proofs: await storedProofs(database),
    };
  } finally {
    await database.close();
  }
}

async function fetchedLog(address: string): Promise<ShownLog> {
  const log: LogAnswer = await fetched(logAnswer, `${address}/api/log`);
  const records: PublicRecord[] = [];
  while (records.length < log.size) {
    const limit = Math.min(PAGE, log.size - records.length);
    const url = `${address}/api/log/records?from=${records.length}&limit=${limit}`;
    const page = await fetched(logRecordsAnswer, url);
    // A log that says it has more than it shows fails its check; it must not keep us here.
    if (page.records.length === 0) break;
    records.push(...page.records);
  }
  const proofs = await fetchedProofs(`${address}/api/log/file?proofs=1`);
  return { checkpoint: log.checkpoint, publicKey: log.public_key, records, proofs };
}

async function storedProofs({ query }: Database): Promise<DrawProof[]> {
  const rows = await query
    .selectFrom('draws')
    .select('proof')
    .where('protocol', '=', 2)
    .where('proof', 'is not', null)
    .execute();
  return wellFormed(rows.map(({ proof }) => JSON.parse(proof ?? '') as unknown));
}

/** None where the log's owner gives no file: the checks that need them are skipped then, and named. */
async function fetchedProofs(url: string): Promise<DrawProof[]> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FILE_WAIT_MS), redirect: 'error' });
    if (!answer.ok) return [];
    const { proofs } = parseStrictJson(await upToTheLimit(answer)) as Partial<LogFile>;
    return wellFormed(Array.isArray(proofs) ? proofs : []);
  } catch (error) {
    if (error instanceof RefusedFile) throw new NoLog(`The proofs are refused: ${error.message}. ${url}`);
    return [];
  }
}

async function upToTheLimit(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    const part = chunk as Uint8Array;
    bytes += part.length;
    if (bytes > MAX_FILE_BYTES) throw new RefusedFile('they are too large');
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** @throws RefusedFile */
function wellFormed(proofs: readonly unknown[]): DrawProof[] {
  const file = { format: LOG_FILE_FORMAT, records: [], proofs };
  checkLogDocument(file);
  return file.proofs as DrawProof[];
}

async function fetched<T>(schema: z.ZodType<T>, url: string): Promise<T> {
  let json: unknown;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' });
    json = await answer.json();
  } catch {
    throw new NoLog(`There is no answer, or none in JSON, from ${url}.`);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new NoLog(`This is not the log of an installation: ${url}`);
  return parsed.data;
}
