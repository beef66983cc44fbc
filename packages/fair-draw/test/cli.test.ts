/** `npx fair-draw …` as its user sees it: lines, JSON, exit codes (draw protocol, appendix A). */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { main } from '../cli/main.ts';
import { buildReceipt, keyIdOf, receiptRecord, STEP_NAMES } from '../src/index.ts';
import { bytesOf, type ProofVector } from './run-vectors.ts';
import { makeProof, personOf, testChainFile } from './support/random-draw.ts';
import { installation, signerOf } from './support/signers.ts';
import { witnessKeyOf } from './support/test-log.ts';

const PROGRAM = fileURLToPath(new URL('../cli/fair-draw.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'fair-draw-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isRaw ? content : JSON.stringify(content));
  return path;
}

interface Ran {
  code: number | null;
  lines: string[];
  errors: string;
}

/** As a process of its own. */
function spawned(...args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return { code: status, lines: stdout.split('\n'), errors: stderr };
}

/** The same program within this process, which starts faster. */
async function run(...args: string[]): Promise<Ran> {
  const streams = [process.stdout, process.stderr] as const;
  const written = streams.map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    const code = await main(args);
    const [output = '', errors = ''] = written.map(({ mock }) => mock.calls.map(([text]) => text).join(''));
    return { code, lines: output.split('\n'), errors };
  } finally {
    for (const spy of written) spy.mockRestore();
  }
}

const { vectors } = JSON.parse(
  readFileSync(new URL('vectors/draw-proof-vectors.json', import.meta.url), 'utf8'),
) as { vectors: ProofVector[] };
function vectorOf(id: string): ProofVector {
  const vector = vectors.find((one) => one.id === id);
  if (vector === undefined) throw new Error(`no vector ${id}`);
  return vector;
}

const proof = makeProof('room draw', { kind: 'room', contributors: [1] });
const drand = makeProof('drand draw', { kind: 'drand' });
const good = file('good.json', proof);
const onTestChain = file('drand.json', drand);
const chain = file('chain.json', testChainFile);

const person = personOf('room draw', 2);
const entry = proof.entries[1];
if (entry === undefined) throw new Error('The list is too short.');
const [state, source, weights, , entropy, device] = entry;
const fields = {
  series_id: proof.open.series_id,
  draw_id: proof.draw_id,
  open_hash: proof.open_hash,
  entry_number: 2,
  state: state === 'holder' ? ('in' as const) : state,
  source,
  weights: [...weights],
  display_name: person.displayName,
  salt: person.salt,
  entropy_commit: entropy,
  device_key: device,
  issued_at: proof.open.opened_at,
};
const receipt = buildReceipt(
  { ...fields, key_id: keyIdOf(installation.key) },
  installation.sign(receiptRecord(fields)),
);
const receiptFile = file('receipt.json', receipt);

const SKIPPED: Record<string, string> = {
  beacon_signature: 'not a drand draw',
  log: 'there is no log',
  witnesses: 'there is no log',
  audience: 'no device signed',
  standing: 'there is no log',
  series: 'the first draw of its raffle',
};

describe('verdicts', () => {
  test('0 and a line a check for a sound proof', async () => {
    const { code, lines, errors } = await run('verify', good);
    expect(errors).toBe('');
    expect(lines).toEqual([
      ...STEP_NAMES.filter((name) => name !== 'receipt').map((name) =>
        SKIPPED[name] === undefined ? `PASS  ${name}` : `SKIP  ${name}  ${SKIPPED[name]}`,
      ),
      'VERIFIED',
      '',
    ]);
    expect(code).toBe(0);
  });

  test('1 for a tampered one, with the check and its reason', async () => {
    const { code, lines } = await run('verify', file('seed.json', { ...proof, seed_reveal: 'a'.repeat(64) }));
    expect(lines).toContain('FAIL  seed_commit  the revealed seed is not the committed one');
    expect(lines).toContain('PASS  entries');
    expect(lines.at(-2)).toBe('FAILED');
    expect(code).toBe(1);
  });

  test('1 and a single line for one that is not well-formed', async () => {
    const { code, lines } = await run('verify', file('shape.json', { ...proof, entries: [] }));
    expect(lines).toEqual(['FAIL  format  entries has another length than allowed', 'FAILED', '']);
    expect(code).toBe(1);
  });

  test('2 for a receipt whose signature was not checked', async () => {
    const { code, lines } = await run('verify', good, '--receipt', receiptFile);
    expect(lines.at(-3)).toMatch(/^SKIP {2}receipt {2}entry 2 agrees; the signature was not checked/);
    expect(lines.at(-2)).toBe('INCOMPLETE');
    expect(code).toBe(2);
  });

  test('notes stand before the verdict', async () => {
    const { lines } = await run('verify', onTestChain, '--test-chain', chain);
    expect(lines.slice(-3)).toEqual(['NOTE  freeze_time  claimed by the server only', 'VERIFIED', '']);
  });

  test('--json gives the same as one object', async () => {
    const { code, lines } = await run('verify', good, '--json', '--receipt', receiptFile);
    expect(lines).toHaveLength(2);
    const result = JSON.parse(lines[0] ?? '') as { steps: unknown[] };
    expect(Object.keys(result)).toEqual(['verdict', 'steps', 'notes', 'assurance', 'draw_id', 'test_chain']);
    expect(result).toMatchObject({
      verdict: 'INCOMPLETE',
      assurance: 'room',
      draw_id: proof.draw_id,
      test_chain: false,
      notes: [],
      steps: STEP_NAMES.map((name) => ({ name })),
    });
    expect(result.steps[0]).toEqual({ name: 'format', status: 'PASS' });
    expect(code).toBe(2);
    const broken = await run('verify', file('broken.json', { ...proof, entries: [] }), '--json');
    expect(JSON.parse(broken.lines[0] ?? '')).toMatchObject({
      verdict: 'FAILED',
      assurance: null,
      draw_id: null,
    });
  });

  test('R95: --version gives the version, and the hash of the offline verifier where there is a build', async () => {
    const { code, lines } = await run('--version');
    const [version, ...more] = lines;
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const built = new URL('../../../apps/web/dist/glassdrum-verifier.html', import.meta.url);
    const hash = existsSync(built) ? createHash('sha256').update(readFileSync(built)).digest('hex') : null;
    expect(more).toEqual(hash === null ? [''] : [`glassdrum-verifier.html sha256 ${hash}`, '']);
    expect(code).toBe(0);
  });
});

