/**
 * Two programs that share no code, this project's verifier and the one in Python, say the same of every proof: step by
 * step, the reason of a skipped step, the verdict and the exit code (draw protocol §7, appendix on a verifier's output).
 * BLS signatures are left out on both sides, as Python's standard library has none.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildReceipt,
  keyIdOf,
  looksLikeProof,
  receiptRecord,
  type Step,
  verifyProof,
} from '../packages/fair-draw/src/index.ts';
import {
  makeProof,
  personOf,
  type Random,
  randomProof,
  seededRandom,
  testChain,
  testChainFile,
} from '../packages/fair-draw/test/support/random-draw.ts';
import {
  alike,
  asJson,
  type Json,
  leafPaths,
  tampered,
  withChange,
} from '../packages/fair-draw/test/support/tamper.ts';

const PROGRAM = fileURLToPath(new URL('../verify-python/glassdrum_verify.py', import.meta.url));
const VECTORS = new URL('../packages/fair-draw/test/vectors/draw-proof-vectors.json', import.meta.url);
const EXIT = { VERIFIED: 0, FAILED: 1, INCOMPLETE: 2 } as const;
const DRAWS = 1000;

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  process.stderr.write('python3 is not installed: the second verifier was not compared with the first.\n');

const folder = mkdtempSync(join(tmpdir(), 'second-verifier-'));
const chain = join(folder, 'chain.json');
beforeAll(() => writeFileSync(chain, JSON.stringify(testChainFile)));
afterAll(() => rmSync(folder, { recursive: true }));

function python(...args: string[]): { code: number | null; lines: string[]; errors: string } {
  const { status, stdout, stderr } = spawnSync('python3', [PROGRAM, ...args, '--test-chain', chain], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: status, lines: stdout.trimEnd().split('\n').map(comparable), errors: stderr };
}

/** Each program puts a failure into its own words; everything else is the same text. */
function comparable(line: string): string {
  return line.startsWith('FAIL  ') ? line.split('  ', 2).join('  ') : line;
}

/** What this project's verifier says of a file's text, in the lines of its command. */
function ours(
  text: string,
  more: { receipt?: unknown; receiptKey?: string } = {},
): { code: number; lines: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { code: 64, lines: [] };
  }
  if (!looksLikeProof(json)) return { code: 64, lines: [] };
  const { steps, verdict, notChecked } = verifyProof(json, {
    chains: [testChain.chain],
    skipBls: true,
    ...more,
  });
  const line = (step: Step): string =>
    `${step.status}  ${step.name}${step.status === 'SKIP' ? `  ${step.reason}` : ''}`;
  const notes = notChecked.map((name) => `NOTE  ${name}  not checked`);
  return { code: EXIT[verdict], lines: [...steps.map(line), ...notes, verdict] };
}

/** Runs Python once over all texts; the lines of each under its name. A refused file has none. */
function pythonOnAll(texts: ReadonlyMap<string, string>): {
  code: number | null;
  said: Map<string, string[]>;
} {
  const batch = mkdtempSync(join(folder, 'batch-'));
  for (const [name, text] of texts) writeFileSync(join(batch, `${name}.json`), text);
  const { code, lines } = python('--batch', batch);
  const said = new Map([...texts.keys()].map((name): [string, string[]] => [name, []]));
  let current: string[] = [];
  for (const line of lines) {
    if (line.startsWith('== ')) current = said.get(line.slice(3, -'.json'.length)) ?? [];
    else current.push(line);
  }
  return { code, said };
}

/** Rewrites one of the numbers of a text: some ways mean the same number, some are no integer of a proof. */
function withNumberRewritten(text: string, random: Random): string {
  const numbers = [...text.matchAll(/(?<=[:[,])\d+(?=[,\]}])/g)];
  const chosen = numbers[random.below(numbers.length)];
  if (chosen === undefined) return text;
  const [digits] = chosen;
  const other = random.pick([
    `${digits}.0`,
    `${digits}e0`,
    `${digits}0E-1`,
    '-0',
    '-0.0',
    '1e400',
    '9007199254740993',
    `${digits}.5`,
  ]);
  return text.slice(0, chosen.index) + other + text.slice(chosen.index + digits.length);
}

/** A third of the draws is honest, a third changed at a random place, a third has a number written in another way or evidence added. */
function textOf(number: number): string {
  const random = seededRandom(`file ${number}`);
  const proof = asJson(randomProof(`draw ${number}`));
  switch (number % 6) {
    case 0:
    case 1:
      return JSON.stringify(tampered(proof, random));
    case 2:
      return withNumberRewritten(JSON.stringify(proof), random);
    case 3:
      return JSON.stringify({
        ...(proof as object),
        [random.pick(['log', 'signatures', 'timestamps', 'other'])]: {},
      });
    default:
      return JSON.stringify(proof);
  }
}

