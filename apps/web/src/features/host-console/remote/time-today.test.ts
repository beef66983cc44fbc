import { describe, expect, it } from 'vitest';
import { timeToday } from './time-today.ts';

describe('R72 the time of a notice', () => {
  const now = new Date(2026, 10, 23, 21, 0).getTime();

  it('is the next moment at which the clock shows it, after midnight too', () => {
    expect(timeToday('21:30', now)).toBe(now + 30 * 60_000);
    expect(timeToday('00:15', now)).toBe(new Date(2026, 10, 24, 0, 15).getTime());
    expect(timeToday('21:00', now)).toBe(new Date(2026, 10, 24, 21, 0).getTime());
  });

  it('is none while the field is empty', () => {
    expect(timeToday('', now)).toBeNull();
  });
});
