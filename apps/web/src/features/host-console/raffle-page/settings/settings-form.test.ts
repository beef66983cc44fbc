import { describe, expect, it } from 'vitest';
import { newRaffleForm } from '../../form/raffle-form.ts';
import { isSameForm, mergeForm, startOf, toStore } from './settings-form.ts';

const BASE = { ...newRaffleForm(), title: 'Gala', description: 'Once a year' };

describe('R60 unsaved settings', () => {
  it('keep what the host typed, and follow another window in everything else', () => {
    const typed = { ...BASE, title: 'Great gala', passphrase: 'lime tree' };
    const now = { ...BASE, title: 'Small gala', max_entries: '50' };
    expect(mergeForm(typed, BASE, now)).toEqual({
      ...BASE,
      title: 'Great gala',
      passphrase: 'lime tree',
      max_entries: '50',
    });
    expect(isSameForm(mergeForm(BASE, BASE, now), now)).toBe(true);
  });

  it('notice another image, and only another one', () => {
    const shown = { ...BASE, image_url: { shown: '/images/a', upload: null } };
    expect(isSameForm(shown, { ...BASE, image_url: { shown: '/images/a', upload: null } })).toBe(true);
    expect(isSameForm(shown, { ...BASE, image_url: { shown: 'blob:b', upload: 'data:' } })).toBe(false);
    expect(isSameForm(shown, BASE)).toBe(false);
  });

  it('come back after a reload without passphrase and image, and whatever else is stored is ignored', () => {
    const typed = {
      ...BASE,
      rules_text: 'Be there.',
      passphrase: 'lime tree',
      image_url: { shown: 'blob:b', upload: 'data:' },
    };
    const stored = JSON.stringify(toStore(typed, BASE));
    expect(stored).not.toContain('lime tree');
    expect(stored).not.toContain('data:');
    const now = { ...BASE, description: 'Twice a year' };
    expect(startOf(now, JSON.parse(stored))).toEqual({ ...now, rules_text: 'Be there.' });
    for (const left of [undefined, null, 'text', { typed: { title: 1 } }]) {
      expect(startOf(now, left)).toEqual(now);
    }
  });
});
