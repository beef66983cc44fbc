/**
 * C7: who may call what. Every registered route stands in the table below, with the status that a visitor, a participant,
 * the raffle's owner and another host get. A route that is missing makes the test fail, so nobody can forget to decide.
 */
import type { InvitesAnswer } from '@glassdrum/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestHost, browser, newHost } from '../support/browser.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { makeMember } from '../support/members.ts';

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
  workspaceId: string;
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

/** A prize and an entry that holds it. */
const place = (): object => ({ prize: 1, entry_number: 1 });
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
  'GET /api/ready': { expected: same(200) },
  // No contact is configured here.
  'GET /.well-known/security.txt': { expected: same(404) },
  // These tests serve no web app.
  'GET /.well-known/glassdrum-build.json': { expected: same(404) },
  'GET /api/legal': { expected: same(200) },
  // No token for it is configured here.
  'GET /metrics': { expected: same(404) },

  'GET /log/checkpoint': { expected: same(200) },
  'GET /api/log': { expected: same(200) },
  'GET /api/log/records': { expected: same(200) },
  'GET /api/log/file': { expected: same(200) },
  // The matrix sends no checkpoint.
  'POST /witness/add-checkpoint': { expected: same(400) },
  // The matrix calls without a query: which record or sizes is missing.
  'GET /api/log/inclusion': { expected: same(400) },
  'GET /api/log/consistency': { expected: same(400) },
  'GET /api/log/draws/:drawId': { expected: same(404) },
  'GET /api/log/hosts/:hostId': { expected: same(404) },

  'POST /api/auth/register': { expected: same(201), body: account },
  'GET /api/auth/sign-up': { expected: same(200) },
  'POST /api/auth/login': { expected: same(401), body: account },
  'POST /api/auth/logout': { expected: same(200) },
  'GET /api/auth/me': { expected: anyHost() },
  // Says who is signed in, which may be nobody.
  'GET /api/auth/session': { expected: same(200) },
  'POST /api/auth/login/code': {
    expected: same(401),
    body: () => ({ login_token: 'unknown', code: '123456' }),
  },
  'GET /api/auth/ways': { expected: same(200) },
  // This installation has no provider; single-sign-on.test.ts has one.
  'POST /api/auth/provider/start': { expected: same(404), body: () => ({ purpose: 'enter' }) },
  'POST /api/auth/provider/finish': { expected: same(404), body: () => ({ answer: 'code=a&state=b' }) },
  'DELETE /api/auth/provider': { expected: anyHost(404) },
  'POST /api/auth/login/link': { expected: same(404), body: () => ({ token: 'unknown' }) },
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
  'POST /api/auth/confirm': { expected: same(404), body: () => ({ token: 'unknown' }) },
  'POST /api/auth/confirm/send': { expected: anyHost(202) },
  'GET /api/auth/fresh': { expected: anyHost() },
  'GET /api/auth/sessions': { expected: anyHost() },
  'DELETE /api/auth/sessions/:sessionId': { expected: anyHost(404) },
  'POST /api/auth/sessions/end-others': { expected: anyHost() },
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
  'POST /api/auth/passkeys/:passkeyId/keep': { expected: anyHost(404) },
  'POST /api/auth/two-factor/keep': { expected: anyHost(403), body: () => ({ code: '12345' }) },

  // None of the four is an operator; operators.test.ts has those.
  'GET /api/admin/overview': { expected: same(404) },
  'GET /api/admin/hosts': { expected: same(404) },
  'POST /api/admin/hosts/:hostId/suspend': { expected: same(404) },
  'POST /api/admin/hosts/:hostId/unsuspend': { expected: same(404) },
  'POST /api/admin/hosts/:hostId/sign-out': { expected: same(404) },
  'PUT /api/admin/hosts/:hostId/mail-limit': { expected: same(404), body: () => ({ limit: 5 }) },
  'GET /api/admin/sign-up': { expected: same(404) },
  'PUT /api/admin/sign-up': { expected: same(404), body: () => ({ policy: 'closed' }) },
  'POST /api/admin/sign-up/links': { expected: same(404), body: () => ({ note: '' }) },
  'DELETE /api/admin/sign-up/links/:linkId': { expected: same(404) },
  'GET /api/admin/events': { expected: same(404) },
  'GET /api/admin/events/export': { expected: same(404) },

  'GET /api/audit': { expected: anyHost() },
  'GET /api/audit/export': { expected: anyHost() },
  'GET /api/settings': { expected: anyHost() },
  'PUT /api/settings/retention': { expected: anyHost(), body: () => ({ retention_days: 7 }) },
  'POST /api/settings/cleanup': { expected: anyHost() },
  'DELETE /api/settings/delete-all': { expected: anyHost(), endsAccount: true },
  'GET /api/settings/export': { expected: anyHost() },

  'GET /api/workspaces': { expected: anyHost() },
  'POST /api/workspaces': { expected: anyHost(201), body: () => ({ name: 'Club' }) },
  'GET /api/workspaces/:workspaceId/tokens': { expected: ownerOnly() },
  'POST /api/workspaces/:workspaceId/tokens': {
    expected: ownerOnly(201),
    body: () => ({ name: 'Till', scopes: ['read'] }),
  },
  // This one is nobody's.
  'DELETE /api/workspaces/:workspaceId/tokens/:tokenId': { expected: ownerOnly(404) },
  'GET /api/workspaces/:workspaceId': { expected: ownerOnly() },
  'PATCH /api/workspaces/:workspaceId': { expected: ownerOnly(), body: () => ({ name: 'Club' }) },
  // Open raffles are in it.
  'DELETE /api/workspaces/:workspaceId': { expected: ownerOnly(409) },
  // There is nobody else in it.
  'PATCH /api/workspaces/:workspaceId/members/:userId': {
    expected: ownerOnly(404),
    body: () => ({ role: 'desk' }),
  },
  'DELETE /api/workspaces/:workspaceId/members/:userId': { expected: ownerOnly(404) },
  // The last owner cannot leave.
  'POST /api/workspaces/:workspaceId/leave': { expected: ownerOnly(409) },
  'POST /api/workspaces/:workspaceId/invitations': {
    expected: ownerOnly(201),
    body: () => ({ role: 'desk' }),
  },
  'DELETE /api/workspaces/:workspaceId/invitations/:invitationId': { expected: ownerOnly(404) },
  // The link's secret is the permission; this one is nobody's.
  'GET /api/workspaces/:workspaceId/webhooks': { expected: ownerOnly() },
  'POST /api/workspaces/:workspaceId/webhooks': {
    expected: ownerOnly(201),
    body: () => ({ name: 'Receiver', url: 'https://example.org/hook', events: ['raffle.opened'] }),
  },
  // This one is nobody's.
  'PATCH /api/workspaces/:workspaceId/webhooks/:webhookId': {
    expected: ownerOnly(404),
    body: () => ({ name: 'Other' }),
  },
  'DELETE /api/workspaces/:workspaceId/webhooks/:webhookId': { expected: ownerOnly(404) },
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/secret': { expected: ownerOnly(404) },
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/test': { expected: ownerOnly(404) },
  'GET /api/workspaces/:workspaceId/webhooks/:webhookId/deliveries': { expected: ownerOnly(404) },
  'GET /api/workspaces/:workspaceId/webhooks/:webhookId/deliveries/:eventId/payload': {
    expected: ownerOnly(404),
  },
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/deliveries/:eventId/send': {
    expected: ownerOnly(404),
  },
  'POST /api/workspace-invitations/look': { expected: same(404), body: () => ({ token: 'unknown' }) },
  'POST /api/workspace-invitations/accept': {
    expected: anyHost(404),
    body: () => ({ token: 'unknown' }),
  },

  'GET /api/raffles': { expected: anyHost() },
  'POST /api/raffles': { expected: anyHost(201), body: () => ({ title: 'New' }) },
  'GET /api/raffles/:id': { expected: [404, 404, 200, 404], status: 'draft' },
  'PATCH /api/raffles/:id': { expected: ownerOnly(), status: 'draft', body: () => ({ title: 'Other' }) },
  'GET /api/raffles/:id/prizes': { expected: ownerOnly() },
  'PUT /api/raffles/:id/prizes': {
    expected: ownerOnly(),
    body: () => ({ revision: 0, policy: 'once', reveal_order: 'list', prizes: [{ quantity: 1 }] }),
  },
  'GET /api/raffles/:id/claim-form': { expected: ownerOnly() },
  'PUT /api/raffles/:id/claim-form': { expected: ownerOnly(), body: () => ({ fields: [] }) },
  'GET /api/raffles/:id/me/claim-form': { expected: entrantOnly() },
  // Without a query: which place is missing.
  'GET /api/raffles/:id/claims/answers': { expected: ownerOnly(400) },
  // This one is nobody's.
  'PUT /api/raffles/:id/prizes/:prizeId/image': {
    expected: ownerOnly(404),
    body: () => ({ image_url: null }),
  },
  'GET /api/raffles/:id/prize-list': { expected: same(200) },
  'GET /api/raffles/:id/draws': { expected: same(200) },
  'PUT /api/raffles/:id/draws/:number/name': { expected: ownerOnly(), body: () => ({ name: 'Dessert' }) },
  // A raffle's only draw is not skipped.
  'POST /api/raffles/:id/draws/:number/skip': {
    expected: ownerOnly(409),
    body: () => ({ reason: 'It is late.' }),
  },
  'PUT /api/raffles/:id/draws/:number/presence': {
    expected: ownerOnly(),
    body: () => ({ required: true }),
  },
  // People need not be present at its draw.
  'POST /api/raffles/:id/check-in': { expected: ownerOnly(409) },
  'POST /api/raffles/:id/check-ins': {
    expected: ownerOnly(409),
    body: () => ({ client_id: 'check-in-of-the-matrix', action: 'check_in', numbers: '1' }),
  },
  'POST /api/raffles/:id/me/check-in': { expected: entrantOnly(409), body: () => ({ code: 'ABCDEF' }) },
  // The keys of stage and desk are the secrets; these are nobody's.
  'GET /api/raffles/:id/check-in/code': { expected: same(404) },
  'POST /api/raffles/:id/desk/check-ins': {
    expected: same(404),
    body: () => ({ client_id: 'check-in-of-the-matrix', action: 'check_in', numbers: '1' }),
  },
  'PUT /api/raffles/:id/pause': { expected: ownerOnly(), body: () => ({ pause: { text: 'Dessert' } }) },
  'POST /api/raffles/:id/duplicate': { expected: ownerOnly(201) },
  'POST /api/raffles/:id/template': { expected: ownerOnly(201), body: () => ({ name: 'Template' }) },
  'GET /api/templates': { expected: anyHost() },
  'GET /api/raffles/:id/left-out': { expected: ownerOnly() },
  'GET /api/raffles/:id/recurrence': { expected: ownerOnly() },
  // It has no deadline.
  'PUT /api/raffles/:id/recurrence': {
    expected: ownerOnly(409),
    body: () => ({
      repeat: { every: 'week', weekday: 5 },
      time: '18:00',
      time_zone: 'UTC',
      opens_days: null,
      people: true,
    }),
  },
  // It is held once.
  'POST /api/raffles/:id/recurrence/pause': { expected: ownerOnly(404) },
  'POST /api/raffles/:id/recurrence/resume': { expected: ownerOnly(404) },
  'DELETE /api/raffles/:id/recurrence': { expected: ownerOnly(404) },
  // This one is nobody's.
  'POST /api/templates/:templateId/raffles': { expected: anyHost(404) },
  'PATCH /api/templates/:templateId': { expected: anyHost(404), body: () => ({ name: 'Template' }) },
  'DELETE /api/templates/:templateId': { expected: anyHost(404) },
  // Anyone who has an image's address may see it; this one is nobody's.
  'GET /api/images/:objectId': { expected: same(404) },
  'POST /api/raffles/:id/open': { expected: ownerOnly(), status: 'draft' },
  'POST /api/raffles/:id/close': { expected: ownerOnly() },
  'POST /api/raffles/:id/postpone': {
    expected: ownerOnly(409),
    body: () => ({ deadline_at: Date.UTC(2100, 0, 1) }),
  },
  'POST /api/raffles/:id/reopen': { expected: ownerOnly(), status: 'closed' },
  'DELETE /api/raffles/:id': { expected: ownerOnly(), status: 'draft' },
  'POST /api/raffles/:id/erase': { expected: ownerOnly() },
  'POST /api/raffles/:id/people/:inviteeId/erase': { expected: ownerOnly() },
  'POST /api/raffles/:id/public-link': { expected: ownerOnly() },
  'PATCH /api/raffles/:id/joining': { expected: ownerOnly(), body: () => ({ approval: true }) },
  'GET /api/raffles/:id/hall-code': { expected: ownerOnly() },
  'POST /api/raffles/:id/hall-code': { expected: ownerOnly() },
  'PATCH /api/raffles/:id/public-join': { expected: ownerOnly(), body: () => ({ allow: false }) },
  'GET /api/raffles/:id/audit': { expected: ownerOnly() },

  'POST /api/raffles/:id/invites': { expected: ownerOnly(), body: () => ({ invitees: 'Zoe' }) },
  'GET /api/raffles/:id/invites': { expected: ownerOnly() },
  'POST /api/raffles/:id/invites/:inviteeId/revoke': { expected: ownerOnly(), invitee: 'invited' },
  'POST /api/raffles/:id/invites/:inviteeId/reissue': { expected: ownerOnly(), invitee: 'invited' },

  'GET /api/raffles/:id/invites/export': { expected: ownerOnly() },
  'POST /api/raffles/:id/people': {
    expected: ownerOnly(),
    body: () => ({ mode: 'enter', people: '{"line":1,"name":"Zoe"}' }),
  },
  'GET /api/raffles/:id/paper': { expected: ownerOnly() },
  'POST /api/raffles/:id/paper/runs': { expected: ownerOnly(201), body: () => ({ size: 2 }) },
  // No ticket has this number.
  'POST /api/raffles/:id/paper/sales': {
    expected: ownerOnly(422),
    body: () => ({ client_id: 'sale-of-the-matrix', action: 'sell', numbers: '9999' }),
  },
  'GET /api/raffles/:id/paper/pdf': { expected: ownerOnly(404) },
  'POST /api/raffles/:id/desk-link': { expected: ownerOnly() },
  // The desk's key is the secret; it is nobody's.
  'GET /api/raffles/:id/desk': { expected: same(404) },
  'GET /api/raffles/:id/desk/ticket': { expected: same(404) },
  'POST /api/raffles/:id/desk/sales': {
    expected: same(404),
    body: () => ({ client_id: 'sale-of-the-matrix', action: 'sell', numbers: '1' }),
  },
  // So is the secret in a ticket's QR code.
  'GET /api/ticket/:token': { expected: same(404) },
  'POST /api/ticket/keep': { expected: same(404), body: () => ({ token: 'unknown' }) },
  // No mail is configured here.
  'POST /api/raffles/:id/invites/send': { expected: ownerOnly(409) },
  'POST /api/raffles/:id/invites/:inviteeId/send': { expected: ownerOnly(409), invitee: 'invited' },
  'GET /api/raffles/:id/mail': { expected: ownerOnly() },
  'GET /api/raffles/:id/messages': { expected: ownerOnly() },
  'GET /api/raffles/:id/messages/counts': { expected: ownerOnly() },
  // The link in an email is the secret; these are nobody's.
  'GET /api/unsubscribe/:token': { expected: same(404) },
  'POST /api/unsubscribe/:token': { expected: same(404), body: () => ({ stopped: 'raffle' }) },
  'POST /unsubscribe/:token': { expected: same(404) },
  'POST /api/unsubscribe/:token/report': { expected: same(404) },

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
  // The own entry, or null.
  'GET /api/raffles/:id/own-entry': { expected: same(200) },
  'GET /api/raffles/:id/own-request': { expected: same(200) },
  // Nobody here waits for anything.
  'POST /api/raffles/:id/own-request/confirm': { expected: same(404), body: () => ({ code: 'ABCD' }) },
  'POST /api/join/confirm': { expected: same(404), body: () => ({ token: 'unknown' }) },
  'POST /api/raffles/:id/own-request/cancel': { expected: same(404) },
  'GET /api/raffles/:id/review': { expected: ownerOnly() },
  'POST /api/raffles/:id/review/approve': { expected: ownerOnly(), body: () => ({ all: true }) },
  'POST /api/raffles/:id/review/decline': { expected: ownerOnly(), body: () => ({ all: true }) },
  'POST /api/raffles/:id/participants/remove': {
    expected: ownerOnly(),
    body: ({ joined }) => ({ invitee_ids: [joined] }),
  },
  'PUT /api/raffles/:id/me/placement': {
    expected: entrantOnly(409),
    body: () => ({ revision: 0, placed: [] }),
  },
  'PUT /api/raffles/:id/me/name': { expected: entrantOnly(), body: () => ({ name_publication: 'full' }) },
  'POST /api/raffles/:id/leave': { expected: entrantOnly() },
  'POST /api/raffles/:id/erase-me': { expected: entrantOnly() },
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
  // Nobody of this raffle.
  'POST /api/raffles/:id/people/groups': {
    expected: ownerOnly(404),
    body: () => ({ people: ['B'.repeat(22)], add: ['Members'] }),
  },
  'GET /api/raffles/:id/unplaced': { expected: ownerOnly() },
  // This raffle has no buckets.
  'PUT /api/raffles/:id/participants/:inviteeId/placement': {
    expected: ownerOnly(409),
    body: () => ({ revision: 0, placed: [] }),
  },
  'PUT /api/raffles/:id/participants/:inviteeId/name': {
    expected: ownerOnly(),
    body: () => ({ name_publication: 'full' }),
  },
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
  'POST /api/chat-images': {
    expected: [401, 400, 400, 400],
    body: () => ({ imageURL: 'https://elsewhere.example/x' }),
  },
  'GET /api/raffles/:id/animation-votes': { expected: same(200) },
  'POST /api/raffles/:id/vote-animation': {
    expected: [401, 200, 401, 401],
    body: () => ({ animation_style: 'neon' }),
  },

  'POST /api/raffles/:id/draw': { expected: ownerOnly() },
  // Nobody asks for the draw to start.
  'POST /api/raffles/:id/draw/confirm': { expected: ownerOnly(409) },
  'DELETE /api/raffles/:id/draw/request': { expected: ownerOnly(409) },
  // No draw is running.
  'POST /api/raffles/:id/draw/room-numbers': {
    expected: [401, 409, 409, 403],
    body: () => ({ text: '1 2 3' }),
  },
  'POST /api/raffles/:id/draw/contribution': {
    expected: entrantOnly(422),
    body: () => ({ contribution: 'a'.repeat(64) }),
  },
  'POST /api/raffles/:id/draw/seen': {
    expected: entrantOnly(409),
    body: () => ({ freeze_hash: 'a'.repeat(64), seen_at: 1, signature: 'b'.repeat(128) }),
  },
  'GET /api/raffles/:id/draw/audience/me': { expected: entrantOnly() },
  'GET /api/raffles/:id/draw/preview': { expected: ownerOnly() },
  'POST /api/raffles/:id/pass-over': {
    expected: ownerOnly(409),
    body: () => ({ entry_number: 1, reason: 'absent' }),
  },
  'GET /api/raffles/:id/me/claims': { expected: entrantOnly() },
  // Nobody holds a prize yet.
  'POST /api/raffles/:id/me/claims': { expected: entrantOnly(409), body: place },
  'POST /api/raffles/:id/me/claims/decline': { expected: entrantOnly(409), body: place },
  'GET /api/raffles/:id/desk/claims': { expected: same(404) },
  'POST /api/raffles/:id/desk/claims': {
    expected: same(404),
    body: () => ({ action: 'claim', code: 'ABCD2345' }),
  },
  'GET /api/raffles/:id/claims': { expected: ownerOnly() },
  'GET /api/raffles/:id/claims/export': { expected: ownerOnly() },
  'POST /api/raffles/:id/claims': { expected: ownerOnly(409), body: place },
  'POST /api/raffles/:id/claims/hand-over': { expected: ownerOnly(409), body: place },
  'POST /api/raffles/:id/claims/decline': { expected: ownerOnly(409), body: place },
  'POST /api/raffles/:id/claims/ineligible': {
    expected: ownerOnly(409),
    body: () => ({ ...place(), text: 'Works for the sponsor.' }),
  },
  'POST /api/raffles/:id/claims/extend': {
    expected: ownerOnly(409),
    body: () => ({ ...place(), seconds: 60 }),
  },
  'GET /api/raffles/:id/winners': { expected: ownerOnly(404) },
  'GET /api/raffles/:id/winners/results': { expected: ownerOnly(404) },
  'GET /api/raffles/:id/winners/export': { expected: ownerOnly(404) },
  'POST /api/raffles/:id/cancel': {
    expected: ownerOnly(422),
    body: () => ({ title: 'Another one', reason: 'Rain' }),
  },
  'POST /api/raffles/:id/stage-link': { expected: ownerOnly() },
  'GET /api/raffles/:id/embed': { expected: ownerOnly() },
  'PUT /api/raffles/:id/embed': {
    expected: ownerOnly(),
    body: () => ({ origins: ['https://club.example'] }),
  },
  'DELETE /api/raffles/:id/embed': { expected: ownerOnly() },
  // An embed's key is the secret; this one is nobody's.
  'GET /embed/:key': { expected: same(404) },
  'GET /api/embed/:key': { expected: same(404) },
  // Without the key nobody, the host included.
  'GET /api/raffles/:id/stage': { expected: same(404) },
  'GET /api/raffles/:id/card.png': { expected: same(404) },
  'GET /api/raffles/:id/title-card.png': { expected: same(200) },
  // There is no deadline.
  'GET /api/raffles/:id/calendar.ics': { expected: same(404) },
  'GET /api/raffles/:id/draw': { expected: same(404) },
  'GET /api/raffles/:id/draw/entries': { expected: same(404) },
  'GET /api/raffles/:id/results': { expected: same(404) },
  'GET /api/raffles/:id/results.pdf': { expected: same(404) },
  'GET /api/raffles/:id/replay': { expected: same(404) },
  'GET /api/raffles/:id/proof': { expected: same(404) },
  'GET /api/raffles/:id/records': { expected: same(200) },
  'GET /api/raffles/:id/terms': { expected: same(200) },
  'GET /api/raffles/:id/changes': { expected: same(200) },
};

