import { describe, expect, it } from 'vitest';
import { decidePause } from './pause.ts';
import type { RaffleFacts } from './status.ts';

const NOW = 1_800_000_000_000;
const open: RaffleFacts = {
  status: 'open',
  deadlineAt: null,
  drawStarted: false,
  maxEntries: null,
  entryCount: 1,
  ticketTotal: 1,
  maxTickets: 1,
  allowPublicJoin: true,
};

describe('R72 the notice between draws', () => {
  it('can be put up while no draw runs and one is left', () => {
    expect(decidePause(open, null, NOW).ok).toBe(true);
    expect(decidePause({ ...open, status: 'closed' }, NOW + 1, NOW).ok).toBe(true);
    expect(decidePause({ ...open, status: 'draft' }, null, NOW)).toMatchObject({
      refusal: 'raffle_not_open',
    });
    expect(decidePause({ ...open, status: 'closed', drawStarted: true }, null, NOW)).toMatchObject({
      refusal: 'draw_started',
    });
    expect(decidePause({ ...open, status: 'drawn', drawStarted: true }, null, NOW)).toMatchObject({
      refusal: 'already_drawn',
    });
  });

  it('names a time within the next day', () => {
    const day = 24 * 3_600_000;
    expect(decidePause(open, NOW + day, NOW).ok).toBe(true);
    for (const until of [NOW, NOW - 1, NOW + day + 1]) {
      expect(decidePause(open, until, NOW)).toMatchObject({ refusal: 'pause_time' });
    }
  });
});
