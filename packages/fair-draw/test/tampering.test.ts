/** Whatever is changed in a proof, the checks that fail are ones that read it (draw protocol §7, "Every check reads …"). */
import { describe, expect, test } from 'vitest';
import { type StepName, verifyProof } from '../src/index.ts';
import { fullOptions, fullProof } from './support/full-proof.ts';
import { type DrawChoices, makeProof, PLAN, testChain } from './support/random-draw.ts';
import { alike, asJson, type Json, leafPaths, type Path, withChange } from './support/tamper.ts';

const options = fullOptions;

const DRAWS = {
  drand: fullProof('drand', { kind: 'drand', contributors: [1, 4] }),
  room: fullProof('room', { kind: 'room', contributors: [2] }),
  none: fullProof('none', { contributors: [1, 2, 5] }),
  'without contributions': fullProof('plain', { kind: 'none' }),
};

/** Signatures of the beacon are slow to check, and most changes leave them as they are. */
function failing(json: unknown, skipBls = false): StepName[] {
  return verifyProof(json, { ...options, skipBls }).steps.flatMap(({ name, status }) =>
    status === 'FAIL' ? [name] : [],
  );
}

/** Who reads a member, from the table of draw protocol §7; `format` reads everything. The first that fits counts. */
const READERS: [RegExp, StepName[]][] = [
  [
    /^draw_id$/,
    ['plan', 'entries', 'holders', 'contributions', 'records', 'log', 'audience', 'standing', 'series'],
  ],
  [/^assurance$/, ['assurance']],
  [/^seed_commit_hash$/, ['seed_commit', 'records', 'log']],
  [/^seed_reveal$/, ['seed_commit', 'combined_seed', 'log']],
  [/^client_seed$/, ['client_seed', 'combined_seed']],
  [/^combined_seed$/, ['combined_seed', 'shuffle', 'winners', 'log', 'standing']],
  [/^open\.rules_hash$/, ['rules', 'records', 'log']],
  [/^open\.stage$/, ['holders', 'records', 'log', 'series']],
  [/^open\.(series_id|host_id)$/, ['records', 'log', 'series']],
  [/^open\./, ['records', 'log']],
  [/^close\.plan_hash$/, ['plan', 'records', 'log']],
  [/^close\.holders_hash$/, ['holders', 'records', 'log']],
  [/^close\.(entries_root|entry_count|pool_totals\.0)$/, ['entries', 'records', 'log']],
  [/^close\.closed_at$/, ['records', 'log', 'series']],
  [/^freeze\.contributions_hash$/, ['contributions', 'records', 'log']],
  [
    /^freeze\.beacon\.kind$/,
    ['rules', 'records', 'beacon_round', 'beacon_value', 'beacon_signature', 'assurance', 'log'],
  ],
  [/^freeze\.beacon\.chain_hash$/, ['records', 'beacon_round', 'beacon_signature', 'assurance', 'log']],
  [/^freeze\.beacon\.round$/, ['records', 'beacon_round', 'beacon_value', 'beacon_signature', 'log']],
  [/^freeze\.frozen_at$/, ['records', 'beacon_round', 'log']],
  [/^freeze\.show_at$/, ['records', 'log']],
  [/^freeze\.draw_at$/, ['records', 'beacon_round', 'log', 'witnesses', 'audience']],
  [/^(open|close)_hash$/, ['records', 'log']],
  [/^freeze_hash$/, ['records', 'client_seed', 'log', 'witnesses', 'audience', 'standing']],
  [/^rules\./, ['rules']],
  [/^plan\./, ['plan', 'holders', 'shuffle', 'winners', 'standing', 'series']],
  [/^beacon\.value$/, ['beacon_value', 'client_seed']],
  [/^beacon\.signature$/, ['beacon_value', 'beacon_signature']],
  [/^beacon\.text$/, ['beacon_value']],
  [/^contributions\./, ['contributions', 'assurance']],
  [/^entries\.\d+\.0$/, ['entries', 'holders']],
  [/^entries\.\d+\.1$/, ['entries', 'series']],
  [/^entries\.\d+\.2\./, ['entries', 'rules', 'shuffle', 'winners', 'standing']],
  [/^entries\.\d+\.3$/, ['entries', 'names', 'series']],
  [/^entries\.\d+\.4$/, ['entries', 'contributions']],
  [/^entries\.\d+\.5$/, ['entries', 'audience']],
  [/^winners\.\d+\.(display_name|salt)$/, ['names']],
  [/^alternates\.\d+\.(display_name|salt)$/, ['names']],
  [/^winners\.\d+\.entry_number$/, ['shuffle', 'winners', 'names', 'log', 'standing']],
  [/^alternates\.\d+\.entry_number$/, ['shuffle', 'winners', 'names', 'log']],
  [/^winners\./, ['shuffle', 'winners', 'log', 'standing']],
  [/^alternates\./, ['shuffle', 'winners', 'log']],
  [/^audience\./, ['audience']],
  [/^log\.(checkpoint|freeze_checkpoint|freeze_path)/, ['log', 'witnesses']],
  [/^log\.records\.2/, ['log', 'witnesses']],
  [/^log\.records\.4/, ['log', 'standing']],
  [/^log\.more/, ['log', 'audience', 'series']],
  [/^log\.after/, ['log', 'standing']],
  [/^log\./, ['log']],
];