/**
 * R81: which members of the workspace may call what only its owners can otherwise (`ownerOnly`); an owner always may. A route that
 * is missing here makes the test fail too.
 */
const ROLES = ['host', 'desk', 'presenter', 'observer'] as const;
type Role = (typeof ROLES)[number];
const everyRole: readonly Role[] = ROLES;
const readers: readonly Role[] = ['host', 'desk', 'observer'];
const auditors: readonly Role[] = ['host', 'observer'];
const desk: readonly Role[] = ['host', 'desk'];
const stage: readonly Role[] = ['host', 'presenter'];
const hostOnly: readonly Role[] = ['host'];
const nobodyElse: readonly Role[] = [];

const MEMBERS: Record<string, readonly Role[]> = {
  'GET /api/workspaces/:workspaceId': everyRole,
  'PATCH /api/workspaces/:workspaceId': hostOnly,
  'DELETE /api/workspaces/:workspaceId': nobodyElse,
  'PATCH /api/workspaces/:workspaceId/members/:userId': nobodyElse,
  'DELETE /api/workspaces/:workspaceId/members/:userId': nobodyElse,
  'POST /api/workspaces/:workspaceId/leave': everyRole,
  'POST /api/workspaces/:workspaceId/invitations': nobodyElse,
  'GET /api/workspaces/:workspaceId/tokens': hostOnly,
  'POST /api/workspaces/:workspaceId/tokens': hostOnly,
  'DELETE /api/workspaces/:workspaceId/tokens/:tokenId': hostOnly,
  'GET /api/workspaces/:workspaceId/webhooks': hostOnly,
  'POST /api/workspaces/:workspaceId/webhooks': hostOnly,
  'PATCH /api/workspaces/:workspaceId/webhooks/:webhookId': hostOnly,
  'DELETE /api/workspaces/:workspaceId/webhooks/:webhookId': hostOnly,
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/secret': hostOnly,
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/test': hostOnly,
  'GET /api/workspaces/:workspaceId/webhooks/:webhookId/deliveries': hostOnly,
  'GET /api/workspaces/:workspaceId/webhooks/:webhookId/deliveries/:eventId/payload': hostOnly,
  'POST /api/workspaces/:workspaceId/webhooks/:webhookId/deliveries/:eventId/send': hostOnly,
  'DELETE /api/workspaces/:workspaceId/invitations/:invitationId': nobodyElse,
  // A draft.
  'GET /api/raffles/:id': everyRole,
  'GET /api/raffles/:id/prizes': everyRole,
  'GET /api/raffles/:id/claim-form': everyRole,
  'GET /api/raffles/:id/claims': everyRole,
  'GET /api/raffles/:id/winners': everyRole,
  'GET /api/raffles/:id/winners/results': everyRole,
  'GET /api/raffles/:id/paper': readers,
  'GET /api/raffles/:id/participants': readers,
  'GET /api/raffles/:id/unplaced': readers,
  'GET /api/raffles/:id/audit': auditors,
  'GET /api/raffles/:id/recurrence': auditors,
  'POST /api/raffles/:id/people': desk,
  'POST /api/raffles/:id/paper/sales': desk,
  'GET /api/raffles/:id/paper/pdf': desk,
  'POST /api/raffles/:id/check-in': desk,
  'POST /api/raffles/:id/check-ins': desk,
  'POST /api/raffles/:id/claims': desk,
  'POST /api/raffles/:id/claims/hand-over': desk,
  'POST /api/raffles/:id/draw': stage,
  'POST /api/raffles/:id/draw/confirm': stage,
  'DELETE /api/raffles/:id/draw/request': stage,
  'GET /api/raffles/:id/draw/preview': stage,
  'PUT /api/raffles/:id/pause': stage,
  'POST /api/raffles/:id/stage-link': stage,
  'GET /api/raffles/:id/hall-code': ['host', 'desk', 'presenter'],
  'PATCH /api/raffles/:id': hostOnly,
  'PUT /api/raffles/:id/prizes': hostOnly,
  'PUT /api/raffles/:id/claim-form': hostOnly,
  'GET /api/raffles/:id/claims/answers': hostOnly,
  'PUT /api/raffles/:id/prizes/:prizeId/image': hostOnly,
  'PUT /api/raffles/:id/draws/:number/name': hostOnly,
  'POST /api/raffles/:id/draws/:number/skip': hostOnly,
  'PUT /api/raffles/:id/draws/:number/presence': hostOnly,
  'POST /api/raffles/:id/duplicate': hostOnly,
  'POST /api/raffles/:id/template': hostOnly,
  'GET /api/raffles/:id/left-out': hostOnly,
  'PUT /api/raffles/:id/recurrence': hostOnly,
  'POST /api/raffles/:id/recurrence/pause': hostOnly,
  'POST /api/raffles/:id/recurrence/resume': hostOnly,
  'DELETE /api/raffles/:id/recurrence': hostOnly,
  'POST /api/raffles/:id/open': hostOnly,
  'POST /api/raffles/:id/close': hostOnly,
  'POST /api/raffles/:id/postpone': hostOnly,
  'POST /api/raffles/:id/reopen': hostOnly,
  'DELETE /api/raffles/:id': hostOnly,
  'POST /api/raffles/:id/erase': hostOnly,
  'POST /api/raffles/:id/people/:inviteeId/erase': hostOnly,
  'POST /api/raffles/:id/public-link': hostOnly,
  'PATCH /api/raffles/:id/joining': hostOnly,
  'POST /api/raffles/:id/hall-code': hostOnly,
  'PATCH /api/raffles/:id/public-join': hostOnly,
  'POST /api/raffles/:id/invites': hostOnly,
  'GET /api/raffles/:id/invites': hostOnly,
  'POST /api/raffles/:id/invites/:inviteeId/revoke': hostOnly,
  'POST /api/raffles/:id/invites/:inviteeId/reissue': hostOnly,
  'GET /api/raffles/:id/invites/export': hostOnly,
  'POST /api/raffles/:id/paper/runs': hostOnly,
  'POST /api/raffles/:id/desk-link': hostOnly,
  'POST /api/raffles/:id/invites/send': hostOnly,
  'POST /api/raffles/:id/invites/:inviteeId/send': hostOnly,
  'GET /api/raffles/:id/mail': hostOnly,
  'GET /api/raffles/:id/messages': hostOnly,
  'GET /api/raffles/:id/messages/counts': hostOnly,
  'GET /api/raffles/:id/review': hostOnly,
  'POST /api/raffles/:id/review/approve': hostOnly,
  'POST /api/raffles/:id/review/decline': hostOnly,
  'POST /api/raffles/:id/participants/remove': hostOnly,
  'GET /api/raffles/:id/participants/export': hostOnly,
  'POST /api/raffles/:id/people/groups': hostOnly,
  'PUT /api/raffles/:id/participants/:inviteeId/placement': hostOnly,
  'PUT /api/raffles/:id/participants/:inviteeId/name': hostOnly,
  'PATCH /api/raffles/:id/participants/:inviteeId/tickets': hostOnly,
  'DELETE /api/raffles/:id/participants/:inviteeId': hostOnly,
  'DELETE /api/raffles/:id/chat/:lineId': hostOnly,
  'DELETE /api/raffles/:id/chat/:lineId/reports': hostOnly,
  'GET /api/raffles/:id/chat/rules': hostOnly,
  'PATCH /api/raffles/:id/chat/rules': hostOnly,
  'POST /api/raffles/:id/chat/mute': hostOnly,
  'POST /api/raffles/:id/pass-over': hostOnly,
  'GET /api/raffles/:id/claims/export': hostOnly,
  'POST /api/raffles/:id/claims/decline': hostOnly,
  'POST /api/raffles/:id/claims/ineligible': hostOnly,
  'POST /api/raffles/:id/claims/extend': hostOnly,
  'GET /api/raffles/:id/winners/export': hostOnly,
  'POST /api/raffles/:id/cancel': hostOnly,
  'GET /api/raffles/:id/embed': hostOnly,
  'PUT /api/raffles/:id/embed': hostOnly,
  'DELETE /api/raffles/:id/embed': hostOnly,
};

