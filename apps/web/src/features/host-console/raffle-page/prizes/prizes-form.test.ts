import { describe, expect, it } from 'vitest';
import { type HostPrize, type HostPrizes, type PlannedDraw, prizesBody } from '@glassdrum/contract';
import { readPrizeLines } from '@glassdrum/raffle-rules';
import {
  bodyOfPrizes,
  candidatesByPool,
  drawOfNext,
  duplicateOf,
  editedPrizes,
  fieldAt,
  formOfPrizes,
  isGrandPrize,
  isOneUnnamed,
  isSameForm,
  newPrize,
  newsOf,
  poolKey,
  prizesForm,
  type PrizesForm,
  prizesOfLines,
  putBack,
  replacedByLines,
  startOf,
  totalsOf,
  typedClaimWindow,
  withPressed,
} from './prizes-form.ts';

const prize = (letter: string, more: Partial<HostPrize> = {}): HostPrize => ({
  id: letter.repeat(22),
  name: null,
  quantity: 1,
  description: '',
  sponsor_name: null,
  sponsor_url: null,
  groups: [],
  image_url: null,
  candidates: 0,
  claim_window: null,
  draw: 1,
  ...more,
});
const drawOf = (number: number, state: PlannedDraw['state'] = 'planned'): PlannedDraw => ({
  number,
  name: null,
  planned_at: null,
  state,
  draw_id: null,
  stage: null,
  wins: 1,
  added_at: null,
  started_at: null,
  skipped: null,
  presence: { required: false, changed_at: null },
});
const listOf = (prizes: HostPrize[], revision = 4): HostPrizes => ({
  revision,
  buckets: false,
  policy: 'once',
  reveal_order: 'grand_last',
  prizes,
  draws: [drawOf(1)],
  groups: [],
  fixed_groups: null,
});

const bicycle = prize('a', {
  name: 'Bicycle',
  description: 'Red.',
  sponsor_name: 'Corner shop',
  sponsor_url: 'https://shop.example',
  groups: ['Members'],
  candidates: 12,
  claim_window: 600,
});
const wine = prize('b', { name: 'Wine', quantity: 3 });
const stored = listOf([bicycle, wine]);

const typedName = (form: PrizesForm, name: string): PrizesForm => ({
  ...form,
  prizes: form.prizes.map((row, index) => (index === 0 ? { ...row, name } : row)),
});
const errorsOf = (row: Partial<PrizesForm['prizes'][number]>): Record<string, string> => {
  const form = { ...formOfPrizes(stored), prizes: [newPrize(row)] };
  const issues = prizesForm.safeParse(form).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
};

