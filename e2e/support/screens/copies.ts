/** Raffles that are made from others (R80): duplicates, templates and recurring ones; recent winners who are left out. */
import type { HostRaffle, LeftOut, RaffleTemplate, RecurrenceAnswer } from '@glassdrum/contract';
import type { Filled } from '../filled-installation.ts';
import { choose, onCard } from './console.ts';
import {
  again,
  answering,
  dialogButton,
  dialogOpen,
  press,
  screen,
  type Screen,
  seen,
  steps,
} from './screen.ts';

const TEMPLATES: readonly RaffleTemplate[] = [
  { name: 'Every fair', title: 'Village fair', prizes: 12, wins: 30, draws: 2 },
  { name: 'Monthly dinner', title: 'Monthly dinner', prizes: 1, wins: 3, draws: 1 },
  {
    name: 'The long name of a template that somebody gave in a hurry and never looked at again',
    title: 'Harvest festival',
    prizes: 3,
    wins: 5,
    draws: 1,
  },
].map((template, number) => ({
  ...template,
  id: `template-number-${number}`,
  image_url: null,
  created_at: Date.now() - number * 86_400_000,
  updated_at: Date.now(),
}));

const withTemplates = answering<RaffleTemplate[]>('**/api/templates', () => TEMPLATES);

const copies = (state: string, act: Screen['act']): Screen =>
  screen('copies', state, '/host', act, { as: 'host' });

export const COPIES: readonly Screen[] = [
  copies(
    'duplicate',
    steps(onCard('Summer party', /^More for/), choose('Duplicate'), dialogOpen, (page) =>
      page.getByRole('switch', { name: 'Put the same people on the list' }).click(),
    ),
  ),
  copies('save-template', steps(onCard('Summer party', /^More for/), choose('Save as template'), dialogOpen)),
  copies('templates-none', steps(press('Templates'), seen('No templates yet'))),
  copies(
    'templates',
    steps(withTemplates, press('Templates'), seen('Monthly dinner'), dialogButton('Rename Every fair')),
  ),
  copies(
    'template-delete-question',
    steps(
      withTemplates,
      press('Templates'),
      dialogButton('Delete Every fair'),
      seen('Delete this template?'),
    ),
  ),
];

const DAY_MS = 86_400_000;
const NEXT = Date.UTC(2027, 1, 28, 17);

const RECURRENCE: RecurrenceAnswer = {
  sends_mail: true,
  recurrence: {
    state: 'active',
    repeat: { every: 'month', day: 31 },
    time: '18:00',
    time_zone: 'Europe/Berlin',
    opens_days: 7,
    people: true,
    next: [NEXT, NEXT + 31 * DAY_MS, NEXT + 61 * DAY_MS, NEXT + 92 * DAY_MS],
    periods: [
      period(0, 'draft', { state: 'waiting', opens_at: NEXT - 35 * DAY_MS }),
      period(1, 'draft', { state: 'failed', reason: 'address_not_confirmed' }),
      period(2, 'closed', { state: 'opened', invited: 184 }),
      { ...period(3, 'drawn', { state: 'skipped' }), raffle: null },
      period(4, 'drawn', { state: 'first' }),
    ],
  },
};

function period(
  number: number,
  status: HostRaffle['status'],
  more: Partial<NonNullable<RecurrenceAnswer['recurrence']>['periods'][number]>,
) {
  return {
    at: NEXT - (number + 1) * 30 * DAY_MS,
    raffle: { id: `recurring-raffle-${number}`, title: 'Monthly dinner of the club', status },
    state: 'host' as const,
    opens_at: null,
    reason: null,
    invited: null,
    settled_at: null,
    ...more,
  };
}

const LEFT_OUT: LeftOut = {
  months: 3,
  people: ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson'].map((name, number) => ({
    invitee_id: `left-out-person-${number}`,
    display_name: name,
    won_at: Date.now() - (number + 1) * 20 * DAY_MS,
  })),
};

const withNoWin = steps(
  answering<HostRaffle[]>('**/api/raffles', (raffles) =>
    raffles.map((raffle) => ({ ...raffle, no_win_months: 3 })),
  ),
  answering<LeftOut>('**/left-out', () => LEFT_OUT),
  again,
);

const withRecurrence = steps(
  answering<RecurrenceAnswer>('**/recurrence', () => RECURRENCE),
  again,
  seen('Raffles of this series'),
);

const recurring = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('recurring', state, ({ raffles }) => `/host/raffles/${raffles[raffle].id}/settings`, act, {
    as: 'host',
  });

export const RECURRING: readonly Screen[] = [
  recurring('without-deadline', 'draft', seen('Set and save a deadline first')),
  recurring(
    'form',
    'open',
    steps((page) => page.getByRole('switch', { name: 'Open automatically' }).click(), seen('Next dates')),
  ),
  recurring(
    'form-dates',
    'open',
    steps(
      (page) => page.getByLabel('Repeats').selectOption('dates'),
      press('Add a date'),
      press('Repeat raffle'),
      seen('Please add at least one date.'),
    ),
  ),
  recurring('series', 'open', withRecurrence),
  recurring(
    'stop-question',
    'open',
    steps(withRecurrence, press('Stop repeating'), seen('Stop repeating this raffle?')),
  ),
  recurring('no-win-draft', 'draft', steps(withNoWin, seen('won recently and will be left out'))),
  recurring('no-win-open', 'open', steps(withNoWin, seen('3 people were left out'))),
  screen(
    'recurring',
    'open-question',
    '/host',
    steps(withNoWin, onCard('Christmas bazaar', 'Open'), dialogOpen, seen('Ada Lovelace')),
    { as: 'host' },
  ),
  screen(
    'recurring',
    'cards',
    '/host',
    steps(
      answering<HostRaffle[]>('**/api/raffles', (raffles) =>
        raffles.map((raffle, number) => ({
          ...raffle,
          recurring: {
            state: 'active',
            opens_at: number === 1 ? NEXT : null,
            failed: number === 0 ? 'address_not_confirmed' : null,
          },
          status: number < 2 ? 'draft' : raffle.status,
        })),
      ),
      again,
      seen(/^This raffle was to open automatically/),
    ),
    { as: 'host' },
  ),
];
