/** The workspace, invitations to it, the console by role, and two people who start a draw (R81). */
import type {
  ApiTokenList,
  HostRaffle,
  ParticipantsAnswer,
  SignInWays,
  Workspace,
  WorkspaceDetail,
  WorkspaceInvitationInfo,
  WorkspaceMember,
} from '@glassdrum/contract';
import { type WorkspaceRole, workspaceRoles } from '@glassdrum/raffle-rules';
import type { Page } from '@playwright/test';
import { again, answering, button, dialogOpen, press, screen, type Screen, seen, steps } from './screen.ts';

const DAY_MS = 86_400_000;

const LONG_NAME =
  'Maximiliane Wilhelmine-Friederike Freifrau von und zu Hohenstein-Schwarzenberg auf der Burg Rabeneck';
const LONG_WORKSPACE =
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft e. V.';

function member(number: number, role: WorkspaceRole, more: Partial<WorkspaceMember> = {}): WorkspaceMember {
  return {
    user_id: `member-${number}`.padEnd(22, 'm'),
    name: `Member Number ${number}`,
    email: `member-${number}@example.org`,
    role,
    joined_at: Date.UTC(2026, 2, 1) + number * DAY_MS,
    from_provider: false,
    is_you: false,
    ...more,
  };
}

const TEAM: readonly WorkspaceMember[] = [
  member(1, 'host', { name: 'Grace Hopper' }),
  member(2, 'desk', { name: LONG_NAME, email: `${'long-address.'.repeat(6)}@example.org` }),
  member(3, 'presenter', { name: 'Katherine Johnson' }),
  member(4, 'observer', { name: 'Ada Lovelace', from_provider: true }),
];

const withPeople = (others: readonly WorkspaceMember[], more: Partial<WorkspaceDetail> = {}): Screen['act'] =>
  steps(
    answering<WorkspaceDetail>('**/api/workspaces/*', (detail) => ({
      ...detail,
      members: detail.people.length + others.length,
      people: [...detail.people, ...others],
      ...more,
    })),
    again,
  );

const INVITATIONS: WorkspaceDetail['invitations'] = [
  {
    id: 'A'.repeat(22),
    role: 'desk',
    note: 'Hedwig at the entrance',
    created_at: Date.now(),
    expires_at: Date.now() + 6 * DAY_MS,
  },
  { id: 'B'.repeat(22), role: 'observer', note: '', created_at: Date.now(), expires_at: Date.now() + DAY_MS },
];

const people = (state: string, act: Screen['act']): Screen =>
  screen('workspace', state, '/workspace', act, { as: 'host' });

const settings = (state: string, act: Screen['act']): Screen =>
  screen('workspace', state, '/workspace/settings', act, { as: 'host' });

/** R83: people may sign in through a provider, whose groups can give roles. */
const withProvider = answering<SignInWays>('**/api/auth/ways', (ways) => ({
  ...ways,
  provider: 'Club login',
}));

/** Two workspaces: the second one with a long name. */
const withSecond = answering<Workspace[]>('**/api/workspaces', (list) => [
  ...list.map((one) => ({ ...one, members: 5 })),
  ...list.map((one) => ({
    ...one,
    id: 'second'.padEnd(22, 's'),
    name: LONG_WORKSPACE,
    role: 'desk',
    members: 9,
  })),
]);

/** The console and its raffles as they are sent to a member of this role. */
const asRole = (role: WorkspaceRole): Screen['act'] =>
  steps(
    answering<Workspace[]>('**/api/workspaces', (list) => list.map((one) => ({ ...one, role, members: 5 }))),
    answering<HostRaffle[]>('**/api/raffles', (list) => list.map((raffle) => ({ ...raffle, role }))),
    answering<ParticipantsAnswer>('**/participants', (answer) => ({
      ...answer,
      participants: answer.participants.map((entry) => ({ ...entry, email: null })),
    })),
    again,
  );

const byRole = (role: WorkspaceRole): readonly Screen[] => [
  screen('team', `console-of-${role}`, '/host', steps(asRole(role), seen('Your Raffles')), { as: 'host' }),
  screen(
    'team',
    `raffle-of-${role}`,
    ({ raffles }) => `/host/raffles/${raffles.open.id}`,
    steps(asRole(role), (page) =>
      page.getByRole('navigation', { name: 'Sections of this raffle' }).waitFor(),
    ),
    { as: 'host' },
  ),
];

/** Somebody has just asked for the draw to start. */
const asked = (by: 'own' | 'other', secondsLeft = 47): Screen['act'] =>
  steps(async (page: Page) => {
    const { user } = (await (await page.request.get('/api/auth/session')).json()) as {
      user: { id: string; name: string };
    };
    await answering<HostRaffle[]>('**/api/raffles', (list) =>
      list.map((raffle) => ({
        ...raffle,
        two_start: true,
        start_request: {
          draw: { number: 1, name: null },
          assurance: 'beacon',
          asked_by: by === 'own' ? user : { id: 'x'.repeat(22), name: LONG_NAME },
          asked_at: Date.now(),
          expires_at: Date.now() + secondsLeft * 1000,
        },
      })),
    )(page, null as never);
  }, again);

const openRaffle: Screen['path'] = ({ raffles }) => `/host/raffles/${raffles.open.id}`;

const invitation = (state: string, act: Screen['act'], as: Screen['as'] = 'visitor'): Screen =>
  screen('workspace-invitation', state, '/workspace-invitation#an-invitation-token', act, { as });

const INFO: WorkspaceInvitationInfo = {
  workspace: { name: 'The brass band of Rabeneck' },
  role: 'presenter',
  invited_by: 'Hanna Host',
  expires_at: Date.now() + 6 * DAY_MS,
  your_role: null,
};