describe('prizes as they are typed and sent', () => {
  it('R61: sends what it was given, in a body that the contract takes', () => {
    const body = bodyOfPrizes(4, prizesForm.parse(formOfPrizes(stored)));
    const { image_url: _image, candidates: _candidates, ...sent } = bicycle;
    expect(body.prizes[0]).toEqual(sent);
    expect(body.prizes[1]).toMatchObject({ name: 'Wine', quantity: 3, sponsor_name: null });
    expect(prizesBody.parse(body)).toEqual(body);
  });

  it('R61: takes a prize without a name, given once', () => {
    const form = { ...formOfPrizes(stored), prizes: [newPrize()] };
    expect(prizesForm.parse(form).prizes[0]).toMatchObject({ id: null, name: null, quantity: 1, groups: [] });
  });

  it.each(['', '0', '1.5', '1001', 'many'])('R61: refuses %j as a quantity', (quantity) => {
    expect(errorsOf({ quantity })).toEqual({
      'prizes.0.quantity': 'Please enter a whole number from 1 to 1000.',
    });
  });

  it('R61: refuses a long name and a link without https, each at its field', () => {
    const errors = errorsOf({ name: 'x'.repeat(101), sponsor_url: 'http://shop.example' });
    expect(Object.keys(errors)).toEqual(['prizes.0.name', 'prizes.0.sponsor_url']);
    expect(errorsOf({ name: '🎈'.repeat(100) })).toEqual({});
  });

  it.each([
    [{ unit: 'none', count: '7' }, null],
    [{ unit: 'minutes', count: '30' }, 1800],
    [{ unit: 'days', count: ' 60 ' }, 60 * 86_400],
  ] as const)('R73: takes %j as a claim window', (claim_window, seconds) => {
    const form = { ...formOfPrizes(stored), prizes: [newPrize({ claim_window })] };
    const body = bodyOfPrizes(4, prizesForm.parse(form));
    expect(body.prizes[0]?.claim_window).toBe(seconds);
    expect(prizesBody.parse(body)).toEqual(body);
  });

  it.each([
    ['minutes', '31', 30],
    ['minutes', '0', 30],
    ['minutes', '', 30],
    ['days', '61', 60],
    ['days', '1.5', 60],
  ] as const)('R73: refuses a claim window of %s: %j', (unit, count, max) => {
    expect(errorsOf({ claim_window: { unit, count } })).toEqual({
      'prizes.0.claim_window.count': `Please enter a whole number from 1 to ${max}.`,
    });
  });

  it.each([
    [null, { unit: 'none', count: '' }],
    [1800, { unit: 'minutes', count: '30' }],
    [86_400, { unit: 'days', count: '1' }],
  ] as const)('R73: shows a claim window of %j seconds as it was typed', (seconds, typed) => {
    expect(typedClaimWindow(seconds)).toEqual(typed);
  });

  it.each([
    ['prizes.3.name', 'prizes.3.name'],
    ['prizes.3.claim_window', 'prizes.3.claim_window.count'],
    ['prizes.12.sponsor_url', 'prizes.12.sponsor_url'],
    ['prizes.0.groups.2', 'prizes.0.groups'],
    ['prizes.0.id', null],
    ['prizes.0.draw', null],
    ['prizes', null],
    ['prizes.x.name', null],
    ['revision', null],
  ])('shows what the server says about %s at %j', (path, field) => {
    expect(fieldAt(path)).toBe(field);
  });
});

describe('the list of prizes', () => {
  const rows = formOfPrizes(stored).prizes;

  it('R61: a duplicate is a new prize with the same fields and groups of its own', () => {
    const [first = newPrize()] = rows;
    const copy = duplicateOf(first);
    expect(copy).toEqual({ ...first, id: null });
    expect(copy.groups).not.toBe(first.groups);
  });

  it('R61: adds up prizes and wins, counting nothing for what is no quantity', () => {
    expect(totalsOf(rows)).toEqual({ prizes: 2, wins: 4 });
    expect(totalsOf([...rows, { quantity: '' }, { quantity: '1.5' }, { quantity: '-2' }])).toEqual({
      prizes: 5,
      wins: 4,
    });
  });

  it('R69: has the prizes of draws to come, each with its draw; what is added goes with the last', () => {
    const prizes = [bicycle, { ...wine, draw: 2 }, prize('c', { draw: 3 })];
    const draws = [drawOf(1, 'drawn'), drawOf(2), drawOf(3, 'skipped')];
    const { prizes: left } = formOfPrizes({ ...stored, prizes, draws });
    expect(left.map(({ name, draw }) => [name, draw])).toEqual([['Wine', 2]]);
    expect(drawOfNext(left)).toBe(2);
    expect(drawOfNext([])).toBe(1);
  });

  it('knows the one unnamed prize that a raffle begins with', () => {
    expect(isOneUnnamed([newPrize({ name: ' ' })])).toBe(true);
    expect(isOneUnnamed([newPrize({ name: 'Wine' })])).toBe(false);
    expect(isOneUnnamed([newPrize(), newPrize()])).toBe(false);
  });

  it('R61: pasted lines become prizes', () => {
    expect(prizesOfLines(readPrizeLines('3 × Bottle of wine\n\nTea'), 2)).toEqual([
      newPrize({ name: 'Bottle of wine', quantity: '3', draw: 2 }),
      newPrize({ name: 'Tea', draw: 2 }),
    ]);
  });

  it('R61: pasted lines instead of the list keep what is known of prizes with the same name, each once', () => {
    const replaced = replacedByLines(rows, readPrizeLines('2 × Tea\n5 × wine\nWine\nBicycle'));
    expect(replaced.map(({ id, name, quantity }) => [id, name, quantity])).toEqual([
      [null, 'Tea', '2'],
      [wine.id, 'Wine', '5'],
      [null, 'Wine', '1'],
      [bicycle.id, 'Bicycle', '1'],
    ]);
    expect(replaced[3]?.sponsor_name).toBe('Corner shop');
  });
});

