/**
 * Two programs that share no code, this project's verifier and the one in Python, say the same of every proof: check by
 * check, the reason of a skipped check, the notes, the verdict and the exit code (draw protocol §7, appendix A). BLS
 * signatures are left out on both sides, as Python's standard library has none.
 *
 * A case that differs is told by its number: `randomCase('raffle <number>')`, and the change that was made to it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { RefusedFile, type Verification, verifyProofBytes } from '../packages/fair-draw/src/index.ts';
import { bytesOf, optionsOf, type ProofVector } from '../packages/fair-draw/test/run-vectors.ts';
import { type CaseOptions, randomCase } from '../packages/fair-draw/test/support/random-case.ts';
import { seededRandom } from '../packages/fair-draw/test/support/random.ts';
import {
  alike,
  asJson,
  leafPaths,
  tamperedText,
  withChange,
} from '../packages/fair-draw/test/support/tamper.ts';

const PYTHON = fileURLToPath(new URL('../verify-python/glassdrum_verify.py', import.meta.url));
const OURS = fileURLToPath(new URL('../packages/fair-draw/cli/fair-draw.mjs', import.meta.url));
const VECTORS = new URL('../packages/fair-draw/test/vectors/draw-proof-vectors.json', import.meta.url);
const PROOFS = 3_000;
const CHANGES = 10_000;

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  process.stderr.write('python3 is not installed: the second verifier was not compared with the first.\n');

const folder = mkdtempSync(join(tmpdir(), 'second-verifier-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Job {
  id: string;
  bytes: Uint8Array;
  options: ProofVector['options'];
}

interface Report {
  verdict: string;
  /** Status, name, and the reason of a skipped check; each program puts a failure into its own words. */
  steps: string[];
  notes: unknown;
}

function reportOf({
  verdict,
  steps = [],
  notes = [],
}: {
  verdict: string;
  steps?: { status: string; name: string; reason?: string }[];
  notes?: unknown[];
}): Report {
  const line = ({ status, name, reason }: (typeof steps)[number]): string =>
    status === 'SKIP' ? `${status}  ${name}  ${reason}` : `${status}  ${name}`;
  return { verdict, steps: steps.map(line), notes };
}

function ourReport({ bytes, options }: Job): Report {
  let result: Verification;
  try {
    result = verifyProofBytes(bytes, { ...optionsOf(options), skipBls: true });
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return reportOf({ verdict: 'REFUSED' });
  }
  return reportOf(result);
}

/** All jobs in one process of Python, while this one works on them too. */
async function compared(
  jobs: readonly Job[],
): Promise<{ different: unknown[]; verdicts: Record<string, number> }> {
  const python = spawn('python3', [PYTHON, '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise<number | null>((resolve) => {
    python.on('close', resolve);
  });
  let output = '';
  python.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  for (const { bytes, options } of jobs) {
    python.stdin.write(`${JSON.stringify({ base64: Buffer.from(bytes).toString('base64'), options })}\n`);
  }
  python.stdin.end();
  const ours = jobs.map(ourReport);
  expect(await closed).toBe(0);
  const theirs = output.trimEnd().split('\n');
  expect(theirs).toHaveLength(jobs.length);

  const verdicts: Record<string, number> = {};
  const different = jobs.flatMap(({ id }, index) => {
    const own = ours[index];
    const theirReport = reportOf(JSON.parse(theirs[index] ?? '') as Parameters<typeof reportOf>[0]);
    if (own !== undefined) verdicts[own.verdict] = (verdicts[own.verdict] ?? 0) + 1;
    return JSON.stringify(own) === JSON.stringify(theirReport)
      ? []
      : [{ id, ours: own, python: theirReport }];
  });
  return { different: different.slice(0, 5), verdicts };
}

