/** R73: prizes that are claimed, for winners, the desk, the host and everyone, in states that take hours. */
import type {
  ClaimRow,
  ClaimsAnswer,
  ClaimState,
  DeskClaimsAnswer,
  DeskInfo,
  OwnClaim,
  OwnClaimsAnswer,
  PassedOverRow,
  PlaceClaim,
  PrizeStatus,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { Filled } from '../filled-installation.ts';
import { asWinner } from './draws.ts';
import {
  again,
  answering,
  button,
  dialogOpen,
  press,
  screen,
  type Screen,
  seen,
  steps,
  withSnapshot,
} from './screen.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LONG_NAME =
  'Weekend for two by the sea, with breakfast, a bicycle tour and a concert in the old lighthouse';

const claim = (change: Partial<PlaceClaim> = {}): PlaceClaim => ({
  claim_by: Date.now() + 25 * MINUTE_MS,
  extension: null,
  claimed: null,
  handed_over_at: null,
  ...change,
});
const CLAIMS: Record<ClaimState, () => PlaceClaim> = {
  drawn: () => claim(),
  claimed: () => claim({ claimed: { at: Date.now() - 3 * MINUTE_MS, by: 'device' } }),
  handed_over: () =>
    claim({ claimed: { at: Date.now() - DAY_MS, by: 'host' }, handed_over_at: Date.now() - MINUTE_MS }),
  lapsed: () => claim({ claim_by: Date.now() - 20 * MINUTE_MS }),
  declined: () => claim(),
  ineligible: () => claim(),
  absent: () => claim(),
};
const REASONS = {
  lapsed: 'unclaimed',
  declined: 'declined',
  ineligible: 'ineligible',
  absent: 'absent',
} as const;
const TEXT = 'Works for the shop that gave the prize.';

const held = (state: ClaimState, change: Partial<OwnClaim> = {}): Omit<OwnClaim, 'invitee_id' | 'code'> => ({
  draw_id: 'draw-0123456789ab',
  prize: 1,
  position: 1,
  prize_name: 'Weekend for two by the sea',
  entry_number: 12,
  state,
  moved_up: false,
  since: Date.now() - 5 * MINUTE_MS,
  claim: CLAIMS[state](),
  ended:
    state === 'drawn' || state === 'claimed' || state === 'handed_over'
      ? null
      : {
          at: Date.now() - 4 * MINUTE_MS,
          reason: REASONS[state],
          text: state === 'ineligible' ? TEXT : null,
          late: state === 'lapsed',
          moved_up_entry: 31,
        },
  draw: { number: 1, name: null },
  ...change,
});

export const own = (state: ClaimState, change: Partial<OwnClaim> = {}): OwnClaim => ({
  ...held(state),
  invitee_id: 'somebody-who-won',
  code: { scanned: `12.${'w'.repeat(22)}`, typed: '12-K7M2PQ' },
  ...change,
});

export const winnerWith = (...prizes: OwnClaim[]): Screen['act'] =>
  steps(
    asWinner,
    answering<OwnClaimsAnswer>('**/me/claims', () => ({ prizes })),
    again,
    // The prize is named in the results too.
    (page) => page.getByRole('region', { name: 'Your prizes' }).waitFor(),
  );

const phone = (state: string, ...act: Screen['act'][]): Screen =>
  screen('claims', `phone-${state}`, ({ raffles }) => `/results/${raffles.prizesDrawn.id}`, steps(...act));

const DESK = '/desk/raffle-0123456789ab?key=any';
const deskGives = (answer: DeskClaimsAnswer | null): Screen['act'] =>
  steps(
    answering<DeskInfo>('**/desk?*', () => ({
      raffle: { id: 'raffle-0123456789ab', title: 'Staff evening', status: 'drawn' },
      can_sell: false,
      printed: 60,
      sold: 41,
      check_in: null,
      has_winners: true,
      runs: [{ first: 1, last: 60 }],
    })),
    (page) =>
      page.route('**/desk/claims?*', (route) =>
        answer === null
          ? route.fulfill({
              status: 422,
              json: {
                error: {
                  code: 'winner_code_unknown',
                  message: "This is no winner's code of this raffle. Scan it again.",
                },
              },
            })
          : route.fulfill({ json: answer }),
      ),
    again,
    seen('Hand over prizes'),
  );
const looksUp: Screen['act'] = steps(
  (page) => page.getByLabel("Winner's code").fill('12-K7M2PQ'),
  press('Look up'),
);
const desk = (state: string, ...act: Screen['act'][]): Screen =>
  screen('claims', `desk-${state}`, DESK, steps(...act));

const STATES: readonly ClaimState[] = [
  'drawn',
  'claimed',
  'handed_over',
  'lapsed',
  'declined',
  'ineligible',
  'absent',
];
const row = (state: ClaimState, index: number): ClaimRow => ({
  ...held(state, {
    entry_number: 12 + index,
    prize: 1 + index,
    prize_name: index === 1 ? LONG_NAME : `Prize from shelf ${index + 1}`,
  }),
  moved_up: index === 1,
  person: {
    entry_number: 12 + index,
    display_name: index === 2 ? `Maximiliane ${'von und zu '.repeat(6)}Rabeneck` : `Person ${index + 1}`,
    email: index % 2 === 0 ? null : `person-${index}@example.org`,
    note: index === 0 ? 'Table 4' : null,
    source: index === 0 ? 'paper' : 'self',
    groups: [],
  },
  claim_window: 1800,
  has_device: index !== 0,
  answers: index === 1 ? 'given' : 'not_asked',
});
const counts = Object.fromEntries(STATES.map((state) => [state, 1])) as ClaimsAnswer['counts'];
export const withRows: Screen['act'] = steps(
  answering<ClaimsAnswer>(/\/claims(\?|$)/, () => ({
    rows: STATES.map(row),
    total: STATES.length,
    counts,
    next: null,
  })),
  again,
  seen('Person 1'),
);
export const host = (state: string, ...act: Screen['act'][]): Screen =>
  screen(
    'claims',
    `host-${state}`,
    ({ raffles }: Filled) => `/host/raffles/${raffles.prizesDrawn.id}/winners?view=claims`,
    steps(...act),
    { as: 'host' },
  );
const chooses = (name: string, step: string): Screen['act'] =>
  steps(
    (page) => button(page, `More for ${name}`).click(),
    (page) => page.getByRole('menuitem', { name: step }).click(),
    dialogOpen,
  );

/** The first winners in turn: waiting, claimed, handed over; the place of the fourth went on late. */
function withClaims<Status extends PrizeStatus>(status: Status): Status {
  const holders = status.current_winners.map((holder, index) => {
    const state = (['drawn', 'claimed', 'handed_over'] as const)[index % 3] ?? 'drawn';
    const extension = index === 0 ? { seconds: 600, at: Date.now() - MINUTE_MS } : null;
    return { ...holder, state, claim: { ...CLAIMS[state](), extension } };
  });
  const [, , , fourth] = holders;
  if (fourth === undefined) return { ...status, current_winners: holders };
  const passed: PassedOverRow = {
    prize: fourth.prize,
    position: fourth.position,
    entry_number: 57,
    display_name: 'Katherine Johnson',
    reason: 'unclaimed',
    at: Date.now() - 4 * MINUTE_MS,
    moved_up: { entry_number: fourth.entry_number, display_name: fourth.display_name },
    text: null,
    claim: CLAIMS.lapsed(),
    late: true,
  };
  return {
    ...status,
    current_winners: holders.map((holder) => (holder === fourth ? { ...holder, moved_up: true } : holder)),
    passed_over: [passed],
  };
}

const inHall = withSnapshot(
  (room) => ({ ...room, standing: room.standing === null ? null : withClaims(room.standing) }),
  seen(/prizes claimed/),
);
/** A device would find, rightly, that the log knows of nobody who was passed over. */
const onPhone = withSnapshot(
  (room) => ({
    ...room,
    standing: room.standing === null ? null : { ...withClaims(room.standing), passed_over: [] },
  }),
  seen(/^Claimed /),
);

export const CLAIMED: readonly Screen[] = [
  phone('to-claim', winnerWith(own('drawn'))),
  phone(
    'to-claim-without-limit',
    winnerWith(own('drawn', { claim: claim({ claim_by: null }), prize_name: LONG_NAME })),
  ),
  phone('claim-question', winnerWith(own('drawn')), press('Claim my prize'), dialogOpen),
  phone('decline-question', winnerWith(own('drawn')), press("I don't want it"), dialogOpen),
  phone('claimed', winnerWith(own('claimed', { moved_up: true }))),
  phone(
    'of-many-states',
    winnerWith(
      own('handed_over'),
      own('lapsed', { prize: 2, prize_name: 'Bottle of wine' }),
      own('ineligible', { prize: 3, prize_name: 'Ham' }),
      own('declined', { prize: 4, prize_name: 'Cake' }),
    ),
  ),
  desk('prizes', deskGives(null)),
  desk('unknown', deskGives(null), looksUp, seen("This is no winner's code")),
  desk(
    'found',
    deskGives({
      entry_number: 12,
      prizes: [held('drawn'), held('claimed', { prize: 2, prize_name: LONG_NAME })],
    }),
    looksUp,
    seen('Entry #12'),
  ),
  desk(
    'over',
    deskGives({
      entry_number: 12,
      prizes: [held('handed_over'), held('lapsed', { prize: 2, prize_name: 'Bottle of wine' })],
    }),
    looksUp,
    seen('Handed over already'),
  ),
  desk(
    'handed-over',
    deskGives({ entry_number: 12, prizes: [held('claimed')] }),
    looksUp,
    seen('Entry #12'),
    (page) => button(page, /^Hand over:/).click(),
    seen('Handed over: Weekend'),
  ),
  host('table', withRows),
  host(
    'nothing-found',
    withRows,
    answering<ClaimsAnswer>(/\/claims\?/, () => ({ rows: [], total: 0, counts, next: null })),
    (page) => page.getByLabel('Find by name, number or email').fill('nobody has this name'),
    seen('Show all claims'),
  ),
  host('hand-over-question', withRows, (page) => button(page, 'Hand over: Person 1').click(), dialogOpen),
  host('extend-question', withRows, chooses('Person 1', 'Give more time')),
  host('decline-question', withRows, chooses('Person 1', 'Decline for them')),
  host('ineligible-question', withRows, chooses('Person 1', 'Not eligible')),
  screen(
    'claims',
    'results',
    ({ raffles }) => `/results/${raffles.prizesDrawn.id}`,
    steps(answering<ResultsAnswer>('**/results', withClaims), again, seen('Handed over')),
  ),
  screen(
    'claims',
    'results-unnamed',
    ({ raffles }) => `/results/${raffles.drawn.id}`,
    steps(answering<ResultsAnswer>('**/results', withClaims), again, seen('Waiting to be claimed')),
  ),
  screen('claims', 'stage', ({ stagePath }) => stagePath('drawn'), inHall),
  screen('claims', 'draw', ({ raffles }) => `/draw/${raffles.drawn.id}`, onPhone),
  screen(
    'claims',
    'prize-editor',
    ({ raffles }) => `/host/raffles/${raffles.prizes.id}/prizes`,
    steps(
      seen('20 prizes'),
      press('Details of Weekend for two by the sea'),
      (page) => page.getByLabel('Winners claim it').selectOption('Within minutes'),
      (page) => page.getByLabel('Minutes (1 to 30)').fill('31'),
      seen('Please enter a whole number from 1 to 30.'),
    ),
    { as: 'host' },
  ),
];
