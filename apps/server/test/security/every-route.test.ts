/**
 * C7: who may call what. Every registered route stands in the table below, with the status that a visitor, a participant,
 * the raffle's owner and another host get. A route that is missing makes the test fail, so nobody can forget to decide.
 */
import type { InvitesAnswer } from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Browser, type TestHost, browser, newHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';

type Viewer = 'visitor' | 'participant' | 'owner' | 'otherHost';
const VIEWERS: readonly Viewer[] = ['visitor', 'participant', 'owner', 'otherHost'];

/** Statuses in the order of VIEWERS. */
type Statuses = readonly [number, number, number, number];

interface Row {
  expected: Statuses;
  /** Of the raffle that is called upon. Default: open, with an invited and a joined person. */
  status?: 'draft' | 'open' | 'closed';
  body?: (scene: Scene) => unknown;
  /** The account does not outlive the call. */
  endsAccount?: boolean;
  /** The value of :inviteeId. Default: the one who joined. */
  invitee?: 'joined' | 'invited';
}

interface Scene {
  raffleId: string;
  publicLink: string;
  joinCode: string;
  /** Of the person who was invited and has not joined. */
  token: string;
  invited: string;
  joined: string;
  browsers: { visitor: Browser; participant: Browser; owner: TestHost; otherHost: TestHost };
}

const same = (status: number): Statuses => [status, status, status, status];
/** The raffle's own host; to another host it does not exist. */
const ownerOnly = (status = 200): Statuses => [401, 401, status, 404];
const anyHost = (status = 200): Statuses => [401, 401, status, status];
/** A signed-in host is known, and known to hold no entry. */
const entrantOnly = (status = 200): Statuses => [401, status, 403, 403];

const account = (): unknown => ({
  email: `${Math.random().toString(36).slice(2)}@example.org`,
  name: 'Somebody',
  password: 'seven drums of glass',
});

const proof = (): unknown => ({ password: 'seven drums of glass' });

/** Of the right shape, and signed by nobody. */
const passkey = (kind: 'login' | 'register'): object => ({
  credential: {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'AAAA',
      ...(kind === 'login'
        ? { authenticatorData: 'AAAA', signature: 'AAAA' }
        : { attestationObject: 'AAAA' }),
    },
  },
});

