import { describe, expect, it } from 'vitest';
import type { HostRaffle } from '@glassdrum/contract';
import {
  createBody,
  formOfRaffle,
  fromLocalInput,
  newRaffleForm,
  patchBody,
  raffleFormErrors,
  toLocalInput,
} from './raffle-form-state.ts';
import { typedTickets } from '../entries/tickets-input.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const stored: HostRaffle = {
  id: 'a'.repeat(22),
  title: 'Summer party',
  description: 'Three baskets.',
  image_url: null,
  status: 'draft',
  requires_passphrase: true,
  max_winners: 3,
  max_tickets: 5,
  max_entries: null,
  deadline_at: Date.UTC(2026, 6, 1, 18, 30),
  auto_draw: false,
  draw_waits_since: null,
  voting_enabled: false,
  chosen_animation: 'neon',
  seed_commit_hash: null,
  entry_count: 0,
  ticket_total: 0,
  draw_started: false,
  beacon_policy: 'wait_then_lower',
  allow_public_join: false,
  public_link: null,
  public_url: null,
  join_code: null,
  join_code_url: null,
  cleaned_at: null,
  open_hash: null,
  invitees_count: 0,
  joined_count: 0,
  participation_rate: 0,
  created_at: 0,
  updated_at: 0,
};

describe('raffle form', () => {
  it('starts with the defaults of the product', () => {
    expect(createBody({ ...newRaffleForm(), title: ' Summer party ' })).toEqual({
      title: 'Summer party',
      description: '',
      max_winners: 3,
      max_tickets: 1,
      max_entries: null,
      deadline_at: null,
      image_url: null,
      passphrase: null,
      auto_draw: false,
      beacon_policy: 'wait_then_lower',
      allow_public_join: false,
      voting_enabled: true,
      chosen_animation: 'classic',
    });
  });

  it('R15: draws by itself only with a deadline, and sends it in an edit only when it was touched', () => {
    const form = { ...formOfRaffle(stored), autoDraw: true, beaconPolicy: 'wait' as const };
    expect(createBody(form)).toMatchObject({ auto_draw: true, beacon_policy: 'wait' });
    expect(createBody({ ...form, drawDate: '' }).auto_draw).toBe(false);
    expect(patchBody(form, stored)).toMatchObject({ auto_draw: true, beacon_policy: 'wait' });
    const set = { ...stored, auto_draw: true, beacon_policy: 'wait' as const };
    expect(Object.keys(patchBody(formOfRaffle(set), set))).not.toContain('auto_draw');
    expect(patchBody({ ...formOfRaffle(set), drawDate: '' }, set).auto_draw).toBe(false);
  });

  it.each([
    ['winter', '2026-01-15T18:00', Date.UTC(2026, 0, 15, 17)],
    ['summer', '2026-07-15T18:00', Date.UTC(2026, 6, 15, 16)],
    ['the last minute before the clocks go forward', '2026-03-29T01:59', Date.UTC(2026, 2, 29, 0, 59)],
    ['the first after it', '2026-03-29T03:00', Date.UTC(2026, 2, 29, 1)],
    ['the day on which they go back', '2026-10-25T12:00', Date.UTC(2026, 9, 25, 11)],
  ])('R50: in Europe/Berlin, %s: the typed time is that instant, and is shown again', (_when, typed, at) => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      expect(fromLocalInput(typed)).toBe(at);
      expect(toLocalInput(at)).toBe(typed);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('R50: a time that the clocks leave out, or have twice, still is one instant', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      // 02:30 does not exist on 29 March: an hour later by the clock on the wall.
      expect(toLocalInput(fromLocalInput('2026-03-29T02:30') ?? 0)).toBe('2026-03-29T03:30');
      // 02:30 comes twice on 25 October: the first.
      expect(fromLocalInput('2026-10-25T02:30')).toBe(Date.UTC(2026, 9, 25, 0, 30));
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('R10: needs a title', () => {
    expect(raffleFormErrors({ ...newRaffleForm(), title: '  ' }, NOW)).toEqual({
      title: 'Please give the raffle a title.',
    });
  });

  it.each(['', '0', '-1', '1.5', '101', '1e2x'])('refuses %j winners', (maxWinners) => {
    const errors = raffleFormErrors({ ...newRaffleForm(), title: 'T', maxWinners }, NOW);
    expect(errors['max_winners']).toBe('Please enter a whole number from 1 to 100.');
  });

  it('R16: refuses a deadline in the past and takes one in the future', () => {
    const form = { ...newRaffleForm(), title: 'T', drawDate: toLocalInput(NOW - 60_000) };
    expect(raffleFormErrors(form, NOW)['deadline_at']).toMatch(/^The deadline lies in the past/);
    expect(raffleFormErrors({ ...form, drawDate: toLocalInput(NOW + 60_000) }, NOW)).toEqual({});
    expect(raffleFormErrors({ ...form, drawDate: 'tomorrow' }, NOW)['deadline_at']).toBe(
      'Please enter a date and a time.',
    );
  });

  it('R10: sends passphrase, voting and animation only when they were touched', () => {
    const untouched = patchBody(formOfRaffle(stored), stored);
    expect(untouched).toEqual({
      title: 'Summer party',
      description: 'Three baskets.',
      max_winners: 3,
      max_tickets: 5,
      max_entries: null,
      deadline_at: stored.deadline_at,
    });
    const form = formOfRaffle(stored);
    expect(patchBody({ ...form, passphrase: 'new' }, stored).passphrase).toBe('new');
    expect(patchBody({ ...form, removePassphrase: true, passphrase: 'new' }, stored).passphrase).toBeNull();
    expect(patchBody({ ...form, votingEnabled: true }, stored)).toMatchObject({ voting_enabled: true });
    expect(patchBody({ ...form, chosenAnimation: 'cosmic' }, stored)).toMatchObject({
      chosen_animation: 'cosmic',
    });
  });

  it('R6: sends a picture only when it was chosen or removed', () => {
    const pictured = { ...stored, image_url: '/api/images/abc' };
    const form = formOfRaffle(pictured);
    expect(patchBody(form, pictured)).not.toHaveProperty('image_url');
    expect(patchBody({ ...form, image: null }, pictured).image_url).toBeNull();
    const chosen = { shown: 'blob:x', upload: 'data:image/png;base64,AAAA' };
    expect(patchBody({ ...form, image: chosen }, pictured).image_url).toBe(chosen.upload);
    expect(createBody({ ...newRaffleForm(), title: 'T', image: chosen }).image_url).toBe(chosen.upload);
  });

  it('R50: keeps the instant of a date to the minute', () => {
    const minute = Date.UTC(2026, 2, 29, 0, 59);
    expect(fromLocalInput(toLocalInput(minute + 12_345))).toBe(minute);
    expect(fromLocalInput('')).toBeNull();
  });
});

describe('tickets of a participant', () => {
  it.each([
    ['2', 2],
    [' 7 ', 7],
    ['1', null],
    ['0', null],
    ['-3', null],
    ['1.5', null],
    ['', null],
    ['many', null],
  ])('R20: takes %j as %j when 1 is stored', (text, tickets) => {
    expect(typedTickets(text, 1)).toBe(tickets);
  });
});
