/** Invitations, joining by link, and continuing on another device. */
import type {
  ChangesAnswer,
  OwnEntryAnswer,
  PublicJoinInfo,
  RaffleTerms,
  WaitingEntry,
} from '@glassdrum/contract';
import { changeSnapshots } from '../changed-snapshots.ts';
import { PASSPHRASE } from '../fill-raffles.ts';
import type { Filled } from '../filled-installation.ts';
import {
  again,
  answering,
  button,
  dialogButton,
  invitation,
  joined,
  press,
  screen,
  type Screen,
  seen,
  steps,
} from './screen.ts';

function changed(number: number, at: number): ChangesAnswer['changes'][number] {
  const by = { reason_code: 'host', made_by: 'host', signature: null, signed_at: null } as const;
  return { ...by, number, entry_number: number, state: 'in', tickets: 1, weights: [1], at };
}

/** A number of winners that was changed, and what hosts and entrants changed about entries. */
const withChanges = steps(
  answering<RaffleTerms>('**/terms', (terms) => ({
    ...terms,
    draws: terms.draws.map((draw) => ({
      ...draw,
      replans: [{ ...draw.open_record, at: Math.floor(Date.now() / 1000) - 5000 }],
    })),
  })),
  answering<ChangesAnswer>(/\/raffles\/[^/]+\/changes(\?|$)/, () => ({
    total: 3,
    changes: (['removed', 'in', 'withdrawn'] as const).map((state, index) => ({
      ...changed(7 + index, Date.now() - (index + 1) * 900_000),
      state,
      tickets: state === 'in' ? 2 : 0,
      made_by: state === 'withdrawn' ? 'entrant' : 'host',
    })),
    counted: [
      {
        reason_code: 'paper_ticket_sold',
        changes: 66,
        entries: 64,
        last: { ...changed(151, Date.now() - 60_000), reason_code: 'paper_ticket_sold' },
      },
    ],
    added: {
      host: { count: 96, last_at: Date.now() - 7_000_000 },
      paper: { count: 120, last_at: Date.now() - 5_400_000 },
    },
  })),
);

const join =
  (name: keyof Filled['raffles']) =>
  ({ raffles }: Filled) =>
    `/join/${raffles[name].public_link ?? ''}`;

const joinAs =
  (name: string): Screen['act'] =>
  async (page) => {
    await page.getByLabel(/Your Name/).fill(name);
    await button(page, 'Join Raffle').click();
  };

/** H11: the raffle asks for the code in the hall, and lets people wait. */
const CHECKS = { approval: true, confirm_email: false, one_per_device: false, hall_code: true };
const asksHallCode = steps(
  answering<PublicJoinInfo>('**/api/join/*', (info) => ({
    ...info,
    raffle: { ...info.raffle, join_checks: CHECKS },
  })),
  (page) => changeSnapshots(page, (room) => ({ ...room, raffle: { ...room.raffle, join_checks: CHECKS } })),
);

/** As after the host removed the entry. */
const removed = answering<OwnEntryAnswer>('**/own-entry*', ({ entry }) => ({
  entry: entry && {
    ...entry,
    state: 'removed',
    tickets: 0,
    host_name: 'Hanna Host',
    changes: [
      {
        entry_number: entry.entry_number,
        state: 'removed',
        tickets: 0,
        reason_code: 'host',
        made_by: 'host',
        signature: null,
        at: Date.now() - 60_000,
      },
    ],
  },
}));

const confirmLink = (filled: Filled): string => `${join('open')(filled)}#confirm=someone.secret`;