describe.skipIf(!hasPython)('the second verifier', () => {
  test('says the same of every published vector, with the same exit code', () => {
    const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as {
      vectors: { id: string; proof: unknown }[];
    };
    expect(vectors).toHaveLength(11);
    for (const { id, proof } of vectors) {
      const text = JSON.stringify(proof);
      const file = join(folder, `${id}.json`);
      writeFileSync(file, text);
      const { code, lines } = python(file);
      expect({ id, code, lines }).toEqual({ id, ...ours(text) });
      const { verdict } = verifyProof(proof);
      const drand = lines.some((line) => line.startsWith('SKIP  beacon_signature  BLS'));
      if (verdict === 'VERIFIED') expect(lines.at(-1)).toBe(drand ? 'INCOMPLETE' : 'VERIFIED');
    }
  });

  test(`says the same of ${DRAWS} random draws, honest, tampered and written in other ways`, () => {
    const texts = new Map(Array.from({ length: DRAWS }, (_, i) => [`draw-${i}`, textOf(i)]));
    const { code, said } = pythonOnAll(texts);
    const verdicts: Record<string, number> = {};
    for (const [name, text] of texts) {
      const expected = ours(text);
      expect({ name, lines: said.get(name) }).toEqual({ name, lines: expected.lines });
      const verdict = expected.lines.at(-1) ?? 'refused';
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
    // The mixture is worth its name only if every outcome is in it.
    expect(verdicts['VERIFIED']).toBeGreaterThan(300);
    expect(verdicts['INCOMPLETE']).toBeGreaterThan(150);
    expect(verdicts['FAILED']).toBeGreaterThan(250);
    expect(code).toBe(verdicts['refused'] === undefined ? 1 : 64);
  });

  test('says the same of a draw of each kind with any single value changed or taken out', () => {
    const texts = new Map<string, string>();
    for (const kind of ['drand', 'room', 'none'] as const) {
      const proof = asJson(makeProof(`each ${kind}`, { kind, contributors: [1, 2] }));
      for (const [index, path] of leafPaths(proof).entries()) {
        const changes: ((old: Json) => Json | undefined)[] = [
          alike,
          () => undefined,
          () => null,
          () => '-',
          () => 0,
        ];
        for (const [which, change] of changes.entries())
          texts.set(`${kind}-${index}-${which}`, JSON.stringify(withChange(proof, path, change)));
      }
    }
    const { said } = pythonOnAll(texts);
    for (const [name, text] of texts)
      expect({ name, lines: said.get(name) }).toEqual({ name, lines: ours(text).lines });
  });

  test('says the same of receipts', () => {
    const proof = makeProof('receipts', { kind: 'room', contributors: [4] });
    const secret = new Uint8Array(32).fill(5);
    const receiptKey = bytesToHex(ed25519.getPublicKey(secret));
    const { displayName, salt } = personOf('receipts', 4);
    const fields = {
      draw_id: proof.draw_id,
      open_hash: proof.open_hash,
      seed_commit_hash: proof.seed_commit_hash,
      entry_number: 4,
      tickets: 2,
      display_name: displayName,
      salt,
      entropy_commit: proof.entries[3]?.[2] ?? '-',
      issued_at: 1_700_000_150,
      key_id: keyIdOf(receiptKey),
    };
    const signature = bytesToHex(ed25519.sign(utf8ToBytes(receiptRecord(fields)), secret));
    const receipt = asJson(buildReceipt(fields, signature));
    const text = JSON.stringify(proof);
    mkdirSync(join(folder, 'receipts'));
    const [file, shown] = [join(folder, 'receipts', 'proof.json'), join(folder, 'receipts', 'receipt.json')];
    writeFileSync(file, text);
    const others = leafPaths(receipt).filter(([member]) => member !== 'format');
    for (const changed of [receipt, ...others.map((path) => withChange(receipt, path, alike))]) {
      writeFileSync(shown, JSON.stringify(changed));
      const keys = changed === receipt ? [receiptKey, '0'.repeat(64), null] : [receiptKey];
      for (const key of keys) {
        const withKey = key === null ? [] : ['--receipt-key', key];
        const { code, lines } = python(file, '--receipt', shown, ...withKey);
        expect({ code, lines, changed }).toEqual({
          ...ours(text, { receipt: changed, ...(key === null ? {} : { receiptKey: key }) }),
          changed,
        });
      }
    }
  });
});
