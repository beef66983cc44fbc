/** R87, R89: until when devices may add something, and what fits no draw. */
import { expect, test } from 'vitest';
import { decideContribution, decideSeen, type SeenDraw } from './audience.ts';
import type { Decision } from './decision.ts';

const answer = (decision: Decision): string => (decision.ok ? 'yes' : decision.refusal);

test('R89 contributions are taken until the window ends or the draw is frozen', () => {
  const draw = { contributionsUntil: 15_000, frozen: false };
  expect(answer(decideContribution(draw, 14_999))).toBe('yes');
  expect(answer(decideContribution(draw, 15_000))).toBe('contributions_closed');
  expect(answer(decideContribution({ ...draw, frozen: true }, 14_999))).toBe('contributions_closed');
  expect(answer(decideContribution({ ...draw, contributionsUntil: null }, 0))).toBe('contributions_closed');
  expect(answer(decideContribution(null, 0))).toBe('contributions_closed');
});

test('R87 a signature counts for this freeze, seen at least 5 s before the draw and received 3 s before it', () => {
  const draw: SeenDraw = { freezeHash: 'aa', frozenAt: 1000, drawAt: 1024, over: false };
  const seen = { freezeHash: 'aa', seenAt: 1001 };
  const table: [string, SeenDraw | null, { freezeHash: string; seenAt: number }, number][] = [
    ['yes', draw, seen, 1_001_000],
    ['yes', draw, seen, 1_020_999],
    ['audience_closed', draw, seen, 1_021_000],
    ['audience_closed', { ...draw, over: true }, seen, 1_001_000],
    ['audience_closed', null, seen, 1_001_000],
    ['other_freeze', draw, { ...seen, freezeHash: 'bb' }, 1_001_000],
    ['yes', draw, { ...seen, seenAt: 1019 }, 1_019_500],
    ['seen_at_wrong', draw, { ...seen, seenAt: 1020 }, 1_019_500],
    ['yes', draw, { ...seen, seenAt: 940 }, 1_001_000],
    ['seen_at_wrong', draw, { ...seen, seenAt: 939 }, 1_001_000],
  ];
  for (const [expected, facts, wanted, now] of table) {
    expect([facts, wanted, now, answer(decideSeen(facts, wanted, now))]).toEqual([
      facts,
      wanted,
      now,
      expected,
    ]);
  }
});