const ROUTES: Record<string, Row> = {
  'GET /api/installation': { expected: same(200) },
  'GET /api/health': { expected: same(200) },
  'GET /api/legal': { expected: same(200) },

  'GET /log/checkpoint': { expected: same(200) },
  'GET /api/log': { expected: same(200) },
  'GET /api/log/records': { expected: same(200) },
  // The matrix calls without a query: which record or sizes is missing.
  'GET /api/log/inclusion': { expected: same(400) },
  'GET /api/log/consistency': { expected: same(400) },
  'GET /api/log/draws/:drawId': { expected: same(404) },
  'GET /api/log/hosts/:hostId': { expected: same(404) },

  'POST /api/auth/register': { expected: same(201), body: account },
  'POST /api/auth/login': { expected: same(401), body: account },
  'POST /api/auth/logout': { expected: same(200) },
  'GET /api/auth/me': { expected: anyHost() },
  'POST /api/auth/login/code': {
    expected: same(401),
    body: () => ({ login_token: 'unknown', code: '123456' }),
  },
  'POST /api/auth/login/passkey/options': { expected: same(200) },
  'POST /api/auth/login/passkey': { expected: same(403), body: () => passkey('login') },
  'POST /api/auth/reset/request': { expected: same(202), body: () => ({ email: 'zoe@example.org' }) },
  'POST /api/auth/reset': {
    expected: same(404),
    body: () => ({ token: 'unknown', password: 'nine drums of glass' }),
  },
  'GET /api/auth/account': { expected: anyHost() },
  'POST /api/auth/password': {
    expected: anyHost(),
    body: () => ({ current_password: 'seven drums of glass', password: 'seven drums of glass' }),
  },
  'POST /api/auth/sessions/end': { expected: anyHost() },
  'POST /api/auth/two-factor': { expected: anyHost(), body: proof },
  'POST /api/auth/two-factor/enable': { expected: anyHost(403), body: () => ({ code: '12345' }) },
  'POST /api/auth/two-factor/recovery-codes': { expected: anyHost(403), body: proof },
  'POST /api/auth/two-factor/disable': { expected: anyHost(), body: proof },
  'POST /api/auth/passkeys/options': { expected: anyHost(), body: proof },
  'POST /api/auth/passkeys': {
    expected: anyHost(403),
    body: () => ({ name: 'Phone', ...passkey('register') }),
  },
  'DELETE /api/auth/passkeys/:passkeyId': { expected: anyHost(404) },

  'GET /api/audit': { expected: anyHost() },
  'GET /api/audit/export': { expected: anyHost() },
  'GET /api/settings': { expected: anyHost() },
  'PUT /api/settings/retention': { expected: anyHost(), body: () => ({ retention_days: 7 }) },
  'POST /api/settings/cleanup': { expected: anyHost() },
  'DELETE /api/settings/delete-all': { expected: anyHost(), endsAccount: true },
  'GET /api/settings/export': { expected: anyHost() },

  'GET /api/raffles': { expected: anyHost() },
  'POST /api/raffles': { expected: anyHost(201), body: () => ({ title: 'New' }) },
  'GET /api/raffles/:id': { expected: [404, 404, 200, 404], status: 'draft' },
  'PATCH /api/raffles/:id': { expected: ownerOnly(), status: 'draft', body: () => ({ title: 'Other' }) },
  'POST /api/raffles/:id/duplicate': { expected: ownerOnly(201) },
  // Whoever has a picture's address may see it; this one is nobody's.
  'GET /api/images/:objectId': { expected: same(404) },
  'POST /api/raffles/:id/open': { expected: ownerOnly(), status: 'draft' },
  'POST /api/raffles/:id/close': { expected: ownerOnly() },
  'POST /api/raffles/:id/postpone': {
    expected: ownerOnly(409),
    body: () => ({ deadline_at: Date.UTC(2100, 0, 1) }),
  },
  'POST /api/raffles/:id/reopen': { expected: ownerOnly(), status: 'closed' },
  'DELETE /api/raffles/:id': { expected: ownerOnly(), status: 'draft' },
  'POST /api/raffles/:id/public-link': { expected: ownerOnly() },
  'PATCH /api/raffles/:id/public-join': { expected: ownerOnly(), body: () => ({ allow: false }) },
  'GET /api/raffles/:id/audit': { expected: ownerOnly() },

  'POST /api/raffles/:id/invites': { expected: ownerOnly(), body: () => ({ invitees: 'Zoe' }) },
  'GET /api/raffles/:id/invites': { expected: ownerOnly() },
  'POST /api/raffles/:id/invites/:inviteeId/revoke': { expected: ownerOnly(), invitee: 'invited' },
  'POST /api/raffles/:id/invites/:inviteeId/reissue': { expected: ownerOnly(), invitee: 'invited' },

  'GET /api/raffles/:id/invites/export': { expected: ownerOnly() },
  // No mail is configured here.
  'POST /api/raffles/:id/invites/send': { expected: ownerOnly(409) },
  'POST /api/raffles/:id/invites/:inviteeId/send': { expected: ownerOnly(409), invitee: 'invited' },
  'GET /api/raffles/:id/mail': { expected: ownerOnly() },
  // The link in a letter is the secret; these are nobody's.
  'GET /api/unsubscribe/:token': { expected: same(404) },
  'POST /api/unsubscribe/:token': { expected: same(404), body: () => ({ stopped: 'raffle' }) },
  'POST /unsubscribe/:token': { expected: same(404) },

  'GET /api/join-code/:code': { expected: same(200) },
  'GET /api/invite/:token': { expected: same(200) },
  'GET /api/join/:publicLink': { expected: same(200) },
  'POST /api/join': { expected: same(201), body: ({ token }) => ({ token }) },
  'POST /api/join/public': {
    // The participant has an entry already, and gets it back (R24).
    expected: [201, 200, 201, 201],
    body: ({ publicLink }) => ({ public_link: publicLink, display_name: 'Zoe' }),
  },

  'GET /api/raffles/:id/entrants': { expected: same(200) },
  'GET /api/raffles/:id/me': { expected: entrantOnly() },
  'DELETE /api/raffles/:id/me': { expected: entrantOnly() },
  'POST /api/raffles/:id/me/push': {
    expected: entrantOnly(),
    body: () => ({
      endpoint: 'https://push.example.com/device',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    }),
  },
  'DELETE /api/raffles/:id/me/push': {
    expected: entrantOnly(),
    body: () => ({ endpoint: 'https://push.example.com/device' }),
  },
  'GET /api/raffles/:id/me/continue-requests': { expected: entrantOnly() },
  'POST /api/raffles/:id/me/continue-requests/:requestId/approve': { expected: entrantOnly(404) },
  'POST /api/raffles/:id/me/continue-requests/:requestId/refuse': { expected: entrantOnly(404) },
  'POST /api/raffles/:id/me/continue-code': { expected: entrantOnly() },
  // Of an invite that nobody has joined with, there is nothing to continue.
  'POST /api/continue/request': { expected: same(409), body: ({ token }) => ({ token }) },
  'GET /api/continue/:requestId': { expected: same(404) },
  'POST /api/continue/redeem': { expected: same(404), body: () => ({ code: 'ABCD2345' }) },
  'POST /api/continue/link': { expected: same(404), body: ({ token }) => ({ token }) },
  'POST /api/continue/mail': { expected: same(409), body: ({ token }) => ({ token }) },
  'GET /api/raffles/:id/participants': { expected: ownerOnly() },
  'GET /api/raffles/:id/participants/export': { expected: ownerOnly() },
  'PATCH /api/raffles/:id/participants/:inviteeId/tickets': {
    expected: ownerOnly(),
    body: () => ({ tickets: 1 }),
  },
  'DELETE /api/raffles/:id/participants/:inviteeId': { expected: ownerOnly() },

  'GET /api/raffles/:id/chat': { expected: same(200) },
  'POST /api/raffles/:id/chat': {
    expected: [401, 201, 201, 401],
    body: ({ raffleId }) => ({ raffle_id: raffleId, message: 'Hello' }),
  },
  'DELETE /api/raffles/:id/chat/:lineId': { expected: ownerOnly(404) },
  'POST /api/raffles/:id/chat/:lineId/report': {
    expected: [401, 404, 404, 401],
    body: () => ({ reason: 'Rude' }),
  },
  'DELETE /api/raffles/:id/chat/:lineId/reports': { expected: ownerOnly(404) },
  'GET /api/raffles/:id/chat/rules': { expected: ownerOnly() },
  'PATCH /api/raffles/:id/chat/rules': { expected: ownerOnly(), body: () => ({ mode: 'host' }) },
  'POST /api/raffles/:id/chat/mute': {
    expected: ownerOnly(),
    body: ({ joined }) => ({ invitee_id: joined, muted: true }),
  },
  'POST /api/objects/upload': {
    expected: [401, 200, 200, 401],
    body: ({ raffleId }) => ({ raffle_id: raffleId }),
  },
  // The address is the secret; this one is nobody's.
  'PUT /api/objects/uploads/:token': { expected: same(404) },
  'POST /api/chat-images': { expected: same(400), body: () => ({ imageURL: 'https://elsewhere.example/x' }) },
  'GET /api/raffles/:id/animation-votes': { expected: same(200) },
  'POST /api/raffles/:id/vote-animation': {
    expected: [401, 200, 401, 401],
    body: () => ({ animation_style: 'neon' }),
  },

  'POST /api/raffles/:id/draw': { expected: ownerOnly(), body: () => ({ assurance: 'operator' }) },
  'GET /api/raffles/:id/draw/preview': { expected: ownerOnly() },
  'POST /api/raffles/:id/pass-over': {
    expected: ownerOnly(409),
    body: () => ({ entry_number: 1, reason: 'absent' }),
  },
  'GET /api/raffles/:id/winners/export': { expected: ownerOnly(404) },
  'POST /api/raffles/:id/stage-link': { expected: ownerOnly() },
  // Without the key nobody, the host included.
  'GET /api/raffles/:id/stage': { expected: same(404) },
  'GET /api/raffles/:id/card.png': { expected: same(404) },
  'GET /api/raffles/:id/title-card.png': { expected: same(200) },
  // There is no deadline.
  'GET /api/raffles/:id/calendar.ics': { expected: same(404) },
  'GET /api/raffles/:id/draw': { expected: same(404) },
  'GET /api/raffles/:id/draw/entries': { expected: same(404) },
  'GET /api/raffles/:id/results': { expected: same(404) },
  'GET /api/raffles/:id/replay': { expected: same(404) },
  'GET /api/raffles/:id/proof': { expected: same(404) },
  'GET /api/raffles/:id/records': { expected: same(200) },
};

