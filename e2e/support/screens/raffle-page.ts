/** A raffle's own page for its host: overview, prizes and people (R60–R63). */
import type {
  HostPrizes,
  MessageCounts,
  MessagesPage,
  PaperAnswer,
  ParticipantsAnswer,
  PeopleAnswer,
} from '@glassdrum/contract';
import type { Page } from '@playwright/test';
import type { Filled } from '../filled-installation.ts';
import { again, answering, button, dialogOpen, press, screen, type Screen, seen, steps } from './screen.ts';

const at =
  (raffle: keyof Filled['raffles'], section = '') =>
  ({ raffles }: Filled) =>
    `/host/raffles/${raffles[raffle].id}${section}`;

const overview = (state: string, raffle: keyof Filled['raffles']): Screen =>
  screen('raffle', state, at(raffle), seen('What changed last'), { as: 'host' });

const prizes = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/prizes'), act, { as: 'host' });

const people = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/people'), act, { as: 'host' });

const winners = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/winners'), act, { as: 'host' });

const messages = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/messages'), act, { as: 'host' });

/** R85. */
const embedOn: Screen['act'] = (_page, { embedPath }) => embedPath('prizesDrawn');
const embedSeen: Screen['act'] = async (page) => {
  const card = page.getByRole('heading', { name: 'On Other Sites' });
  await card.scrollIntoViewIfNeeded();
  await page.getByText('See the Results').waitFor();
};

const settings = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/settings'), act, { as: 'host' });

/** For what the page asks again and again: nothing of it waits for the server when the page is closed. */
const alwaysAnswering =
  (address: string, json: () => object): Screen['act'] =>
  (page) =>
    page.route(address, (route) => route.fulfill({ json: json() }));

/** As if a mail server were set up, and some emails were on their way. */
const withMails = steps(
  alwaysAnswering('**/api/raffles/*/messages/counts', (): MessageCounts => ({
    sends_mail: true,
    counts: MAILS.map(({ channel, occasion, state }) => ({ channel, occasion, state, count: 1 })),
    without_address: 7,
    people: 60,
    with_device: 12,
  })),
  alwaysAnswering('**/api/raffles/*/messages', (): MessagesPage => ({
    messages: MAILS,
    next: null,
    found: MAILS.length,
  })),
);

const MAILS: MessagesPage['messages'] = (
  [
    ['mail', 'result', 'sent', null, 'Ada Example'],
    ['push', 'starting', 'not_needed', null, 'Bruno Sample'],
    ['mail', 'invitation', 'failed', 'address_refused', `Maximiliane ${'von und zu '.repeat(6)}Rabeneck`],
    ['mail', 'invitation', 'waiting', 'daily_limit', 'Chidi Placeholder'],
    ['mail', 'deadline', 'unsubscribed', null, 'Dana Nobody'],
  ] as const
).map(([channel, occasion, state, reason, name], index) => ({
  id: `message-${index}`,
  invitee_id: 'i'.repeat(22),
  channel,
  occasion,
  state,
  reason,
  draw: occasion === 'result' ? { number: 2, name: 'Before dessert' } : null,
  at: Date.UTC(2026, 8, 1, 18, index),
  display_name: name,
  entry_number: occasion === 'invitation' ? null : 40 + index,
  email: `person-${index}@example.org`,
}));

const draws = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/draws'), act, { as: 'host' });

const paper = (state: string, raffle: keyof Filled['raffles'], act: Screen['act']): Screen =>
  screen('raffle', state, at(raffle, '/paper'), act, { as: 'host' });

/** As if the raffle had two runs, of which some are sold. */
const withRuns = answering<PaperAnswer>('**/api/raffles/*/paper', (answer) => ({
  ...answer,
  printed: 700,
  sold: 151,
  kept: 12,
  runs: [
    { number: 1, first: 43, last: 642, sold: 151, made_at: Date.UTC(2026, 8, 1) },
    { number: 2, first: 643, last: 742, sold: 0, made_at: Date.UTC(2026, 8, 2) },
  ],
}));

const rename = (number: number, name: string) => (page: Page) =>
  page.getByLabel(`Name of prize ${number}`, { exact: true }).fill(name);

/** As if another window had saved a list meanwhile. */
const changedElsewhere = answering<HostPrizes>('**/api/raffles/*/prizes', (list) => ({
  ...list,
  revision: list.revision + 1,
  reveal_order: list.reveal_order === 'list' ? 'grand_last' : 'list',
}));

/** Some who were entered in other ways than by joining. */
const ofManySources = answering<ParticipantsAnswer>('**/participants', (answer) => ({
  ...answer,
  participants: answer.participants.map((entry, index) => ({
    ...entry,
    source: (['self', 'host', 'paper'] as const)[index % 3],
    display_name: index % 12 === 2 ? '' : entry.display_name,
  })),
}));