describe('as a process', () => {
  test('ends with the code of its verdict', () => {
    const { code, lines, errors } = spawned('verify', good);
    expect({ code, last: lines.at(-2), errors }).toEqual({ code: 0, last: 'VERIFIED', errors: '' });
  });

  test('ends with 64 and one line of complaint', () => {
    const { code, lines, errors } = spawned('verify', receiptFile);
    expect({ code, lines }).toEqual({ code: 64, lines: [''] });
    expect(errors).toBe(
      `The file ${JSON.stringify(receiptFile)} is refused: the file is no draw proof (draw-proof/2).\n`,
    );
  });
});

describe('options', () => {
  test('--receipt-key: 0 with the right key, 1 with a wrong one or a changed receipt', async () => {
    const right = await run('verify', good, '--receipt', receiptFile, '--receipt-key', installation.key);
    expect(right.lines.at(-3)).toBe('PASS  receipt');
    expect(right.code).toBe(0);
    expect((await run('verify', good, '--receipt', receiptFile, '--receipt-key', 'a'.repeat(64))).code).toBe(
      1,
    );
    const changed = file('changed.json', { ...receipt, weights: [5] });
    expect((await run('verify', good, '--receipt', changed, '--receipt-key', installation.key)).code).toBe(1);
  });

  test('--log-key, --witness-key and --witness-quorum', async () => {
    const vector = vectorOf('79-witness-quorum');
    const path = file('witnessed.json', bytesOf(vector));
    const { log_key = '', witness_keys = [] } = vector.options;
    const keys = witness_keys.flatMap((key) => ['--witness-key', key]);
    const all = await run(
      'verify',
      path,
      '--log-key',
      log_key,
      ...keys,
      '--witness-quorum',
      String(witness_keys.length),
    );
    expect(all.lines).toContain('PASS  log');
    expect(all.lines).toContain('PASS  witnesses');
    expect(all.code).toBe(0);
    const more = await run('verify', path, ...keys, '--witness-quorum', '9');
    expect(more.lines).toContain('SKIP  witnesses  2 of 9 known witnesses cosigned in time');
    expect(more.code).toBe(2);
  });

  test('--earlier, once for each draw', async () => {
    const vector = vectorOf('119-series-three-draws');
    const files = (vector.options.earlier ?? []).map((one, index) => file(`stage-${index}.json`, one));
    const path = file('third.json', bytesOf(vector));
    const given = await run('verify', path, ...files.flatMap((one) => ['--earlier', one]));
    expect(given.lines).toContain('PASS  series');
    expect(given.code).toBe(0);
    const [first = ''] = files;
    expect((await run('verify', path, '--earlier', first)).lines).toContain(
      'SKIP  series  the proof of draw 2 is missing',
    );
  });

  test('--test-chain: 1 without the chain, 0 with it and a note', async () => {
    expect((await run('verify', onTestChain)).code).toBe(1);
    const { code, lines, errors } = await run('verify', onTestChain, '--test-chain', chain);
    expect(errors).toBe('Note: a test chain is accepted. It proves nothing about the public beacon.\n');
    expect(lines.at(-2)).toBe('VERIFIED');
    expect(code).toBe(0);
    const json = await run('verify', onTestChain, '--test-chain', chain, '--json');
    expect(JSON.parse(json.lines[0] ?? '')).toMatchObject({ test_chain: true });
  });
});

