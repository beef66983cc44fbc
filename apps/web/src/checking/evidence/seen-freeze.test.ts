import { beforeEach, describe, expect, it, vi } from 'vitest';

const plan = (freezeHash: string, drawId = 'draw-0123456789ab') => ({
  draw_id: drawId,
  freeze_hash: freezeHash,
});

/** As after a reload: the same storage, a fresh page. */
async function page() {
  vi.resetModules();
  return import('./seen-freeze.ts');
}

describe('notedFreeze', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
    });
  });

  it('R87: a freeze stays seen when it was seen first, also after a reload', async () => {
    const { notedFreeze } = await page();
    expect(notedFreeze(plan('aa'), 1000)).toBe(1000);
    expect(notedFreeze(plan('aa'), 9000)).toBe(1000);
    expect((await page()).notedFreeze(plan('aa'), 20_000)).toBe(1000);
  });

  it('R32: remembers the first freeze, whatever comes later', async () => {
    const { notedFreeze, rememberedFreeze } = await page();
    notedFreeze(plan('aa'), 1000);
    expect(notedFreeze(plan('bb'), 2000)).toBe(2000);
    expect(rememberedFreeze('draw-0123456789ab')).toBe('aa');
  });

  it('R87: works while the page is open where nothing can be stored', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { notedFreeze } = await page();
    notedFreeze(plan('aa'), 1000);
    expect(notedFreeze(plan('aa'), 9000)).toBe(1000);
  });

  it('knows nothing of a draw that it did not watch', async () => {
    const { rememberedFreeze } = await page();
    expect(rememberedFreeze('another-draw-0000')).toBeNull();
  });
});