/** Of the library that documents the API; no other route may be without `declareRoute`. */
const DOCUMENTATION = [
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/static/*',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-initializer.js',
  '/api/docs/yaml',
];

/** Anyone who opens a route to everyone adds it here. */
const OPEN_ROUTES = [
  'GET /.well-known/glassdrum-build.json',
  'GET /.well-known/security.txt',
  'GET /api/auth/session',
  'GET /api/auth/sign-up',
  'GET /api/auth/ways',
  'GET /api/health',
  'GET /api/images/:objectId',
  'GET /api/installation',
  'GET /api/invite/:token',
  'GET /api/join-code/:code',
  'GET /api/join/:publicLink',
  'GET /api/legal',
  'GET /api/log',
  'GET /api/log/consistency',
  'GET /api/log/draws/:drawId',
  'GET /api/log/file',
  'GET /api/log/hosts/:hostId',
  'GET /api/log/inclusion',
  'GET /api/log/records',
  'GET /api/raffles/:id',
  'GET /api/raffles/:id/animation-votes',
  'GET /api/raffles/:id/calendar.ics',
  'GET /api/raffles/:id/card.png',
  'GET /api/raffles/:id/changes',
  'GET /api/raffles/:id/chat',
  'GET /api/raffles/:id/draw',
  'GET /api/raffles/:id/draw/entries',
  'GET /api/raffles/:id/draws',
  'GET /api/raffles/:id/entrants',
  'GET /api/raffles/:id/own-entry',
  'GET /api/raffles/:id/own-request',
  'GET /api/raffles/:id/prize-list',
  'GET /api/raffles/:id/proof',
  'GET /api/raffles/:id/records',
  'GET /api/raffles/:id/replay',
  'GET /api/raffles/:id/results',
  'GET /api/raffles/:id/results.pdf',
  'GET /api/raffles/:id/terms',
  'GET /api/raffles/:id/title-card.png',
  'GET /api/ready',
  'GET /api/ticket/:token',
  'GET /api/unsubscribe/:token',
  'GET /log/checkpoint',
  'POST /api/auth/confirm',
  'POST /api/auth/login',
  'POST /api/auth/login/code',
  'POST /api/auth/login/link',
  'POST /api/auth/login/passkey',
  'POST /api/auth/login/passkey/options',
  'POST /api/auth/logout',
  'POST /api/auth/provider/finish',
  'POST /api/auth/provider/start',
  'POST /api/auth/register',
  'POST /api/auth/reset',
  'POST /api/auth/reset/request',
  'POST /api/continue/link',
  'POST /api/continue/mail',
  'POST /api/continue/redeem',
  'POST /api/continue/request',
  'POST /api/join',
  'POST /api/join/confirm',
  'POST /api/join/public',
  'POST /api/ticket/keep',
  'POST /api/unsubscribe/:token',
  'POST /api/unsubscribe/:token/report',
  'POST /api/workspace-invitations/look',
  'POST /unsubscribe/:token',
  'POST /witness/add-checkpoint',
  'PUT /api/objects/uploads/:token',
];

/** Bodies that no route accepts: none, broken JSON, another type. */
const INVALID_BODIES = [undefined, '{"', '[1]'];

const REFUSED = new Set([401, 403, 404]);

type Route = TestApp['routes'][number];

/** All but the documentation's, and without the HEAD of every GET. */
const declared = (app: TestApp): Route[] =>
  app.routes.filter(({ method, isOpen }) => method !== 'HEAD' && isOpen !== undefined);

const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>): string => `${method} ${url}`;

