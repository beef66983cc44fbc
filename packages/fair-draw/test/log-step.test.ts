/** The verifier's step `log`: a draw's records are in the log that a checkpoint was signed for (draw protocol §8). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type DrawProof, type ProofLog, redactProof, verifyProof } from '../src/index.ts';
import { key, otherKey, texts, recordsOf, logOf } from './support/log.ts';
import { makeProof } from './support/random-draw.ts';

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
