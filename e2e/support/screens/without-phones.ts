/** People without phones (R66, R67): the desk that sells paper tickets, and entries to take over. */
import type { DeskInfo, InviteInfo, SaleAnswer } from '@glassdrum/contract';
import { again, answering, press, screen, type Screen, seen, steps } from './screen.ts';

const DESK = '/desk/raffle-0123456789ab?key=any';
const LONG_TITLE = `${'The great raffle of the volunteers of the fire brigade and the brass band, '.repeat(2)}once more!`;

const deskOf = (title: string, change: Partial<DeskInfo> = {}): Screen['act'] =>
  answering<DeskInfo>('**/desk?*', () => ({
    raffle: { id: 'raffle-0123456789ab', title, status: 'open' },
    can_sell: true,
    printed: 700,
    sold: 151,
    check_in: null,
    has_winners: false,
    runs: [
      { first: 43, last: 642 },
      { first: 655, last: 754 },
    ],
    ...change,
  }));

const desk = (state: string, ...act: Screen['act'][]): Screen => screen('desk', state, DESK, steps(...act));

const sell = (typed: string): Screen['act'] =>
  steps((page) => page.getByLabel('Numbers or code').fill(typed), press('Sell'));

/** What the server answers to sales; null: it cannot be reached. */
const salesGive =
  (results: SaleAnswer['results'] | null): Screen['act'] =>
  (page) =>
    page.route('**/desk/sales?*', (route) =>
      results === null ? route.abort() : route.fulfill({ json: { results, printed: 700, sold: 201 } }),
    );

const entered = answering<InviteInfo>('**/api/invite/*', (info) => ({
  ...info,
  is_redeemed: true,
  reissued: true,
  entered_number: 128,
}));

export const WITHOUT_PHONES: readonly Screen[] = [
  desk('selling', deskOf('Gala evening'), again, seen('151 of 700 tickets sold')),
  desk('no-tickets', deskOf('Gala evening', { printed: 0, sold: 0, runs: [] }), again, seen(/has not added/)),
  desk('draw-begun', deskOf('Gala evening', { can_sell: false }), again, seen('The draw has begun')),
  desk('long-title', deskOf(LONG_TITLE), again, seen('151 of 700 tickets sold')),
  desk('mistyped', deskOf('Gala evening'), again, sell('151–'), seen(/151/)),
  desk(
    'sold',
    deskOf('Gala evening'),
    again,
    salesGive([{ first: 151, last: 200, result: 'sold' }]),
    sell('151–200'),
    seen('Sold: 151–200'),
  ),
  desk(
    'sold-before',
    deskOf('Gala evening'),
    again,
    salesGive([
      { first: 151, last: 152, result: 'sold' },
      { first: 153, last: 153, result: 'already_sold' },
      { first: 154, last: 154, result: 'gone' },
    ]),
    sell('151–154'),
    seen('Sold before: 153'),
  ),
  desk(
    'offline',
    deskOf('Gala evening'),
    again,
    salesGive(null),
    sell('151–200'),
    sell('205'),
    seen('2 sales wait for the network.'),
  ),
  desk(
    'no-camera',
    deskOf('Gala evening'),
    again,
    press('Scan with the camera'),
    seen('Type the number or the code instead.'),
  ),
  screen('desk', 'closed', '/desk/there-is-no-such-desk?key=wrong', seen('This desk is closed')),
  screen(
    'invitation',
    'entered-by-the-host',
    ({ usedInvite }) => `/r/${usedInvite}`,
    steps(entered, again, seen('You Are Entered')),
  ),
];
