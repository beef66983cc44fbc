import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetJoinKey, joinKey } from './join-key.ts';

describe('joinKey', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
      removeItem: (name: string) => kept.delete(name),
    });
  });

  it('R24: stays the same until the server has answered', () => {
    const key = joinKey('link', 'Ada ada@example.org');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(joinKey('link', 'Ada ada@example.org')).toBe(key);
    forgetJoinKey('link');
    expect(joinKey('link', 'Ada ada@example.org')).not.toBe(key);
  });

  it('is another one for another form or another raffle', () => {
    const key = joinKey('link', 'Ada');
    expect(joinKey('other', 'Ada')).not.toBe(key);
    expect(joinKey('link', 'Bea')).not.toBe(key);
  });

  it('works where nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(joinKey('link', 'Ada')).toMatch(/^[0-9a-f]{32}$/);
  });
});
