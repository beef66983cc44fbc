/** The public log: its tree against RFC 6962's own words, checkpoints, a whole log, and the step `log` of a proof (draw protocol §8). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { assert, integer, nat, property } from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  checkLog,
  checkpointHolds,
  type DrawProof,
  drawHistory,
  closeRecord,
  freezeRecord,
  listHash,
  logConsistencyPath,
  logInclusionPath,
  logLeafHash,
  logOrigin,
  logRoot,
  nodesCompleted,
  nodesNeeded,
  noteKey,
  type NodeSource,
  openHash,
  openRecord,
  parseCheckpoint,
  parseLogRecord,
  type ProofLog,
  redactProof,
  resultRecord,
  revealRecord,
  seedCommitHash,
  signCheckpoint,
  verifyLogConsistency,
  verifyLogInclusion,
  sha256Hex,
  verifyProof,
  voidRecord,
} from '../src/index.ts';
import { makeProof } from './support/random-draw.ts';

const secret = new Uint8Array(32).fill(5);
const key = bytesToHex(ed25519.getPublicKey(secret));
const otherKey = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(6)));
const sign = (text: string): string => bytesToHex(ed25519.sign(utf8ToBytes(text), secret));
const origin = logOrigin(key);

/** RFC 6962 §2.1, word for word. */
function treeHash(leaves: readonly string[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha256(new Uint8Array());
  if (leaves.length === 1) return sha256(concatBytes(Uint8Array.of(0), utf8ToBytes(first)));
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(concatBytes(Uint8Array.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k))));
}

function grown(texts: readonly string[]): NodeSource {
  const nodes = new Map<string, Uint8Array>();
  const nodeAt: NodeSource = ({ level, index }) => {
    const hash = nodes.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`no node ${level}/${index}`);
    return hash;
  };
  for (const [index, text] of texts.entries()) {
    for (const node of nodesCompleted(index, logLeafHash(text), nodeAt)) {
      expect(nodes.has(`${node.level}/${node.index}`)).toBe(false);
      nodes.set(`${node.level}/${node.index}`, node.hash);
    }
  }
  return nodeAt;
}

const texts = Array.from({ length: 300 }, (_, index) => `record ${index}\n`);
const nodeAt = grown(texts);