const selectSome = async (page: Page): Promise<void> => {
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await boxes.nth(2).check();
};

const addPeople: Screen['act'] = steps(press('Add people'), dialogOpen);

const listPeople = (rows: readonly string[]) => (page: Page) =>
  page.getByLabel('Your list').fill(rows.join('\n'));

const ENTERED = [
  'Name,Email,Tickets,Group,Table',
  'Ada Lovelace,ada@example.org,1,Crew,4',
  'Maximiliane Wilhelmine-Friederike Freifrau von und zu Hohenstein-Schwarzenberg,,1,,12',
  'Grace Hopper,,1,Helpers of the summer camp,',
];
/** A column that is not recognised, and rows that need fixing. */
const WITH_ERRORS = [
  ...ENTERED,
  'Katherine Johnson,katherine@example,1,,',
  'Hedy Lamarr,,many,,',
  ',nobody@example.org,1,,',
  'Radia Perlman,ada@example.org,1,,',
];

/** The screen is seen again and again, and nobody is entered. */
const takesPeople: Screen['act'] = (page) =>
  page.route('**/api/raffles/*/people', (route) => {
    const json: PeopleAnswer = { added: 3, first_number: 58, emails: 1, skipped_count: 0, skipped: [] };
    return route.fulfill({ json });
  });

const LIST = '3 × Bottle of wine\n10 x Chocolate\n• Weekend for two\nBasket from the market\t4';

