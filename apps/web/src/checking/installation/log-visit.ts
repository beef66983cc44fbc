/**
 * Each visit compares the public log with the checkpoint that this device stored last (R88; draw protocol §8): a log that
 * does not continue it was rewritten, which is a reason for red. A sound one takes its place.
 */
import type { LogAnswer, LogConsistencyAnswer } from '@glassdrum/contract';
import { call } from '../../api/call.ts';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import { readCheckpoint, writeCheckpoint } from '../../storage/evidence-store.ts';
import type { LogCheck, LogCheckInput } from './log-check.ts';
import { checkLogInWorker } from '../worker/run-check.ts';

/** Where an earlier version stored the last note. */
const EARLIER = 'log-checkpoint';

/** Signed notes in order, the second with the server's proof that it continues the first. */
export interface LogVisit {
  notes: { note: string; path: string[] | null }[];
}

/** The note that this device stored last for the log of this key. @param key 64 hex */
export async function storedNote(key: string): Promise<string | null> {
  return (await readCheckpoint(key))?.note ?? readStored(EARLIER);
}

/** With the server's proof that its log continues the stored note; null at the first check. */
export async function storedWithProof(key: string, log: LogAnswer): Promise<LogCheckInput['kept']> {
  const checkpoint = await storedNote(key);
  if (checkpoint === null) return null;
  const size = Number(checkpoint.split('\n')[1]);
  // A log that became shorter has no proof to offer: the check says so without one.
  if (!(size <= log.size)) return { checkpoint, path: [] };
  const path = `/api/log/consistency?from=${size}&to=${log.size}`;
  const answer = await call<LogConsistencyAnswer>('GET', path);
  return { checkpoint, path: answer.path };
}

/** A checkpoint that failed must not take the place of the one that it contradicts. */
export async function storeIfSound(key: string, log: LogAnswer, look: LogCheck): Promise<void> {
  if (look.signature !== 'pass' || look.consistency === 'fail') return;
  await writeCheckpoint({ key, note: log.checkpoint, storedAt: Date.now() });
  writeStored(EARLIER, null);
}

/**
 * The checkpoint that was stored, if any, and the newest, which takes its place if it is sound.
 * @param key the installation's key as this device saw it first; null: its own word
 * @throws CallFailed without a network, or without a log
 */
export async function visitLog(key: string | null, signal: AbortSignal): Promise<LogVisit> {
  const log = await call<LogAnswer>('GET', '/api/log');
  const publicKey = key ?? log.public_key;
  const { checkpoint } = log;
  const kept = await storedWithProof(publicKey, log);
  const look = await checkLogInWorker({ checkpoint, publicKey, records: [], kept }, signal);
  await storeIfSound(publicKey, log, look);
  const before = kept === null ? [] : [{ note: kept.checkpoint, path: null }];
  return { notes: [...before, { note: checkpoint, path: kept?.path ?? null }] };
}
