/**
 * Every page in every state that it can show, one line each: pictures are taken of them (scripts/screenshots.mjs) and
 * their accessibility is tested (accessibility.spec.ts). A new screen needs its line here, nothing else.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type {
  DrawPlan,
  HostRaffle,
  InstallationInfo,
  Invitation,
  LogAnswer,
  MailOverview,
  MailState,
  SettingsAnswer,
} from '@glassdrum/contract';
import { PASSPHRASE } from './fill-raffles.ts';
import type { Filled } from './filled-installation.ts';

type Visitor = 'visitor' | 'host' | 'new-host';

export interface Screen {
  /** The page's name, for `--only`. */
  page: string;
  state: string;
  /** Who is signed in. */
  as: Visitor;
  /** Whether the public beacon answers, where it matters. */
  beacon?: 'up' | 'down';
  /** Prepares the installation; the address to visit. */
  path: (filled: Filled) => string | Promise<string>;
  /** What the visitor then does, up to the state. */
  act: (page: Page, filled: Filled) => Promise<unknown>;
}

type Path = string | Screen['path'];
const nothing = (): Promise<void> => Promise.resolve();

function screen(
  page: string,
  state: string,
  path: Path,
  act: Screen['act'] = nothing,
  more: Partial<Screen> = {},
): Screen {
  const address = typeof path === 'string' ? () => path : path;
  return { page, state, as: 'visitor', path: address, act, ...more };
}

const button = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', { name, exact: typeof name === 'string' });
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** One step after the other. */
function steps(...all: Screen['act'][]): Screen['act'] {
  return async (page, filled) => {
    for (const step of all) await step(page, filled);
  };
}

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
const onCard =
  (title: string, name: string | RegExp): Screen['act'] =>
  async (page) =>
    button(await cardOf(page, title), name).click();

const chatOpen: Screen['act'] = (page) => button(page, /^Open chat/).click();

const dialogOpen = (page: Page) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor();

/** A button on a card that opens a dialog; its code may still be on its way. */
const fromCard = (title: string, name: string | RegExp): Screen['act'] =>
  steps(onCard(title, name), dialogOpen);

const choose = (item: string) => (page: Page) => page.getByRole('menuitem', { name: item }).click();

const dialogButton =
  (name: string | RegExp): Screen['act'] =>
  (page) =>
    button(page.getByRole('dialog').or(page.getByRole('alertdialog')).last(), name)
      .first()
      .click();

const hostConsole = (state: string, act?: Screen['act'], more: Partial<Screen> = {}): Screen =>
  screen('console', state, '/host', act, { as: 'host', beacon: 'up', ...more });

/** Who looked at it before may have stopped it already. */
async function stopAllMail(page: Page): Promise<void> {
  await page.getByText('Your entry stays as it is.').waitFor();
  const stop = button(page, 'No raffle mail from here at all');
  if (await stop.isVisible()) await stop.click();
  await seen('Send me mail again')(page);
}

/** What the server answers, changed on its way: for states that take hours, a mail server, or an empty installation. */
const answering =
  <Answer>(address: string, change: (answer: Answer) => object): Screen['act'] =>
  async (page) => {
    await page.route(address, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const answer = await route.fetch();
      return route.fulfill({ json: change((await answer.json()) as Answer) });
    });
  };

const again: Screen['act'] = (page) => page.reload();

/** Before the first raffle opened. */
const withEmptyLog = steps(
  answering<LogAnswer>('**/api/log', (log) => ({ ...log, size: 0 })),
  again,
  seen('Nothing has been drawn here yet'),
);

/** With a mail server, some minutes after the invitations were sent. */
const withLetters = steps(
  answering<InstallationInfo>('**/api/installation', (info) => ({ ...info, mail: true })),
  answering<Invitation[]>('**/invites', (invitations) =>
    invitations.map((invitation, number) => ({
      ...invitation,
      state: 'invited',
      mail: LETTERS[number] ?? null,
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

const LETTERS: readonly MailState[] = [
  { state: 'sent', at: Date.now(), reason: null },
  { state: 'failed', at: Date.now(), reason: 'address_refused' },
  { state: 'waiting', at: Date.now(), reason: 'server_busy' },
];

/** What a raffle that was to draw by itself can have come to. */
const withDeadlineNews = answering<HostRaffle[]>('**/api/raffles', (raffles) =>
  raffles.map((raffle, number) => {
    const past = { ...raffle, auto_draw: true, deadline_at: Date.now() - 300_000, status: 'closed' };
    if (number === 0) return { ...past, draw_waits_since: Date.now() - 300_000 };
    return number === 1 ? { ...past, ticket_total: 0 } : raffle;
  }),
);

const proofFile = (change: (text: string) => string): Screen['act'] => {
  return async (page, { raffles }) => {
    const proof = await (await page.request.get(`/api/raffles/${raffles.drawn.id}/proof`)).text();
    const buffer = Buffer.from(change(proof));
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: `raffle-${raffles.drawn.id}-proof.json`, mimeType: 'application/json', buffer });
  };
};

/** The live draw at one moment; the page is loaded again if the moment had passed before it was there. */
function live(
  state: string,
  move: (filled: Filled) => Promise<void>,
  moment: string,
  beacon: 'up' | 'down' = 'up',
): Screen {
  const act = async (page: Page): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await page.locator(`html${moment}`).waitFor({ state: 'attached', timeout: 6_000 });
        return;
      } catch (error) {
        if (attempt === 3) throw error;
        await page.reload();
      }
    }
  };
  const path = async (filled: Filled): Promise<string> => {
    await move(filled);
    return `/draw/${filled.raffles.live.id}`;
  };
  return screen('draw', state, path, act, { beacon });
}

