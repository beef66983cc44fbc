import type { HostPrizes, PlannedDraw } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { bodyOfPlan, nextDraw } from './draws-data.ts';

const draw = (number: number, state: PlannedDraw['state']): PlannedDraw => ({
  number,
  name: null,
  planned_at: null,
  state,
  draw_id: `d${number}`,
  stage: number,
  wins: 1,
  added_at: null,
  started_at: null,
  skipped: null,
  presence: { required: false, changed_at: null },
});
const prize = (id: string, number: number): HostPrizes['prizes'][number] => ({
  id,
  name: id,
  quantity: 1,
  description: '',
  sponsor_name: null,
  sponsor_url: null,
  groups: [],
  image_url: null,
  candidates: 3,
  claim_window: null,
  draw: number,
});

describe('R69 the plan of an evening', () => {
  it('goes on with the draw that runs, or else the first that is still to come', () => {
    const [held, skipped, planned] = [draw(1, 'drawn'), draw(2, 'skipped'), draw(3, 'planned')];
    expect(nextDraw([held, skipped, planned])?.number).toBe(3);
    expect(nextDraw([held, draw(2, 'running'), planned])?.number).toBe(2);
    expect(nextDraw([held, skipped])).toBeNull();
  });

  it('is sent without the prizes of draws that are over, and with all draws', () => {
    const body = bodyOfPlan({
      revision: 4,
      buckets: false,
      policy: 'once',
      reveal_order: 'grand_last',
      prizes: [prize('wine', 1), prize('bike', 2)],
      draws: [draw(1, 'drawn'), draw(2, 'planned')],
      groups: [],
      fixed_groups: null,
    });
    expect(body.prizes.map(({ id }) => id)).toEqual(['bike']);
    expect(body.draws).toHaveLength(2);
    expect(body.revision).toBe(4);
  });
});