describe('groups of a prize', () => {
  it('R63: a press gives a group or takes it, however it is written', () => {
    expect(withPressed([], ' Members ')).toEqual(['Members']);
    expect(withPressed(['Members', 'Staff'], 'members')).toEqual(['Staff']);
  });

  it('R63: candidates are known for every combination that a stored prize has, and for everyone', () => {
    const candidates = candidatesByPool(stored, 41);
    expect(candidates.get(poolKey(['MEMBERS ']))).toBe(12);
    expect(candidates.get(poolKey([]))).toBe(41);
    expect(candidates.get(poolKey(['Staff']))).toBeUndefined();
    expect(poolKey(['Staff', 'Members'])).toBe(poolKey(['members', 'staff']));
  });
});

describe('unsaved prizes', () => {
  const edited = editedPrizes(stored);
  const typed = typedName(edited.form, 'Red bicycle');
  const elsewhere = listOf([bicycle, { ...wine, quantity: 4 }], 5);

  it('are a change of any field, of a group and of the order', () => {
    expect(isSameForm(edited.form, structuredClone(edited.form))).toBe(true);
    expect(isSameForm(edited.form, typed)).toBe(false);
    expect(isSameForm(edited.form, { ...edited.form, policy: 'again' })).toBe(false);
    expect(isSameForm(edited.form, { ...edited.form, prizes: edited.form.prizes.toReversed() })).toBe(false);
  });

  it('are there again after a reload, also when only an image changed meanwhile', () => {
    const left = JSON.parse(JSON.stringify({ edited, typed })) as unknown;
    expect(startOf(stored, left)).toEqual({ edited, typed });
    const withImage = listOf([{ ...bicycle, image_url: '/api/images/x' }, wine], 5);
    expect(startOf(withImage, left)).toEqual({ edited: { ...edited, revision: 5 }, typed });
  });

  it('stay with the list that they were typed for', () => {
    expect(startOf(elsewhere, { edited, typed })).toEqual({ edited, typed });
  });

  it.each([undefined, null, 'text', {}, { edited, typed: { ...typed, prizes: [] } }])(
    'are the list itself where %j is stored',
    (left) => {
      expect(startOf(stored, left)).toEqual({ edited, typed: edited.form });
    },
  );

  it('survive a list that comes meanwhile; without them the list is taken', () => {
    expect(newsOf(stored, { edited, typed })).toBe('none');
    expect(newsOf({ ...stored, revision: 5 }, { edited, typed })).toBe('newer_revision');
    expect(newsOf(elsewhere, { edited, typed: edited.form })).toBe('take');
    expect(newsOf(elsewhere, { edited, typed: formOfPrizes(elsewhere) })).toBe('take');
    expect(newsOf(elsewhere, { edited, typed })).toBe('other_list');
  });
});

describe('R61 R65 the list as its host sees it', () => {
  it('puts a removed prize back with what it had, and as a new one where it was saved without it', () => {
    const removed = newPrize({ id: bicycle.id, name: 'Bicycle', groups: ['Members'] });
    const unsaved = newPrize({ name: 'Soap' });
    expect(putBack([removed, unsaved], new Set([bicycle.id]))).toEqual([removed, unsaved]);
    expect(putBack([removed, unsaved], new Set([wine.id]))).toEqual([{ ...removed, id: null }, unsaved]);
  });

  it('marks the first prize of each draw that has several', () => {
    const marked = (...draws: number[]): number[] => {
      const prizes = draws.map((draw) => ({ draw }));
      return prizes.flatMap((_, index) => (isGrandPrize(prizes, index) ? index : []));
    };
    expect(marked(1)).toEqual([]);
    expect(marked(1, 1, 1)).toEqual([0]);
    expect(marked(2, 1, 1, 2, 3)).toEqual([0, 1]);
  });
});
