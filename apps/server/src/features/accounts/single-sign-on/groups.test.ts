/** R83: roles in workspaces that follow from groups of the provider. */
import { type ErrorBody, LIVE_CLOSE, type Workspace, type WorkspaceDetail } from '@glassdrum/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, browser, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  type OpenidProvider,
  signedToken,
  startOpenidProvider,
} from '../../../../test/support/openid-provider.ts';
import { person, signInThrough } from '../../../../test/support/single-sign-on.ts';
import { connect } from '../../../../test/support/watch.ts';
import { readClaims } from './claims.ts';
import { rolesOfGroups } from './group-roles.ts';

let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider();
});
afterAll(() => provider.close());

test('R83: of several groups for one workspace the role that may do most counts', () => {
  const rules = [
    { group: 'desk', workspaceId: 'w', role: 'desk' },
    { group: 'team', workspaceId: 'w', role: 'host' },
    { group: 'team', workspaceId: 'x', role: 'observer' },
    { group: 'board', workspaceId: 'w', role: 'owner' },
  ] as const;
  const roles = (...groups: string[]) => Object.fromEntries(rolesOfGroups(groups, rules));
  expect(roles('desk', 'team', 'unknown')).toEqual({ w: 'host', x: 'observer' });
  expect(roles('desk')).toEqual({ w: 'desk' });
  expect(roles()).toEqual({});
});

test('R83: groups are read as providers write them', () => {
  const settings = { groupsClaim: 'groups', verifiedClaim: 'email_verified' };
  const groupsOf = (claims: Record<string, unknown>) =>
    readClaims({
      idToken: { iss: 'https://a.example', sub: 'b', ...claims },
      userInfo: null,
      settings,
      now: 0,
    }).groups;
  expect(groupsOf({ groups: ['a', 1, 'b'] })).toEqual(['a', 'b']);
  expect(groupsOf({ groups: 'a' })).toEqual(['a']);
  expect(groupsOf({})).toEqual([]);
  // Too many to list: nobody knows which.
  expect(groupsOf({ _claim_names: { groups: 'src1' } })).toBeNull();
});

test('R83: whether an address is verified is believed of the place only where the address stands', () => {
  const verified = (idToken: Record<string, unknown>, userInfo: Record<string, unknown> | null) => {
    const { email, emailVerified } = readClaims({
      idToken: { iss: 'https://a.example', sub: 'b', ...idToken },
      userInfo,
      settings: { groupsClaim: 'groups', verifiedClaim: 'email_verified' },
      now: 0,
    });
    return [email, emailVerified];
  };
  const [one, other] = [{ email: 'One@example.org' }, { email: 'other@example.org' }];
  expect(verified({ ...one, email_verified: true }, other)).toEqual(['one@example.org', true]);
  expect(verified(one, { ...other, email_verified: true })).toEqual(['one@example.org', false]);
  expect(verified({ email_verified: true }, other)).toEqual(['other@example.org', false]);
  expect(verified({}, { ...other, email_verified: 'true' })).toEqual(['other@example.org', true]);
});