function addressOf(pattern: string, scene: Scene, invitee?: Row['invitee']): string {
  return pattern
    .replace(':id', scene.raffleId)
    .replace(':inviteeId', invitee === 'invited' ? scene.invited : scene.joined)
    .replace(':requestId', 'R'.repeat(22))
    .replace(':workspaceId', scene.workspaceId)
    .replace(':userId', 'U'.repeat(22))
    .replace(':invitationId', 'I'.repeat(22))
    .replace(':webhookId', 'W'.repeat(22))
    .replace(':eventId', 'E'.repeat(22))
    .replace(':lineId', '1')
    .replace(':number', '1')
    .replace(':prizeId', 'P'.repeat(22))
    .replace(':drawId', 'D'.repeat(22))
    .replace(':hostId', 'H'.repeat(22))
    .replace(':templateId', 'T'.repeat(22))
    .replace(':token', scene.token)
    .replace(':publicLink', scene.publicLink)
    .replace(':code', scene.joinCode);
}

/** The routes that answered these bodies with anything but who may call. */
async function readBodiesOf(
  caller: () => Browser,
  routes: readonly Route[],
  scene: Scene,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of routes) {
    for (const body of INVALID_BODIES) {
      const method = route.method as Parameters<Browser['call']>[0];
      const answer = await caller().call(method, addressOf(route.url, scene), body);
      if (!REFUSED.has(answer.status)) wrong.push(`${nameOf(route)} ${body ?? ''}: ${answer.text}`);
    }
  }
  return wrong;
}