/** The proof of a raffle, and the same with one thing changed at a time. */
function jobsOf(number: number, changes: number): Job[] {
  const { proof, options } = randomCase(`raffle ${number}`);
  const random = seededRandom(`changes of ${number}`);
  const document = asJson(proof);
  const text = (content: string): Uint8Array => Buffer.from(content);
  const changed = Array.from({ length: changes }, (_, index): Job => {
    const id = `raffle ${number}, change ${index}`;
    if (options.receipt === undefined || random.below(5) > 0) {
      return { id, bytes: text(tamperedText(document, random)), options };
    }
    const receipt = asJson(options.receipt);
    const path = random.any(leafPaths(receipt).filter(([member]) => member !== 'format')) ?? [];
    const other: CaseOptions = { ...options, receipt: withChange(receipt, path, alike) };
    return { id, bytes: text(JSON.stringify(document)), options: other };
  });
  return [{ id: `raffle ${number}`, bytes: text(JSON.stringify(document)), options }, ...changed];
}

describe.skipIf(!hasPython)('the second verifier', () => {
  const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { vectors: ProofVector[] };

  test('says the same of every published vector', async () => {
    const jobs = vectors.map((vector) => ({ ...vector, bytes: bytesOf(vector) }));
    const { different, verdicts } = await compared(jobs);
    expect(different).toEqual([]);
    expect(verdicts['REFUSED']).toBe(9);
  });

  test(
    `says the same of ${PROOFS} random proofs and ${CHANGES} changed ones`,
    { timeout: 400_000 },
    async () => {
      const jobs = Array.from({ length: PROOFS }, (_, number) => {
        return jobsOf(
          number,
          Math.floor(((number + 1) * CHANGES) / PROOFS) - Math.floor((number * CHANGES) / PROOFS),
        );
      }).flat();
      expect(jobs).toHaveLength(PROOFS + CHANGES);
      const { different, verdicts } = await compared(jobs);
      expect(different).toEqual([]);
      // The mixture is worth its name only if every outcome is in it.
      for (const verdict of ['VERIFIED', 'INCOMPLETE', 'FAILED', 'REFUSED'])
        expect(verdicts[verdict]).toBeGreaterThan(300);
    },
  );

  describe('as a command', () => {
    const run = (
      program: string,
      args: string[],
    ): { code: number | null; lines: string[]; complaints: number } => {
      const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      const lines = stdout
        .split('\n')
        .map((line) => (line.startsWith('FAIL') ? line.split('  ', 2).join('  ') : line));
      return { code: status, lines, complaints: stderr.split('\n').length - 1 };
    };
    const file = (name: string, content: Uint8Array | string): string => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    };

    // Kinds without BLS, so that both programs can say everything.
    test.each([
      '33-no-beacon-operator',
      '35-room-dice',
      '175-bad-contribution-left-out',
      '240-bad-format-algorithm',
      '252-refused-duplicate-member',
      '266-refused-version-1',
    ])('writes the same lines about %s and ends with the same code', (id) => {
      const vector = vectors.find((one) => one.id === id);
      if (vector === undefined) throw new Error('no such vector');
      const path = file(`${id}.json`, bytesOf(vector));
      expect(run('python3', [PYTHON, path])).toEqual(run(process.execPath, [OURS, 'verify', path]));
    });

    test.each([
      ['a missing file', ['/nowhere/none.json']],
      ['two files', ['one', 'two']],
      ['an unknown option', ['one', '--force']],
      ['a key that is none', ['one', '--log-key', 'abc']],
      ['a witness that is none', ['one', '--witness-key', 'name+00000000+AAAA']],
      ['a quorum of none', ['one', '--witness-quorum', '0']],
    ])('refuses %s alike, in one line', (_, args) => {
      const refusal = { code: 64, lines: [''], complaints: 1 };
      expect(run('python3', [PYTHON, ...args])).toEqual(refusal);
      expect(run(process.execPath, [OURS, 'verify', ...args])).toEqual(refusal);
    });
  });
});
