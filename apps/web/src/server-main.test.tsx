/** First views as the server renders them: real screens, invented answers, hostile names (C9). */
import type { InviteInfo, PublicRaffle } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { jsonForHtml, viewOf } from './server-main.tsx';

const HOSTILE = '</script><script>steal()</script><img src=x onerror=steal()> \u2028 $& %data% "\'&amp;';
const ID = 'abcdefghijklmnopqrstuv';
const NOW = Date.UTC(2026, 10, 26, 20);

const RAFFLE = {
  id: ID,
  title: `Title ${HOSTILE}`,
  description: `Description ${HOSTILE}`,
  status: 'open',
  image_url: null,
  deadline_at: NOW + 3 * 86_400_000,
  draw_waits_since: null,
  draw_started: false,
  auto_draw: false,
  cancelled: null,
  pause: null,
  contributing: null,
  voting_enabled: false,
  named_prizes: false,
  requires_passphrase: false,
  has_rules: false,
  adds_chance: false,
  name_publications: ['full'],
  max_winners: 3,
  max_tickets: 1,
  entry_count: 1200,
  unsold_count: 0,
  participant_count: 1200,
  chosen_animation: 'classic',
  sources: { self: 1200, host: 0, paper: 0 },
  draws: { total: 1, held: 0 },
  join_checks: { one_per_device: false, confirm_email: false, approval: false, hall_code: false },
} as unknown as PublicRaffle;

const INVITE: InviteInfo = {
  raffle: RAFFLE,
  invitee: { display_name: `Guest ${HOSTILE}` },
  is_redeemed: false,
  reissued: false,
  entered_number: null,
  own_entry: null,
  takenNumbers: [],
};

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/installation': { test_chain: false, mail: false, witnesses: [] },
  '/api/legal': { own: null },
  '/api/auth/ways': { passwords: true, provider: null },
  [`/api/invite/${ID}?numbers=none`]: INVITE,
  [`/api/join/${ID}?numbers=none`]: { raffle: RAFFLE, takenNumbers: [] },
  [`/api/raffles/${ID}`]: RAFFLE,
  [`/api/raffles/${ID}/own-entry`]: { entry: null },
};

async function render(url: string): Promise<{ html: string; data: string }> {
  const view = viewOf(url);
  if (view === null) throw new Error(`${url} has no first view.`);
  return view.render((path) => {
    if (!(path in ANSWERS)) throw new Error(`Nobody expected ${path}.`);
    return Promise.resolve(ANSWERS[path] as never);
  }, NOW);
}

test.each([
  ['/', 'Private Raffles'],
  ['/legal', 'Terms'],
  ['/auth', 'Password'],
  [`/r/${ID}`, 'Guest'],
  [`/join/${ID}`, 'Join Raffle'],
  [`/draw/${ID}`, 'Waiting for Draw'],
])('%s is there before any script runs, and holds none', async (url, words) => {
  const { html, data } = await render(url);
  expect(html).toContain(words);
  expect(html).not.toMatch(/<script|<template|<link|<style/);
  expect(JSON.parse(data)).toMatchObject({ now: NOW });
});

test.each([`/r/${ID}`, `/join/${ID}`, `/draw/${ID}`])(
  'C9: names are text in the HTML and in the data of %s',
  async (url) => {
    const { html, data } = await render(url);
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;steal()');
    expect(html).not.toContain('<img src=x');
    expect(data).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.stringify(JSON.parse(data))).toContain(JSON.stringify(RAFFLE.title).slice(1, -1));
  },
);

test('R50: times and numbers of a first view depend on nobody’s zone or language', async () => {
  const { html } = await render(`/join/${ID}`);
  expect(html).toContain('Nov 29, 2026, 8:00 PM UTC');
  expect(html).toContain('in 3 days');
  expect((await render(`/draw/${ID}`)).html).toContain('1,200');
});

test('I4: an invitation is a secret, and pages that are made in the browser have no view', () => {
  expect(viewOf(`/r/${ID}`)?.isSecret).toBe(true);
  expect(viewOf(`/join/${ID}`)?.isSecret).toBe(false);
  for (const url of ['/host', '/verify', `/draw/${ID}?replay=true`, '/r/short', `/stage/${ID}`]) {
    expect([url, viewOf(url)]).toEqual([url, null]);
  }
});

test('a call that fails is the end of the view', async () => {
  await expect(render(`/results/${ID}`)).rejects.toThrow('Nobody expected');
});

test('C9: JSON in HTML keeps every value, in characters without a meaning there', () => {
  const value = { name: HOSTILE, list: ['\u2029', '<!--', ']]>'] };
  expect(JSON.parse(jsonForHtml(value))).toEqual(value);
  expect(jsonForHtml(value)).not.toMatch(/[<>&\u2028\u2029]/);
});