let callers = 0;

/** What a call about accounts may have ended. */
async function signInAgain(host: TestHost): Promise<void> {
  const me = await host.call('GET', '/api/auth/me');
  if ((me.body as { id?: string }).id === host.id) return;
  await host.call('POST', '/api/auth/login', { email: host.email, password: host.password });
}

async function makeScene(app: TestApp, owner: TestHost, otherHost: TestHost, row: Row): Promise<Scene> {
  callers += 1;
  const visitor = browser(app, `10.1.${callers >> 8}.${callers & 255}`);
  const participant = browser(app, `10.2.${callers >> 8}.${callers & 255}`);
  const wanted = row.status ?? 'open';
  const { id: raffleId, public_link: link, join_code: code } = await owner.draft({ allow_public_join: true });
  // Nobody can join a draft: the participant is somebody who joined another raffle.
  const joinedId = wanted === 'draft' ? (await owner.draft()).id : raffleId;
  const added = await owner.call('POST', `/api/raffles/${joinedId}/invites`, { invitees: 'Ada\nBob' });
  const [ada, bob] = (added.body as InvitesAnswer).invitees;
  await owner.call('POST', `/api/raffles/${joinedId}/open`);
  const join = await participant.call('POST', '/api/join', { token: ada?.token });
  if (join.status !== 201) throw new Error(`Not joined: ${join.text}`);
  if (wanted === 'closed') await owner.call('POST', `/api/raffles/${raffleId}/close`);
  return {
    raffleId,
    publicLink: link ?? '',
    joinCode: code ?? '',
    token: bob?.token ?? '',
    invited: bob?.invitee_id ?? '',
    joined: ada?.invitee_id ?? '',
    browsers: { visitor, participant, owner, otherHost },
  };
}