const at =
  (ms: number) =>
  ({ moveDrawTo }: Filled) =>
    moveDrawTo(ms);
const pastRunup =
  (ms: number) =>
  ({ moveDrawPastRunup }: Filled) =>
    moveDrawPastRunup(ms);

const draw =
  (name: keyof Filled['raffles'], query = '') =>
  ({ raffles }: Filled) =>
    `/draw/${raffles[name].id}${query}`;
const stage =
  (name: keyof Filled['raffles']) =>
  ({ stagePath }: Filled) =>
    stagePath(name);
const results =
  (name: keyof Filled['raffles']) =>
  ({ raffles }: Filled) =>
    `/results/${raffles[name].id}`;
const drawInLog =
  (name: keyof Filled['raffles']) =>
  async ({ url, raffles }: Filled): Promise<string> => {
    const answer = await fetch(`${url}/api/raffles/${raffles[name].id}/draw`);
    const { draw_id: id } = (await answer.json()) as DrawPlan;
    return `/log?draw=${id}`;
  };
const join =
  (name: keyof Filled['raffles']) =>
  ({ raffles }: Filled) =>
    `/join/${raffles[name].public_link ?? ''}`;
const invitation =
  (name: keyof Filled['raffles']) =>
  ({ freshInvite }: Filled) =>
    `/r/${freshInvite(name)}`;

const joined = seen("You're In!");
const joinAs =
  (name: string): Screen['act'] =>
  async (page) => {
    await page.getByLabel(/Your Name/).fill(name);
    await button(page, 'Join Raffle').click();
  };

