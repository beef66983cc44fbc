/** R71: a draw that people must be present at, for the host, the hall, the desk and phones. */
import type {
  CheckInCodeAnswer,
  DeskInfo,
  DrawPreview,
  HostPrizes,
  HostRaffle,
  OwnEntryAnswer,
  ParticipantsAnswer,
  PublicRaffle,
  ResultsAnswer,
  WinnersAnswer,
} from '@glassdrum/contract';
import { changeSnapshots } from '../changed-snapshots.ts';
import type { Filled } from '../filled-installation.ts';
import { again, answering, dialogOpen, press, screen, type Screen, seen, steps } from './screen.ts';

const MINUTE_MS = 60_000;

type Presence = NonNullable<PublicRaffle['presence']>;

const before: Presence = {
  draws: [1],
  check_in: { draw: 1, opened_at: null, present: 0, expected: 143 },
};
const open: Presence = {
  draws: [1],
  check_in: { draw: 1, opened_at: Date.now() - MINUTE_MS, present: 87, expected: 143 },
};

/** As if the raffle of a page were one of these. */
const raffleWith = (presence: Presence): Screen['act'] =>
  steps(
    (page) => changeSnapshots(page, (room) => ({ ...room, raffle: { ...room.raffle, presence } })),
    answering<PublicRaffle>(/\/api\/raffles\/[\w-]+$/, (raffle) => ({ ...raffle, presence })),
  );

/** The same for its host. */
const hostWith = (presence: Presence): Screen['act'] =>
  steps(
    answering<HostRaffle[]>('**/api/raffles', (raffles) =>
      raffles.map((raffle) => ({ ...raffle, presence })),
    ),
    answering<HostPrizes>('**/prizes', (prizes) => ({
      ...prizes,
      draws: prizes.draws.map((draw) => ({ ...draw, presence: { required: true, changed_at: null } })),
    })),
  );

const inPreview: Screen['act'] = answering<DrawPreview>('**/draw/preview', (preview) => ({
  ...preview,
  entries: 87,
  tickets: 112,
  sitting_out: { holders: 12, absent: 56, unplaced: 0 },
}));

/** In turn: here, holding a prize, missing. Every seventh was absent before. */
const inList: Screen['act'] = answering<ParticipantsAnswer>('**/participants*', (answer) => ({
  ...answer,
  participants: answer.participants.map((row, index) => ({
    ...row,
    sits_out: index % 4 === 1,
    check_ins: index % 4 === 2 ? [] : [{ draw: 1, way: 'desk', at: Date.now() }],
    absent_in: index % 7 === 0 ? [1] : [],
  })),
}));

const withCode = answering<CheckInCodeAnswer>('**/check-in/code?*', () => ({
  code: {
    url: 'https://raffle.example.org/here/zTE6eu5dww0sgkxIFcK-AQ?code=hT3mB9qLw0pXr7ZcN2vYkA',
    typed: 'K7M2PQ',
    changes_at: Date.now() + 100_000,
    valid_until: Date.now() + 130_000,
  },
}));

const withEntry = (checkIn: NonNullable<OwnEntryAnswer['entry']>['check_in']): Screen['act'] =>
  answering<OwnEntryAnswer>('**/own-entry*', () => ({
    entry: {
      invitee_id: 'invitee-0123456789',
      entry_number: 42,
      display_name: 'Ada Lovelace',
      tickets: 1,
      state: 'in',
      joined_at: Date.now() - MINUTE_MS,
      receipt: null,
      changes: [],
      check_in: checkIn,
      placement: null,
      host_name: null,
    },
  }));
const checkedIn = { draw_id: 'draw-0123456789ab', way: 'code', at: Date.now() } as const;

const deskWith = (presence: Presence, printed: number): Screen['act'] =>
  answering<DeskInfo>('**/desk?*', () => ({
    raffle: { id: 'raffle-0123456789ab', title: 'Staff evening', status: 'open' },
    can_sell: true,
    printed,
    sold: 0,
    check_in: presence.check_in && { ...presence.check_in, name: 'Midnight draw' },
    has_winners: false,
    runs: printed === 0 ? [] : [{ first: 1, last: printed }],
  }));

const at =
  (path: (raffleId: string) => string) =>
  ({ raffles }: Filled) =>
    path(raffles.open.id);
const here = at((id) => `/here/${id}`);
const waiting = at((id) => `/draw/${id}`);
const remote = at((id) => `/host/raffles/${id}/remote`);
const section = at((id) => `/host/raffles/${id}/draws`);
const DESK = '/desk/raffle-0123456789ab?key=any';

export const PRESENCE: readonly Screen[] = [
  screen('presence', 'here-no-entry', here, seen('This phone has no entry')),
  screen(
    'presence',
    'here-type-the-code',
    here,
    steps(raffleWith(open), withEntry(null), again, seen('Code on the screen')),
  ),
  screen(
    'presence',
    'here-checked-in',
    here,
    steps(raffleWith(open), withEntry(checkedIn), again, seen('You are checked in')),
  ),
  screen('presence', 'desk', DESK, steps(deskWith(open, 0), again, seen('87 of 143 are here'))),
  screen('presence', 'desk-with-paper', DESK, steps(deskWith(open, 60), again, seen('87 of 143 are here'))),
  screen(
    'presence',
    'desk-not-open',
    DESK,
    steps(deskWith(before, 0), again, seen('Check-in is not open yet')),
  ),
  screen('presence', 'remote-before', remote, steps(hostWith(before), again, seen('Open check-in')), {
    as: 'host',
  }),
  screen('presence', 'remote-open', remote, steps(hostWith(open), again, seen('87 of 143 are here')), {
    as: 'host',
  }),
  screen('presence', 'draws-open', section, steps(hostWith(open), again, seen('87 of 143 are here')), {
    as: 'host',
  }),
  screen(
    'presence',
    'draw-nobody-here',
    remote,
    steps(
      hostWith(before),
      again,
      seen('Open check-in'),
      press('Draw'),
      dialogOpen,
      seen('none of those who take part'),
    ),
    { as: 'host' },
  ),
  screen(
    'presence',
    'draw-some-sit-out',
    remote,
    steps(
      hostWith(open),
      inPreview,
      again,
      seen('87 entries take part'),
      press('Draw'),
      dialogOpen,
      seen('12 hold a prize already'),
    ),
    { as: 'host' },
  ),
  screen(
    'presence',
    'people-here',
    at((id) => `/host/raffles/${id}/people`),
    steps(hostWith(open), inList, again, seen('Not here yet')),
    { as: 'host' },
  ),
  screen(
    'presence',
    'winners-absent',
    ({ raffles }) => `/host/raffles/${raffles.drawn.id}/winners`,
    steps(
      answering<WinnersAnswer>('**/api/raffles/*/winners', (answer) => ({
        ...answer,
        draws: answer.draws.map((draw) => ({ ...draw, presence: { present: 87, absent: 56 } })),
      })),
      again,
      seen('Absent and unable to win'),
    ),
    { as: 'host' },
  ),
  screen('presence', 'waiting', waiting, steps(raffleWith(open), again, seen('can win'))),
  screen(
    'presence',
    'stage',
    ({ stagePath }) => stagePath('open'),
    steps(raffleWith(open), withCode, again, seen('K7M 2PQ')),
  ),
  screen(
    'presence',
    'results-absent',
    ({ raffles }) => `/results/${raffles.drawn.id}`,
    steps(
      answering<ResultsAnswer>('**/results', (results) => ({
        ...results,
        presence: { present: 87, absent: [3, 7, 8, 9, 12] },
      })),
      again,
      seen('Who was present'),
    ),
  ),
];
