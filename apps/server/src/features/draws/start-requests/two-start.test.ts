/** R81: two people start a draw; over HTTP and live, on both databases, and on three nodes. */
import type { AuditPage, DrawAnswer, HostRaffle, StartAsked, Workspace } from '@glassdrum/contract';
import type { WorkspaceRole } from '@glassdrum/raffle-rules';
import { expect, it } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { makeMember } from '../../../../test/support/members.ts';
import { eventually } from '../../../../test/support/people.ts';

const HOUR_MS = 3_600_000;

forEachDatabase((makeApp, kind) => {
  interface Scene {
    app: TestApp;
    owner: TestHost;
    other: TestHost;
    id: string;
    path: string;
  }

  async function scene(fields: object = {}, role: WorkspaceRole = 'presenter'): Promise<Scene> {
    const app = await makeApp();
    const [owner, other] = [await newHost(app, 'Olivia Ownerlong'), await newHost(app, 'Pablo Presenter')];
    const raffle = await owner.openRaffle({ allow_public_join: true, ...fields });
    await makeMember(app, raffle, other, role);
    const switched = await owner.patch<Workspace>(`/api/workspaces/${raffle.workspace_id}`, {
      two_start: true,
    });
    expect(switched.body.two_start).toBe(true);
    for (const name of ['Anna Entrant', 'Berta Entrant']) {
      const joining = { public_link: raffle.public_link, display_name: name };
      expect((await browser(app).post('/api/join/public', joining)).status).toBe(201);
    }
    return { app, owner, other, id: raffle.id, path: `/api/raffles/${raffle.id}` };
  }

  const raffleOf = async (host: TestHost, { path }: Scene): Promise<HostRaffle> =>
    (await host.get<HostRaffle>(path)).body;

  it('R81 the first person asks, and nothing has happened; the second starts it; both are named', async () => {
    const at = await scene();
    const { app, owner, other, path } = at;
    const asked = await owner.post<StartAsked>(`${path}/draw`);
    expect(asked.status).toBe(202);
    expect(asked.body.start_request).toEqual({
      draw: { number: 1, name: null },
      assurance: 'beacon',
      asked_by: { id: owner.id, name: 'Olivia Ownerlong' },
      asked_at: app.clock.now(),
      expires_at: app.clock.now() + 60_000,
    });
    // Asking again changes nothing, and nobody confirms the own request.
    expect((await owner.post<StartAsked>(`${path}/draw`)).body).toEqual(asked.body);
    expect(codeOf(await owner.post(`${path}/draw/confirm`))).toBe('second_person_needed');
    expect(codeOf(await other.post(`${path}/draw`))).toBe('start_asked_already');
    expect(await raffleOf(other, at)).toMatchObject({
      status: 'open',
      draw_started: false,
      two_start: true,
      start_request: asked.body.start_request,
    });
    const begun = await other.post<DrawAnswer>(`${path}/draw/confirm`);
    expect([begun.status, begun.text]).toEqual([200, begun.text]);
    expect(await raffleOf(owner, at)).toMatchObject({ draw_started: true, start_request: null });
    const again = await other.post<DrawAnswer>(`${path}/draw/confirm`);
    expect(again.body.draw_id).toBe(begun.body.draw_id);
    const { entries } = (await owner.get<AuditPage>(`/api/audit?raffle_id=${at.id}`)).body;
    const byWhom = (action: string) => entries.filter((one) => one.action === action).map(({ by }) => by?.id);
    expect(byWhom('draw_start_asked')).toEqual([owner.id]);
    expect(byWhom('draw_started')).toEqual([other.id]);
    await drawToTheEnd(app, owner, at.id);
  });

  it('R81 a request that is over, withdrawn, or of somebody who may not draw any more starts nothing', async () => {
    const at = await scene();
    const { app, owner, other, path } = at;
    await owner.post(`${path}/draw`);
    await app.clock.advance(60_000);
    expect(codeOf(await other.post(`${path}/draw/confirm`))).toBe('start_request_over');
    expect((await raffleOf(owner, at)).start_request).toBeNull();
    // Now the other asks.
    expect((await other.post(`${path}/draw`)).status).toBe(202);
    expect((await owner.remove(`${path}/draw/request`)).status).toBe(200);
    expect(codeOf(await owner.post(`${path}/draw/confirm`))).toBe('start_request_over');
    expect((await other.post(`${path}/draw`)).status).toBe(202);
    const { workspace_id: workspaceId } = await raffleOf(owner, at);
    await owner.patch(`/api/workspaces/${workspaceId}/members/${other.id}`, { role: 'observer' });
    expect(codeOf(await owner.post(`${path}/draw/confirm`))).toBe('start_request_over');
    expect(codeOf(await other.post(`${path}/draw/confirm`))).toBe('role_not_allowed');
    expect((await raffleOf(owner, at)).draw_started).toBe(false);
    // Switched off, one person is enough.
    await owner.patch(`/api/workspaces/${workspaceId}`, { two_start: false });
    expect((await owner.post(`${path}/draw`)).status).toBe(200);
  });

  it('R81 two who confirm at once start one draw', async () => {
    const at = await scene();
    const { app, owner, other, path } = at;
    const third = await newHost(app, 'Thea Third');
    await makeMember(app, await raffleOf(owner, at), third, 'host');
    await owner.post(`${path}/draw`);
    const answers = await Promise.all(
      [other, third, other].map((who) => who.post<DrawAnswer>(`${path}/draw/confirm`)),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(({ text }) => [200, text]));
    expect(new Set(answers.map(({ body }) => body.draw_id)).size).toBe(1);
    const { entries } = (await owner.get<AuditPage>(`/api/audit?raffle_id=${at.id}`)).body;
    expect(entries.filter(({ action }) => action === 'draw_started')).toHaveLength(1);
  });

  it('R81 R15 a draw that starts automatically at its deadline needs no second person', async () => {
    const app = await makeApp();
    const owner = await newHost(app);
    const raffle = await owner.openRaffle({
      allow_public_join: true,
      auto_draw: true,
      deadline_at: app.clock.now() + HOUR_MS,
    });
    await owner.patch(`/api/workspaces/${raffle.workspace_id}`, { two_start: true });
    await browser(app).post('/api/join/public', {
      public_link: raffle.public_link,
      display_name: 'Anna Entrant',
    });
    await app.clock.jump(HOUR_MS);
    const { email, password } = owner;
    await owner.post('/api/auth/login', { email, password });
    await eventually(
      app,
      'the draw at the deadline',
      async () => (await owner.get<HostRaffle>(`/api/raffles/${raffle.id}`)).body.draw_started,
      500,
    );
  });

  it('R81 R69 each draw of an evening is confirmed by itself', async () => {
    const at = await scene({ max_winners: 2 });
    const { app, owner, other, path } = at;
    const { revision } = (await owner.get<{ revision: number }>(`${path}/prizes`)).body;
    await owner.put(`${path}/prizes`, {
      revision,
      policy: 'once',
      reveal_order: 'list',
      prizes: [
        { quantity: 1, draw: 1 },
        { quantity: 1, draw: 2 },
      ],
      draws: [{ name: 'Dinner' }, { name: 'Dessert' }],
    });
    for (const [number, name] of ['Dinner', 'Dessert'].entries()) {
      const asked = await owner.post<StartAsked>(`${path}/draw`, { draw: number + 1 });
      expect([asked.status, asked.body.start_request.draw]).toEqual([202, { number: number + 1, name }]);
      expect((await other.post(`${path}/draw/confirm`)).status).toBe(200);
      await eventually(
        app,
        `the end of draw ${number + 1}`,
        async () => (await raffleOf(owner, at)).draws.held === number + 1,
        500,
      );
    }
  });

  it('R81 a request survives a restart', async () => {
    const at = await scene();
    await at.owner.post(`${at.path}/draw`);
    const { storage, clock } = at.app;
    await at.app.close();
    const app = await makeApp({ storage, clock });
    const other = await signedInAt(app, at.other);
    expect((await other.post(`${at.path}/draw/confirm`)).status).toBe(200);
  });

  it.runIf(kind === 'postgres')(
    'R81 three nodes: asked on one, confirmed on the others at once',
    async () => {
      const at = await scene();
      const { storage, clock } = at.app;
      const [second, third] = [await makeApp({ storage, clock }), await makeApp({ storage, clock })];
      await at.owner.post(`${at.path}/draw`);
      const [one, two] = [await signedInAt(second, at.other), await signedInAt(third, at.other)];
      const answers = await Promise.all(
        [one, two].map((who) => who.post<DrawAnswer>(`${at.path}/draw/confirm`)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(answers.map(({ body }) => body.draw_id)).size).toBe(1);
    },
  );

  async function signedInAt(app: TestApp, { email, password }: TestHost) {
    const visitor = browser(app);
    expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200);
    return visitor;
  }
});