/** In the order in which they are visited: the clock of the live draw only moves forwards. */
export const SCREENS: readonly Screen[] = [
  screen('landing', 'top', '/'),
  screen('legal', 'terms', '/legal'),
  screen('legal', 'privacy', '/legal', tab('Privacy Policy')),
  screen('not-found', 'page', '/no/such/page'),

  screen('log', 'latest', '/log', seen('Latest records')),
  screen('log', 'empty', '/log', withEmptyLog),
  screen('log', 'checked', '/log', steps(press('Check on this device'), seen('First look from this device'))),
  screen('log', 'draw', drawInLog('drawn'), seen('All draws of this host')),
  screen('log', 'unknown-draw', '/log?draw=no-such-draw', seen('no draw with this id')),
  screen('unsubscribe', 'choice', ({ stopToken }) => `/unsubscribe/${stopToken}`, seen(/Summer party/)),
  screen('unsubscribe', 'stopped', ({ stopToken }) => `/unsubscribe/${stopToken}`, stopAllMail),
  screen('unsubscribe', 'gone', '/unsubscribe/there-is-no-such-token'),

  screen('auth', 'sign-in', '/auth'),
  screen('auth', 'sign-in-errors', '/auth', press('Sign In')),
  screen('auth', 'sign-up', '/auth', tab('Sign Up')),
  screen('auth', 'sign-up-errors', '/auth', steps(tab('Sign Up'), press('Create Account'))),
  screen(
    'auth',
    'refused',
    '/auth',
    steps(
      (page) => page.getByLabel('Email').fill('nobody@example.org'),
      (page) => page.getByRole('tabpanel').getByLabel('Password').fill('not the password'),
      press('Sign In'),
      seen('Login failed'),
    ),
  ),

  screen('auth', 'forgot', '/auth/forgot'),
  screen('auth', 'reset', '/auth/reset'),
  screen('account', 'page', '/account', nothing, { as: 'host' }),

  screen('verify', 'empty', '/verify'),
  screen(
    'verify',
    'passed',
    '/verify',
    steps(
      proofFile((text) => text),
      seen('Winners according to this file'),
    ),
  ),
  screen(
    'verify',
    'failed',
    '/verify',
    steps(
      proofFile((text) =>
        text.replace('"tickets_total":60', '"tickets_total":61').replace(/(\[1,")./, '$1g'),
      ),
      seen('Verification Failed'),
    ),
  ),
  screen(
    'verify',
    'not-a-proof',
    '/verify',
    steps(
      proofFile(() => '{}'),
      seen('This is not a proof file'),
    ),
  ),

  screen('invitation', 'fresh', invitation('open')),
  screen('invitation', 'joined', invitation('open'), steps(press('Reserve Your Spot'), joined)),
  screen(
    'invitation',
    'leave-question',
    invitation('open'),
    steps(press('Reserve Your Spot'), joined, press('Leave This Raffle'), seen('Leave this raffle?')),
  ),
  screen('invitation', 'invalid', '/r/there-is-no-such-invitation', seen('Invalid Invitation')),
  screen('invitation', 'already-joined', ({ usedInvite }) => `/r/${usedInvite}`, seen('Already Joined')),
  screen('invitation', 'passphrase', invitation('passphrase')),
  screen(
    'invitation',
    'passphrase-wrong',
    invitation('passphrase'),
    steps(
      (page) => page.getByLabel(/Passphrase/).fill('wrong'),
      press('Reserve Your Spot'),
      seen('Join Failed'),
    ),
  ),
  screen('invitation', 'full', invitation('full')),
  screen('invitation', 'closed', invitation('closed')),
  screen('invitation', 'long-names', invitation('longOpen')),

  screen('join', 'open', join('open')),
  screen('join', 'name-missing', join('open'), steps(press('Join Raffle'), seen('Name required'))),
  screen('join', 'joined', join('open'), steps(joinAs('Wanda Walkin'), joined)),
  screen('join', 'passphrase', join('passphrase')),
  screen(
    'join',
    'passphrase-joined',
    join('passphrase'),
    steps((page) => page.getByLabel(/Passphrase/).fill(PASSPHRASE), joinAs('Wanda Walkin'), joined),
  ),
  screen('join', 'full', join('full'), seen('This raffle is full')),
  screen('join', 'closed', join('closed'), seen('This raffle is closed')),
  screen('join', 'invalid-link', '/join/there-is-no-such-link', seen('Invalid Link')),
  screen('join', 'long-names', join('longOpen')),

  screen('continue', 'page', '/continue'),
  screen(
    'continue',
    'wrong-code',
    '/continue',
    steps((page) => page.getByRole('textbox').first().fill('ABCD-EFGH'), press(/Continue/), seen(/code/i)),
  ),
  screen('continue', 'join-code-unknown', '/j/NOTACODE', seen('This code leads nowhere')),

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
      (page) => page.getByRole('switch', { name: 'Draw by itself at this time' }).click(),
      seen('If the public random number cannot be reached then'),
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
  hostConsole('invitations-open', fromCard('Summer party', 'Invitations')),
  hostConsole(
    'invitations-mailed',
    steps(withLetters, fromCard('Summer party', 'Invitations'), (page) =>
      page.getByText('Show what failed').click(),
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
  hostConsole('drawing-now', async (page) => (await cardOf(page, 'Drawing now')).waitFor(), {
    path: async ({ moveDrawTo }) => {
      await moveDrawTo(0);
      return '/host';
    },
  }),

  screen('stage', 'open', stage('open')),
  screen('stage', 'open-nobody', stage('passphrase')),
  screen('stage', 'closed', stage('closed')),
  screen('stage', 'long-names', stage('longOpen')),
  screen('stage', 'crowd-winners', stage('crowd')),
  screen('stage', 'winners', stage('drawn')),
  screen('stage', 'long-winners', stage('longDrawn')),
  screen('stage', 'invalid', ({ raffles }) => `/stage/${raffles.open.id}?key=wrong`, seen('Invalid Stage')),

  screen('draw', 'waiting', draw('open'), seen(/^Closes /)),
  screen('draw', 'chat', draw('open'), steps(chatOpen, press('Delete')), { as: 'host' }),
  screen(
    'draw',
    'chat-settings',
    draw('open'),
    steps(chatOpen, press('Chat settings'), seen('Much too loud')),
    {
      as: 'host',
    },
  ),
  screen(
    'draw',
    'chat-report',
    invitation('open'),
    steps(
      press('Reserve Your Spot'),
      joined,
      (page, { raffles }) => page.goto(`/draw/${raffles.open.id}`),
      chatOpen,
      press('Report to the host'),
    ),
  ),
  screen('draw', 'gone', '/draw/there-is-no-such-raffle', seen('Draw Not Found')),
  live('countdown', at(0), '[data-phase=countdown]'),
  live('warmup', at(3_500), '[data-step=warmup]'),
  live('main', at(10_000), '[data-step=main]'),
  live('slowdown', at(19_000), '[data-step=slowdown]'),
  live('pause', at(23_000), '[data-step=pause]', 'down'),
  live('waiting-for-round', at(26_000), '[data-step=pause]', 'down'),
  live('runup', pastRunup(300), '[data-step=runup]'),
  live('reveal', pastRunup(5_000), '[data-phase=reveal]'),
  live('complete', pastRunup(20_000), '[data-phase=complete]'),
  screen('draw', 'complete-long-names', draw('longDrawn')),
  screen('draw', 'complete-crowd', draw('crowd')),
  screen('replay', 'start', draw('drawn', '?replay=true')),
  screen('replay', 'not-yet', draw('open', '?replay=true')),

  screen('results', 'not-checked', results('drawn')),
  screen(
    'results',
    'verified',
    results('drawn'),
    steps(press('Verify Fairness'), seen('Verification Passed')),
  ),
  screen('results', 'missing', '/results/there-is-no-such-raffle', seen('Results Not Found')),
  screen('results', 'one-entry', results('single')),
  screen('results', 'long-names', results('longDrawn')),
  screen('results', 'crowd', results('crowd')),
];