/** What is typed stays in its tab: such screens come after those that show what is stored. */
export const RAFFLE_PAGE: readonly Screen[] = [
  overview('overview-draft', 'draft'),
  overview('overview-open', 'open'),
  overview('overview-prizes', 'prizes'),
  overview('overview-drawn', 'drawn'),
  overview('overview-long-names', 'longOpen'),
  overview('overview-between-draws', 'evening'),
  overview('overview-buckets', 'buckets'),
  screen('raffle', 'overview-tickets-left', at('buckets'), steps(press('Show who'), seen('Place')), {
    as: 'host',
  }),
  prizes('prizes-unnamed', 'draft', seen('Your prize has no name')),
  prizes('prizes', 'prizes', seen('20 prizes')),
  prizes(
    'prizes-unfolded',
    'prizes',
    steps(seen('20 prizes'), press('Details of Weekend for two by the sea'), press('Details of Ham')),
  ),
  prizes('prizes-many', 'manyPrizes', seen('200 prizes')),
  prizes('prizes-fixed', 'prizesDrawn', seen('The winners are drawn, so the prizes')),
  prizes('prizes-buckets', 'buckets', seen('5 prizes')),
  prizes('prizes-paste-empty', 'draft', steps(press('Paste a list'), dialogOpen)),
  prizes(
    'prizes-paste',
    'draft',
    steps(press('Paste a list'), dialogOpen, (page) => page.getByLabel('Your prizes').fill(LIST)),
  ),
  prizes(
    'prizes-drafted',
    'draft',
    steps(
      rename(1, 'Grand piano'),
      press('Details of Grand piano'),
      (page) => page.getByLabel("Sponsor's link").fill('ftp://piano.example'),
      (page) => page.getByLabel('New group').fill('Pianists'),
      press('Add group'),
      press('Save prizes'),
      seen(/begins with https/),
    ),
  ),
  prizes('prizes-discard-question', 'draft', steps(rename(1, 'Grand piano'), press('Discard'), dialogOpen)),
  prizes(
    'prizes-publish-question',
    'prizes',
    steps(rename(2, 'Blue bicycle'), press('Save prizes'), dialogOpen),
  ),
  prizes(
    'prizes-other-list',
    'prizes',
    steps(rename(2, 'Blue bicycle'), changedElsewhere, again, seen('Load the new list')),
  ),
  people('people', 'prizes', seen('Link revoked')),
  people('people-sources', 'prizes', steps(ofManySources, again, seen('Paper'))),
  people('people-selected', 'prizes', steps(seen('Crew'), selectSome)),
  people('people-groups', 'prizes', steps(seen('Crew'), selectSome, press('Groups…'), dialogOpen)),
  people('people-print', 'prizes', steps(seen('Crew'), selectSome, press('Print links…'), dialogOpen)),
  people(
    'people-first-group',
    'open',
    steps(
      (page) => page.getByRole('checkbox', { name: 'Select all shown' }).check(),
      press('Groups…'),
      dialogOpen,
    ),
  ),
  people(
    'people-menu',
    'prizes',
    steps(
      (page) =>
        button(page, /^More for/)
          .first()
          .click(),
      (page) => page.getByRole('menu').waitFor(),
    ),
  ),
  people(
    'people-remove-question',
    'prizes',
    steps(
      (page) =>
        button(page, /^More for/)
          .first()
          .click(),
      (page) => page.getByRole('menuitem', { name: 'Remove' }).click(),
      dialogOpen,
    ),
  ),
  people(
    'people-nothing-found',
    'prizes',
    steps(
      seen('Crew'),
      (page) => page.getByLabel('Find by number, name or email').fill('nobody has this name'),
      seen('Show everyone'),
    ),
  ),
  people('people-nobody', 'manyPrizes', seen('Nobody yet')),
  people('people-long-names', 'longOpen', seen('Maximiliane')),
  people('people-crowd', 'crowd', seen('Townsperson 1')),
  people('people-entered', 'evening', seen(/entered by the host/)),
  people('people-import', 'evening', steps(addPeople, listPeople(ENTERED), seen('Check the columns'))),
  people(
    'people-import-enter',
    'evening',
    steps(addPeople, listPeople(ENTERED), (page) => page.getByRole('radio', { name: /^Enter now/ }).check()),
  ),
  people(
    'people-import-errors',
    'evening',
    steps(addPeople, listPeople(WITH_ERRORS), (page) =>
      page.getByRole('radio', { name: /^Enter now/ }).check(),
    ),
  ),
  people(
    'people-import-done',
    'evening',
    steps(
      addPeople,
      listPeople(ENTERED),
      (page) => page.getByRole('radio', { name: /^Enter now/ }).check(),
      takesPeople,
      press('Enter 3 people'),
      seen('3 people entered'),
    ),
  ),
  people('people-invitations', 'prizes', steps(press('Invitations'), dialogOpen)),
  paper('paper-none', 'open', steps(seen('No paper tickets yet'), seen('Open the desk'))),
  paper('paper-runs', 'open', steps(withRuns, again, seen('151 of 600 sold'), seen('Open the desk'))),
  paper('paper-closed', 'drawn', seen('Tickets can be added while the raffle is open.')),
  draws('draws', 'prizes', seen('Where the random number comes from')),
  draws('draws-rename', 'prizes', steps(press('Name and time of Draw 1'), dialogOpen)),
  draws('draws-drawn', 'prizesDrawn', seen('Download proof')),
  draws('draws-add', 'longEvening', steps(press('Add a draw'), dialogOpen)),
  draws('draws-skip', 'longEvening', steps(press('Skip this draw'), dialogOpen)),
  winners('winners-none', 'open', seen('No winners yet')),
  winners('winners-unnamed', 'drawn', seen('Pass over')),
  winners('winners', 'prizesDrawn', seen('Next in line')),
  winners('winners-long-names', 'longDrawn', seen('No announced alternate')),
  winners(
    'winners-pass-over',
    'prizesDrawn',
    steps(
      (page) =>
        button(page, /^Pass over/)
          .first()
          .click(),
      dialogOpen,
    ),
  ),
  winners(
    'winners-nothing-found',
    'prizesDrawn',
    steps(
      (page) => page.getByLabel('Find by prize, name, number, email or note').fill('nobody has this name'),
      seen('Show all wins'),
    ),
  ),
  messages('messages-none', 'open', seen('This installation has no mail server')),
  messages('messages', 'prizes', steps(withMails, again, seen('Chidi Placeholder'))),
  settings('settings-draft', 'draft', seen('Everything can change while')),
  settings('settings-fixed', 'prizes', seen('Who may write, how often')),
  settings('settings-long-names', 'longOpen', seen('Who may write, how often')),
  settings('settings-embed', 'prizesDrawn', steps(embedOn, again, embedSeen)),
  settings('settings-erasable', 'drawn', seen('Who may write, how often')),
  settings(
    'settings-unsaved',
    'draft',
    steps(
      (page) => page.getByLabel('Title', { exact: true }).fill(''),
      press('Save settings'),
      seen(/title/),
    ),
  ),
  screen('raffle', 'remote-between-draws', at('evening', '/remote'), seen('Last winners'), { as: 'host' }),
  screen(
    'raffle',
    'remote-pass-over',
    at('evening', '/remote'),
    steps(press('Pass somebody over'), dialogOpen),
    { as: 'host' },
  ),
  screen('raffle', 'remote-draw-question', at('longEvening', '/remote'), steps(press('Draw'), dialogOpen), {
    as: 'host',
  }),
  screen('raffle', 'remote-before-many-prizes', at('longEvening', '/remote'), seen('and 97 more'), {
    as: 'host',
  }),
  screen('raffle', 'remote-draft', at('draft', '/remote'), seen('Open the raffle first'), { as: 'host' }),
  screen('raffle', 'remote-over', at('prizesDrawn', '/remote'), seen('Show all'), { as: 'host' }),
  screen('raffle', 'draws-between', at('evening', '/draws'), seen('The chocolate melted.'), { as: 'host' }),
  screen('raffle', 'missing', '/host/raffles/there-is-no-such-raffle', seen('Page not found'), {
    as: 'host',
  }),
];
