/** `npx fair-draw verify FILE` as its user sees it: lines, JSON, exit codes (draw protocol, verifier output). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, describe, expect, test } from 'vitest';
import { buildReceipt, keyIdOf, receiptRecord, STEP_NAMES } from '../src/index.ts';
import { makeProof, personOf, testChainFile } from './support/random-draw.ts';

const PROGRAM = fileURLToPath(new URL('../cli/fair-draw.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fair-draw-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return path;
}

function run(...args: string[]): { code: number | null; lines: string[]; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return { code: status, lines: stdout.split('\n'), errors: stderr };
}

const proof = makeProof('room draw', { kind: 'room', contributors: [1] });
const drand = makeProof('drand draw', { kind: 'drand' });
const good = file('good.json', proof);
const onTestChain = file('drand.json', drand);
const chain = file('chain.json', testChainFile);

const secret = new Uint8Array(32).fill(3);
const publicKey = bytesToHex(ed25519.getPublicKey(secret));
const person = personOf('room draw', 2);
const fields = {
  draw_id: proof.draw_id,
  open_hash: proof.open_hash,
  seed_commit_hash: proof.seed_commit_hash,
  entry_number: 2,
  tickets: 1,
  display_name: person.displayName,
  salt: person.salt,
  entropy_commit: proof.entries[1]?.[2] ?? '-',
  issued_at: 1_700_000_200,
  key_id: keyIdOf(publicKey),
};
const receipt = buildReceipt(fields, bytesToHex(ed25519.sign(utf8ToBytes(receiptRecord(fields)), secret)));
const receiptFile = file('receipt.json', receipt);

describe('verdicts', () => {
  test('0 and a line a step for a sound proof', () => {
    const { code, lines, errors } = run('verify', good);
    expect(errors).toBe('');
    expect(lines).toEqual([
      ...STEP_NAMES.filter((name) => name !== 'receipt' && name !== 'log').map((name) =>
        name === 'beacon_round' || name === 'beacon_signature'
          ? `SKIP  ${name}  not a drand draw`
          : `PASS  ${name}`,
      ),
      'VERIFIED',
      '',
    ]);
    expect(code).toBe(0);
  });

  test('1 for a tampered one, with the step and its reason', () => {
    const { code, lines } = run('verify', file('seed.json', { ...proof, seed_reveal: 'a'.repeat(64) }));
    expect(lines).toContain('FAIL  seed_commit  the revealed seed is not the committed one');
    expect(lines).toContain('PASS  entries');
    expect(lines.at(-2)).toBe('FAILED');
    expect(code).toBe(1);
  });

  test('1 and a single line for one that is not well-formed', () => {
    const { code, lines } = run('verify', file('shape.json', { ...proof, entries: [] }));
    expect(lines).toEqual(['FAIL  format  entries is empty', 'FAILED', '']);
    expect(code).toBe(1);
  });

  test('2 for a receipt whose signature was not checked', () => {
    const { code, lines } = run('verify', good, '--receipt', receiptFile);
    expect(lines.at(-3)).toMatch(/^SKIP {2}receipt {2}entry 2 agrees; the signature was not checked/);
    expect(lines.at(-2)).toBe('INCOMPLETE');
    expect(code).toBe(2);
  });

  test('members that nobody checked are named before the verdict', () => {
    const { code, lines } = run('verify', file('more.json', { ...proof, log: {}, timestamps: [] }));
    expect(lines.slice(-4)).toEqual([
      'NOTE  log  not checked',
      'NOTE  timestamps  not checked',
      'VERIFIED',
      '',
    ]);
    expect(code).toBe(0);
  });

  test('--json gives the same as one object', () => {
    const { code, lines } = run('verify', good, '--json', '--receipt', receiptFile);
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      verdict: 'INCOMPLETE',
      assurance: 'room',
      draw_id: proof.draw_id,
      test_chain: false,
      not_checked: [],
      steps: STEP_NAMES.filter((name) => name !== 'log').map((name) => ({ name })),
    });
    expect(code).toBe(2);
  });
});

describe('receipts', () => {
  test('0 with the right key, 1 with a wrong one or a changed receipt', () => {
    const right = run('verify', good, '--receipt', receiptFile, '--receipt-key', publicKey);
    expect(right.lines.at(-3)).toBe('PASS  receipt');
    expect(right.code).toBe(0);
    expect(run('verify', good, '--receipt', receiptFile, '--receipt-key', 'a'.repeat(64)).code).toBe(1);
    const changed = file('changed.json', { ...receipt, tickets: 5 });
    expect(run('verify', good, '--receipt', changed, '--receipt-key', publicKey).code).toBe(1);
  });
});

describe('test chains', () => {
  test('1 without the chain, 0 with it and a note', () => {
    expect(run('verify', onTestChain).code).toBe(1);
    const { code, lines, errors } = run('verify', onTestChain, '--test-chain', chain);
    expect(errors).toBe('Note: a test chain is accepted. It proves nothing about the public beacon.\n');
    expect(lines.at(-2)).toBe('VERIFIED');
    expect(code).toBe(0);
  });

  test('64 for a chain that has not the hash of its values', () => {
    const changed = file('chain-changed.json', { ...testChainFile, period: 4 });
    const { code, lines, errors } = run('verify', onTestChain, '--test-chain', changed);
    expect(errors).toMatch(/^This is no beacon chain, or its hash does not match its values: .*\n$/);
    expect(lines).toEqual(['']);
    expect(code).toBe(64);
  });
});

describe('64, nothing on the output and one line of complaint', () => {
  const USAGE = 'Usage: fair-draw verify FILE';
  test.each([
    ['no command', [], USAGE],
    ['no file', ['verify'], USAGE],
    ['two files', ['verify', good, good], USAGE],
    ['another command', ['draw', good], USAGE],
    ['an unknown option', ['verify', good, '--force'], USAGE],
    ['a missing file', ['verify', join(folder, 'missing.json')], 'The file cannot be read: '],
    ['a folder', ['verify', folder], 'The file cannot be read: '],
    ['no JSON', ['verify', file('text.json', 'winner: me')], 'The file is not JSON: '],
    ['no UTF-8', ['verify', file('latin.json', Uint8Array.of(0x22, 0xe9, 0x22))], 'The file is not UTF-8: '],
    [
      'a byte order mark',
      ['verify', file('bom.json', `\ufeff${JSON.stringify(proof)}`)],
      'The file is not JSON: ',
    ],
    [
      'JSON that is no proof',
      ['verify', file('other.json', { format: 'other' })],
      'This is no draw proof (draw-proof/1): ',
    ],
    ['a list', ['verify', file('list.json', [proof])], 'This is no draw proof (draw-proof/1): '],
    ['no receipt', ['verify', good, '--receipt', good], 'This is no receipt (draw-receipt/1): '],
    [
      'a missing receipt',
      ['verify', good, '--receipt', join(folder, 'none')],
      'The receipt cannot be read: ',
    ],
    [
      'a key without receipt',
      ['verify', good, '--receipt-key', publicKey],
      '--receipt-key goes with --receipt.',
    ],
    [
      'no key',
      ['verify', good, '--receipt', receiptFile, '--receipt-key', 'A'.repeat(64)],
      '--receipt-key is not 64 lowercase hex digits.',
    ],
  ])('%s', (_, args, complaint) => {
    const { code, lines, errors } = run(...args);
    expect(errors.startsWith(complaint)).toBe(true);
    expect(errors.split('\n')).toHaveLength(2);
    expect(lines).toEqual(['']);
    expect(code).toBe(64);
  });
});
