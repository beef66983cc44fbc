/** The host's console and its dialogs. */
import type {
  AccountState,
  HallCodeAnswer,
  HostRaffle,
  InstallationInfo,
  Invitation,
  MailOverview,
  MailState,
  ReviewAnswer,
  SettingsAnswer,
} from '@glassdrum/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  again,
  answering,
  at,
  button,
  dialogButton,
  dialogOpen,
  live,
  press,
  screen,
  type Screen,
  seen,
  steps,
} from './screen.ts';

/** The card of a raffle in the console; those further down are made when somebody scrolls to them. */
async function cardOf(page: Page, title: string): Promise<Locator> {
  const cards = page.getByRole('article');
  const card = cards.filter({ hasText: title }).first();
  await cards.first().waitFor();
  await expect(async () => {
    if ((await card.count()) > 0) return;
    await cards.last().scrollIntoViewIfNeeded();
    expect(await card.count(), `${title} is among the cards`).toBe(1);
  }).toPass({ timeout: 10_000 });
  return card;
}

/** A button on a card. */
export const onCard =
  (title: string, name: string | RegExp): Screen['act'] =>
  async (page) =>
    button(await cardOf(page, title), name).click();

/** A button on a card that opens a dialog; its code may still be on its way. */
const fromCard = (title: string, name: string | RegExp): Screen['act'] =>
  steps(onCard(title, name), dialogOpen);

export const choose = (item: string) => (page: Page) => page.getByRole('menuitem', { name: item }).click();

const hostConsole = (state: string, act?: Screen['act'], more: Partial<Screen> = {}): Screen =>
  screen('console', state, '/host', act, { as: 'host', beacon: 'up', ...more });

/** With a mail server, some minutes after the invitations were sent. */
const withEmails = steps(
  answering<InstallationInfo>('**/api/installation', (info) => ({ ...info, mail: true })),
  answering<Invitation[]>('**/invites', (invitations) =>
    invitations.map((invitation, number) => ({
      ...invitation,
      state: 'invited',
      mail: EMAILS[number] ?? null,
    })),
  ),
  answering<MailOverview>('**/mail', () => ({
    counts: { sent: 1, waiting: 0, failed: 1 },
    failures: [
      {
        invitee_id: 'somebody',
        display_name: 'Ada Lovelace',
        occasion: 'invitation',
        reason: 'address_refused',
        at: Date.now(),
      },
    ],
  })),
  again,
);

const EMAILS: readonly MailState[] = [
  { state: 'sent', at: Date.now(), reason: null },
  { state: 'failed', at: Date.now(), reason: 'address_refused' },
  { state: 'waiting', at: Date.now(), reason: 'server_busy' },
];

/** R66: a list with a column that is not recognised, and rows that need fixing. */
const LISTED = [
  'Name,E-Mail,Tickets,Group,Table',
  'Ada Lovelace,ada@example.org,1,Crew,4',
  'Grace Hopper,grace@example,1,Crew,4',
  'Katherine Johnson,,many,,7',
  'Hedy Lamarr,hedy@example.org,,Guests,7',
].join('\n');

/** What a raffle that was to draw automatically can have come to. */
const withDeadlineNews = answering<HostRaffle[]>('**/api/raffles', (raffles) =>
  raffles.map((raffle, number) => {
    const past = { ...raffle, auto_draw: true, deadline_at: Date.now() - 300_000, status: 'closed' };
    if (number === 0) return { ...past, draw_waits_since: Date.now() - 300_000 };
    return number === 1 ? { ...past, ticket_total: 0 } : raffle;
  }),
);

/** H11: people wait, and some entries may belong to one person. */
const withPeopleToReview = steps(
  answering<HostRaffle[]>('**/api/raffles', (raffles) =>
    raffles.map((raffle) => ({
      ...raffle,
      waiting_count: raffle.status === 'open' ? 3 : 0,
      join_checks: { approval: true, confirm_email: false, one_per_device: false, hall_code: true },
    })),
  ),
  answering<HallCodeAnswer>('**/hall-code', () => ({ code: 'K7M2PQ', changes_at: Date.now() + 100_000 })),
  answering<ReviewAnswer>('**/review', () => REVIEW),
  again,
);

