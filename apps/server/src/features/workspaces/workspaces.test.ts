/** R81: workspaces over HTTP and live: invitations, roles, leaving, deleting; on both databases. */
import type {
  AuditPage,
  HostExport,
  HostRaffle,
  ParticipantsAnswer,
  Workspace,
  WorkspaceDetail,
  WorkspaceInvitationInfo,
  WorkspaceInvitationMade,
} from '@glassdrum/contract';
import { LIVE_CLOSE } from '@glassdrum/contract';
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually } from '../../../test/support/people.ts';
import { connect, type Watch } from '../../../test/support/watch.ts';

const DAY_MS = 24 * 3_600_000;

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
  });

  const firstOf = async (host: TestHost): Promise<Workspace> => {
    const { body } = await host.get<Workspace[]>('/api/workspaces');
    if (body[0] === undefined) throw new Error('Everyone has a workspace.');
    return body[0];
  };
  const detailOf = async (host: TestHost, id: string): Promise<WorkspaceDetail> =>
    (await host.get<WorkspaceDetail>(`/api/workspaces/${id}`)).body;
  const tokenOf = ({ url }: WorkspaceInvitationMade): string => new URL(url).hash.slice(1);

  async function inviteTo(owner: TestHost, id: string, role: WorkspaceRole): Promise<string> {
    const path = `/api/workspaces/${id}/invitations`;
    const made = await owner.post<WorkspaceInvitationMade>(path, { role, note: 'For the door' });
    expect([made.status, made.text]).toEqual([201, made.text]);
    return tokenOf(made.body);
  }

  /** A workspace of an owner and somebody in this role. */
  async function team(role: WorkspaceRole): Promise<{ owner: TestHost; member: TestHost; id: string }> {
    const [owner, member] = [await newHost(app, 'Olivia Ownerlong'), await newHost(app, 'Marta Memberlong')];
    const { id } = await firstOf(owner);
    const token = await inviteTo(owner, id, role);
    const joined = await member.post<Workspace>('/api/workspace-invitations/accept', { token });
    expect([joined.status, joined.body.role]).toEqual([200, role]);
    return { owner, member, id };
  }

  function socketOf(host: TestHost): Promise<Watch> {
    const cookie = Array.from(host.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    return connect(app, address, { cookie, origin: address });
  }

  async function consoleOf(host: TestHost): Promise<Watch> {
    const socket = await socketOf(host);
    socket.send({ type: 'join-console' });
    await socket.next('console:joined');
    return socket;
  }

  async function roomOf(host: TestHost, raffleId: string): Promise<Watch> {
    const socket = await socketOf(host);
    socket.send({ type: 'join-room', data: { raffleId } });
    await socket.next('chat-you');
    return socket;
  }

  it('R81 a new account owns a workspace of its own, with its raffles and templates', async () => {
    const host = await newHost(app, 'Wilma Works-Alone');
    const { body } = await host.get<Workspace[]>('/api/workspaces');
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        name: 'Wilma Works-Alone',
        role: 'owner',
        members: 1,
        two_start: false,
        created_at: app.clock.now(),
      },
    ]);
    const raffle = await host.draft();
    expect(raffle).toMatchObject({ role: 'owner', workspace_id: body[0]?.id, two_start: false });
  });

  describe('R81 invitations', () => {
    it('R81 a link works once, for 7 days, is shown once, and names who sent it', async () => {
      const owner = await newHost(app, 'Olivia Ownerlong');
      const { id } = await firstOf(owner);
      const token = await inviteTo(owner, id, 'desk');
      const stored = JSON.stringify(
        await app.parts.database.query.selectFrom('workspace_invitations').selectAll().execute(),
      );
      expect(stored).not.toContain(token);
      const visitor = browser(app);
      const look = (who = visitor) =>
        who.post<WorkspaceInvitationInfo>('/api/workspace-invitations/look', { token });
      expect((await look()).body).toEqual({
        workspace: { name: 'Olivia Ownerlong' },
        role: 'desk',
        invited_by: 'Olivia Ownerlong',
        expires_at: app.clock.now() + 7 * DAY_MS,
        your_role: null,
      });
      const accept = (who: TestHost) => who.post<Workspace>('/api/workspace-invitations/accept', { token });
      expect(codeOf(await visitor.post('/api/workspace-invitations/accept', { token }))).toBe(
        'not_signed_in',
      );
      // Who belongs to it leaves the link for somebody else.
      expect(codeOf(await accept(owner))).toBe('member_already');
      const [one, two] = [await newHost(app), await newHost(app)];
      const answers = await Promise.all([accept(one), accept(two)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect(answers.map(codeOf)).toContain('workspace_invitation_invalid');
      expect(codeOf(await look())).toBe('workspace_invitation_invalid');
      expect((await detailOf(owner, id)).people.map((person) => person.role)).toEqual(['owner', 'desk']);
      expect((await detailOf(owner, id)).invitations).toEqual([]);
    });

    it('R81 an expired and a revoked link are worth nothing, and look like a wrong one', async () => {
      const own = await makeApp();
      const [owner, guest] = [await newHost(own), await newHost(own)];
      const { id } = await firstOf(owner);
      const [expired, revoked] = [await inviteTo(owner, id, 'host'), await inviteTo(owner, id, 'host')];
      const { invitations } = await detailOf(owner, id);
      expect(invitations).toHaveLength(2);
      const accept = (token: string) => guest.post('/api/workspace-invitations/accept', { token });
      const [newest] = invitations;
      for (const { id: one } of invitations) {
        if (one === newest?.id) continue;
        await owner.remove(`/api/workspaces/${id}/invitations/${one}`);
      }
      const after = (await detailOf(owner, id)).invitations;
      expect(after).toHaveLength(1);
      await own.clock.jump(7 * DAY_MS);
      const { email, password } = guest;
      await guest.post('/api/auth/login', { email, password });
      for (const token of [expired, revoked, 'x'.repeat(43), 'no token']) {
        expect(codeOf(await accept(token))).toBe('workspace_invitation_invalid');
      }
    });

    it('R81 R82 an invitation opens no account where sign-up is closed', async () => {
      const own = await makeApp();
      const owner = await newHost(own);
      const { id } = await firstOf(owner);
      await inviteTo(owner, id, 'desk');
      await own.parts.database.query
        .insertInto('sign_up_policy')
        .values({ id: 1, policy: 'closed', domains: '[]', changed_at: 0 })
        .execute();
      const account = { email: 'late@example.org', name: 'Late', password: 'seven drums of glass' };
      expect(codeOf(await browser(own).post('/api/auth/register', account))).toBe('sign_up_closed');
    });
  });

  it('R81 a member finds the raffles of the workspace, in the role there; others find nothing', async () => {
    const { owner, member, id } = await team('desk');
    const raffle = await owner.openRaffle({ allow_public_join: true });
    await owner.post(`/api/raffles/${raffle.id}/people`, {
      mode: 'enter',
      people: '{"line":1,"name":"Zephyrine Quill","email":"zephyrine@quill.example"}',
    });
    const list = await member.get<HostRaffle[]>(`/api/raffles?workspace_id=${id}`);
    expect(list.body.map(({ id: one, role }) => [one, role])).toEqual([[raffle.id, 'desk']]);
    expect((await member.get<HostRaffle[]>('/api/raffles')).body).toEqual([]);
    const people = `/api/raffles/${raffle.id}/participants`;
    const seen = (await member.get<ParticipantsAnswer>(people)).body.participants;
    expect(seen.map((one) => [one.display_name, one.email])).toEqual([['Zephyrine Quill', null]]);
    expect((await owner.get(people)).text).toContain('zephyrine@quill.example');
    for (const path of ['participants/export', 'invites', 'messages', 'review', 'audit']) {
      const answer = await member.get(`/api/raffles/${raffle.id}/${path}`);
      expect([path, codeOf(answer)]).toEqual([path, 'role_not_allowed']);
    }
    const invited = { mode: 'invite', people: '{"line":1,"name":"Zoe"}' };
    expect(codeOf(await member.post(`/api/raffles/${raffle.id}/people`, invited))).toBe('role_not_allowed');
    const draft = { title: 'Mine', workspace_id: id };
    expect(codeOf(await member.post('/api/raffles', draft))).toBe('role_not_allowed');
    const stranger = await newHost(app);
    for (const url of [`/api/raffles?workspace_id=${id}`, `/api/workspaces/${id}`, people]) {
      expect((await stranger.get(url)).status).toBe(404);
    }
    expect((await stranger.post('/api/raffles', draft)).status).toBe(404);
  });

  it('R81 a host works on raffles and templates of the others, and the activity names each person', async () => {
    const { owner, member, id } = await team('host');
    const made = await member.post<HostRaffle>('/api/raffles', { title: 'Ours', workspace_id: id });
    expect(made.body).toMatchObject({ role: 'host', workspace_id: id });
    await owner.patch(`/api/raffles/${made.body.id}`, { title: 'Ours, renamed' });
    await member.post(`/api/raffles/${made.body.id}/template`, { name: 'Every year' });
    const templates = await owner.get<{ id: string; name: string }[]>('/api/templates');
    expect(templates.body.map(({ name }) => name)).toEqual(['Every year']);
    expect((await member.get<unknown[]>('/api/templates')).body).toEqual([]);
    const copy = await owner.post<HostRaffle>(`/api/templates/${templates.body[0]?.id}/raffles`);
    expect(copy.body.workspace_id).toBe(id);
    // A copy into the own workspace.
    const own = await firstOf(member);
    const mine = await member.post<HostRaffle>(`/api/raffles/${made.body.id}/duplicate`, {
      workspace_id: own.id,
    });
    expect(mine.body).toMatchObject({ role: 'owner', workspace_id: own.id });
    const { entries } = (await owner.get<AuditPage>(`/api/audit?workspace_id=${id}`)).body;
    const byWhom = (action: string) => entries.find((entry) => entry.action === action)?.by;
    expect(byWhom('raffle_created')).toEqual({ id: member.id, name: 'Marta Memberlong', token: null });
    expect(byWhom('raffle_edited')).toEqual({ id: owner.id, name: 'Olivia Ownerlong', token: null });
    expect(byWhom('template_saved')?.id).toBe(member.id);
    expect(byWhom('member_joined')?.id).toBe(member.id);
    expect(entries.every((entry) => entry.workspace_id === id)).toBe(true);
    const exported = (await member.get<HostExport>('/api/settings/export')).body;
    expect(exported.workspaces.map(({ role }) => role)).toEqual(['owner', 'host']);
    expect(exported.raffles.map((one) => one.workspace_id).toSorted()).toEqual([own.id, id, id].toSorted());
  });

  describe('R81 roles and leaving', () => {
    it('R81 C13 another role counts at once: for calls, in the console, and in a room', async () => {
      const { owner, member, id } = await team('host');
      const raffle = await owner.openRaffle();
      const [window, other] = [await consoleOf(member), await consoleOf(owner)];
      const room = await roomOf(member, raffle.id);
      const path = `/api/workspaces/${id}/members/${member.id}`;
      const changed = await owner.patch<WorkspaceDetail>(path, { role: 'observer' });
      expect(changed.body.people.map(({ role }) => role)).toEqual(['owner', 'observer']);
      expect(await window.closed).toBe(LIVE_CLOSE.restart);
      expect(await room.closed).toBe(LIVE_CLOSE.restart);
      expect(codeOf(await member.post(`/api/raffles/${raffle.id}/close`))).toBe('role_not_allowed');
      const again = await consoleOf(member);
      await owner.post(`/api/raffles/${raffle.id}/close`);
      const seen = await eventually(
        app,
        'the raffle in the new role',
        async () =>
          again.received
            .map(({ message }) => message)
            .find((message) => message.type === 'console:raffle' && message.data.raffle.status === 'closed'),
        100,
      );
      expect(seen).toMatchObject({ data: { raffle: { id: raffle.id, role: 'observer' } } });
      // Removed: nothing more arrives, and the raffle is not there.
      expect((await owner.remove(path)).status).toBe(200);
      expect(await again.closed).toBe(LIVE_CLOSE.restart);
      expect((await member.get(`/api/raffles?workspace_id=${id}`)).status).toBe(404);
      const left = await consoleOf(member);
      await owner.post(`/api/raffles/${raffle.id}/reopen`);
      await other.next('console:raffle');
      await app.clock.advance(2000);
      expect(left.received.filter(({ message }) => message.type === 'console:raffle')).toEqual([]);
    });

    it('R81 C14 changes of people need a fresh sign-in', async () => {
      const own = await makeApp();
      const owner = await newHost(own);
      const { id } = await firstOf(owner);
      await own.clock.jump(11 * 60_000);
      const person = `/api/workspaces/${id}/members/${owner.id}`;
      for (const answer of [
        await owner.patch(person, { role: 'desk' }),
        await owner.remove(person),
        await owner.post(`/api/workspaces/${id}/leave`),
        await owner.post(`/api/workspaces/${id}/invitations`, { role: 'desk' }),
        await owner.patch(`/api/workspaces/${id}`, { two_start: true }),
        await owner.remove(`/api/workspaces/${id}`),
      ]) {
        expect(codeOf(answer)).toBe('fresh_sign_in_needed');
      }
      expect((await owner.patch(`/api/workspaces/${id}`, { name: 'Club' })).status).toBe(200);
    });

    it('R81 the last owner stays one; of two who leave at once, one does', async () => {
      const { owner, member, id } = await team('owner');
      const leave = (who: TestHost) => who.post(`/api/workspaces/${id}/leave`);
      const answers = await Promise.all([leave(owner), leave(member)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(answers.map(codeOf)).toContain('last_owner');
      const [left, stays] = answers[0]?.status === 200 ? [owner, member] : [member, owner];
      const { people } = await detailOf(stays, id);
      expect(people.map(({ user_id: user, role }) => [user, role])).toEqual([[stays.id, 'owner']]);
      expect((await left.get(`/api/workspaces/${id}`)).status).toBe(404);
      const own = `/api/workspaces/${id}/members/${stays.id}`;
      expect(codeOf(await stays.patch(own, { role: 'host' }))).toBe('last_owner');
      expect(codeOf(await stays.remove(own))).toBe('last_owner');
      // Whoever belongs to none any more gets a new one.
      expect((await left.get<Workspace[]>('/api/workspaces')).body).toHaveLength(1);
    });

    it('R81 raffles of somebody who goes pass to an owner, and go on', async () => {
      const { owner, member, id } = await team('host');
      const made = await member.post<HostRaffle>('/api/raffles', { title: 'Ours', workspace_id: id });
      await member.post(`/api/workspaces/${id}/leave`);
      const { host_id: hostId } = await app.parts.database.query
        .selectFrom('raffles')
        .select('host_id')
        .where('id', '=', made.body.id)
        .executeTakeFirstOrThrow();
      expect(hostId).toBe(owner.id);
      const { entries } = (await owner.get<AuditPage>(`/api/audit?workspace_id=${id}`)).body;
      expect(entries.find(({ action }) => action === 'raffles_handed_over')).toMatchObject({
        details: { raffles: 1, user_id: owner.id },
        by: { id: member.id },
      });
    });
  });

  describe('R81 R54 deleting', () => {
    it('R54 an account goes, and what others work on stays: later draws are promised under its pseudonym', async () => {
      const { owner, member, id } = await team('host');
      const draft = await member.post<HostRaffle>('/api/raffles', { title: 'Evening', workspace_id: id });
      const raffle = draft.body.id;
      await owner.post(`/api/raffles/${raffle}/open`);
      const pseudonyms = async () =>
        app.parts.database.query
          .selectFrom('draw_openings')
          .select(['stage', 'host_id'])
          .where('raffle_id', '=', raffle)
          .orderBy('stage')
          .execute();
      const [first] = await pseudonyms();
      expect((await member.remove('/api/settings/delete-all')).status).toBe(200);
      expect((await owner.get<HostRaffle>(`/api/raffles/${raffle}`)).body.status).toBe('open');
      const { entries } = (await owner.get<AuditPage>(`/api/audit?workspace_id=${id}`)).body;
      expect(entries.find(({ action }) => action === 'raffle_created')?.by).toBeNull();
      // One more draw.
      const prizes = (await owner.get<{ revision: number }>(`/api/raffles/${raffle}/prizes`)).body;
      const put = await owner.put(`/api/raffles/${raffle}/prizes`, {
        revision: prizes.revision,
        policy: 'once',
        reveal_order: 'list',
        prizes: [
          { quantity: 1, draw: 1 },
          { quantity: 1, draw: 2 },
        ],
        draws: [{ name: 'Dinner' }, { name: 'Dessert' }],
      });
      expect([put.status, put.text]).toEqual([200, put.text]);
      const after = await pseudonyms();
      expect(after).toHaveLength(2);
      expect(after.map((one) => one.host_id)).toEqual([first?.host_id, first?.host_id]);
    });

    it('R54 the only owner of a shared workspace hands it over first; alone, everything goes', async () => {
      const { owner, member, id } = await team('host');
      await owner.draft({ title: 'Rhododendron party' });
      expect(codeOf(await owner.remove('/api/settings/delete-all'))).toBe('workspace_to_hand_over');
      await owner.patch(`/api/workspaces/${id}/members/${member.id}`, { role: 'owner' });
      expect((await owner.remove('/api/settings/delete-all')).status).toBe(200);
      const { body: mine } = await member.get<Workspace[]>('/api/workspaces');
      expect(mine.find((one) => one.id === id)).toMatchObject({ id, role: 'owner', members: 1 });
      expect((await member.remove('/api/settings/delete-all')).status).toBe(200);
      const left = await app.parts.database.query
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', id)
        .execute();
      expect(left).toEqual([]);
      const raffles = await app.parts.database.query.selectFrom('raffles').select('title').execute();
      expect(raffles.map(({ title }) => title)).not.toContain('Rhododendron party');
    });

    it('R81 a workspace is deleted with all that is in it, unless a raffle runs', async () => {
      const { owner, member, id } = await team('host');
      const raffle = await owner.openRaffle();
      const path = `/api/workspaces/${id}`;
      expect(codeOf(await member.remove(path))).toBe('role_not_allowed');
      expect(codeOf(await owner.remove(path))).toBe('workspace_in_use');
      await owner.post(`/api/raffles/${raffle.id}/cancel`, { title: raffle.title, reason: 'Rain' });
      expect((await owner.remove(path)).status).toBe(200);
      expect((await member.get<Workspace[]>('/api/workspaces')).body).toHaveLength(1);
      const [fresh] = (await owner.get<Workspace[]>('/api/workspaces')).body;
      expect(fresh).toMatchObject({ name: 'Olivia Ownerlong', role: 'owner', members: 1 });
      expect((await owner.get(`/api/raffles/${raffle.id}`)).status).toBe(404);
      const { entries } = (await owner.get<AuditPage>('/api/audit')).body;
      expect(entries.map(({ action }) => action)).toContain('workspace_deleted');
    });
  });
});
