/** Cancelling a raffle (R79): who is told, what the public log says, what is refused from then on, and what becomes of the data. */
import type {
  AuditPage,
  CancelBody,
  DeskInfo,
  ErrorBody,
  HostRaffle,
  JoinAnswer,
  PublicRaffle,
  RaffleErased,
} from '@glassdrum/contract';
import type { LogFile } from '@glassdrum/fair-draw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkLogs } from '../../../../test/support/both-verifiers.ts';
import { codeOf } from '../../../../test/support/browser.ts';
import { drawNext, openEvening } from '../../../../test/support/evening.ts';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { ANY_DESTINATION, startPushService } from '../../../../test/support/push-service.ts';
import { watch } from '../../../../test/support/watch.ts';
import { settled } from '../../notifications/test/outbox.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const REASON = 'The hall is under water.';

forEachDatabase((makeApp) => {
  const cancel = (host: Person, id: string, body: Partial<CancelBody> = {}) =>
    host.post<PublicRaffle & ErrorBody>(`/api/raffles/${id}/cancel`, {
      title: 'Summer party',
      reason: REASON,
      ...body,
    });

  const raffleOf = async (app: TestApp, id: string): Promise<PublicRaffle> =>
    (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body;

  /** Void records of the log, by their reason. */
  const voids = async (app: TestApp): Promise<string[]> => {
    const rows = await app.parts.database.query
      .selectFrom('public_log')
      .select('text')
      .where('kind', '=', 'void')
      .orderBy('log_index')
      .execute();
    return rows.map(({ text }) => text.split('\n')[3] ?? '');
  };

  const logFile = async (app: TestApp): Promise<LogFile> =>
    (await person(app).get<LogFile>('/api/log/file')).body;

  describe('R79 cancelling', () => {
    it('closes the raffle for good, tells everyone, voids its draws in the log, and refuses everything after it', async () => {
      const service = await startPushService();
      onTestFinished(() => service.close());
      const box = mailbox();
      const app = await makeApp({
        env: { PUBLIC_URL: 'https://raffles.example.org' },
        mailer: box,
        pushEndpoints: ANY_DESTINATION,
      });
      const host = await signUp(app);
      const deadline = app.clock.now() + 2 * HOUR_MS;
      const prizes = [
        { name: 'Wine', draw: 1 },
        { name: 'Bread', draw: 2 },
      ];
      const fields = { title: 'Summer party', deadline_at: deadline, auto_draw: true };
      const { id, link } = await openEvening({ app, host }, prizes, { fields });
      await host.post(`/api/raffles/${id}/invites`, { invitees: 'Ivy,ivy@example.org' });
      await host.post(`/api/raffles/${id}/invites/send`);
      const ada = await join(app, link, 'Ada');
      const bo = await person(app).post<JoinAnswer>('/api/join/public', {
        public_link: link,
        display_name: 'Bo',
        email: 'bo@example.org',
      });
      expect(bo.status).toBe(201);
      const device = service.device();
      await ada.post(`/api/raffles/${id}/me/push`, device.subscription);
      await settled(app);
      const address = await app.listen();
      const watchers = [await watch(app, address, id), await watch(app, address, id, ada.headers)];

      const done = await cancel(host, id, { title: ' summer  PARTY ' });
      expect([done.status, done.body.status]).toEqual([200, 'closed']);
      const cancelled = { at: app.clock.now(), reason: REASON };
      expect(done.body.cancelled).toEqual(cancelled);
      for (const watcher of watchers) {
        await app.clock.advance(300);
        const { data } = await watcher.next('raffle-changed');
        expect(data.raffle.cancelled).toEqual(cancelled);
        watcher.close();
      }
      await eventually(app, 'the notification', async () => device.notices().length > 0 || null, 100);
      expect(device.notices().map(({ payload }) => payload.title)).toEqual(['Raffle cancelled']);
      await settled(app);
      const told = box.messages.filter(({ subject }) => subject === 'Cancelled: “Summer party”');
      expect(told.map(({ to }) => to).toSorted()).toEqual(['bo@example.org', 'ivy@example.org']);
      for (const { text } of told) expect(text).toContain(REASON);

      expect(await voids(app)).toEqual(['cancelled_by_host', 'cancelled_by_host']);
      const [checked] = checkLogs([await logFile(app)]);
      expect([checked?.ours.fails, checked?.python.fails]).toEqual([[], []]);

      const refused = [
        await person(app).post('/api/join/public', { public_link: link, display_name: 'Cy' }),
        await host.post(`/api/raffles/${id}/draw`),
        await host.post(`/api/raffles/${id}/reopen`),
        await host.post(`/api/raffles/${id}/postpone`, { deadline_at: deadline + HOUR_MS }),
        await host.post(`/api/raffles/${id}/draws/1/skip`, { reason: 'No' }),
        await host.post(`/api/raffles/${id}/paper/runs`, { size: 5 }),
        await ada.post(`/api/raffles/${id}/leave`),
        await cancel(host, id),
      ];
      expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(
        refused.map(() => [409, 'raffle_cancelled']),
      );
      // Its deadline passes, and nothing is drawn.
      await app.clock.advance(3 * HOUR_MS);
      await settled(app);
      expect(await raffleOf(app, id)).toMatchObject({ status: 'closed', draw_started: false });
      expect((await person(app).get(`/api/raffles/${id}/results`)).status).toBe(404);
      const { url } = (await host.post<{ url: string }>(`/api/raffles/${id}/desk-link`)).body;
      const key = new URL(url).searchParams.get('key') ?? '';
      const desk = await person(app).get<DeskInfo>(`/api/raffles/${id}/desk?key=${key}`);
      expect(desk.body).toMatchObject({ cancelled: true, can_sell: false, check_in: null });
      expect((await ada.post(`/api/raffles/${id}/erase-me`)).status).toBe(200);
      const audit = (await host.get<AuditPage>(`/api/audit?raffle_id=${id}`)).body.entries;
      const noted = audit.find(({ action }) => action === 'raffle_cancelled');
      expect([noted?.actor, noted?.details]).toEqual(['host', { reason: REASON }]);
    });

    it('needs the title and a reason, an open or closed raffle, and no draw that was held', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      const wrong = await cancel(host, id, { title: 'Winter party' });
      expect([wrong.status, codeOf(wrong)]).toEqual([422, 'title_not_typed']);
      for (const reason of ['', '   ', 'x'.repeat(201)]) {
        const answer = await cancel(host, id, { reason });
        expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/say why|at most 200/)]);
      }
      const draft = (await host.post<HostRaffle>('/api/raffles', { title: 'Summer party' })).body;
      expect(codeOf(await cancel(host, draft.id))).toBe('raffle_still_draft');
      const other = await signUp(app, 'Otto Other');
      expect((await cancel(other, id)).status).toBe(404);
      await join(app, link, 'Ada');
      await host.post(`/api/raffles/${id}/draw`);
      expect(codeOf(await cancel(host, id))).toBe('draw_started');
      expect(await voids(app)).toEqual([]);

      const prizes = [
        { name: 'Wine', draw: 1 },
        { name: 'Bread', draw: 2 },
      ];
      const evening = await openEvening({ app, host }, prizes, { fields: { title: 'Summer party' } });
      for (const name of ['Ada', 'Bo', 'Cy']) await join(app, evening.link, name);
      await drawNext(evening);
      expect(codeOf(await cancel(host, evening.id))).toBe('draws_held');
    });

    it('begins the time after which names are erased; the raffle can be erased at once, and is not voided twice', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const [kept, erased] = [await openRaffle(host), await openRaffle(host)];
      for (const { id, public_link: link } of [kept, erased]) {
        await join(app, link, 'Ada Lovelace');
        expect((await cancel(host, id)).status).toBe(200);
      }
      const gone = await host.post<RaffleErased>(`/api/raffles/${erased.id}/erase`);
      expect(gone.body).toEqual({ gone: true });
      expect(await voids(app)).toEqual(['cancelled_by_host', 'cancelled_by_host']);
      const names = () =>
        app.parts.database.query.selectFrom('participations').select('display_name').execute();
      await app.clock.advance(29 * DAY_MS);
      await settled(app);
      expect(await names()).toEqual([{ display_name: 'Ada Lovelace' }]);
      await app.clock.advance(DAY_MS);
      const isErased = async (): Promise<boolean> => (await names())[0]?.display_name === null;
      await eventually(app, 'the clean-up', isErased, HOUR_MS / 4);
      expect(await raffleOf(app, kept.id)).toMatchObject({ cancelled: { reason: REASON } });
    });
  });

  describe('R79 endings that nobody planned', () => {
    it('H16 erasing a raffle voids all of its draws that are undecided', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const prizes = [
        { name: 'Wine', draw: 1 },
        { name: 'Bread', draw: 2 },
        { name: 'Salt', draw: 3 },
      ];
      const { id } = await openEvening({ app, host }, prizes);
      expect((await host.post(`/api/raffles/${id}/draws/3/skip`, { reason: 'Late' })).status).toBe(200);
      expect((await host.post<RaffleErased>(`/api/raffles/${id}/erase`)).body).toEqual({ gone: true });
      expect(await voids(app)).toEqual(['skipped_by_host', 'erased', 'erased']);
      const [checked] = checkLogs([await logFile(app)]);
      expect(checked?.ours.fails).toEqual([]);
    });

    it('the host is reminded of a raffle 90 days after its last activity or deadline; nothing is deleted', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const quiet = await openRaffle(host);
      const fresh = await openRaffle(host);
      const later = await openRaffle(host, { deadline_at: app.clock.now() + DAY_MS });
      const done = await openRaffle(host);
      const draft = (await host.post<HostRaffle>('/api/raffles', { title: 'Never opened' })).body;
      await join(app, quiet.public_link, 'Quiet Quinn');
      await join(app, fresh.public_link, 'Fresh Fred');
      await cancel(host, done.id);
      const { query } = app.parts.database;
      const ago = (days: number): number => app.clock.now() - days * DAY_MS;
      const lastTouched = (id: string, days: number) =>
        query
          .updateTable('raffles')
          .set({ updated_at: ago(days) })
          .where('id', '=', id)
          .execute();
      for (const { id } of [quiet, fresh, later, done, draft]) await lastTouched(id, 91);
      const joinedAgo = (days: number) =>
        query
          .updateTable('participations')
          .set({ joined_at: ago(days) })
          .where('raffle_id', '=', quiet.id)
          .execute();
      const forgotten = async (): Promise<string[]> =>
        (await host.get<HostRaffle[]>('/api/raffles')).body
          .filter((one) => one.is_forgotten)
          .map(({ id }) => id);
      await joinedAgo(89);
      expect(await forgotten()).toEqual([]);
      await joinedAgo(91);
      expect(await forgotten()).toEqual([quiet.id]);
      await query
        .updateTable('raffles')
        .set({ deadline_at: ago(90) })
        .where('id', '=', later.id)
        .execute();
      expect((await forgotten()).toSorted()).toEqual([quiet.id, later.id].toSorted());
      expect((await raffleOf(app, quiet.id)).participant_count).toBe(1);
    });
  });
});