describe('tree', () => {
  test('has the root of RFC 6962 at every size from 0 to 300', () => {
    for (let size = 0; size <= texts.length; size += 1) {
      expect(bytesToHex(logRoot(size, nodeAt))).toBe(bytesToHex(treeHash(texts.slice(0, size))));
    }
  });

  test('an append reads and writes no more than log n nodes', () => {
    for (let index = 0; index < 300; index += 1) {
      const needed = nodesNeeded((source) => nodesCompleted(index, new Uint8Array(32), source));
      expect(needed.length).toBeLessThanOrEqual(Math.ceil(Math.log2(index + 2)));
    }
  });

  test('every record is included under its own index, and nothing else is', () => {
    assert(
      property(integer({ min: 1, max: 300 }), nat(), nat(), (size, one, other) => {
        const index = one % size;
        const wrong = other % size;
        const root = logRoot(size, nodeAt);
        const path = logInclusionPath(index, size, nodeAt);
        const leafHash = logLeafHash(texts[index] ?? '');
        expect(verifyLogInclusion({ leafHash, index, size, path, root })).toBe(true);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        const cases = [
          { leafHash: logLeafHash('another'), index, size, path, root },
          { leafHash, index, size, path: [...path, root], root },
          { leafHash, index: size, size, path, root },
        ];
        for (const wrongCase of cases) expect(verifyLogInclusion(wrongCase)).toBe(false);
        if (path.length > 0) {
          expect(verifyLogInclusion({ leafHash, index, size, path: path.slice(1), root })).toBe(false);
        }
        if (wrong !== index) {
          expect(verifyLogInclusion({ leafHash, index: wrong, size, path, root })).toBe(false);
        }
      }),
    );
  });

  test('every size continues every smaller one, and no other log', () => {
    const otherAt = grown(texts.map((text, index) => (index === 17 ? 'changed\n' : text)));
    assert(
      property(nat({ max: 300 }), nat({ max: 300 }), (a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        const from = { size: small, root: logRoot(small, nodeAt) };
        const to = { size: large, root: logRoot(large, nodeAt) };
        const path = logConsistencyPath(small, large, nodeAt);
        expect(verifyLogConsistency({ from, to, path })).toBe(true);
        expect(verifyLogConsistency({ from, to, path: [...path, to.root] })).toBe(false);
        if (path.length > 0) {
          expect(verifyLogConsistency({ from, to, path: path.slice(1) })).toBe(false);
        }
        if (small > 17) {
          const changed = { size: large, root: logRoot(large, otherAt) };
          const forged = logConsistencyPath(small, large, otherAt);
          expect(verifyLogConsistency({ from, to: changed, path: forged })).toBe(false);
          expect(verifyLogConsistency({ from, to: changed, path })).toBe(false);
        }
        if (small < large) {
          expect(verifyLogConsistency({ from: to, to: from, path })).toBe(false);
          const empty = { size: 0, root: from.root };
          if (small > 0) expect(verifyLogConsistency({ from: empty, to, path: [] })).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('checkpoint', () => {
  const head = { origin, size: 300, root: bytesToHex(logRoot(300, nodeAt)) };
  const note = signCheckpoint(head, key, sign);

  test('is a signed note whose lines are origin, size and root', () => {
    const [first, second, third, empty, signature] = note.split('\n');
    expect([first, second, empty]).toEqual([origin, '300', '']);
    expect(Buffer.from(third ?? '', 'base64').toString('hex')).toBe(head.root);
    const bytes = Buffer.from(signature?.split(' ')[2] ?? '', 'base64');
    const keyHash = sha256(concatBytes(utf8ToBytes(`${origin}\n\x01`), hexToBytes(key))).slice(0, 4);
    expect(signature?.startsWith(`— ${origin} `)).toBe(true);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from(keyHash));
    expect(noteKey(origin, key)).toBe(
      `${origin}+${bytesToHex(keyHash)}+${Buffer.concat([Buffer.of(1), hexToBytes(key)]).toString('base64')}`,
    );
    expect(parseCheckpoint(note)).toMatchObject(head);
  });

  test('the key of the published example of signed notes has the published hash', () => {
    // From the documentation of golang.org/x/mod/sumdb/note.
    const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const bytes = Buffer.from(published.split('+').slice(2).join('+'), 'base64').subarray(1);
    expect(noteKey('PeterNeumann', bytes.toString('hex'))).toBe(published);
  });

  test('holds for its own key and origin only', () => {
    const parsed = parseCheckpoint(note);
    if (parsed === null) throw new Error('not parsed');
    expect(checkpointHolds(parsed, key)).toBe(true);
    expect(checkpointHolds(parsed, otherKey)).toBe(false);
    for (const changed of [note.replace('\n300\n', '\n301\n'), note.replaceAll(origin, 'another.log')]) {
      const other = parseCheckpoint(changed);
      expect(other === null || checkpointHolds(other, key)).toBe(false);
    }
  });

  test("a witness's line beside the log's own is let pass", () => {
    const witness = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`;
    const parsed = parseCheckpoint(note + witness);
    expect(parsed?.signatures).toHaveLength(2);
    expect(parsed !== null && checkpointHolds(parsed, key)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no signature', note.split('\n\n')[0]],
    ['a size with a zero before it', note.replace('\n300\n', '\n0300\n')],
    ['a size beyond all numbers', note.replace('\n300\n', `\n${'9'.repeat(16)}\n`)],
    ['a root that is too short', note.replace(/\n[^\n]+\n\n/, '\nAAAA\n\n')],
    ['another dash', note.replace('—', '-')],
    ['no end of line', note.slice(0, -1)],
    ['a name with a plus sign', note.replaceAll(origin, 'a+b')],
    ['no text', 7],
  ])('%s is no checkpoint', (_, text) => {
    expect(parseCheckpoint(text)).toBeNull();
  });
});

/** All records of a proof's draw, as the server writes them. */
function recordsOf(proof: DrawProof): string[] {
  const { draw_id: drawId, open, close, freeze } = proof;
  const drawn = (row: DrawProof['winners'][number]) => ({
    entryNumber: row.entry_number,
    selectionIndex: row.selection_index,
  });
  return [
    openRecord({
      drawId,
      hostId: open.host_id,
      hostSeq: open.host_seq,
      previous: open.previous,
      seedCommitHash: proof.seed_commit_hash,
      rulesHash: open.rules_hash,
      openedAt: open.opened_at,
    }),
    closeRecord({
      drawId,
      openHash: proof.open_hash,
      entriesRoot: close.entries_root,
      entryCount: close.entry_count,
      ticketTotal: close.ticket_total,
      closedAt: close.closed_at,
    }),
    freezeRecord({
      drawId,
      closeHash: proof.close_hash,
      contributionsHash: freeze.contributions_hash,
      winners: freeze.winners,
      alternates: freeze.alternates,
      beacon: {
        kind: freeze.beacon.kind,
        chainHash: freeze.beacon.chain_hash,
        round: freeze.beacon.round,
      },
      frozenAt: freeze.frozen_at,
      drawAt: freeze.draw_at,
    }),
    revealRecord({
      drawId,
      freezeHash: proof.freeze_hash,
      seedReveal: proof.seed_reveal,
      revealedAt: freeze.frozen_at + 3,
    }),
    resultRecord({
      drawId,
      freezeHash: proof.freeze_hash,
      combinedSeed: proof.combined_seed,
      listHash: listHash(drawId, proof.winners.map(drawn), proof.alternates.map(drawn)),
      drawnAt: freeze.draw_at + 1,
    }),
  ];
}

function logOf(before: readonly string[], proof: DrawProof): ProofLog {
  const all = [...before, ...recordsOf(proof), 'after\n'];
  const source = grown(all);
  return {
    format: 'draw-log/1',
    checkpoint: signCheckpoint(
      { origin, size: all.length, root: bytesToHex(logRoot(all.length, source)) },
      key,
      sign,
    ),
    records: recordsOf(proof).map((text, at) => ({
      index: before.length + at,
      text,
      path: logInclusionPath(before.length + at, all.length, source).map(bytesToHex),
    })),
  };
}

describe('step log', () => {
  const proof = makeProof('logged', { tickets: [3, 1, 0, 2, 5] });
  const log = logOf(texts.slice(0, 10), proof);
  const step = (shown: unknown, logKey: string | undefined = key, of: DrawProof = proof) =>
    verifyProof({ ...of, log: shown }, { skipBls: true, ...(logKey !== '' && { logKey }) }).steps.find(
      ({ name }) => name === 'log',
    );

  test('passes for the records of the draw, also after the names were erased', () => {
    expect(step(log)).toEqual({ name: 'log', status: 'PASS' });
    expect(step(log, key, redactProof(proof))).toEqual({ name: 'log', status: 'PASS' });
  });

  test('without the key it is skipped, and the verdict stays what it was', () => {
    expect(step(log, '')).toEqual({
      name: 'log',
      status: 'SKIP',
      reason: "the log has the draw's records; its checkpoint was not checked without the log's key",
    });
    const verdictOf = (json: unknown): string => verifyProof(json, { skipBls: true }).verdict;
    expect(verdictOf({ ...proof, log })).toBe(verdictOf(proof));
  });

  test('a document without a log, or with one of another format, has no such step', () => {
    expect(verifyProof(proof).steps.some(({ name }) => name === 'log')).toBe(false);
    const other = verifyProof({ ...proof, log: { format: 'draw-log/2' } });
    expect(other.steps.some(({ name }) => name === 'log')).toBe(false);
    expect(other.notChecked).toEqual(['log']);
    expect(verifyProof({ ...proof, log }, { logKey: key }).notChecked).toEqual([]);
  });

  const change = (at: number, changed: Partial<ProofLog['records'][number]>): unknown => ({
    ...log,
    records: log.records.map((record, index) => (index === at ? { ...record, ...changed } : record)),
  });
  const other = makeProof('another', { tickets: [1, 1] });
  const BROKEN: [string, unknown, string?][] = [
    ['another key', log, otherKey],
    ['a record missing', { ...log, records: log.records.slice(1) }],
    ['two records exchanged', { ...log, records: log.records.toReversed() }],
    ["another draw's record", change(2, { text: recordsOf(other)[2] ?? '' })],
    ['another time in it', change(4, { text: (log.records[4]?.text ?? '').replace(/\d+\n$/, '1\n') })],
    ['another index', change(3, { index: 12 })],
    ['an index out of order', change(3, { index: 0 })],
    ['a hash less in a path', change(1, { path: log.records[1]?.path.slice(1) ?? [] })],
    ['no checkpoint', { ...log, checkpoint: 'none' }],
    ["another log's checkpoint", { ...log, checkpoint: logOf([], proof).checkpoint }],
    ['no list', { ...log, records: 5 }],
    ['an index that is none', change(0, { index: -1 })],
  ];

  test.each(BROKEN)('fails with %s', (_, shown, logKey = key) => {
    const found = verifyProof({ ...proof, log: shown }, { logKey });
    expect(found.steps.find(({ name }) => name === 'log')?.status).toBe('FAIL');
    expect(found.verdict).toBe('FAILED');
  });

  test('the second verifier, in Python, says the same of all of them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fair-draw-log-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const program = fileURLToPath(new URL('../../../verify-python/glassdrum_verify.py', import.meta.url));
    const statusOf = (shown: unknown, ...words: string[]): string | undefined => {
      const path = join(folder, 'proof.json');
      writeFileSync(path, JSON.stringify({ ...proof, log: shown }));
      const { stdout, stderr } = spawnSync('python3', [program, path, ...words], { encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout.split('\n').find((line) => line.slice(6).split('  ')[0] === 'log');
    };
    expect(statusOf(log, '--log-key', key)).toBe('PASS  log');
    expect(statusOf(log)).toBe(
      "SKIP  log  the log has the draw's records; its checkpoint was not checked without the log's key",
    );
    expect(statusOf({ format: 'draw-log/2' })).toBe('NOTE  log  not checked');
    for (const [what, shown, logKey = key] of BROKEN) {
      const line = statusOf(shown, '--log-key', logKey);
      expect(`${what}: ${line}`).toContain(': FAIL  log  ');
    }
  });
});

const openText = (host: string, seq: number, previous: string, draw: string): string =>
  openRecord({
    drawId: draw,
    hostId: host,
    hostSeq: seq,
    previous,
    seedCommitHash: seedCommitHash('a'.repeat(64)),
    rulesHash: '-',
    openedAt: 1_700_000_000,
  });

describe('checkLog', () => {
  const proof = makeProof('whole', { tickets: [1, 2, 3] });
  const first = openText('host', 1, '-', 'one');
  const firstHash = openHash({
    drawId: 'one',
    hostId: 'host',
    hostSeq: 1,
    previous: '-',
    seedCommitHash: seedCommitHash('a'.repeat(64)),
    rulesHash: '-',
    openedAt: 1_700_000_000,
  });
  const whole = [first, openText('host', 2, firstHash, 'two')];

  function logWith(all: readonly string[]) {
    const root = bytesToHex(treeHash(all));
    return {
      records: all.map((text, index) => ({ index, text, signature: sign(text) })),
      checkpoint: signCheckpoint({ origin, size: all.length, root }, key, sign),
      publicKey: key,
      remembered: null as string | null,
    };
  }
  const failing = (log: Parameters<typeof checkLog>[0]): string[] =>
    checkLog(log)
      .checks.filter(({ status }) => status === 'FAIL')
      .map(({ name }) => name);

  test('a sound log passes; a first look has nothing to compare with', () => {
    const checked = checkLog(logWith(whole));
    expect(checked.ok).toBe(true);
    expect(checked.size).toBe(2);
    expect(checked.checks.at(-1)).toMatchObject({ name: 'remembered', status: 'SKIP' });
    expect(checkLog(logWith([])).ok).toBe(true);
  });

  test('what is kept from earlier must be its beginning', () => {
    const kept = logWith(whole.slice(0, 1)).checkpoint;
    expect(failing({ ...logWith(whole), remembered: kept })).toEqual([]);
    expect(failing({ ...logWith(whole.slice(0, 1)), remembered: logWith(whole).checkpoint })).toEqual([
      'remembered',
    ]);
    const rewritten = logWith([openText('host', 1, '-', 'other'), openText('b', 1, '-', 'three')]);
    expect(failing({ ...rewritten, remembered: kept })).toEqual(['remembered']);
    expect(failing({ ...logWith(whole), remembered: 'rubbish' })).toEqual(['remembered']);
  });

  test('names what was changed, left out, doubled or invented', () => {
    const log = logWith(whole);
    const changed = log.records.map((record, at) =>
      at === 1 ? { ...record, text: record.text.replace('two', 'six') } : record,
    );
    expect(failing({ ...log, records: changed })).toEqual(['signatures', 'tree']);
    expect(failing({ ...log, records: log.records.slice(0, 1) })).toEqual(['tree']);
    expect(failing({ ...log, records: log.records.slice(1) })).toEqual(['records', 'tree', 'hosts']);
    expect(failing({ ...log, publicKey: otherKey })).toEqual(['signatures', 'checkpoint']);
    expect(failing({ ...log, checkpoint: '' })).toEqual(['tree', 'checkpoint']);
    expect(failing(logWith([...whole, openText('host', 3, '-', 'two')]))).toEqual(['once', 'hosts']);
    expect(failing(logWith([first, openText('host', 3, firstHash, 'two')]))).toEqual(['hosts']);
    expect(failing(logWith([first, 'no record\n']))).toEqual(['records']);
  });

  test('a record that follows from nothing breaks the order', () => {
    const [open = '', close = '', freeze = '', reveal = '', result = ''] = recordsOf(proof);
    for (const part of [[open, freeze], [open, close, reveal], [close], [open, close, freeze, result]]) {
      expect(failing(logWith(part))).toContain('order');
    }
    expect(failing(logWith([open, close, freeze, reveal, result]))).not.toContain('order');
    const otherSeed = reveal.replace(proof.seed_reveal, 'f'.repeat(64));
    expect(failing(logWith([open, close, freeze, otherSeed]))).toContain('order');
  });

  test('a void names the last record of its draw', () => {
    const [open = '', close = '', freeze = ''] = recordsOf(proof);
    const voidAfter = (text: string): string =>
      voidRecord({ drawId: proof.draw_id, lastRecordHash: sha256Hex(text), reasonCode: 'erased', at: 9 });
    const sound = [
      [open, voidAfter(open)],
      [open, ...whole, voidAfter(open)],
    ];
    for (const part of sound) expect(failing(logWith(part))).not.toContain('order');
    expect(failing(logWith([open, close, freeze, voidAfter(freeze)]))).not.toContain('order');
    const wrong = [[voidAfter(open)], [open, voidAfter(close)], [open, close, freeze, voidAfter(open)]];
    for (const part of wrong) expect(failing(logWith(part))).toContain('order');
  });
});

describe('draw history', () => {
  const proof = makeProof('history', { tickets: [1, 2, 3] });
  const records = recordsOf(proof);
  const drawAt = proof.freeze.draw_at;
  const at = (count: number, now: number) => drawHistory(proof.draw_id, records.slice(0, count), now);

  test('a freeze without a result is marked an hour after its time, and stays marked when one comes later', () => {
    expect(at(1, drawAt).progress).toBe('open');
    expect(at(3, drawAt + 3600).progress).toBe('frozen');
    expect(at(4, drawAt + 3601).progress).toBe('never_finished');
    expect(at(5, drawAt + 9999).progress).toBe('finished');
    const late = (records[4] ?? '').replace(/\d+\n$/, `${drawAt + 3601}\n`);
    expect(drawHistory(proof.draw_id, [...records.slice(0, 4), late], drawAt + 9999).progress).toBe(
      'finished_late',
    );
  });

  test('what was voided before its freeze is open no more; after the freeze it hides nothing', () => {
    const gone = voidRecord({
      drawId: proof.draw_id,
      lastRecordHash: sha256Hex(records[0] ?? ''),
      reasonCode: 'erased',
      at: drawAt,
    });
    const history = (count: number) =>
      drawHistory(proof.draw_id, [...records.slice(0, count), gone], drawAt + 9999);
    expect(history(1)).toMatchObject({ progress: 'voided', voided: 'erased', drawAt: null });
    expect(history(4)).toMatchObject({ progress: 'never_finished', voided: 'erased' });
    expect(history(5)).toMatchObject({ progress: 'finished', voided: 'erased' });
  });

  test('records of another form are no records', () => {
    for (const text of records) expect(parseLogRecord(text)).not.toBeNull();
    const [open = ''] = records;
    for (const text of [
      '',
      open.slice(0, -1),
      `${open}more\n`,
      open.replace('draw.open.v1', 'draw.constructor.v1'),
      open.replace(proof.draw_id, 'Ann Example'),
      open.replace(/\n(\d+)\n$/, '\n0$1\n'),
    ]) {
      expect(parseLogRecord(text)).toBeNull();
    }
  });
});