const invited = (more: Partial<WorkspaceInvitationInfo> = {}): Screen['act'] =>
  steps(async (page: Page) => {
    await page.route('**/api/workspace-invitations/look', (route) =>
      route.fulfill({ json: { ...INFO, ...more } }),
    );
    // The token left the address when the page was shown.
    await page.goto('about:blank');
    await page.goto('/workspace-invitation#an-invitation-token');
  });

/** R85. */
const tokens = (state: string, act: Screen['act']): Screen =>
  screen('workspace', state, '/workspace/tokens', act, { as: 'host' });

const withTokens = steps(
  answering<ApiTokenList>('**/api/workspaces/*/tokens', () => ({ tokens: TOKENS })),
  again,
);

const TOKENS: ApiTokenList['tokens'] = (
  [
    ['Box office', ['read', 'entries'], true, Date.UTC(2026, 10, 2, 18)],
    [`Website of the ${LONG_WORKSPACE}`.slice(0, 60), ['read'], false, null],
  ] as const
).map(([name, scopes, isYours, usedAt], index) => ({
  id: `token-${index}`.padEnd(22, 't'),
  name,
  scopes: [...scopes],
  owner: { id: 'm'.repeat(22), name: isYours ? 'Hanna Host' : LONG_NAME },
  created_at: Date.UTC(2026, 9, 1),
  expires_at: Date.UTC(2027, 0, 1) + index * DAY_MS,
  last_used_at: usedAt,
  is_yours: isYours,
}));

const newToken: Screen['act'] = async (page) => {
  await page.getByLabel('Name', { exact: true }).fill('Box office');
  await page.getByRole('switch', { name: 'Entries' }).click();
  await press('Create Token')(page);
};

export const WORKSPACE: readonly Screen[] = [
  tokens('tokens-none', seen('There are no tokens.')),
  tokens('tokens', steps(withTokens, seen('Box office'))),
  tokens('tokens-made', steps(newToken, seen('Copy it now.'))),
  tokens('tokens-end', steps(withTokens, press('End the token Box office'), dialogOpen)),
  people('alone', seen('Work with others')),
  people('five-people', steps(withPeople(TEAM, { invitations: INVITATIONS }), seen('Grace Hopper'))),
  people('new-link', steps(press('Create invitation link'), seen('Copy it now'))),
  people(
    'two-hundred-people',
    steps(
      withPeople(
        Array.from({ length: 199 }, (_, number) =>
          member(number + 1, workspaceRoles[number % workspaceRoles.length] ?? 'host'),
        ),
      ),
      seen('200 people'),
    ),
  ),
  people(
    'nobody-found',
    steps(
      withPeople(Array.from({ length: 12 }, (_, number) => member(number + 1, 'host'))),
      (page) => page.getByRole('searchbox').fill('zzz'),
      seen('Nobody matches.'),
    ),
  ),
  people(
    'long-names',
    steps(
      withPeople(
        TEAM.map((one) => ({ ...one, name: LONG_NAME })),
        { name: LONG_WORKSPACE, invitations: INVITATIONS },
      ),
      seen('5 people'),
    ),
  ),
  people('remove', steps(withPeople(TEAM), press('Remove Grace Hopper'), dialogOpen)),
  people(
    'remove-grouped',
    steps(withPeople(TEAM), press('Remove Ada Lovelace'), dialogOpen, seen('would bring')),
  ),
  people('of-an-observer', steps(withPeople(TEAM, { role: 'observer' }), seen('Grace Hopper'))),
  settings('settings-alone', seen('Two people start a draw')),
  settings('settings-of-team', steps(withPeople(TEAM, { two_start: true }), seen('Leave'))),
  settings(
    'settings-groups',
    steps(withProvider, withPeople(TEAM, { name: LONG_WORKSPACE }), seen('Roles from groups')),
  ),
  settings('new-workspace', steps(press('New workspace'), dialogOpen)),
  settings('delete-workspace', steps(press('Delete workspace'), dialogOpen)),
  screen(
    'team',
    'account-menu',
    '/host',
    steps(press(/^Account of/), (page) => page.getByRole('menu').waitFor()),
    {
      as: 'host',
    },
  ),
  screen(
    'team',
    'switcher',
    '/host',
    steps(withSecond, again, press(/^Change workspace/), (page) => page.getByRole('menu').waitFor()),
    { as: 'host' },
  ),
  ...(['desk', 'presenter', 'observer'] as const).flatMap(byRole),
  screen(
    'team',
    'people-of-desk',
    ({ raffles }) => `/host/raffles/${raffles.open.id}/people`,
    steps(asRole('desk'), (page) => page.getByRole('table').waitFor()),
    { as: 'host' },
  ),
  screen('team', 'start-waiting', openRaffle, steps(asked('own'), seen('Waiting for a second person')), {
    as: 'host',
  }),
  screen('team', 'start-to-confirm', openRaffle, steps(asked('other'), seen('Confirm the start')), {
    as: 'host',
  }),
  screen(
    'team',
    'start-confirm-dialog',
    openRaffle,
    steps(asked('other'), (page) => button(page, 'Confirm the start').click(), dialogOpen),
    { as: 'host', beacon: 'up' },
  ),
  invitation('signed-out', steps(invited(), seen('Presenter'))),
  invitation(
    'to-accept',
    steps(invited({ workspace: { name: LONG_WORKSPACE } }), seen('Accept invitation')),
    'host',
  ),
  invitation(
    'already',
    steps(invited({ your_role: 'host' }), seen('You belong to this workspace already')),
    'host',
  ),
  invitation('invalid', seen("This invitation can't be used")),
];