const person = (n: number, entryNumber: number | null, email: string | null = null) => ({
  invitee_id: `person-number-${n}-of-them`,
  entry_number: entryNumber,
  display_name: ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Hedy Lamarr'][n % 4] ?? '',
  email,
  at: Date.now() - n * 60_000,
});
const REVIEW: ReviewAnswer = {
  waiting: [
    { ...person(1, null, 'grace@example.org'), state: 'waiting', waits_for: ['approval'] },
    { ...person(2, null), state: 'waiting', waits_for: ['email', 'approval'] },
    { ...person(3, null, 'hedy@example.org'), state: 'declined', waits_for: ['approval'] },
  ],
  waiting_count: 3,
  groups: [
    {
      kind: 'email',
      key: 'ada@example.org',
      entries: 2,
      waiting: 0,
      people: [person(4, 12, 'ada@example.org'), person(8, 19, 'ada+second@example.org')],
    },
    {
      kind: 'second',
      key: 'a@1',
      entries: 40,
      waiting: 2,
      people: [21, 22, 23, 24].map((n) => person(n, n)),
    },
  ],
  network_warning: { entries: 42, of: 180 },
};

export const CONSOLE: readonly Screen[] = [
  screen('console', 'empty', '/host', seen('No raffles yet'), { as: 'new-host' }),
  hostConsole('filled', seen('Summer party')),
  hostConsole('create-form', press('Create New Raffle')),
  hostConsole(
    'create-form-errors',
    steps(press('Create New Raffle'), press('Create Raffle'), seen('Please give the raffle a title.')),
  ),
  hostConsole(
    'create-form-auto-draw',
    steps(
      press('Create New Raffle'),
      (page) => page.getByLabel(/Draw Date/).fill('2100-01-02T18:30'),
      (page) => page.getByRole('switch', { name: 'Draw automatically at this time' }).click(),
    ),
  ),
  hostConsole(
    'create-form-fairness',
    steps(
      press('Create New Raffle'),
      (page) => page.getByText('Fairness and rules').click(),
      (page) => page.getByRole('radio', { name: 'Numbers made in the room' }).click(),
      (page) => page.getByLabel('How many numbers are thrown').waitFor(),
    ),
  ),
  hostConsole(
    'review',
    steps(withPeopleToReview, fromCard('Summer party', 'Review (3)'), seen('3 people are waiting')),
  ),
  hostConsole(
    'joining-checks',
    steps(withPeopleToReview, fromCard('Summer party', 'Share'), seen('K7M 2PQ'), (page) =>
      page.getByText('Limit for one network').click(),
    ),
  ),
  hostConsole('edit-form', onCard('Christmas bazaar', 'Edit')),
  hostConsole(
    'more',
    steps(onCard('Christmas bazaar', /^More for/), (page) => page.getByRole('menu').waitFor()),
  ),
  hostConsole(
    'delete-question',
    steps(onCard('Christmas bazaar', /^More for/), choose('Delete'), dialogOpen),
  ),
  hostConsole(
    'erase-raffle-question',
    steps(onCard('Summer party', /^More for/), choose('Erase raffle'), dialogOpen),
  ),
  hostConsole(
    'new-link-question',
    steps(
      fromCard('Summer party', 'Share'),
      (page) => button(page, 'New link').first().click(),
      seen('Make a new link?'),
    ),
  ),
  hostConsole('deadline-news', steps(withDeadlineNews, again, seen(/^The draw waits/))),
  hostConsole('settings', steps(press('Settings'), dialogOpen)),
  hostConsole(
    'settings-cleanup-due',
    steps(
      answering<SettingsAnswer>('**/api/settings', (settings) => ({ ...settings, cleanup_due: 7 })),
      press('Settings'),
      seen('7 completed raffles are due now.'),
    ),
  ),
  hostConsole(
    'confirm-address',
    steps(
      answering<InstallationInfo>('**/api/installation', (info) => ({ ...info, mail: true })),
      answering<AccountState>('**/api/auth/account', (state) => ({ ...state, address_confirmed: false })),
      again,
      seen('Please confirm your email address'),
    ),
  ),
  hostConsole(
    'sign-in-again',
    steps(
      (page) =>
        page.route('**/api/auth/fresh', (route) =>
          route.fulfill({
            status: 401,
            json: { error: { code: 'fresh_sign_in_needed', message: 'Please sign in again.' } },
          }),
        ),
      press('Settings'),
      dialogOpen,
      (page) => page.getByRole('link', { name: 'Download as JSON' }).click(),
      seen('from the last 10 minutes'),
    ),
  ),
  hostConsole(
    'delete-all-question',
    steps(press('Settings'), dialogButton(/^Delete All/), seen('for good?')),
  ),
  hostConsole(
    'activity-log',
    steps(press('Settings'), dialogOpen, dialogButton(/activity log/i), seen('Addresses are kept as short')),
  ),
  hostConsole(
    'postpone',
    steps(onCard('Summer party', /^More for/), choose('Postpone the deadline'), dialogOpen),
  ),
  hostConsole(
    'change-winners',
    steps(onCard('Summer party', /^More for/), choose('Change number of winners'), dialogOpen),
  ),
  hostConsole('invitations-open', fromCard('Summer party', 'Invitations')),
  hostConsole(
    'invitations-mailed',
    steps(withEmails, fromCard('Summer party', 'Invitations'), (page) =>
      page.getByText('Show what failed').click(),
    ),
  ),
  hostConsole(
    'add-people',
    steps(fromCard('Summer party', 'Invitations'), dialogButton('Add people from a list'), (page) =>
      page.getByLabel('Your list').fill(LISTED),
    ),
  ),
  hostConsole('test-animations', steps(press('Test Animations'), dialogOpen)),
  hostConsole('invitations', fromCard('Christmas bazaar', 'Invitations')),
  hostConsole('share', fromCard('Summer party', 'Share')),
  hostConsole('share-without-link', fromCard('Midsummer night', 'Share')),
  hostConsole('entries', fromCard('Summer party', 'Entries')),
  hostConsole('entries-none', fromCard('Staff evening', 'Entries')),
  hostConsole(
    'remove-question',
    steps(fromCard('Summer party', 'Entries'), dialogButton(/^Remove /), seen('Are you sure')),
  ),
  hostConsole('entries-long-names', fromCard('The great raffle of the volunteers', 'Entries')),
  hostConsole('entries-crowd', fromCard('The whole town', 'Entries')),
  hostConsole('draw-question', steps(fromCard('Summer party', 'Draw'), seen(/Start the draw/))),
  hostConsole(
    'beacon-unreachable',
    steps(fromCard('Summer party', 'Draw'), dialogButton('Draw Now'), seen('cannot be reached')),
    { beacon: 'down' },
  ),
  hostConsole('winners', fromCard('Harvest festival', 'Winners')),
  hostConsole(
    'pass-over-question',
    steps(fromCard('Harvest festival', 'Winners'), dialogButton(/^Pass over/), seen('goes to the next')),
  ),
  hostConsole('edit-form-prizes', onCard('Two hundred things', 'Edit')),
  hostConsole(
    'draw-question-prizes',
    steps(fromCard('Village fair', 'Draw'), seen('No entry is eligible for Ice hole')),
  ),
  hostConsole('draw-question-of-several', steps(fromCard('Gala evening', 'Draw'), seen(/Midnight/))),
  hostConsole('winners-prizes', fromCard('Fire brigade ball', 'Winners')),
  live('frozen', at(-1_800), '[data-phase=sealing]'),
  hostConsole('drawing-now', async (page) => (await cardOf(page, 'Drawing now')).waitFor(), {
    path: async ({ moveDrawTo }) => {
      await moveDrawTo(0);
      return '/host';
    },
  }),
];
