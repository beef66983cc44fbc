import { describe, expect, it } from 'vitest';
import type { PrizeList, RaffleTerms } from '@glassdrum/contract';
import { winnablePrizes } from './own-chances.ts';

type Terms = Pick<RaffleTerms['draws'][number], 'draw_id' | 'plan'>;

const plan = (pools: number[]): Terms['plan'] => ({
  policy: 'once',
  earlier_winners: 'out',
  pools: 2,
  prizes: pools.map((pool) => ({ quantity: 1, alternates: 3, pool, claim_window: '-', name: '-' })),
});

const prize = (number: number, draw: number): PrizeList['prizes'][number] => ({
  prize: number,
  name: null,
  quantity: 1,
  description: '',
  image_url: null,
  sponsor_name: null,
  sponsor_url: null,
  limited: false,
  claim_window: null,
  draw,
  bucket: null,
});

const draw = (number: number, id: string | null): PrizeList['draws'][number] => ({
  number,
  name: null,
  state: 'planned',
  draw_id: id,
  stage: number,
  wins: 1,
  planned_at: null,
  added_at: null,
  started_at: null,
  skipped: null,
  presence: { required: false, changed_at: null },
});

/** The first and third prize are given in the first draw, the second and fourth in the other. */
const LIST = {
  prizes: [prize(1, 1), prize(2, 2), prize(3, 1), prize(4, 2)],
  draws: [draw(1, 'dinner'), draw(2, 'midnight')],
};
const TERMS = {
  draws: [
    { draw_id: 'midnight', plan: plan([1, 2]) },
    { draw_id: 'dinner', plan: plan([2, 1]) },
  ],
};

describe('R63 which prizes an entry can win', () => {
  it('follows from its weight in the pool of each prize, in each draw', () => {
    expect(winnablePrizes({ weights: [1, 0] }, TERMS, LIST)).toEqual(new Set([2, 3]));
    expect(winnablePrizes({ weights: [0, 2] }, TERMS, LIST)).toEqual(new Set([1, 4]));
    expect(winnablePrizes({ weights: [1, 1] }, TERMS, LIST)).toEqual(new Set([1, 2, 3, 4]));
    expect(winnablePrizes({ weights: [0, 0] }, TERMS, LIST)).toEqual(new Set());
  });

  it('is not said where receipt, plan and list do not fit each other', () => {
    expect(winnablePrizes(null, TERMS, LIST)).toBeNull();
    expect(winnablePrizes({ weights: [1, 1] }, { draws: TERMS.draws.slice(1) }, LIST)).toBeNull();
    const longer = { ...LIST, prizes: [...LIST.prizes, prize(5, 1)] };
    expect(winnablePrizes({ weights: [1, 1] }, TERMS, longer)).toBeNull();
  });
});