describe('logs', () => {
  const logs = JSON.parse(
    readFileSync(new URL('vectors/draw-log-vectors.json', import.meta.url), 'utf8'),
  ) as { vectors: { id: string; log: unknown }[] };
  const logOf = (id: string): string => {
    const vector = logs.vectors.find((one) => one.id === id);
    return file(`${id}.json`, vector?.log ?? null);
  };

  test.each([
    ['L01-claims', 0, 'VERIFIED', 'PASS  claims'],
    ['L15-bad-claim-twice', 1, 'FAILED', expect.stringMatching(/^FAIL {2}claims {2}/)],
    ['L19-without-proofs', 2, 'INCOMPLETE', expect.stringMatching(/^SKIP {2}results {2}/)],
  ])('%s ends with %i', async (id, exit, verdict, line) => {
    const { code, lines, errors } = await run('log', logOf(id));
    expect(errors).toBe('');
    expect(lines).toContainEqual(line);
    expect(lines.at(-2)).toBe(verdict);
    expect(code).toBe(exit);
  });

  test('--json gives the same as one object', async () => {
    const { lines } = await run('log', logOf('L01-claims'), '--json');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      verdict: 'VERIFIED',
      notes: [],
      assurance: null,
      draw_id: null,
      test_chain: false,
    });
  });
});

describe('64, nothing on the output and one line of complaint', () => {
  const USAGE = 'Usage: fair-draw verify FILE';
  const unsound = file('chain-changed.json', { ...testChainFile, period: 4 });
  const nasty = join(folder, 'two\nlines\u001b[31m');
  test.each([
    ['no command', [], USAGE],
    ['no file', ['verify'], USAGE],
    ['two files', ['verify', good, good], USAGE],
    ['another command', ['draw', good], USAGE],
    ['an unknown option', ['verify', good, '--force'], USAGE],
    ['a version of a file', ['verify', good, '--version'], USAGE],
    ['a log with a receipt', ['log', good, '--receipt', receiptFile], USAGE],
    ['a missing file', ['verify', join(folder, 'missing.json')], 'The file "'],
    ['a folder', ['verify', folder], 'The file "'],
    ['a name with two lines', ['verify', nasty], 'The file "'],
    ['no JSON', ['verify', file('text.json', 'winner: me')], 'The file "'],
    ['no UTF-8', ['verify', file('latin.json', Uint8Array.of(0x22, 0xe9, 0x22))], 'The file "'],
    ['a byte order mark', ['verify', file('bom.json', `\ufeff${JSON.stringify(proof)}`)], 'The file "'],
    ['a member twice', ['verify', file('twice.json', '{"format":"draw-proof/2","format":1}')], 'The file "'],
    ['JSON that is no proof', ['verify', file('other.json', { format: 'other' })], 'The file "'],
    ['version 1', ['verify', file('one.json', { format: 'draw-proof/1' })], 'The file "'],
    ['a list', ['verify', file('list.json', [proof])], 'The file "'],
    ['a proof as a log', ['log', good], 'The file "'],
    ['no receipt', ['verify', good, '--receipt', good], 'The receipt "'],
    ['a missing receipt', ['verify', good, '--receipt', join(folder, 'none')], 'The receipt "'],
    ['an earlier draw that is none', ['verify', good, '--earlier', receiptFile], 'The earlier proof "'],
    ['an unsound test chain', ['verify', onTestChain, '--test-chain', unsound], 'The chain "'],
    ['a key without receipt', ['verify', good, '--receipt-key', installation.key], '--receipt-key goes with'],
    [
      'no receipt key',
      ['verify', good, '--receipt', receiptFile, '--receipt-key', 'A'.repeat(64)],
      '--receipt-key',
    ],
    ['no log key', ['verify', good, '--log-key', 'abc'], '--log-key is not'],
    ['no witness key', ['verify', good, '--witness-key', signerOf('witness').key], '--witness-key is not'],
    ['a quorum of 0', ['verify', good, '--witness-quorum', '0'], '--witness-quorum is not'],
    ['a quorum with a sign', ['verify', good, '--witness-quorum', '+1'], '--witness-quorum is not'],
  ])('%s', async (_, args, complaint) => {
    const { code, lines, errors } = await run(...args);
    expect(errors.startsWith(complaint)).toBe(true);
    expect(errors.split('\n')).toHaveLength(2);
    expect(errors).not.toContain('\u001b');
    expect(lines).toEqual(['']);
    expect(code).toBe(64);
  });

  test('also where a test chain was to be announced', async () => {
    const { errors } = await run('verify', good, '--test-chain', chain, '--receipt', join(folder, 'none'));
    expect(errors.split('\n')).toHaveLength(2);
  });

  test('a key of a witness with plus signs in its base64 is taken', async () => {
    const key = witnessKeyOf('witness.example/three');
    expect((await run('verify', good, '--witness-key', key)).code).toBe(2);
  });
});
