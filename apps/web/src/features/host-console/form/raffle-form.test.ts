import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HostRaffle } from '@glassdrum/contract';
import {
  createBody,
  formOfRaffle,
  newRaffleForm,
  patchBody,
  raffleForm,
  type RaffleForm,
  winnersForm,
} from './raffle-form.ts';
import { fromLocalInput, toLocalInput } from './typed-field.ts';
import { typedTickets } from '../entries/tickets-input.ts';

const NOW = Date.UTC(2026, 5, 1, 12);

const stored: HostRaffle = {
  id: 'a'.repeat(22),
  role: 'owner',
  workspace_id: 'w'.repeat(22),
  two_start: false,
  start_request: null,
  title: 'Summer party',
  description: 'Three baskets.',
  image_url: null,
  status: 'draft',
  requires_passphrase: true,
  max_winners: 3,
  named_prizes: false,
  pause: null,
  presence: null,
  prizes_revision: 0,
  equal_chances: true,
  draws: { total: 1, held: 0, left: 1 },
  max_tickets: 5,
  max_entries: null,
  deadline_at: Date.UTC(2026, 6, 1, 18, 30),
  auto_draw: false,
  draw_waits_since: null,
  voting_enabled: false,
  chosen_animation: 'neon',
  seed_commit_hash: null,
  entry_count: 0,
  unsold_count: 0,
  participant_count: 0,
  sources: { self: 0, host: 0, paper: 0 },
  ticket_total: 0,
  bucket_totals: null,
  draw_started: false,
  beacon_policy: 'wait',
  name_publications: ['full'],
  has_rules: false,
  adds_chance: false,
  witness_quorum: 0,
  room_numbers: 16,
  no_win_months: null,
  recurring: null,
  contributing: null,
  promised_deadline_at: null,
  closed_at: null,
  cancelled: null,
  is_forgotten: false,
  join_checks: { approval: false, confirm_email: false, one_per_device: false, hall_code: false },
  join_limit: null,
  waiting_count: 0,
  rules_text: '',
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

const errorsOf = (form: RaffleForm): Record<string, string> =>
  Object.fromEntries(
    (raffleForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
const created = (form: RaffleForm) => createBody(raffleForm.parse(form));
const patched = (form: RaffleForm, before: HostRaffle) => patchBody(raffleForm.parse(form), before);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('raffle form', () => {
  it('starts with the defaults of the product', () => {
    expect(created({ ...newRaffleForm(), title: ' Summer party ' })).toEqual({
      title: 'Summer party',
      description: '',
      max_winners: 3,
      must_be_present: false,
      max_tickets: 1,
      max_entries: null,
      deadline_at: null,
      image_url: null,
      passphrase: null,
      auto_draw: false,
      beacon_policy: 'wait',
      room_numbers: 16,
      no_win_months: null,
      witness_quorum: 0,
      adds_chance: false,
      rules_text: '',
      name_publications: ['full'],
      allow_public_join: false,
      voting_enabled: true,
      chosen_animation: 'classic',
    });
  });

  it('R15: draws automatically only with a deadline, and sends it in an edit only when it was touched', () => {
    const form = { ...formOfRaffle(stored), auto_draw: true, beacon_policy: 'lower' as const };
    expect(created(form)).toMatchObject({ auto_draw: true, beacon_policy: 'lower' });
    expect(created({ ...form, deadline_at: '' }).auto_draw).toBe(false);
    expect(patched(form, stored)).toMatchObject({ auto_draw: true, beacon_policy: 'lower' });
    const set = { ...stored, auto_draw: true, beacon_policy: 'lower' as const };
    expect(Object.keys(patched(formOfRaffle(set), set))).not.toContain('auto_draw');
    expect(patched({ ...formOfRaffle(set), deadline_at: '' }, set).auto_draw).toBe(false);
  });

  it('R86, R89, R91, R93: sends what decides the draw only when it was touched', () => {
    const form = {
      ...formOfRaffle(stored),
      beacon_policy: 'room' as const,
      room_numbers: '8',
      witness_quorum: 1,
      adds_chance: true,
      rules_text: ' One.\r\nTwo. ',
    };
    const changed = {
      beacon_policy: 'room',
      room_numbers: 8,
      witness_quorum: 1,
      adds_chance: true,
      rules_text: 'One.\nTwo.',
    };
    expect(patched(form, stored)).toMatchObject(changed);
    expect(created(form)).toMatchObject(changed);
    const keys = Object.keys(patched(formOfRaffle(stored), stored));
    for (const key of Object.keys(changed)) expect(keys).not.toContain(key);
  });

  it.each(['0', '101', '1.5', ''])(
    'R91: refuses %j numbers, where they are thrown in the room',
    (room_numbers) => {
      const form = { ...newRaffleForm(), title: 'T', room_numbers };
      expect(errorsOf({ ...form, beacon_policy: 'room' })['room_numbers']).toMatch(/whole number/);
      expect(errorsOf(form)).toEqual({});
      expect(created(form).room_numbers).toBe(16);
    },
  );

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
    expect(errorsOf({ ...newRaffleForm(), title: '  ' })).toEqual({
      title: 'Please give the raffle a title.',
    });
  });

  it.each(['', '0', '-1', '1.5', '101', '1e2x'])('refuses %j winners', (max_winners) => {
    const errors = errorsOf({ ...newRaffleForm(), title: 'T', max_winners });
    expect(errors['max_winners']).toBe('Please enter a whole number from 1 to 100.');
  });

  it('R62: the number of winners alone is read as in the whole form', () => {
    expect(winnersForm.parse({ max_winners: '3' })).toEqual({ max_winners: 3 });
    expect(winnersForm.safeParse({ max_winners: '0' }).success).toBe(false);
  });

  it('R16: refuses a deadline in the past and takes one in the future', () => {
    const form = { ...newRaffleForm(), title: 'T', deadline_at: toLocalInput(NOW - 60_000) };
    expect(errorsOf(form)['deadline_at']).toMatch(/^The deadline lies in the past/);
    expect(errorsOf({ ...form, deadline_at: toLocalInput(NOW + 60_000) })).toEqual({});
    expect(errorsOf({ ...form, deadline_at: 'tomorrow' })['deadline_at']).toBe(
      'Please enter a date and a time.',
    );
  });

  it('R10: sends passphrase, voting and animation only when they were touched', () => {
    const untouched = patched(formOfRaffle(stored), stored);
    expect(untouched).toEqual({
      title: 'Summer party',
      description: 'Three baskets.',
      max_winners: 3,
      max_tickets: 5,
      max_entries: null,
      deadline_at: stored.deadline_at,
    });
    const form = formOfRaffle(stored);
    expect(patched({ ...form, passphrase: 'new' }, stored).passphrase).toBe('new');
    expect(patched({ ...form, remove_passphrase: true, passphrase: 'new' }, stored).passphrase).toBeNull();
    expect(patched({ ...form, voting_enabled: true }, stored)).toMatchObject({ voting_enabled: true });
    expect(patched({ ...form, chosen_animation: 'cosmic' }, stored)).toMatchObject({
      chosen_animation: 'cosmic',
    });
  });

  it('R6: sends an image only when it was chosen or removed', () => {
    const pictured = { ...stored, image_url: '/api/images/abc' };
    const form = formOfRaffle(pictured);
    expect(patched(form, pictured)).not.toHaveProperty('image_url');
    expect(patched({ ...form, image_url: null }, pictured).image_url).toBeNull();
    const chosen = { shown: 'blob:x', upload: 'data:image/png;base64,AAAA' };
    expect(patched({ ...form, image_url: chosen }, pictured).image_url).toBe(chosen.upload);
    expect(created({ ...newRaffleForm(), title: 'T', image_url: chosen }).image_url).toBe(chosen.upload);
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
