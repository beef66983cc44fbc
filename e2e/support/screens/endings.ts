/** Names, rules, and raffles that end without a draw (R77–R79). */
import type { HostRaffle } from '@glassdrum/contract';
import type { Filled } from '../filled-installation.ts';
import {
  again,
  answering,
  button,
  dialogOpen,
  invitation,
  joined,
  nothing,
  press,
  screen,
  type Screen,
  seen,
  steps,
} from './screen.ts';

const at =
  (name: keyof Filled['raffles'], before: string, after = '') =>
  ({ raffles }: Filled): string =>
    `${before}${raffles[name].id}${after}`;

const join = ({ raffles }: Filled): string => `/join/${raffles.ruled.public_link ?? ''}`;

const named: Screen['act'] = (page) => page.getByLabel(/Your Name/).fill('Maximiliane von Hohenstein');

const accepts: Screen['act'] = (page) => page.getByRole('checkbox', { name: 'I accept the rules.' }).check();

/** As after three months without anything. */
const forgotten = answering<HostRaffle[]>(/\/api\/raffles$/, (raffles) =>
  raffles.map((raffle) => ({
    ...raffle,
    is_forgotten: raffle.status === 'closed' && raffle.cancelled === null,
  })),
);

const asked = steps(press('Reserve Your Spot'), seen('Please read and accept them'));
const own = steps(accepts, press('Reserve Your Spot'), joined, seen('Others see you as'));

export const ENDINGS: readonly Screen[] = [
  screen('endings', 'names-and-rules', join, steps(named, seen('Maximiliane H.'))),
  screen('endings', 'invitation-names-and-rules', invitation('ruled'), asked),
  screen('endings', 'own-name', invitation('ruled'), own),
  screen(
    'endings',
    'lower-own-name',
    invitation('ruled'),
    steps(own, press('Show less of my name'), dialogOpen),
  ),
  screen('endings', 'rules-page', at('ruled', '/rules/'), seen('Hash of the rules')),
  screen('endings', 'rules-missing', '/rules/there-is-no-such-raffle', seen("can't be shown")),
  screen(
    'endings',
    'lower-name-of-person',
    at('ruled', '/host/raffles/', '/people'),
    steps(
      (page) => button(page, /^More/).first().click(),
      (page) => page.getByRole('menuitem', { name: 'Show less of the name' }).click(),
      dialogOpen,
    ),
    { as: 'host' },
  ),
  screen(
    'endings',
    'rules-editor',
    at('draft', '/host/raffles/', '/settings'),
    steps(press('Write a starting text'), seen('How winners are drawn')),
    { as: 'host' },
  ),
  screen(
    'endings',
    'cancel-question',
    at('closed', '/host/raffles/'),
    steps(
      (page) => button(page, /^More/).first().click(),
      (page) => page.getByRole('menuitem', { name: 'Cancel raffle' }).click(),
      dialogOpen,
    ),
    { as: 'host' },
  ),
  screen('endings', 'cancelled-host', at('cancelled', '/host/raffles/'), seen('You cancelled'), {
    as: 'host',
  }),
  screen('endings', 'cancelled-remote', at('cancelled', '/host/raffles/', '/remote'), nothing, {
    as: 'host',
  }),
  screen(
    'endings',
    'forgotten',
    at('closed', '/host/raffles/'),
    steps(forgotten, again, seen('for 90 days')),
    {
      as: 'host',
    },
  ),
  screen('endings', 'cancelled-draw', at('cancelled', '/draw/'), seen('This Raffle Was Cancelled')),
  screen('endings', 'cancelled-results', at('cancelled', '/results/'), seen('This Raffle Was Cancelled')),
  screen('endings', 'cancelled-invitation', invitation('cancelled'), seen('This Raffle Was Cancelled')),
  screen('endings', 'cancelled-stage', ({ stagePath }) => stagePath('cancelled'), seen('was cancelled')),
];