forEachDatabase((makeApp) => {
  let app: TestApp;
  let owner: TestHost;
  let otherHost: TestHost;

  beforeAll(async () => {
    app = await makeApp();
    [owner, otherHost] = [await newHost(app), await newHost(app)];
  });

  test('C7 every route is in the table, and the table has no other', () => {
    const routes = app.routes.filter(({ method }) => method !== 'HEAD');
    const names = routes.map(({ method, url }) => `${method} ${url}`);
    expect(names.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  test.each(Object.entries(ROUTES))('C7 %s', async (route, row) => {
    const seen: [Viewer, number][] = [];
    const expected: [Viewer, number][] = [];
    for (const [index, viewer] of VIEWERS.entries()) {
      const hosts = row.endsAccount === true ? [await newHost(app), await newHost(app)] : [owner, otherHost];
      const scene = await makeScene(app, hosts[0] ?? owner, hosts[1] ?? otherHost, row);
      const [method = '', pattern = ''] = route.split(' ');
      const url = pattern
        .replace(':id', scene.raffleId)
        .replace(':inviteeId', row.invitee === 'invited' ? scene.invited : scene.joined)
        .replace(':requestId', 'R'.repeat(22))
        .replace(':lineId', '1')
        .replace(':drawId', 'D'.repeat(22))
        .replace(':hostId', 'H'.repeat(22))
        .replace(':token', scene.token)
        .replace(':publicLink', scene.publicLink)
        .replace(':code', scene.joinCode);
      const answer = await scene.browsers[viewer].call(
        method as Parameters<Browser['call']>[0],
        url,
        row.body?.(scene),
      );
      seen.push([viewer, answer.status]);
      expected.push([viewer, row.expected[index] ?? 0]);
      if (row.endsAccount === true) continue;
      if (viewer === 'owner' || viewer === 'otherHost') await signInAgain(scene.browsers[viewer]);
    }
    expect(seen).toEqual(expected);
  });

  test("C7 another host's raffle and one that never existed look the same", async () => {
    const { id } = await owner.draft();
    for (const [route, { expected, body }] of Object.entries(ROUTES)) {
      if (expected[3] !== 404 || !route.includes(':id')) continue;
      const scene = { token: 'x', publicLink: 'x' } as Scene;
      const [method = '', pattern = ''] = route.split(' ');
      const [there, nowhere] = [id, 'A'.repeat(22)].map((raffle) =>
        otherHost.call(
          method as Parameters<Browser['call']>[0],
          pattern.replace(':id', raffle).replace(':inviteeId', 'B'.repeat(22)).replace(':lineId', '1'),
          body?.(scene),
        ),
      );
      const [a, b] = [await there, await nowhere];
      expect([route, a?.status, a?.text]).toEqual([route, b?.status, b?.text]);
    }
  });
});