/** As after joining a raffle in which this entry has to wait. */
function waits(
  state: WaitingEntry['state'],
  waitsFor: WaitingEntry['waits_for'],
  text: string,
): Screen['act'] {
  return async (page, filled) => {
    const request: WaitingEntry = {
      invitee_id: 'somebody-who-waits',
      raffle_id: filled.raffles.open.id,
      display_name: 'Wanda Walkin',
      state,
      waits_for: waitsFor,
      asked_at: Date.now(),
    };
    await page.route('**/api/join/public', (route) =>
      route.fulfill({ status: 202, json: { ...request, participant_token: null } }),
    );
    await answering('**/own-request', () => ({ request }))(page, filled);
    await joinAs('Wanda Walkin')(page, filled);
    await seen(text)(page);
  };
}

export const PARTICIPANTS: readonly Screen[] = [
  screen('invitation', 'fresh', invitation('open')),
  screen('invitation', 'joined', invitation('open'), steps(press('Reserve Your Spot'), joined)),
  screen(
    'invitation',
    'leave-question',
    invitation('open'),
    steps(press('Reserve Your Spot'), joined, press('Leave This Raffle'), seen('Leave this raffle?')),
  ),
  screen(
    'invitation',
    'erase-question',
    invitation('open'),
    steps(press('Reserve Your Spot'), joined, press('Erase My Data'), seen('Erase your data?')),
  ),
  screen(
    'invitation',
    'left',
    invitation('open'),
    steps(
      press('Reserve Your Spot'),
      joined,
      press('Leave This Raffle'),
      dialogButton('Leave'),
      seen('You Are No Longer in This Raffle'),
    ),
  ),
  screen(
    'invitation',
    'erased',
    invitation('open'),
    steps(
      press('Reserve Your Spot'),
      joined,
      press('Erase My Data'),
      dialogButton('Erase'),
      seen('Your data is erased'),
    ),
  ),
  screen('invitation', 'between-draws', invitation('evening'), seen('Weekend for two by the sea')),
  screen(
    'invitation',
    'between-draws-joined',
    invitation('evening'),
    steps(
      press('Reserve Your Spot'),
      joined,
      seen('Your draws so far'),
      seen('You can still win 4 of the 5'),
    ),
  ),
  screen(
    'invitation',
    'buckets',
    invitation('buckets'),
    steps(press('Reserve Your Spot'), joined, seen('1 ticket left'), press('One more ticket for Bicycle')),
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
  screen(
    'join',
    'changed-after-opening',
    join('open'),
    steps(withChanges, again, (page) => page.getByText('Show 3 more').click(), seen('Prizes were changed')),
  ),
  screen('join', 'name-missing', join('open'), steps(press('Join Raffle'), seen('Name required'))),
  screen('join', 'joined', join('open'), steps(joinAs('Wanda Walkin'), joined)),
  screen('join', 'joined-long-name', join('open'), steps(joinAs('W'.repeat(80)), joined)),
  screen(
    'join',
    'removed',
    join('open'),
    steps(joinAs('Wanda Walkin'), joined, removed, again, seen(/Hanna Host, the host, removed/)),
  ),
  screen('join', 'prizes', join('prizes'), seen('Weekend for two by the sea')),
  screen(
    'join',
    'prizes-joined',
    join('prizes'),
    steps(joinAs('Wanda Walkin'), joined, press('Show all 20 prizes')),
  ),
  screen('join', 'passphrase', join('passphrase')),
  screen(
    'join',
    'passphrase-joined',
    join('passphrase'),
    steps((page) => page.getByLabel(/Passphrase/).fill(PASSPHRASE), joinAs('Wanda Walkin'), joined),
  ),
  screen('join', 'hall-code', join('open'), steps(asksHallCode, again, seen('Code shown in the hall'))),
  screen('join', 'waiting-for-approval', join('open'), waits('waiting', ['approval'], 'Waiting for')),
  screen('join', 'waiting-for-email', join('open'), waits('waiting', ['email'], 'Check your email')),
  screen('join', 'declined', join('open'), waits('declined', ['approval'], 'The host did not accept')),
  screen('join', 'confirm-link', confirmLink, seen('Did you ask to join')),
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
  screen('continue', 'join-code-unknown', '/j/NOTACODE', seen("This code doesn't work")),
];
