/** R80: raffles that are held again and again, over HTTP, with a clock that the test moves by months. */
import { join } from 'node:path';
import type {
  AuditEntry,
  ErrorBody,
  HostExport,
  HostPrizes,
  HostRaffle,
  Invitation,
  InvitesAnswer,
  RecurrenceAnswer,
  RecurrenceBody,
} from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { type Mailbox, mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type MakeApp, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';
import { manualClock } from '../../../platform/clock/manual-clock.ts';
import { folderObjects } from '../../../platform/storage/objects.ts';
import { createImages } from '../../../platform/storage/images.ts';
import { RECURRENCE_JOB } from './schedule.ts';
import { recurrenceHandler } from './steps.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);

const MONTHLY: RecurrenceBody = {
  repeat: { every: 'month', day: 31 },
  time: '18:00',
  time_zone: 'Europe/Berlin',
  opens_days: 7,
  people: true,
};

interface Scene {
  app: TestApp;
  host: TestHost;
  id: string;
  mails: Mailbox;
  /** Moves the clock, and signs in again: sessions end after days. */
  goTo(text: string): Promise<void>;
}

forEachDatabase((makeApp, kind) => {
  /** A draft with two people on its list, whose deadline is on 31 January 2027 at 18:00 in Berlin. */
  async function scene(
    body: Partial<RecurrenceBody> | null = {},
    options: Parameters<MakeApp>[0] = {},
    fields: Record<string, unknown> = {},
  ): Promise<Scene> {
    const mails = mailbox();
    const app = await makeApp({ clock: manualClock(utc('2027-01-10T09:00')), mailer: mails, ...options });
    const host = await newHost(app);
    const { id } = await host.draft({ title: 'Dinner', deadline_at: utc('2027-01-31T17:00'), ...fields });
    const list = 'Ada,ada@example.org\nBob,bob@example.org\nCy';
    await host.post<InvitesAnswer>(`/api/raffles/${id}/invites`, { invitees: list });
    if (body !== null) {
      const set = await host.put(`/api/raffles/${id}/recurrence`, { ...MONTHLY, ...body });
      expect([set.status, set.text]).toEqual([200, set.text]);
    }
    const goTo = async (text: string): Promise<void> => {
      await app.clock.jump(utc(text) - app.clock.now());
      await app.clock.advance(1_000);
      await signIn(host);
    };
    return { app, host, id, mails, goTo };
  }

  async function signIn(host: TestHost): Promise<void> {
    host.cookies.clear();
    const { email, password } = host;
    const answer = await host.post('/api/auth/login', { email, password });
    expect(answer.status).toBe(200);
  }

  const seriesOf = async ({ host, id }: Pick<Scene, 'host' | 'id'>) => {
    const { body } = await host.get<RecurrenceAnswer>(`/api/raffles/${id}/recurrence`);
    const { recurrence } = body;
    if (recurrence === null) throw new Error('It does not repeat.');
    return recurrence;
  };
  const shown = (at: number | null | undefined): string =>
    at === null || at === undefined ? 'never' : new Date(at).toISOString().slice(0, 16);
  const raffles = async (host: TestHost): Promise<HostRaffle[]> =>
    (await host.get<HostRaffle[]>('/api/raffles')).body;
  const raffleAt = async ({ host }: Pick<Scene, 'host'>, deadline: string): Promise<HostRaffle | undefined> =>
    (await raffles(host)).find(({ deadline_at: at }) => shown(at) === deadline);
  const arrives = (scene_: Scene, deadline: string, status = 'draft'): Promise<HostRaffle> =>
    eventually(scene_.app, `the raffle of ${deadline}`, async () => {
      const raffle = await raffleAt(scene_, deadline);
      return raffle?.status === status ? raffle : null;
    });
  const auditOf = async (host: TestHost, id: string): Promise<AuditEntry[]> =>
    (await host.get<AuditEntry[]>(`/api/raffles/${id}/audit`)).body;

  describe('R80 a recurring raffle', () => {
    it('R80 needs a deadline, dates to come and days that fit, and says which dates are next', async () => {
      const { app, host, id } = await scene(null);
      const put = (raffleId: string, body: object) =>
        host.put<RecurrenceAnswer & ErrorBody>(`/api/raffles/${raffleId}/recurrence`, {
          ...MONTHLY,
          ...body,
        });
      const without = await host.draft();
      expect(codeOf(await put(without.id, {}))).toBe('recurrence_needs_deadline');
      const past = { repeat: { every: 'dates', dates: ['2027-01-02', '2026-05-05'] } };
      expect(codeOf(await put(id, past))).toBe('recurrence_without_dates');
      for (const [body, field, sentence] of [
        [{ opens_days: 28 }, 'opens_days', /At most 27 days/],
        [{ repeat: { every: 'week', weekday: 1 }, opens_days: 7 }, 'opens_days', /At most 6 days/],
        [{ opens_days: 0 }, 'opens_days', /At least one day/],
        [{ time_zone: 'Berlin' }, 'time_zone', /time zone such as/],
        [{ time: '25:00' }, 'time', /time such as/],
        [{ repeat: { every: 'dates', dates: [] } }, 'repeat.dates', /at least one date/],
        [{ repeat: { every: 'dates', dates: ['2027-02-30'] } }, 'repeat.dates.0', /dates such as/],
        [{ repeat: { every: 'week', weekday: 8 } }, 'repeat.weekday', /./],
      ] as const) {
        const answer = await put(id, body);
        expect([field, answer.status]).toEqual([field, 400]);
        expect(answer.body.error.fields?.[field]).toMatch(sentence);
      }
      expect((await host.get<RecurrenceAnswer>(`/api/raffles/${id}/recurrence`)).body).toEqual({
        recurrence: null,
        sends_mail: true,
      });

      const { status, body } = await put(id, {});
      expect(status).toBe(200);
      expect(body.recurrence?.next.map(shown)).toEqual([
        '2027-02-28T17:00',
        '2027-03-31T16:00',
        '2027-04-30T16:00',
        '2027-05-31T16:00',
        '2027-06-30T16:00',
        '2027-07-31T16:00',
      ]);
      expect(body.recurrence?.periods.map(({ at, state }) => [shown(at), state])).toEqual([
        ['2027-01-31T17:00', 'first'],
      ]);
      expect((await host.get<HostRaffle>(`/api/raffles/${id}`)).body.recurring).toEqual({
        state: 'active',
        opens_at: null,
        failed: null,
      });
      const other = await newHost(app);
      expect((await other.get(`/api/raffles/${id}/recurrence`)).status).toBe(404);
    });

    it('R80 makes a draft with moved dates at each date, opens it in time and invites its people, once', async () => {
      const one = await scene({}, {}, { passphrase: 'soup', auto_draw: true });
      const { app, host, id, mails, goTo } = one;
      const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
      await host.put(`/api/raffles/${id}/prizes`, {
        revision,
        policy: 'once',
        reveal_order: 'list',
        prizes: [{ name: 'Soup', quantity: 1, draw: 1 }],
        draws: [{ name: 'Evening', planned_at: utc('2027-01-31T18:30') }],
      });
      await goTo('2027-01-31T16:59');
      expect(await raffles(host)).toHaveLength(1);
      await goTo('2027-01-31T17:00');
      const february = await arrives(one, '2027-02-28T17:00');
      expect(february).toMatchObject({
        title: 'Dinner',
        status: 'draft',
        invitees_count: 3,
        requires_passphrase: true,
        auto_draw: true,
        recurring: { state: 'active', opens_at: utc('2027-02-21T17:00'), failed: null },
      });
      const { draws } = (await host.get<HostPrizes>(`/api/raffles/${february.id}/prizes`)).body;
      expect(draws.map(({ name, planned_at: at }) => [name, shown(at)])).toEqual([
        ['Evening', '2027-02-28T18:30'],
      ]);
      expect(mails.messages).toEqual([]);

      await goTo('2027-02-21T16:59');
      expect((await raffleAt(one, '2027-02-28T17:00'))?.status).toBe('draft');
      await goTo('2027-02-21T17:00');
      const opened = await arrives(one, '2027-02-28T17:00', 'open');
      expect(opened.recurring).toEqual({ state: 'active', opens_at: null, failed: null });
      await eventually(app, 'both emails', async () => mails.messages.length === 2);
      expect(mails.messages.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'bob@example.org']);
      const series = await seriesOf({ host, id: opened.id });
      expect(series.periods.map(({ at, state, invited }) => [shown(at), state, invited])).toEqual([
        ['2027-02-28T17:00', 'opened', 2],
        ['2027-01-31T17:00', 'first', null],
      ]);
      expect(await seriesOf({ host, id })).toEqual(series);
      expect(await auditOf(host, opened.id)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ action: 'recurring_raffle_made', actor: 'system' }),
          expect.objectContaining({ action: 'raffle_opened', actor: 'system' }),
          expect.objectContaining({ action: 'invitations_sent', actor: 'system', details: { count: 2 } }),
        ]),
      );

      // The next month has another time in UTC: clocks went forward.
      await goTo('2027-03-01T09:00');
      const march = await arrives(one, '2027-03-31T16:00');
      expect(march.recurring?.opens_at).toBe(utc('2027-03-24T17:00'));
      expect(await raffles(host)).toHaveLength(3);
      const own = browser(app);
      const [ada] = (await host.get<Invitation[]>(`/api/raffles/${march.id}/invites`)).body;
      expect((await own.post<ErrorBody>('/api/join', { token: ada?.token })).status).toBe(404);
    });

    it('R80 on several nodes and after a restart each date is made once', async () => {
      const one = await scene();
      const { app, host, goTo } = one;
      const nodes =
        kind === 'postgres'
          ? [await makeApp({ storage: app.storage, clock: app.clock, mailer: one.mails })]
          : [];
      await goTo('2027-01-31T17:00');
      await arrives(one, '2027-02-28T17:00');
      await goTo('2027-02-21T17:00');
      await arrives(one, '2027-02-28T17:00', 'open');
      expect(await raffles(host)).toHaveLength(2);
      for (const node of nodes) await node.close();
      // As if a job had started twice.
      await app.parts.database.query.updateTable('jobs').set({ state: 'waiting', due_at: 0 }).execute();
      app.parts.bus.publish({ topic: 'jobs-changed' });
      await app.clock.advance(5_000);
      await eventually(app, 'both emails', async () => one.mails.messages.length >= 2, 100);
      expect(await raffles(host)).toHaveLength(2);
      expect(one.mails.messages).toHaveLength(2);
    });

    it('R80 two runs at the same moment make one draft, open it once and invite everyone once', async () => {
      const one = await scene();
      const { app, host, goTo, mails } = one;
      const { query } = app.parts.database;
      const { id: key } = await query
        .selectFrom('recurrences')
        .select('id')
        .where('host_id', '=', host.id)
        .executeTakeFirstOrThrow();
      const { database, clock } = app.parts;
      const objects = folderObjects(join(app.storage.dataDir, 'objects'));
      const images = createImages({ database, clock, objects });
      const handler = recurrenceHandler({ ...app.parts, images, mail: true });
      const signal = new AbortController().signal;
      const job = { kind: RECURRENCE_JOB, key, payload: null, runAt: 0, attempt: 1, signal };
      // Only these runs do anything.
      await query.deleteFrom('jobs').where('kind', '=', RECURRENCE_JOB).execute();
      const runAll = () => Promise.all(Array.from({ length: 4 }, () => handler.run(job)));
      await goTo('2027-01-31T17:00');
      expect(await runAll()).toEqual(
        Array.from({ length: 4 }, () => ({ outcome: 'again', runAt: utc('2027-02-21T17:00') })),
      );
      expect(await raffles(host)).toHaveLength(2);
      await goTo('2027-02-21T17:00');
      await runAll();
      const { id } = await arrives(one, '2027-02-28T17:00', 'open');
      expect((await seriesOf({ host, id })).periods[0]).toMatchObject({ state: 'opened', invited: 2 });
      await eventually(app, 'both emails', async () => mails.messages.length === 2);
    });

    it('R80 after downtime what is still to come opens late, and dates that passed are skipped and told', async () => {
      const one = await scene();
      const { app, host, id, mails } = one;
      await one.goTo('2027-01-31T17:00');
      await arrives(one, '2027-02-28T17:00');
      const { clock, storage } = app;
      await app.close();
      await clock.jump(utc('2027-05-27T12:00') - clock.now());
      const later = await makeApp({ storage, clock, mailer: mails });
      const again = { ...one, app: later, host: { ...host, ...browser(later) } };
      await signIn(again.host);
      // Opens on 24 May: three days late.
      await arrives(again, '2027-05-31T16:00', 'open');
      const { periods, next } = await seriesOf({ host: again.host, id });
      expect(periods.map(({ at, state, reason }) => [shown(at), state, reason])).toEqual([
        ['2027-05-31T16:00', 'opened', null],
        ['2027-04-30T16:00', 'skipped', null],
        ['2027-03-31T16:00', 'skipped', null],
        ['2027-02-28T17:00', 'failed', 'deadline_in_past'],
        ['2027-01-31T17:00', 'first', null],
      ]);
      expect(shown(next[0])).toBe('2027-06-30T16:00');
      const ofHost = () => mails.messages.filter(({ to }) => to === host.email);
      await eventually(later, 'three emails to the host', async () => ofHost().length === 3);
      expect(ofHost().map(({ subject }) => subject)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^Your raffle for February 28, 2027.* was not opened$/),
          expect.stringMatching(/skipped: March 31, 2027/),
          expect.stringMatching(/skipped: April 30, 2027/),
        ]),
      );
      await later.clock.advance(60_000);
      expect(ofHost()).toHaveLength(3);
      expect((await raffleAt(again, '2027-02-28T17:00'))?.status).toBe('draft');
    });

    it('R80 C14 what refuses opening is told, and loses nothing: the host opens the draft by hand', async () => {
      const one = await scene();
      const { app, host, mails, goTo } = one;
      await goTo('2027-01-31T17:00');
      const { id } = await arrives(one, '2027-02-28T17:00');
      const { query } = app.parts.database;
      await query.updateTable('raffles').set({ title: ' ' }).where('id', '=', id).execute();
      await goTo('2027-02-21T17:00');
      await eventually(
        app,
        'the failure',
        async () => (await seriesOf({ host, id })).periods[0]?.state === 'failed',
      );
      expect((await host.get<HostRaffle>(`/api/raffles/${id}`)).body).toMatchObject({
        status: 'draft',
        invitees_count: 3,
        recurring: { opens_at: null, failed: 'title_blank' },
      });
      await eventually(app, 'the email', async () => mails.messages.length === 1);
      expect(mails.messages[0]).toMatchObject({ to: host.email });
      expect(mails.messages[0]?.text).toContain('Please give the raffle a title before you open it.');
      expect(mails.messages[0]?.text).toContain(`/host/raffles/${id}/settings`);
      await host.patch(`/api/raffles/${id}`, { title: 'Dinner' });
      expect((await host.post(`/api/raffles/${id}/open`)).status).toBe(200);
      expect((await host.post(`/api/raffles/${id}/invites/send`)).body).toEqual({ queued: 2 });

      await goTo('2027-02-28T17:00');
      const march = await arrives(one, '2027-03-31T16:00');
      await query.updateTable('users').set({ email_verified: 0 }).where('id', '=', host.id).execute();
      await goTo('2027-03-24T17:00');
      await eventually(app, 'the second failure', async () => {
        const raffle = await raffleAt(one, '2027-03-31T16:00');
        return raffle?.recurring?.failed === 'address_not_confirmed';
      });
      expect((await auditOf(host, march.id)).map(({ action }) => action)).toContain('recurrence_failed');
      await app.clock.advance(60_000);
      // Nobody knows whose address that is.
      expect(mails.messages.filter(({ to }) => to === host.email)).toHaveLength(1);
    });

    it('R80 a draft that its host opened by hand is left alone, and without mail nobody is told that they were', async () => {
      const one = await scene({}, { mailer: undefined as never });
      const { host, goTo, app } = one;
      await goTo('2027-01-31T17:00');
      const { id } = await arrives(one, '2027-02-28T17:00');
      await host.post(`/api/raffles/${id}/open`);
      await goTo('2027-02-21T17:00');
      await eventually(
        app,
        'the look',
        async () => (await seriesOf({ host, id })).periods[0]?.state === 'host',
      );
      await goTo('2027-02-28T17:00');
      const march = await arrives(one, '2027-03-31T16:00');
      await goTo('2027-03-24T17:00');
      await arrives(one, '2027-03-31T16:00', 'open');
      expect((await seriesOf({ host, id: march.id })).periods[0]).toMatchObject({
        state: 'opened',
        invited: 0,
        reason: 'mail_not_configured',
      });
    });

    it('R80 is paused, resumed, changed and stopped; raffles that were made stay', async () => {
      const one = await scene({ people: false });
      const { host, id, goTo, app } = one;
      await goTo('2027-01-31T17:00');
      const february = await arrives(one, '2027-02-28T17:00');
      expect(february.invitees_count).toBe(0);
      const call = async (method: 'POST' | 'DELETE', end = ''): Promise<void> => {
        const answer = await host.call(method, `/api/raffles/${id}/recurrence${end}`);
        expect([end, answer.status]).toEqual([end, 200]);
      };
      await call('POST', '/pause');
      expect((await seriesOf(one)).state).toBe('paused');
      expect((await seriesOf(one)).next).toEqual([]);
      await goTo('2027-04-02T09:00');
      await app.clock.advance(60_000);
      expect(await raffles(host)).toHaveLength(2);
      await call('POST', '/resume');
      // What passed while it was paused is left out; its draft could not open any more.
      await arrives(one, '2027-04-30T16:00');
      const { periods } = await seriesOf(one);
      expect(periods.map(({ at, state }) => [shown(at), state])).toEqual([
        ['2027-04-30T16:00', 'waiting'],
        ['2027-02-28T17:00', 'failed'],
        ['2027-01-31T17:00', 'first'],
      ]);

      const weekly = { ...MONTHLY, repeat: { every: 'week', weekday: 3 }, opens_days: 2, people: true };
      await host.put(`/api/raffles/${id}/recurrence`, weekly);
      const changed = await seriesOf(one);
      expect(changed.next.slice(0, 2).map(shown)).toEqual(['2027-05-05T16:00', '2027-05-12T16:00']);
      expect(shown(changed.periods[0]?.opens_at)).toBe('2027-04-28T16:00');

      await call('DELETE');
      expect(await seriesOf(one)).toMatchObject({ state: 'stopped', next: [] });
      expect((await seriesOf(one)).periods[0]).toMatchObject({ state: 'host', opens_at: null });
      await goTo('2027-05-13T09:00');
      await app.clock.advance(60_000);
      expect(await raffles(host)).toHaveLength(3);
      const { actions } = { actions: (await auditOf(host, id)).map(({ action }) => action) };
      expect(actions).toEqual(
        expect.arrayContaining([
          'recurrence_set',
          'recurrence_paused',
          'recurrence_resumed',
          'recurrence_changed',
          'recurrence_stopped',
        ]),
      );
      // Set again, it goes on.
      await host.put(`/api/raffles/${id}/recurrence`, weekly);
      expect((await seriesOf(one)).state).toBe('active');
      await arrives(one, '2027-05-19T16:00');
    });

    it('R80 on given dates until none is left; without raffles it ends; export and erasure hold it', async () => {
      const dates = {
        repeat: { every: 'dates' as const, dates: ['2027-03-05', '2027-02-10'] },
        opens_days: null,
      };
      const one = await scene(dates);
      const { host, id, goTo, app } = one;
      await goTo('2027-01-31T17:00');
      const february = await arrives(one, '2027-02-10T17:00');
      expect(february.recurring).toEqual({ state: 'active', opens_at: null, failed: null });
      await goTo('2027-02-10T17:00');
      const march = await arrives(one, '2027-03-05T17:00');
      await goTo('2027-03-06T09:00');
      await app.clock.advance(60_000);
      expect(await raffles(host)).toHaveLength(3);
      expect((await seriesOf(one)).next).toEqual([]);

      const { body: json } = await host.get<HostExport>('/api/settings/export?format=json');
      expect(json.recurrences).toEqual([
        expect.objectContaining({
          repeat: { every: 'dates', dates: ['2027-02-10', '2027-03-05'] },
          periods: [march.id, february.id, id].map((raffle) =>
            expect.objectContaining({ raffle_id: raffle }),
          ),
        }),
      ]);
      // What is changed while it is paused begins when it is resumed.
      await host.call('POST', `/api/raffles/${id}/recurrence/pause`);
      await host.put(`/api/raffles/${id}/recurrence`, MONTHLY);
      expect((await seriesOf(one)).state).toBe('paused');
      await host.remove(`/api/raffles/${march.id}`);
      expect((await seriesOf(one)).periods[0]?.raffle).toBeNull();
      await host.call('POST', `/api/raffles/${id}/recurrence/resume`);
      await arrives(one, '2027-03-31T16:00');
      for (const raffle of await raffles(host)) await host.remove(`/api/raffles/${raffle.id}`);
      await goTo('2027-03-31T16:00');
      const { query } = app.parts.database;
      const states = () =>
        query.selectFrom('recurrences').select('state').where('host_id', '=', host.id).execute();
      await eventually(app, 'the end', async () => (await states())[0]?.state === 'stopped');
      expect((await host.remove('/api/settings/delete-all')).status).toBe(200);
      expect(await states()).toEqual([]);
    });
  });
});