let callers = 0;

/** From an address of its own, so that limits of one network hide nothing. */
function newVisitor(app: TestApp): Browser {
  callers += 1;
  return browser(app, `10.1.${callers >> 8}.${callers & 255}`);
}

/** What a call about accounts may have ended. */
async function signInAgain(host: TestHost): Promise<void> {
  const me = await host.call('GET', '/api/auth/me');
  if ((me.body as { id?: string }).id === host.id) return;
  await host.call('POST', '/api/auth/login', { email: host.email, password: host.password });
}

async function makeScene(app: TestApp, owner: TestHost, otherHost: TestHost, row: Row): Promise<Scene> {
  const visitor = newVisitor(app);
  const participant = newVisitor(app);
  const wanted = row.status ?? 'open';
  const {
    id: raffleId,
    workspace_id: workspaceId,
    public_link: link,
    join_code: code,
  } = await owner.draft({ allow_public_join: true });
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
    workspaceId,
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
    const names = declared(app).map(nameOf);
    expect(names.toSorted()).toEqual(Object.keys(ROUTES).toSorted());
  });

  test('C7 every route declares its checks, but for the documentation', () => {
    const undeclared = app.routes.filter(({ isOpen }) => isOpen === undefined);
    expect([...new Set(undeclared.map(({ url }) => url))].toSorted()).toEqual(DOCUMENTATION);
  });

  test('C7 these routes are open to everyone, and no other', () => {
    const open = declared(app).filter(({ isOpen }) => isOpen);
    expect(open.map(nameOf).toSorted()).toEqual(OPEN_ROUTES);
  });

  describe('C7 who may not call learns nothing of what a body should contain', () => {
    let scene: Scene;
    let guarded: Route[];
    beforeAll(async () => {
      scene = await makeScene(app, owner, otherHost, { expected: same(0) });
      guarded = declared(app).filter(({ isOpen, schema }) => isOpen === false && schema?.body !== undefined);
    });
    const ofRaffles = (): Route[] => guarded.filter(({ url }) => url.includes('/:id'));

    test('C7 visitors', async () => {
      expect(guarded.map(nameOf)).toContain('PATCH /api/raffles/:id');
      expect(await readBodiesOf(() => newVisitor(app), guarded, scene)).toEqual([]);
    });

    test('C7 other hosts', async () => {
      expect(await readBodiesOf(() => otherHost, ofRaffles(), scene)).toEqual([]);
    });

    test('C7 participants of other raffles', async () => {
      const elsewhere = await makeScene(app, owner, otherHost, { expected: same(0) });
      expect(await readBodiesOf(() => elsewhere.browsers.participant, ofRaffles(), scene)).toEqual([]);
    });
  });

  test.each(Object.entries(ROUTES))('C7 %s', async (route, row) => {
    const seen: [Viewer, number][] = [];
    const expected: [Viewer, number][] = [];
    for (const [index, viewer] of VIEWERS.entries()) {
      const hosts = row.endsAccount === true ? [await newHost(app), await newHost(app)] : [owner, otherHost];
      const scene = await makeScene(app, hosts[0] ?? owner, hosts[1] ?? otherHost, row);
      const [method = '', pattern = ''] = route.split(' ');
      const url = addressOf(pattern, scene, row.invitee);
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

  describe('R81 C7 members of the workspace', () => {
    const members = new Map<Role, TestHost>();
    let team: TestHost;
    beforeAll(async () => {
      team = await newHost(app);
      const raffle = await team.draft();
      for (const role of ROLES) {
        const member = await newHost(app);
        await makeMember(app, raffle, member, role);
        members.set(role, member);
      }
    });

    test('R81 every route that only members may call says for which roles', () => {
      const ofMembers = Object.entries(ROUTES).filter(
        ([
          ,
          {
            expected: [visitor, , own, other],
          },
        ]) => (visitor === 401 || visitor === 404) && other === 404 && own !== 404,
      );
      const unsaid = ofMembers.map(([name]) => name).filter((name) => MEMBERS[name] === undefined);
      expect(unsaid).toEqual([]);
      expect(Object.keys(MEMBERS).filter((name) => ROUTES[name] === undefined)).toEqual([]);
      const guarded = declared(app)
        .filter(({ isOpen, url }) => isOpen === false && /:id\b|:workspaceId/.test(url))
        .map(nameOf);
      const byOwners = guarded.filter(
        (name) => ROUTES[name]?.expected[0] === 401 && ROUTES[name].expected[3] === 404,
      );
      expect(byOwners.filter((name) => MEMBERS[name] === undefined)).toEqual([]);
    });

    test.each(Object.entries(MEMBERS))('R81 C7 %s', async (route, allowed) => {
      const row = ROUTES[route];
      if (row === undefined) throw new Error(`${route} is not in the table.`);
      const scene = await makeScene(app, team, otherHost, row);
      const [method = '', pattern = ''] = route.split(' ');
      const call = async (role: Role): Promise<{ status: number; code: string }> => {
        const answer = await members
          .get(role)
          ?.call(
            method as Parameters<Browser['call']>[0],
            addressOf(pattern, scene, row.invitee),
            row.body?.(scene),
          );
        const { code = '' } = (answer?.body as { error?: { code?: string } } | null)?.error ?? {};
        return { status: answer?.status ?? 0, code };
      };
      // Who may not changes nothing, so the others come afterwards.
      const refused = ROLES.filter((role) => !allowed.includes(role));
      for (const role of refused) {
        expect([role, await call(role)]).toEqual([role, { status: 403, code: 'role_not_allowed' }]);
      }
      for (const role of allowed) {
        if (route.endsWith('/leave')) continue;
        const { status, code } = await call(role);
        expect([role, code, status === 401 || status === 403 || status >= 500]).toEqual([role, code, false]);
      }
    });

    test('R81 C7 who may not call learns nothing of what a body should contain', async () => {
      const scene = await makeScene(app, team, otherHost, { expected: same(0) });
      const observer = members.get('observer');
      if (observer === undefined) throw new Error('There is no observer.');
      const closed = declared(app).filter(
        (route) => MEMBERS[nameOf(route)] !== undefined && !MEMBERS[nameOf(route)]?.includes('observer'),
      );
      expect(closed.length).toBeGreaterThan(50);
      expect(await readBodiesOf(() => observer, closed, scene)).toEqual([]);
    });
  });

  test('H15 a NUL in the path is an unknown address, not an error of the server', async () => {
    for (const route of Object.keys(ROUTES).filter((name) => name.includes('/:'))) {
      const [method = '', pattern = ''] = route.split(' ');
      const path = pattern.replaceAll(/:\w+/g, 'a%00b');
      const answer = await owner.call(method as Parameters<Browser['call']>[0], path);
      expect([route, answer.status]).toEqual([route, 404]);
    }
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
