/** Deadlines, automatic draws and postponing, with a clock that the test moves. */
import { describe, expect, it } from 'vitest';
import type {
  AuditEntry,
  DrawPlan,
  ErrorBody,
  HostRaffle,
  RaffleCreateBody,
  ResultsAnswer,
} from '@glassdrum/contract';
import { savePrizes } from '../../../../test/support/evening.ts';
import { forEachDatabase, type MakeApp, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';

/** From the freeze to the show, without witnesses (R86). */
const SEALING = 2_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Scene {
  app: TestApp;
  host: Person;
  id: string;
  link: string;
  deadline: number;
}

forEachDatabase((makeApp, kind) => {
  /** An open raffle whose deadline is an hour away. */
  async function scene(
    fields: Partial<RaffleCreateBody> = {},
    options: Parameters<MakeApp>[0] = {},
    entrants = 3,
  ): Promise<Scene> {
    const app = await makeApp(options);
    const host = await signUp(app);
    const deadline = app.clock.now() + HOUR;
    const { id, public_link: link } = await openRaffle(host, { deadline_at: deadline, ...fields });
    for (let i = 1; i <= entrants; i += 1) await join(app, link, `Guest ${i}`);
    return { app, host, id, link, deadline };
  }

  const planOf = async (app: TestApp, id: string): Promise<DrawPlan | null> => {
    const answer = await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`);
    return answer.status === 200 ? answer.body : null;
  };
  const raffleOf = async (host: Person, id: string): Promise<HostRaffle> =>
    (await host.get<HostRaffle>(`/api/raffles/${id}`)).body;
  const storedStatus = async (app: TestApp, id: string): Promise<string> =>
    (
      await app.parts.database.query
        .selectFrom('raffles')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;
  const drawn = (app: TestApp, id: string): Promise<DrawPlan> =>
    eventually(app, 'the draw', () => planOf(app, id));
  const auditOf = async (host: Person, id: string, action: string): Promise<AuditEntry[]> =>
    (await host.get<AuditEntry[]>(`/api/raffles/${id}/audit`)).body.filter((one) => one.action === action);
  const jobState = async (app: TestApp, id: string): Promise<string | undefined> =>
    (
      await app.parts.database.query
        .selectFrom('jobs')
        .select('state')
        .where('kind', '=', 'deadline')
        .where('key', '=', id)
        .executeTakeFirst()
    )?.state;
  const jobDone = (app: TestApp, id: string): Promise<boolean> =>
    eventually(app, 'the end of the job', async () => (await jobState(app, id)) === 'done');

  describe('R12 a deadline', () => {
    it('R12 closes the raffle automatically, to the millisecond, and notifies the room', async () => {
      const { app, host, id, link, deadline } = await scene();
      const address = await app.listen();
      const room = await watch(app, address, id);
      await app.clock.advance(HOUR - 1);
      await join(app, link, 'Just in time');
      await app.clock.advance(1);
      const late = await person(app).post<ErrorBody>('/api/join/public', {
        public_link: link,
        display_name: 'Too late',
      });
      expect([late.status, late.body.error.code]).toEqual([409, 'deadline_passed']);
      await eventually(app, 'the closing', async () => (await storedStatus(app, id)) === 'closed');
      await eventually(
        app,
        'the room hears of it',
        async () =>
          room
            .events()
            .some((event) => event.type === 'raffle-changed' && event.data.raffle.status === 'closed'),
        100,
      );
      room.close();
      expect(await auditOf(host, id, 'raffle_closed')).toMatchObject([
        { actor: 'system', details: { deadline_at: deadline } },
      ]);
      await jobDone(app, id);
      await app.clock.advance(HOUR);
      expect(await planOf(app, id)).toBeNull();
    });

    it('R12 opening schedules one job, and a draft none', async () => {
      const { app, host, id } = await scene();
      const draft = await host.post<HostRaffle>('/api/raffles', {
        title: 'Draft',
        deadline_at: app.clock.now() + HOUR,
      });
      expect([await jobState(app, id), await jobState(app, draft.body.id)]).toEqual(['waiting', undefined]);
    });
  });

  describe('R15 an automatic draw', () => {
    it('R15 starts at its time and never before, once, and is not late', async () => {
      const { app, host, id, deadline } = await scene({ auto_draw: true });
      expect(await raffleOf(host, id)).toMatchObject({ auto_draw: true, beacon_policy: 'wait' });
      await app.clock.advance(HOUR - 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await planOf(app, id)).toBeNull();
      await app.clock.advance(1);
      const plan = await drawn(app, id);
      expect(plan).toMatchObject({ t0: deadline + SEALING, scheduled_at: deadline, late: false });
      expect(await auditOf(host, id, 'draw_started')).toMatchObject([
        { actor: 'system', details: { scheduled_at: deadline, late: false, entries: 3 } },
      ]);
      const results = await eventually(
        app,
        'the results',
        async () => {
          const answer = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
          return answer.status === 200 && answer.body;
        },
        500,
      );
      expect(results).toMatchObject({ scheduled_at: deadline, late: false });
      expect(await jobState(app, id)).toBe('done');
    });

    it('R15 a raffle that its host closed earlier is still drawn at its time', async () => {
      const { app, host, id, deadline } = await scene({ auto_draw: true });
      expect((await host.post(`/api/raffles/${id}/close`)).status).toBe(200);
      await app.clock.advance(HOUR);
      expect((await drawn(app, id)).t0).toBe(deadline + SEALING);
    });

    it('R13 when the host draws early, nothing is left to do at the deadline', async () => {
      const { app, host, id } = await scene({ auto_draw: true });
      const early = await host.post<{ t0: number }>(`/api/raffles/${id}/draw`);
      expect(early.status).toBe(200);
      await app.clock.advance(HOUR);
      await jobDone(app, id);
      expect(await planOf(app, id)).toMatchObject({ t0: early.body.t0, scheduled_at: null, late: false });
    });

    it('R15 R63 where nobody can win a prize it stays closed, its host is notified, and nothing is tried again', async () => {
      const { app, host, id } = await scene({ auto_draw: true }, {}, 0);
      const saved = await savePrizes(host, id, [{ name: 'Wine', groups: ['Members'] }]);
      expect(saved.status).toBe(200);
      const { public_link: link } = await raffleOf(host, id);
      await join(app, link ?? '', 'Guest');
      await app.clock.advance(HOUR);
      await jobDone(app, id);
      expect(await planOf(app, id)).toBeNull();
      expect((await raffleOf(host, id)).status).toBe('closed');
      await app.clock.advance(HOUR);
      expect(await auditOf(host, id, 'draw_without_entries')).toMatchObject([{ actor: 'system' }]);
    });

    it('R15 without any tickets it stays closed, and its host is notified', async () => {
      const { app, host, id } = await scene({ auto_draw: true }, {}, 0);
      await app.clock.advance(HOUR);
      await jobDone(app, id);
      expect(await planOf(app, id)).toBeNull();
      expect((await raffleOf(host, id)).status).toBe('closed');
      expect(await auditOf(host, id, 'draw_without_entries')).toMatchObject([{ actor: 'system' }]);
    });

    it('R15 the server was down at the time: drawn once after the start, marked late for everybody', async () => {
      const first = await scene({ auto_draw: true });
      const { id, deadline } = first;
      await first.app.close();
      await first.app.clock.advance(3 * HOUR);
      const app = await makeApp({ storage: first.app.storage, clock: first.app.clock });
      const plan = await drawn(app, id);
      expect(plan).toMatchObject({
        t0: deadline + 2 * HOUR + SEALING,
        scheduled_at: deadline,
        late: true,
      });
      const closed = await app.parts.database.query
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('raffle_id', '=', id)
        .where('actor', '=', 'system')
        .orderBy('ts')
        .execute();
      expect(closed.map((row) => row.action)).toEqual(['raffle_closed', 'draw_started']);
      expect(JSON.parse(closed[1]?.details ?? '')).toMatchObject({ late: true, scheduled_at: deadline });
      await jobDone(app, id);
      await app.close();
      const again = await makeApp({ storage: first.app.storage, clock: first.app.clock });
      await again.clock.advance(HOUR);
      expect((await planOf(again, id))?.t0).toBe(plan.t0);
    });

    it.runIf(kind === 'sqlite')(
      'R15 the server died as it was about to draw: drawn as soon as it is back, not when its lease ends',
      async () => {
        const first = await scene({ auto_draw: true });
        const { id, deadline } = first;
        await first.app.parts.database.query
          .updateTable('jobs')
          .set({ state: 'running', leased_by: 'the dead', due_at: deadline + MINUTE, attempts: 1 })
          .where('key', '=', id)
          .execute();
        await first.app.close();
        await first.app.clock.advance(HOUR + 5_000);
        const app = await makeApp({ storage: first.app.storage, clock: first.app.clock });
        expect(await drawn(app, id)).toMatchObject({ t0: deadline + 5_000 + SEALING, late: false });
        await jobDone(app, id);
      },
    );

    it.runIf(kind === 'postgres')('R15 C5 three nodes at the deadline make one draw', async () => {
      const first = await scene({ auto_draw: true });
      const { app, host, id, deadline } = first;
      const nodes = [app];
      for (let i = 0; i < 2; i += 1) nodes.push(await makeApp({ storage: app.storage, clock: app.clock }));
      const rooms = await Promise.all(nodes.map(async (node) => watch(node, await node.listen(), id)));
      await app.clock.advance(HOUR);
      const plans = await Promise.all(nodes.map((node) => drawn(node, id)));
      expect(plans.map((plan) => plan.freeze_hash)).toEqual(Array(3).fill(plans[0]?.freeze_hash));
      expect(plans[0]).toMatchObject({ scheduled_at: deadline, late: false });
      await Promise.all(rooms.map((room) => room.next('draw:starting')));
      await jobDone(app, id);
      const { draws } = await app.parts.database.query
        .selectFrom('draws')
        .select((select) => select.fn.countAll<number>().as('draws'))
        .executeTakeFirstOrThrow();
      expect(draws).toBe(1);
      expect(await auditOf(host, id, 'draw_started')).toHaveLength(1);
      expect(await auditOf(host, id, 'raffle_closed')).toHaveLength(1);
      for (const room of rooms) {
        expect(room.events().filter((event) => event.type === 'draw:starting')).toHaveLength(1);
        room.close();
      }
    });

    it.runIf(kind === 'postgres')('R15 a node that dies before the deadline is not missed', async () => {
      const { app, id, deadline } = await scene({ auto_draw: true });
      const other = await makeApp({ storage: app.storage, clock: app.clock });
      await app.close();
      await other.clock.advance(HOUR);
      expect((await drawn(other, id)).t0).toBe(deadline + SEALING);
    });
  });

  describe('R31 without the beacon', () => {
    /** Looks of the job go on while the clock moves. */
    const waits = async (app: TestApp, host: Person, id: string): Promise<number> =>
      eventually(app, 'the waiting', async () => (await raffleOf(host, id)).draw_waits_since, 0);

    it('R31 a beacon that becomes reachable in time is used', async () => {
      const { app, host, id, deadline } = await scene({ auto_draw: true });
      app.relay.setDown(true);
      await app.clock.advance(HOUR);
      await waits(app, host, id);
      app.relay.setDown(false);
      const plan = await eventually(app, 'the draw', () => planOf(app, id), 1_000);
      expect(plan.beacon.kind).toBe('drand');
      expect(plan.t0).toBeLessThan(deadline + 5 * MINUTE);
    });

    it('R31 R93 a draw waits as long as needed, the host cannot lower its level meanwhile, and it is marked late', async () => {
      const { app, host, id, deadline } = await scene({ auto_draw: true });
      app.relay.setDown(true);
      await app.clock.advance(HOUR);
      expect(await waits(app, host, id)).toBe(deadline);
      expect((await raffleOf(host, id)).status).toBe('closed');
      for (let i = 0; i < 40; i += 1) {
        await app.clock.advance(30_000);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(app.clock.now()).toBeGreaterThan(deadline + 15 * MINUTE);
      expect(await planOf(app, id)).toBeNull();
      const lower = await host.post<ErrorBody>(`/api/raffles/${id}/draw`, { assurance: 'operator' });
      expect([lower.status, lower.body.error.code]).toEqual([409, 'kind_not_allowed']);
      app.relay.setDown(false);
      const plan = await eventually(app, 'the draw', () => planOf(app, id), 1_000);
      expect(plan).toMatchObject({ scheduled_at: deadline, late: true, beacon: { kind: 'drand' } });
      expect((await raffleOf(host, id)).draw_waits_since).toBeNull();
      expect(await auditOf(host, id, 'draw_waits_for_beacon')).toHaveLength(1);
      await eventually(app, 'the end of the job', async () => (await jobState(app, id)) === 'done', 1_000);
    });

    it('R31 R93 policy lower takes the lower level at once', async () => {
      const { app, id, deadline } = await scene({ auto_draw: true, beacon_policy: 'lower' });
      app.relay.setDown(true);
      await app.clock.advance(HOUR);
      expect(await drawn(app, id)).toMatchObject({
        t0: deadline + SEALING,
        late: false,
        beacon: { kind: 'none' },
      });
    });
  });

  describe('R12 postponing', () => {
    const postpone = (host: Person, id: string, deadline: unknown) =>
      host.post<HostRaffle & ErrorBody>(`/api/raffles/${id}/postpone`, { deadline_at: deadline });

    it('R12 gives people more time, publicly: nothing happens at the old deadline', async () => {
      const { app, host, id, link, deadline } = await scene({ auto_draw: true });
      const room = await watch(app, await app.listen(), id);
      const later = deadline + 2 * HOUR;
      expect((await postpone(host, id, later)).body).toMatchObject({ deadline_at: later, status: 'open' });
      await eventually(app, 'the room sees it', async () =>
        room
          .events()
          .some((event) => event.type === 'raffle-changed' && event.data.raffle.deadline_at === later),
      );
      const line = await eventually(app, 'the line', async () => {
        const rows = await app.parts.database.query.selectFrom('chat_messages').selectAll().execute();
        return rows.find((row) => row.message.includes('postponed'));
      });
      expect(line.sender_id).toBe('system');
      expect(line.message).toMatch(/^The deadline was postponed to .+ UTC\.$/);
      room.close();
      expect(await auditOf(host, id, 'deadline_postponed')).toMatchObject([
        { actor: 'host', details: { before: deadline, deadline_at: later, reopened: false } },
      ]);
      await app.clock.advance(HOUR + 1);
      await join(app, link, 'Thanks for waiting');
      await app.clock.advance(2 * HOUR - 2);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await planOf(app, id)).toBeNull();
      await app.clock.advance(1);
      expect((await drawn(app, id)).t0).toBe(later + SEALING);
    });

    it('R12 reopens a raffle that its deadline closed, and not one that its host closed', async () => {
      const { app, host, id, link, deadline } = await scene();
      await app.clock.advance(HOUR);
      await jobDone(app, id);
      expect((await postpone(host, id, deadline + HOUR)).body.status).toBe('open');
      await join(app, link, 'Second chance');
      expect(await jobState(app, id)).toBe('waiting');
      await host.post(`/api/raffles/${id}/close`);
      expect((await postpone(host, id, deadline + 2 * HOUR)).body.status).toBe('closed');
    });

    it('R16 refuses earlier and past times, raffles without a deadline, and frozen ones', async () => {
      const { app, host, id, deadline } = await scene();
      const code = async (input: unknown): Promise<unknown> => {
        const answer = await postpone(host, id, input);
        return [answer.status, answer.body.error.code];
      };
      expect(await code(deadline)).toEqual([422, 'deadline_not_later']);
      expect(await code(deadline - MINUTE)).toEqual([422, 'deadline_not_later']);
      expect(await code(app.clock.now())).toEqual([422, 'deadline_in_past']);
      expect(await code('tomorrow')).toEqual([400, 'invalid_input']);
      const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Draft', deadline_at: deadline });
      expect((await postpone(host, draft.body.id, deadline + 1)).status).toBe(409);
      const { id: endless } = await openRaffle(host);
      expect((await postpone(host, endless, deadline)).body.error.code).toBe('no_deadline');
      await host.post(`/api/raffles/${id}/draw`);
      expect(await code(deadline + HOUR)).toEqual([409, 'draw_started']);
    });

    it('R12 R15 concurrent with the deadline, the raffle is drawn or postponed, never both', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { app, host, id, deadline } = await scene({ auto_draw: true });
        const [postponed] = await Promise.all([postpone(host, id, deadline + HOUR), app.clock.advance(HOUR)]);
        if (postponed.status === 200) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          expect(await planOf(app, id)).toBeNull();
          await app.clock.advance(HOUR);
        }
        const plan = await drawn(app, id);
        expect(plan.scheduled_at).toBe(postponed.status === 200 ? deadline + HOUR : deadline);
        await app.close();
      }
    });
  });
});
