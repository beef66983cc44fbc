import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberedFreeze, rememberFreeze } from './seen-freeze.ts';

const plan = (freezeHash: string) => ({
  draw_id: 'draw-0123456789ab',
  freeze_hash: freezeHash,
  freeze_record: { text: 'draw.freeze.v1\n', key_id: '0', signature: '1' },
});

describe('rememberFreeze', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
    });
  });

  it('R32: keeps the first record, whatever comes later', () => {
    expect(rememberFreeze(plan('aa'), 1)).toBe('aa');
    expect(rememberFreeze(plan('bb'), 2)).toBe('aa');
    expect(rememberedFreeze('draw-0123456789ab')).toBe('aa');
  });

  it('knows nothing of a draw that it did not watch', () => {
    expect(rememberedFreeze('another-draw-0000')).toBeNull();
  });
});
