import { describe, expect, it } from 'vitest';
import { cuesBetween, heartbeatsBetween } from './score.ts';

describe('cuesBetween', () => {
  const all = cuesBetween(-1, 60, 3);
  const times = (kind: string) => all.filter((cue) => cue.kind === kind).map(({ at }) => at);

  it('belongs to the phases of the show', () => {
    expect(times('tick')).toEqual([0, 1, 2]);
    expect(Math.min(...times('stroke'))).toBe(3);
    expect(Math.max(...times('stroke'))).toBeLessThan(23);
    expect(times('heartbeat').every((at) => at > 23 && at < 25)).toBe(true);
    expect(times('rise')).toEqual([25]);
    expect(times('chord')).toEqual([28, 30, 32]);
    expect(times('finale')).toEqual([33]);
  });

  it('gathers speed and slows down again', () => {
    const perSecond = (from: number) => times('stroke').filter((at) => at >= from && at < from + 1).length;
    expect(perSecond(3)).toBeLessThan(perSecond(12));
    expect(perSecond(21)).toBeLessThan(perSecond(12));
    // More than this would no longer be heard as strokes.
    expect(perSecond(12)).toBeLessThanOrEqual(14);
  });

  it('plays each cue once, however the time is cut', () => {
    const pieces = [];
    for (let at = -1; at < 40; at += 0.125) pieces.push(...cuesBetween(at, at + 0.125, 3));
    expect(pieces).toEqual(all);
  });

  it('has a chord for winners that there are only', () => {
    expect(cuesBetween(27, 33.5, 1).map(({ kind }) => kind)).toEqual(['chord', 'finale']);
  });
});

describe('R30: heartbeatsBetween', () => {
  it('beats while the show is held, and not at its beginning', () => {
    expect(heartbeatsBetween(0, 4)).toEqual([1.5, 3]);
    expect(heartbeatsBetween(1.5, 3)).toEqual([3]);
    expect(heartbeatsBetween(0, 1)).toEqual([]);
  });
});
