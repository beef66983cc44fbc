/** Whatever is changed in a proof, the verdict is FAILED, and the step that says why is the right one (draw protocol §7). */
import { describe, expect, test } from 'vitest';
import { STEP_NAMES, type StepName, type VerifyOptions, verifyProof } from '../src/index.ts';
import { makeProof, randomProof, seededRandom, testChain } from './support/random-draw.ts';
import { alike, asJson, type Json, leafPaths, type Path, withChange } from './support/tamper.ts';

const options: VerifyOptions = { chains: [testChain.chain] };
const DRAWS = {
  drand: makeProof('drand', { kind: 'drand', contributors: [1, 4] }),
  room: makeProof('room', { kind: 'room', contributors: [2] }),
  none: makeProof('none', { contributors: [1, 2, 5] }),
  'without contributions': makeProof('plain', { kind: 'none' }),
};

function failing(json: unknown): StepName[] {
  return verifyProof(json, options).steps.flatMap(({ name, status }) => (status === 'FAIL' ? [name] : []));
}

describe.each(Object.entries(DRAWS))('a %s draw', (_, proof) => {
  const document = asJson(proof);
  const paths = leafPaths(document);

  test('is verified as it stands', () => {
    expect(verifyProof(document, options)).toMatchObject({
      verdict: 'VERIFIED',
      testChain: proof === DRAWS.drand,
    });
  });

  test('fails with any single value changed to another of its form', () => {
    const unnoticed = paths.filter((path) => failing(withChange(document, path, alike)).length === 0);
    expect(unnoticed).toEqual([]);
  });

  test('fails with any single value taken out', () => {
    const unnoticed = paths.filter(
      (path) => failing(withChange(document, path, () => undefined)).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });

  test('fails format with a value of another kind anywhere', () => {
    const wrong: Json[] = [[], {}, true, -1, 0.5, '', '\n'];
    const unnoticed = paths.flatMap((path) =>
      wrong.filter((value) => failing(withChange(document, path, () => value)).join() !== 'format'),
    );
    expect(unnoticed).toEqual([]);
  });
});

describe('the step that says why', () => {
  const flip = alike;
  test.each<[step: StepName, path: Path]>([
    ['seed_commit', ['seed_reveal']],
    ['seed_commit', ['seed_commit_hash']],
    ['entries', ['entries', 2, 0]],
    ['entries', ['entries', 0, 1]],
    ['entries', ['close', 'entries_root']],
    ['entries', ['close', 'entry_count']],
    ['entries', ['close', 'ticket_total']],
    ['contributions', ['contributions', 0, 1]],
    ['contributions', ['contributions', 1, 0]],
    ['contributions', ['entries', 0, 2]],
    ['contributions', ['freeze', 'contributions_hash']],
    ['records', ['draw_id']],
    ['records', ['open', 'host_id']],
    ['records', ['open', 'host_seq']],
    ['records', ['open', 'previous']],
    ['records', ['open', 'rules_hash']],
    ['records', ['open', 'opened_at']],
    ['records', ['close', 'closed_at']],
    ['records', ['freeze', 'winners']],
    ['records', ['freeze', 'alternates']],
    ['records', ['open_hash']],
    ['records', ['close_hash']],
    ['records', ['freeze_hash']],
    ['beacon_round', ['freeze', 'beacon', 'round']],
    ['beacon_round', ['freeze', 'beacon', 'chain_hash']],
    ['beacon_value', ['beacon', 'value']],
    ['beacon_value', ['beacon', 'signature']],
    ['beacon_signature', ['beacon', 'signature']],
    ['beacon_signature', ['freeze', 'beacon', 'round']],
    ['client_seed', ['client_seed']],
    ['client_seed', ['freeze_hash']],
    ['combined_seed', ['combined_seed']],
    ['combined_seed', ['seed_reveal']],
    ['shuffle', ['combined_seed']],
    ['shuffle', ['winners', 0, 'selection_index']],
    ['shuffle', ['alternates', 1, 'selection_index']],
    ['winners', ['winners', 0, 'entry_number']],
    ['winners', ['winners', 1, 'position']],
    ['winners', ['alternates', 0, 'entry_number']],
    ['names', ['winners', 0, 'display_name']],
    ['names', ['alternates', 1, 'salt']],
  ])('%s, when %j is changed', (step, path) => {
    expect(failing(withChange(asJson(DRAWS.drand), path, flip))).toContain(step);
  });

  test.each<[string, string, Path, Json, StepName[]]>([
    ['a label without its evidence', 'none', ['assurance'], 'beacon', ['assurance']],
    ['a label of another kind', 'none', ['assurance'], 'room', ['assurance']],
    [
      'the label of contributions without any',
      'without contributions',
      ['assurance'],
      'participants',
      ['assurance'],
    ],
    ['a test chain called the public beacon', 'drand', ['assurance'], 'beacon', ['assurance']],
    ['a name without its salt', 'drand', ['winners', 0, 'salt'], null, ['names']],
    ['a salt without its name', 'drand', ['winners', 0, 'display_name'], null, ['names']],
    [
      'a chain in a draw without drand',
      'room',
      ['freeze', 'beacon', 'chain_hash'],
      'a'.repeat(64),
      ['records', 'beacon_round'],
    ],
    [
      'no round in a drand draw',
      'drand',
      ['freeze', 'beacon', 'round'],
      '-',
      ['records', 'beacon_round', 'beacon_signature'],
    ],
    ['a value in a draw without beacon', 'none', ['beacon'], { value: 'a'.repeat(64) }, ['beacon_value']],
    [
      'a drand draw without its evidence',
      'drand',
      ['beacon'],
      {},
      ['beacon_value', 'beacon_signature', 'client_seed'],
    ],
    ['a room draw without its text', 'room', ['beacon', 'text'], 'another', ['beacon_value']],
    ['rows dropped', 'none', ['alternates'], [], ['shuffle', 'winners']],
    ['times out of order', 'none', ['close', 'closed_at'], 2 ** 53 - 1, ['format']],
    ['another format', 'none', ['algorithm'], 'Fisher-Yates v2.0', ['format']],
  ])('%s', (_, draw, path, value, steps) => {
    const document = asJson(DRAWS[draw as keyof typeof DRAWS]);
    expect(failing(withChange(document, path, () => value))).toEqual(steps);
  });

  test('winners and alternates cannot change places', () => {
    const { winners, alternates } = DRAWS.none;
    expect(failing({ ...DRAWS.none, winners: alternates, alternates: winners })).toEqual([
      'shuffle',
      'winners',
    ]);
  });

  test('a draw before the first round of its chain has no round', () => {
    const early = withChange(asJson(DRAWS.drand), ['open', 'opened_at'], () => 1);
    const closed = withChange(early, ['close', 'closed_at'], () => 1);
    const frozen = withChange(closed, ['freeze', 'frozen_at'], () => 1);
    const drawn = withChange(frozen, ['freeze', 'draw_at'], () => 100);
    expect(failing(drawn)).toEqual(['records', 'beacon_round']);
  });

  test('tickets that do not add up cannot be drawn again', () => {
    for (const change of [(): Json => 0, (): Json => 2 ** 32 - 1]) {
      const changed = leafPaths(asJson(DRAWS.none))
        .filter(([list, , part]) => list === 'entries' && part === 0)
        .reduce((document, path) => withChange(document, path, change), asJson(DRAWS.none));
      expect(failing(changed)).toEqual(['entries', 'shuffle', 'winners']);
    }
  });
});

describe('what is not checked', () => {
  test('weaker labels are honest too', () => {
    const document = asJson(DRAWS.room);
    for (const label of ['participants', 'operator'])
      expect(failing(withChange(document, ['assurance'], () => label))).toEqual([]);
  });

  test('evidence beside the document is reported, unknown members are passed by', () => {
    const more = { ...DRAWS.none, log: 1, signatures: null, timestamps: [], raffle_id: 'r' };
    expect(verifyProof(more)).toMatchObject({
      verdict: 'VERIFIED',
      notChecked: ['log', 'signatures', 'timestamps'],
    });
  });

  test('the seeds that a downloaded file repeats must be the same', () => {
    const { seed_commit_hash, seed_reveal, client_seed, combined_seed } = DRAWS.none;
    const proof = { seed_commit_hash, seed_reveal, client_seed, combined_seed };
    expect(failing({ ...DRAWS.none, proof })).toEqual([]);
    for (const name of Object.keys(proof))
      expect(failing({ ...DRAWS.none, proof: { ...proof, [name]: 'a'.repeat(64) } })).toEqual(['format']);
    expect(failing({ ...DRAWS.none, proof: [] })).toEqual(['format']);
  });
});

describe('verdicts', () => {
  test('steps come in the order of the protocol, one after another', () => {
    const seen: string[] = [];
    const { steps } = verifyProof(DRAWS.drand, { ...options, onStep: ({ name }) => seen.push(name) });
    expect(seen).toEqual(STEP_NAMES.filter((name) => name !== 'receipt' && name !== 'log'));
    expect(steps.map(({ name }) => name)).toEqual(seen);
  });

  test('a signature that was not checked leaves a drand draw INCOMPLETE, and no other', () => {
    expect(verifyProof(DRAWS.drand, { ...options, skipBls: true }).verdict).toBe('INCOMPLETE');
    expect(verifyProof(DRAWS.room, { skipBls: true }).verdict).toBe('VERIFIED');
    expect(verifyProof(DRAWS.none, { skipBls: true }).verdict).toBe('VERIFIED');
  });

  test('without its chain a test draw fails', () => {
    expect(verifyProof(DRAWS.drand)).toMatchObject({ verdict: 'FAILED', testChain: false });
  });

  test('erased names are skipped, and the rest stays verified', () => {
    const proof = makeProof('erased', { erased: () => true });
    const { verdict, steps } = verifyProof(proof);
    expect(verdict).toBe('VERIFIED');
    expect(steps.find(({ name }) => name === 'names')).toEqual({
      name: 'names',
      status: 'SKIP',
      reason: '4 of 4 names were erased',
    });
  });

  test('random draws of every kind are verified', () => {
    for (let i = 0; i < 60; i += 1) expect(failing(randomProof(`honest ${i}`))).toEqual([]);
    expect(seededRandom('a').hex(64)).toBe(seededRandom('a').hex(64));
  });
});