function readersOf(path: Path): StepName[] {
  const name = path.join('.');
  return READERS.find(([form]) => form.test(name))?.[1] ?? [];
}

/** Changes that leave a proof as good as it was: nobody reads whether a withheld label is lower than it could be. */
const isHarmless = (path: Path): boolean => path.join('.') === 'assurance';

describe.each(['drand', 'room', 'none'] as const)('a %s draw', (kind) => {
  const proof = DRAWS[kind];
  const document = asJson(proof);
  const paths = leafPaths(document);

  test('is verified as it stands', () => {
    const result = verifyProof(document, options);
    expect(result.steps.filter(({ status }) => status === 'FAIL')).toEqual([]);
    expect(result).toMatchObject({ verdict: 'VERIFIED', testChain: proof === DRAWS.drand });
    for (const name of ['log', 'witnesses', 'audience', 'standing'])
      expect(result.steps.find((step) => step.name === name)?.status).toBe('PASS');
  });

  test('with any single value changed to another of its form, only checks that read it fail, and at least one', () => {
    const wrong = paths.flatMap((path) => {
      const fails = failing(withChange(document, path, alike), !/^(beacon|freeze)$/.test(String(path[0])));
      if (fails.join() === 'format') return [];
      const strangers = fails.filter((name) => !readersOf(path).includes(name));
      const unnoticed = fails.length === 0 && !isHarmless(path);
      return strangers.length > 0 || unnoticed ? [`${path.join('.')}: ${fails.join(' ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('fails with any single value taken out', () => {
    const unnoticed = paths.filter(
      (path) =>
        failing(
          withChange(document, path, () => undefined),
          true,
        ).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });

  test('fails format with a value of another kind anywhere but in the texts of records', () => {
    const wrong: Json[] = [[], {}, true, -1, 0.5, '', '\n'];
    const isFree = (path: Path, value: Json): boolean =>
      typeof value === 'string' && /\.(\d+\.text)$|^rules\.text$/.test(path.join('.'));
    const unnoticed = paths.flatMap((path) =>
      wrong.filter(
        (value) =>
          !isFree(path, value) &&
          failing(
            withChange(document, path, () => value),
            true,
          ).join() !== 'format',
      ),
    );
    expect(unnoticed).toEqual([]);
  });

  test('fails format with an unknown member in any object', () => {
    const objects = new Set(
      paths.flatMap((path) => path.map((__, depth) => JSON.stringify(path.slice(0, depth)))),
    );
    let count = 0;
    for (const text of objects) {
      const path = JSON.parse(text) as Path;
      const found = path.reduce<unknown>((inner, key) => Reflect.get(Object(inner) as object, key), document);
      if (Array.isArray(found)) continue;
      const changed = withChange(document, path, (old) => ({ ...Object(old), another: 1 }));
      expect(failing(changed)).toEqual(['format']);
      count += 1;
    }
    expect(count).toBeGreaterThan(15);
  });
});

describe('exactly these checks fail', () => {
  test.each<[path: Path, steps: StepName[]]>([
    [['draw_id'], ['plan', 'entries', 'contributions', 'records', 'log', 'audience', 'standing']],
    [['seed_commit_hash'], ['seed_commit', 'records', 'log']],
    [['seed_reveal'], ['seed_commit', 'combined_seed', 'log']],
    [['client_seed'], ['client_seed', 'combined_seed']],
    [
      ['open', 'rules_hash'],
      ['rules', 'records', 'log'],
    ],
    [
      ['open', 'plan_hash'],
      ['records', 'log'],
    ],
    [
      ['open', 'previous'],
      ['records', 'log'],
    ],
    [
      ['close', 'plan_hash'],
      ['plan', 'records', 'log'],
    ],
    [
      ['close', 'holders_hash'],
      ['holders', 'records', 'log'],
    ],
    [
      ['close', 'entries_root'],
      ['entries', 'records', 'log'],
    ],
    [
      ['close', 'pool_totals', 0],
      ['entries', 'records', 'log'],
    ],
    [
      ['freeze', 'contributions_hash'],
      ['contributions', 'records', 'log'],
    ],
    [
      ['freeze', 'beacon', 'chain_hash'],
      ['records', 'beacon_round', 'beacon_signature', 'log'],
    ],
    [
      ['freeze', 'beacon', 'round'],
      ['records', 'beacon_round', 'beacon_signature', 'log'],
    ],
    [['open_hash'], ['records', 'log']],
    [['close_hash'], ['records', 'log']],
    [['freeze_hash'], ['records', 'client_seed', 'log', 'witnesses', 'audience', 'standing']],
    [['rules', 'title'], ['rules']],
    [['rules', 'text'], ['rules']],
    [['plan', 'prizes', 0, 'name'], ['plan']],
    [['plan', 'prizes', 0, 'claim_window'], ['plan']],
    [
      ['plan', 'prizes', 0, 'quantity'],
      ['plan', 'shuffle', 'winners', 'standing'],
    ],
    [
      ['beacon', 'value'],
      ['beacon_value', 'client_seed'],
    ],
    [
      ['beacon', 'signature'],
      ['beacon_value', 'beacon_signature'],
    ],
    [['contributions', 0, 1], ['contributions']],
    [
      ['entries', 0, 3],
      ['entries', 'names'],
    ],
    [
      ['entries', 0, 4],
      ['entries', 'contributions'],
    ],
    [
      ['entries', 0, 5],
      ['entries', 'audience'],
    ],
    [['winners', 0, 'display_name'], ['names']],
    [
      ['winners', 0, 'selection_index'],
      ['shuffle', 'log'],
    ],
    [
      ['winners', 0, 'position'],
      ['winners', 'log'],
    ],
    [
      ['winners', 0, 'entry_number'],
      ['winners', 'names', 'log', 'standing'],
    ],
    [
      ['alternates', 0, 'entry_number'],
      ['winners', 'names', 'log'],
    ],
    [['audience', 0, 1], ['audience']],
    [['log', 'key'], ['log']],
    [
      ['log', 'freeze_path', 0],
      ['log', 'witnesses'],
    ],
    [['log', 'records', 3, 'path', 0], ['log']],
  ])('when %j is changed', (path, steps) => {
    expect(failing(withChange(asJson(DRAWS.drand), path, alike))).toEqual(steps);
  });

  test.each<[string, keyof typeof DRAWS, Path, Json, StepName[]]>([
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
      'a chain in a room',
      'room',
      ['freeze', 'beacon', 'chain_hash'],
      'a'.repeat(64),
      ['records', 'beacon_round', 'log'],
    ],
    [
      'no count of numbers in a room',
      'room',
      ['freeze', 'beacon', 'round'],
      '-',
      ['records', 'beacon_round', 'beacon_value', 'log'],
    ],
    [
      'no round in a drand draw',
      'drand',
      ['freeze', 'beacon', 'round'],
      '-',
      ['records', 'beacon_round', 'beacon_signature', 'log'],
    ],
    [
      'a value in a draw without beacon',
      'none',
      ['beacon'],
      { value: 'a'.repeat(64) },
      ['beacon_value', 'client_seed'],
    ],
    [
      'a drand draw without its evidence',
      'drand',
      ['beacon'],
      {},
      ['beacon_value', 'beacon_signature', 'client_seed'],
    ],
    ['a room draw without its text', 'room', ['beacon', 'text'], '1 2 3 4 5 6 7', ['beacon_value']],
    ['alternates dropped', 'none', ['alternates'], [], ['shuffle', 'winners', 'log']],
    ['a beacon that the rules do not allow', 'none', ['rules', 'beacon_policy'], 'wait', ['rules']],
    ['times out of order', 'none', ['close', 'closed_at'], 2 ** 53 - 1, ['format']],
    ['another algorithm', 'none', ['algorithm'], 'Fisher-Yates v2.0', ['format']],
    ['the log of a stranger', 'none', ['log', 'key'], 'a'.repeat(64), ['log']],
  ])('%s', (_, draw, path, value, steps) => {
    expect(failing(withChange(asJson(DRAWS[draw]), path, () => value))).toEqual(steps);
  });

  test('winners and alternates that change places', () => {
    const { winners, alternates } = DRAWS.none;
    expect(failing({ ...DRAWS.none, winners: alternates, alternates: winners })).toEqual([
      'shuffle',
      'winners',
      'log',
      'standing',
    ]);
  });
});

describe('weights', () => {
  const draw = (entries: DrawChoices['entries'], rules: DrawChoices['rules'] = {}): unknown =>
    makeProof('weights', { entries, rules, plan: PLAN });

  test('too large to draw from fail shuffle and winners', () => {
    const document = withChange(
      asJson(draw([{ weights: [1] }, { weights: [1] }])),
      ['entries', 0, 2, 0],
      () => 2 ** 32 - 1,
    );
    expect(failing(document)).toEqual(['entries', 'shuffle', 'winners']);
  });

  test('above the limit fail the rules', () => {
    expect(failing(draw([{ weights: [3] }], { ticketLimit: 2 }))).toEqual(['rules']);
    expect(failing(draw([{ weights: [2] }], { ticketLimit: 2 }))).toEqual([]);
  });

  test('of somebody who does not take part fail entries', () => {
    expect(failing(draw([{ weights: [3], state: 'absent' }]))).toEqual(['entries']);
  });
});

test('a chain that is not sound is no known chain', () => {
  const changed = { ...testChain.chain, period: 4 };
  const { steps } = verifyProof(DRAWS.drand, { chains: [changed] });
  expect(steps.find(({ name }) => name === 'beacon_round')?.status).toBe('FAIL');
});

test('steps are told as they come', () => {
  const told: string[] = [];
  const { steps } = verifyProof(DRAWS.none, { onStep: ({ name }) => told.push(name) });
  expect(told).toEqual(steps.map(({ name }) => name));
});
