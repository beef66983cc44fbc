/** A raffle's own page for its host: overview, prizes and people (R60–R63). */
import type { HostPrizes, PaperAnswer, ParticipantsAnswer } from '@glassdrum/contract';
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

const LIST = '3 × Bottle of wine\n10 x Chocolate\n• Weekend for two\nBasket from the market\t4';

/** What is typed stays in its tab: such screens come after those that show what is stored. */
export const RAFFLE_PAGE: readonly Screen[] = [
  overview('overview-draft', 'draft'),
  overview('overview-open', 'open'),
  overview('overview-prizes', 'prizes'),
  overview('overview-drawn', 'drawn'),
  overview('overview-long-names', 'longOpen'),
  prizes('prizes-unnamed', 'draft', seen('Your prize has no name')),
  prizes('prizes', 'prizes', seen('20 prizes')),
  prizes(
    'prizes-unfolded',
    'prizes',
    steps(seen('20 prizes'), press('Details of Weekend for two by the sea'), press('Details of Ham')),
  ),
  prizes('prizes-many', 'manyPrizes', seen('200 prizes')),
  prizes('prizes-fixed', 'prizesDrawn', seen('The winners are drawn, so the prizes')),
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
  people('people-invitations', 'prizes', steps(press('Invitations'), dialogOpen)),
  paper('paper-none', 'open', steps(seen('No paper tickets yet'), seen('Open the desk'))),
  paper('paper-runs', 'open', steps(withRuns, again, seen('151 of 600 sold'), seen('Open the desk'))),
  paper('paper-closed', 'drawn', seen('Tickets can be added while the raffle is open.')),
  screen('desk', 'closed', '/desk/there-is-no-such-desk?key=wrong', seen('This desk is closed')),
  screen('ticket', 'invalid', '/ticket/there-is-no-such-ticket', seen('No such ticket')),
  screen('raffle', 'missing', '/host/raffles/there-is-no-such-raffle', seen('Page not found'), {
    as: 'host',
  }),
];
