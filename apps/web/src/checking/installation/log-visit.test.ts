import type { LogAnswer } from '@glassdrum/contract';
import {
  logConsistencyPath,
  logLeafHash,
  logOrigin,
  logRoot,
  nodesCompleted,
  type NodeSource,
  signCheckpoint,
} from '@glassdrum/fair-draw';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  IDBCursor,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkLog } from './log-check.ts';

const bytesToHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const utf8ToBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const secret = new Uint8Array(32).fill(7);
const KEY = bytesToHex(ed25519.getPublicKey(secret));
const signal = new AbortController().signal;

/** A log of these records: what a server answers about it. */
function logOf(texts: readonly string[], sign = secret) {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt: NodeSource = ({ level, index }) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`no node ${level}/${index}`);
    return hash;
  };
  for (const [index, text] of texts.entries()) {
    for (const { level, index: at, hash } of nodesCompleted(index, logLeafHash(text), nodeAt)) {
      nodes.set(`${level}/${at}`, hash);
    }
  }
  const size = texts.length;
  const head = { origin: logOrigin(KEY), size, root: bytesToHex(logRoot(size, nodeAt)) };
  const checkpoint = signCheckpoint(head, KEY, (text) => bytesToHex(ed25519.sign(utf8ToBytes(text), sign)));
  return {
    answer: { size, public_key: KEY, checkpoint } as LogAnswer,
    path: (from: number) => logConsistencyPath(from, size, nodeAt).map(bytesToHex),
  };
}

const records = (count: number, word = 'record'): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`);

describe('visiting the log', () => {
  let server = logOf(records(3));
  beforeEach(() => {
    vi.resetModules();
    const parts = {
      IDBCursor,
      IDBDatabase,
      IDBIndex,
      IDBKeyRange,
      IDBObjectStore,
      IDBRequest,
      IDBTransaction,
    };
    for (const [name, part] of Object.entries(parts)) vi.stubGlobal(name, part);
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.doMock('../worker/run-check.ts', () => ({
      checkLogInWorker: async (input: Parameters<typeof checkLog>[0]) => checkLog(input),
    }));
    vi.doMock('../../api/call.ts', () => ({
      call: async (_method: string, path: string) => {
        const from = /consistency\?from=(\d+)/.exec(path)?.[1];
        return from === undefined ? server.answer : { path: server.path(Number(from)) };
      },
    }));
  });
  afterEach(() => {
    vi.doUnmock('../worker/run-check.ts');
    vi.doUnmock('../../api/call.ts');
    vi.unstubAllGlobals();
  });

  async function visit(at: typeof server) {
    server = at;
    const { visitLog, storedNote } = await import('./log-visit.ts');
    const { notes } = await visitLog(KEY, signal);
    return { notes, stored: await storedNote(KEY) };
  }

  it('R88: stores the first checkpoint, and one that continues it in its place', async () => {
    const first = logOf(records(3));
    expect(await visit(first)).toEqual({
      notes: [{ note: first.answer.checkpoint, path: null }],
      stored: first.answer.checkpoint,
    });
    const later = logOf(records(9));
    const { notes, stored } = await visit(later);
    expect(notes).toEqual([
      { note: first.answer.checkpoint, path: null },
      { note: later.answer.checkpoint, path: later.path(3) },
    ]);
    expect(stored).toBe(later.answer.checkpoint);
  });

  it.each([
    ['another log under the same key', logOf(records(9, 'other'))],
    ['a log that became shorter', logOf(records(2))],
    ['another log of the same size', logOf(records(3, 'other'))],
    ['a log that somebody else signed', logOf(records(9), new Uint8Array(32).fill(8))],
  ])('R88: keeps the stored checkpoint against %s, and shows both', async (_what, forged) => {
    const first = logOf(records(3));
    await visit(first);
    const { notes, stored } = await visit(forged);
    expect(notes.map(({ note }) => note)).toEqual([first.answer.checkpoint, forged.answer.checkpoint]);
    expect(stored).toBe(first.answer.checkpoint);
  });
});