forEachDatabase((makeApp) => {
  /** An installation whose groups name the workspace of one of its hosts. */
  async function makeClub(): Promise<{ app: TestApp; owner: TestHost; workspaceId: string }> {
    const first = await makeApp({ env: provider.env });
    const host = await newHost(first);
    const workspaceId = (await workspacesOf(host))[0]?.id ?? '';
    await first.close();
    const OIDC_GROUPS = [
      `team=${workspaceId}:host`,
      `desk=${workspaceId}:desk`,
      `board=${workspaceId}:owner`,
      'team=gone:host',
    ].join(',');
    const app = await makeApp({ env: { ...provider.env, OIDC_GROUPS }, storage: first.storage });
    const owner = browser(app);
    await owner.post('/api/auth/login', { email: host.email, password: host.password });
    return { app, owner: { ...host, ...owner }, workspaceId };
  }

  const workspacesOf = async (who: Browser): Promise<Workspace[]> =>
    (await who.get<Workspace[]>('/api/workspaces')).body;

  async function roleAfter(
    app: TestApp,
    login: string,
    workspaceId: string,
    groups: unknown,
  ): Promise<{ role: string | null; who: Browser; id: string }> {
    provider.people.set(login, { ...provider.people.get(login), groups });
    const who = browser(app);
    const answer = await signInThrough(provider, who, { login });
    expect([answer.status, answer.text.slice(0, 200)]).toMatchObject([200, expect.any(String)]);
    const role = (await workspacesOf(who)).find(({ id }) => id === workspaceId)?.role ?? null;
    return { role, who, id: answer.body.user.id };
  }

  describe('R83 groups', () => {
    test('R83: memberships are added, changed and removed at each sign-in, and each change is logged', async () => {
      const { app, workspaceId } = await makeClub();
      const login = person(provider);
      const after = (groups: unknown) => roleAfter(app, login, workspaceId, groups);
      expect((await after([])).role).toBeNull();
      expect((await after(['team'])).role).toBe('host');
      const { who, role } = await after(['desk', 'other']);
      expect(role).toBe('desk');
      expect((await after(['team', 'desk'])).role).toBe('host');
      // What the person made there passes to the owner.
      const made = await who.post<{ id: string }>('/api/raffles', {
        title: 'Club raffle',
        workspace_id: workspaceId,
      });
      expect((await after(undefined)).role).toBeNull();
      // The own workspace stays.
      expect(await workspacesOf(who)).toHaveLength(1);
      const rows = await app.parts.database.query
        .selectFrom('audit_log')
        .select('action')
        .where('workspace_id', '=', workspaceId)
        .where('action', 'like', 'member%')
        .orderBy('ts')
        .execute();
      expect(rows.map(({ action }) => action).toSorted()).toEqual(
        ['member_joined', 'member_role_changed', 'member_role_changed', 'member_removed'].toSorted(),
      );
      expect([made.status, app.logLines.some((line) => line.includes('is not there'))]).toEqual([201, true]);
    });

    test('R83: a membership that people made is not touched', async () => {
      const { app, workspaceId } = await makeClub();
      const login = person(provider);
      const { id } = await roleAfter(app, login, workspaceId, []);
      await app.parts.database.query
        .insertInto('workspace_members')
        .values({ workspace_id: workspaceId, user_id: id, role: 'observer', joined_at: 1 })
        .execute();
      expect((await roleAfter(app, login, workspaceId, ['team'])).role).toBe('observer');
      expect((await roleAfter(app, login, workspaceId, [])).role).toBe('observer');
    });

    test('R83: a role that follows from groups is not changed by hand, and the workspace says so', async () => {
      const { app, owner, workspaceId } = await makeClub();
      const login = person(provider);
      const { id, who } = await roleAfter(app, login, workspaceId, ['desk']);
      const workspace = `/api/workspaces/${workspaceId}`;
      const memberOf = async (at: Browser) =>
        (await at.get<WorkspaceDetail>(workspace)).body.people.find(({ user_id }) => user_id === id);
      const refused = await owner.patch<ErrorBody>(`${workspace}/members/${id}`, { role: 'host' });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'role_from_provider']);
      expect(refused.body.error.message).toContain("organization's sign-in");
      expect(await memberOf(owner)).toMatchObject({ role: 'desk', from_provider: true });
      // What it is already changes nothing: the groups go on counting.
      expect((await owner.patch(`${workspace}/members/${id}`, { role: 'desk' })).status).toBe(200);
      expect((await roleAfter(app, login, workspaceId, ['team'])).role).toBe('host');
      expect((await who.get<WorkspaceDetail>(workspace)).body.people).toHaveLength(2);
      // Removed, the person comes back with the group.
      expect((await owner.remove(`${workspace}/members/${id}`)).status).toBe(200);
      expect((await roleAfter(app, login, workspaceId, ['team'])).role).toBe('host');

      // No group names the workspace any more: an owner decides again, and the next sign-in leaves it.
      await app.close();
      const later = await makeApp({ env: provider.env, storage: app.storage });
      const again = browser(later);
      await again.post('/api/auth/login', { email: owner.email, password: owner.password });
      expect(await memberOf(again)).toMatchObject({ role: 'host', from_provider: false });
      expect((await again.patch(`${workspace}/members/${id}`, { role: 'observer' })).status).toBe(200);
      expect((await roleAfter(later, login, workspaceId, ['team'])).role).toBe('observer');
    });

    test('R83: where the provider has too many groups to list, everything stays', async () => {
      const { app, workspaceId } = await makeClub();
      const login = person(provider);
      expect((await roleAfter(app, login, workspaceId, ['team'])).role).toBe('host');
      provider.changeToken = ({ header, claims }, key) =>
        signedToken({ header, claims: { ...claims, _claim_names: { groups: 'src1' } } }, key);
      try {
        expect((await roleAfter(app, login, workspaceId, undefined)).role).toBe('host');
      } finally {
        provider.changeToken = null;
      }
      expect((await roleAfter(app, login, workspaceId, undefined)).role).toBeNull();
    });

    test('R83: they count at once for a host who connects the provider', async () => {
      const { app, workspaceId } = await makeClub();
      const host = await newHost(app);
      const login = person(provider, { groups: ['desk'] });
      expect((await signInThrough(provider, host, { login, purpose: 'connect' })).status).toBe(200);
      expect((await workspacesOf(host)).find(({ id }) => id === workspaceId)?.role).toBe('desk');
    });

    test('R83 C13: a page that is open with another role is closed, and connects again', async () => {
      const { app, workspaceId } = await makeClub();
      const address = await app.listen();
      const login = person(provider);
      const { who } = await roleAfter(app, login, workspaceId, ['team']);
      const cookie = Array.from(who.cookies, ([name, value]) => `${name}=${value}`).join('; ');
      const socket = await connect(app, address, { cookie, origin: provider.env['PUBLIC_URL'] ?? '' });
      socket.send({ type: 'join-console' });
      await socket.next('console:joined');
      await roleAfter(app, login, workspaceId, ['team', 'other']);
      const before = socket.received.length;
      socket.send({ type: 'time', data: { sent: 1 } });
      await socket.next('time', before);
      await roleAfter(app, login, workspaceId, []);
      expect(await socket.closed).toBe(LIVE_CLOSE.restart);
    });

    test('R83: the last owner stays', async () => {
      const { app, owner, workspaceId } = await makeClub();
      const login = person(provider);
      const { id } = await roleAfter(app, login, workspaceId, ['board']);
      await app.parts.database.query
        .deleteFrom('workspace_members')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', owner.id)
        .execute();
      expect((await roleAfter(app, login, workspaceId, ['desk'])).role).toBe('owner');
      expect((await roleAfter(app, login, workspaceId, [])).role).toBe('owner');
      await app.parts.database.query
        .insertInto('workspace_members')
        .values({ workspace_id: workspaceId, user_id: owner.id, role: 'owner', joined_at: 1 })
        .execute();
      expect((await roleAfter(app, login, workspaceId, ['desk'])).role).toBe('desk');
      expect(id).not.toBe(owner.id);
    });
  });
});
