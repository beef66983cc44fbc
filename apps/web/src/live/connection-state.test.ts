import { describe, expect, it } from 'vitest';
import { type ConnectionState, nextState, openWithin, reconnectPause } from './connection-state.ts';

const live = (seq: number, isStale = false): ConnectionState => ({ status: 'live', seq, isStale });

describe('nextState', () => {
  it('applies events in turn, each once', () => {
    expect(nextState(live(7), { type: 'numbered', seq: 8 })).toEqual(live(8));
    expect(nextState(live(7), { type: 'numbered', seq: 7 })).toEqual(live(7));
  });

  it('is stale after a gap, until the next snapshot', () => {
    const stale = nextState(live(7), { type: 'numbered', seq: 9 });
    expect(stale).toEqual(live(7, true));
    expect(nextState(stale, { type: 'numbered', seq: 8 })).toEqual(stale);
    expect(nextState(stale, { type: 'snapshot', seq: 9 })).toEqual(live(9));
  });

  it('applies nothing before the first snapshot of a line', () => {
    const first: ConnectionState = { status: 'connecting' };
    expect(nextState(first, { type: 'numbered', seq: 1 })).toBe(first);
    const next = nextState(live(7), { type: 'lost', isSilent: false });
    expect(nextState(next, { type: 'numbered', seq: 8 })).toBe(next);
    expect(nextState(next, { type: 'stale' })).toBe(next);
  });

  it('counts lines lost in a row, and remembers a silent one until a snapshot arrives', () => {
    const once = nextState(live(7), { type: 'lost', isSilent: true });
    const twice = nextState(once, { type: 'lost', isSilent: false });
    expect(twice).toEqual({ status: 'reconnecting', failures: 2, isSilent: true });
    const again = nextState(nextState(twice, { type: 'snapshot', seq: 9 }), {
      type: 'lost',
      isSilent: false,
    });
    expect(again).toEqual({ status: 'reconnecting', failures: 1, isSilent: false });
  });

  it.each(['refused', 'closed'] as const)('stays %s, whatever follows', (type) => {
    const over = nextState(live(7), { type });
    expect(over).toEqual({ status: type });
    expect(nextState(over, { type: 'snapshot', seq: 9 })).toBe(over);
    expect(nextState(over, { type: 'lost', isSilent: false })).toBe(over);
  });
});

describe('reconnectPause', () => {
  const lost = (failures: number) => ({ failures, isSilent: false });

  it('grows, spreads and stays below eight seconds', () => {
    expect(reconnectPause(lost(1), 1006, 0)).toBe(200);
    expect(reconnectPause(lost(1), 1006, 1)).toBe(400);
    expect(reconnectPause(lost(30), 1006, 1)).toBe(8000);
  });

  it('lets nobody who was too loud back for ten seconds', () => {
    expect(reconnectPause(lost(1), 1008, 0)).toBeGreaterThanOrEqual(10_000);
  });
});

describe('openWithin', () => {
  it('D4: is a second after a silent line, doubled with each that doesn’t open', () => {
    const silent = (failures: number) => openWithin({ status: 'reconnecting', failures, isSilent: true });
    expect([1, 2, 3, 9].map(silent)).toEqual([1000, 2000, 4000, 8000]);
    expect(openWithin({ status: 'connecting' })).toBe(8000);
  });
});
