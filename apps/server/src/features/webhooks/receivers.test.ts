/** R85: who manages receivers, what is refused, what is stored of them, and what erasing leaves. */
import type { ErrorBody, SecurityEventsPage, WebhookBody, WebhooksAnswer } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { afterAll, describe, expect, test } from 'vitest';
import { allStored } from '../../../test/support/all-stored.ts';
import { drawToTheEnd } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { makeMember, workspaceOf } from '../../../test/support/members.ts';
import {
  eventually,
  join,
  makeOperator,
  openRaffle,
  type Person,
  person,
  signInAgain,
  signUp,
} from '../../../test/support/people.ts';
import {
  answering,
  RECEIVERS_ALLOWED,
  startReceiver,
  type TestReceiver,
} from '../../../test/support/webhook-receiver.ts';
import { addWebhook, settled } from '../../../test/support/webhooks.ts';

const DAY_MS = 24 * 3_600_000;
const NAME = 'Zephyrine Quillfeather';
const REASON = 'The hall is flooded with marzipan.';

forEachDatabase((makeApp) => {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const step of undo) await step();
  });

  async function scene() {
    const app = await makeApp({ env: RECEIVERS_ALLOWED });
    const host = await signUp(app);
    const at = await startReceiver();
    undo.push(at.close);
    return { app, host, at, list: `/api/workspaces/${await workspaceOf(app, host)}/webhooks` };
  }

  const receiversIn = async (host: Person, list: string): Promise<WebhooksAnswer['webhooks']> =>
    (await host.get<WebhooksAnswer>(list)).body.webhooks;

  describe('R85 managing receivers', () => {
    test('R85 R81 owners and hosts do; other members are told why not; to others there is nothing', async () => {
      const { app, host, at, list } = await scene();
      const { path } = await addWebhook(app, host, { url: at.url });
      const raffle = await openRaffle(host);
      await settled(app);
      const [{ event_id: eventId } = { event_id: '' }] = await app.parts.database.query
        .selectFrom('webhook_deliveries')
        .select('event_id')
        .execute();
      const body: WebhookBody = { name: 'Mine', url: at.url, events: ['raffle.opened'] };
      const calls = async (who: Person): Promise<number[]> => {
        const answers = [
          await who.get(list),
          await who.get(`${path}/deliveries`),
          await who.get(`${path}/deliveries/${eventId}/payload`),
          await who.post(`${path}/deliveries/${eventId}/send`),
          await who.post(`${path}/test`),
          await who.post(`${path}/secret`),
          await who.patch(path, { name: 'Changed' }),
          await who.post(list, body),
          await who.remove(path),
        ];
        return answers.map(({ status }) => status);
      };
      for (const role of ['desk', 'presenter', 'observer'] as const) {
        const member = await signUp(app, `Member ${role}`);
        await makeMember(app, raffle, member, role);
        expect([role, ...new Set(await calls(member))]).toEqual([role, 403]);
      }
      const stranger = await signUp(app, 'Stranger');
      expect(new Set(await calls(stranger))).toEqual(new Set([404]));
      expect(new Set(await calls(person(app)))).toEqual(new Set([401]));
      const second = await signUp(app, 'Second Host');
      await makeMember(app, raffle, second, 'host');
      expect(await calls(second)).toEqual([200, 200, 200, 202, 202, 200, 200, 201, 200]);
      // A receiver of one workspace is not reached through another one.
      const own = `/api/workspaces/${await workspaceOf(app, stranger)}/webhooks`;
      const theirs = (await receiversIn(host, list))[0];
      expect((await stranger.get(`${own}/${theirs?.id}/deliveries`)).status).toBe(404);
    });

    test.each([
      ['https://127.0.0.1:22/', 'url', /port/],
      ['https://10.0.0.1/', 'url', /public internet/],
      ['https://ada:secret@example.org/', 'url', /without a user name/],
      ['http://8.8.8.8/', 'url', /https/],
      ['ftp://example.org/', 'url', /https/],
      ['nonsense', 'url', /https/],
    ])('R85 refuses %s with a sentence', async (url, field, sentence) => {
      const { host, list } = await scene();
      const answer = await host.post<ErrorBody>(list, { name: 'Receiver', url, events: ['raffle.opened'] });
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_input']);
      expect(answer.body.error.fields?.[field]).toMatch(sentence);
    });

    test('R85 without an allowed network only public HTTPS addresses are taken', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const list = `/api/workspaces/${await workspaceOf(app, host)}/webhooks`;
      const add = async (url: string): Promise<number> =>
        (await host.post(list, { name: 'Receiver', url, events: ['raffle.opened'] })).status;
      for (const url of [
        'http://example.org/',
        'https://localhost/',
        'https://2130706433/',
        'https://[::1]/',
      ]) {
        expect([url, await add(url)]).toEqual([url, 400]);
      }
      expect(await add('https://hooks.example.org/a/b?c=d')).toBe(201);
      expect(await add('https://hooks.example.org:8443/')).toBe(201);
    });

    test('R85 a workspace has at most twenty', async () => {
      const { app, host, at, list } = await scene();
      for (let index = 0; index < LIMITS.webhooks.max; index += 1)
        await addWebhook(app, host, { url: at.url });
      const answer = await host.post<ErrorBody>(list, {
        name: 'More',
        url: at.url,
        events: ['raffle.opened'],
      });
      expect([answer.status, answer.body.error.code]).toEqual([409, 'too_many_webhooks']);
    });

    test('R85 changes are kept, in the audit log and among security events', async () => {
      const { app, host, at, list } = await scene();
      const other = await startReceiver();
      undo.push(other.close);
      const { path } = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      await host.patch(path, {
        name: 'Renamed',
        url: other.url,
        events: ['raffle.cancelled', 'raffle.opened'],
      });
      await host.patch(path, { active: false });
      await host.patch(path, { active: true });
      await host.post(`${path}/secret`);
      expect(await receiversIn(host, list)).toMatchObject([
        { name: 'Renamed', events: ['raffle.opened', 'raffle.cancelled'], state: 'active' },
      ]);
      await openRaffle(host);
      await settled(app);
      expect([at.calls.length, other.calls.length]).toEqual([0, 1]);
      await host.remove(path);
      expect(await receiversIn(host, list)).toEqual([]);
      const audit = await app.parts.database.query
        .selectFrom('audit_log')
        .select(['action', 'workspace_id', 'by_id'])
        .where('action', 'like', 'webhook_%')
        .orderBy('ts')
        .execute();
      expect(audit.map(({ action }) => action).toSorted()).toEqual(
        [
          'webhook_added',
          'webhook_changed',
          'webhook_paused',
          'webhook_resumed',
          'webhook_secret_changed',
          'webhook_removed',
        ].toSorted(),
      );
      const workspace = await workspaceOf(app, host);
      expect(audit.every((row) => row.workspace_id === workspace && row.by_id !== null)).toBe(true);
      const operator = await makeOperator(app, await signUp(app, 'Olga Ops'));
      const events = await eventually(
        app,
        'the events',
        async () => {
          const page = (await operator.get<SecurityEventsPage>('/api/admin/events')).body;
          const found = page.events.filter(({ kind }) => kind.startsWith('webhook_'));
          return found.some(({ kind }) => kind === 'webhook_removed') && found;
        },
        1_000,
      );
      expect(new Set(events.map(({ kind }) => kind))).toEqual(
        new Set(['webhook_added', 'webhook_changed', 'webhook_removed']),
      );
    });

    test('R85 M2 addresses and secrets are stored sealed, never shown again and never logged', async () => {
      const { app, host, at, list } = await scene();
      at.answer = answering(500);
      const secretPath = 'services/T0000/B0000/planted-secret-of-the-path';
      const url = at.url.replace('hook', secretPath);
      const { path, added } = await addWebhook(app, host, { url });
      const changed = (await host.post<{ secret: string }>(`${path}/secret`)).body.secret;
      await openRaffle(host);
      await settled(app);
      expect(at.calls[0]?.path).toBe(`/${secretPath}`);
      const shown = [(await host.get(list)).text, (await host.get(`${path}/deliveries`)).text].join();
      const stored = await allStored(app);
      for (const secret of [secretPath, 'planted-secret', added.secret ?? '', changed]) {
        expect(shown).not.toContain(secret);
        expect(stored).not.toContain(secret);
        expect(stored).not.toContain(secret.replace('whsec_', ''));
      }
      expect((await receiversIn(host, list))[0]?.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/…path$/);
    });

    test('R85 calls that people ask for are limited', async () => {
      const { app, host, at } = await scene();
      const { path } = await addWebhook(app, host, { url: at.url });
      const statuses = new Set<number>();
      for (let index = 0; index < 70; index += 1) statuses.add((await host.post(`${path}/test`)).status);
      expect(statuses).toEqual(new Set([202, 429]));
    });
  });

  describe('R85 nothing before the reveal', () => {
    test('R4 R85 neither payloads nor the log nor tables hold anything of a result before it is due', async () => {
      const { app, host, at } = await scene();
      const slow = await startReceiver();
      undo.push(slow.close);
      slow.answer = answering(500);
      const hooks = [
        await addWebhook(app, host, { url: at.url }),
        await addWebhook(app, host, { url: slow.url }),
      ];
      const { id, public_link: link } = await openRaffle(host, { max_winners: 2 });
      const names = Array.from({ length: 6 }, (_, index) => `Quillfeather The ${'abcdef'[index]}`);
      for (const name of names) await join(app, link, name);
      await settled(app, 10_600);
      const { t0 } = (await host.post<{ t0: number }>(`/api/raffles/${id}/draw`)).body;
      const seen: { at: number; text: string }[] = [];
      while ((await host.get<{ status: string }>(`/api/raffles/${id}`)).body.status !== 'drawn') {
        await app.clock.advance(500);
        const now = app.clock.now();
        for (const { path } of hooks) {
          const log = await host.get<{ deliveries: { id: string }[] }>(`${path}/deliveries`);
          seen.push({ at: now, text: log.text });
          for (const { id: event } of log.body.deliveries) {
            seen.push({ at: now, text: (await host.get(`${path}/deliveries/${event}/payload`)).text });
          }
        }
        const rows = await app.parts.database.query.selectFrom('webhook_events').selectAll().execute();
        seen.push({ at: now, text: JSON.stringify(rows) });
        for (const { body } of [...at.calls, ...slow.calls]) seen.push({ at: now, text: body });
      }
      await settled(app);
      const results = (
        await person(app).get<{ proof: { seed_reveal: string; combined_seed: string } }>(
          `/api/raffles/${id}/results`,
        )
      ).body;
      const secrets = [...names, results.proof.seed_reveal, results.proof.combined_seed, 'draw.result'];
      const early = seen.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
      // The show lasts until T0 + 33 s.
      expect(early.filter((one) => one.at < t0 + 33_000)).toEqual([]);
      expect(at.types().at(-1)).toBe('draw.result');
      expect(at.calls.at(-1)?.body).toContain('Quillfeather The');
      // What only the host sees is in no payload at all.
      expect(at.calls.map(({ body }) => body).join()).not.toContain(results.proof.combined_seed);
    });
  });

  describe('R85 what erasing leaves', () => {
    /** A drawn raffle whose only entrant has the name, with deliveries that failed. */
    async function drawn(app: TestApp, host: Person, at: TestReceiver) {
      at.answer = answering(500);
      const hook = await addWebhook(app, host, { url: at.url });
      const raffle = await openRaffle(host, { title: 'Marzipan gala', max_winners: 1 });
      const entrant = await join(app, raffle.public_link, NAME);
      await drawToTheEnd(app, host, raffle.id);
      await settled(app);
      const payloads = async (who = host): Promise<string> => {
        const log = await who.get<{ deliveries: { id: string }[] }>(`${hook.path}/deliveries`);
        const texts = [log.text];
        for (const { id } of log.body.deliveries) {
          texts.push((await who.get(`${hook.path}/deliveries/${id}/payload`)).text);
        }
        return texts.join('\n');
      };
      return { raffle, entrant, payloads, hook };
    }

    test('R85 H16 a person who is erased is in no payload, stored or sent, from then on', async () => {
      const { app, host, at } = await scene();
      const { raffle, entrant, payloads } = await drawn(app, host, at);
      expect(await payloads()).toContain(NAME);
      const { invitee_id: inviteeId } = entrant.joined;
      expect((await host.post(`/api/raffles/${raffle.id}/people/${inviteeId}/erase`)).status).toBe(200);
      expect(await payloads()).not.toContain(NAME);
      expect(await allStored(app)).not.toContain(NAME);
      at.calls.length = 0;
      at.answer = answering(204);
      await settled(app, 120_000);
      expect(at.types()).toContain('draw.result');
      expect(at.calls.map(({ body }) => body).join()).not.toContain(NAME);
    });

    test('R85 R78 a name is sent as its owner publishes it at that moment', async () => {
      const { app, host, at } = await scene();
      await addWebhook(app, host, { url: at.url, events: ['draw.result', 'prize.claimed'] });
      const { id, public_link: link } = await openRaffle(host, {
        max_winners: 1,
        name_publications: ['full', 'initial', 'number'],
      });
      const answer = await person(app).post<{ participant_token: string }>('/api/join/public', {
        public_link: link,
        display_name: NAME,
        name_publication: 'number',
      });
      const entrant = person(app, { authorization: `Bearer ${answer.body.participant_token}` });
      await drawToTheEnd(app, host, id);
      expect((await entrant.post(`/api/raffles/${id}/me/claims`, { prize: 1, entry_number: 1 })).status).toBe(
        200,
      );
      await settled(app);
      expect(at.types()).toEqual(['draw.result', 'prize.claimed']);
      for (const { body } of at.calls) {
        expect(body).not.toContain('Quillfeather');
        expect(body).toContain('"name":"Number 1"');
      }
    });

    test('R85 H16 of a raffle that is deleted nothing is left', async () => {
      const { app, host, at } = await scene();
      at.answer = answering(500);
      const { path } = await addWebhook(app, host, { url: at.url });
      const { id, public_link: link } = await openRaffle(host, { title: 'Cancelled gala' });
      await join(app, link, NAME);
      await host.post(`/api/raffles/${id}/cancel`, { title: 'Cancelled gala', reason: REASON });
      await settled(app, 11_000);
      expect((await host.get(`${path}/deliveries`)).text).toContain('Cancelled gala');
      expect((await host.post(`/api/raffles/${id}/erase`)).status).toBe(200);
      expect((await host.get<{ deliveries: unknown[] }>(`${path}/deliveries`)).body.deliveries).toEqual([]);
      expect(await app.parts.database.query.selectFrom('webhook_events').selectAll().execute()).toEqual([]);
      const tried = at.calls.length;
      await settled(app, DAY_MS);
      expect(at.calls).toHaveLength(tried);
    });

    test('R85 R54 receivers and logs go with the account', async () => {
      const { app, host, at } = await scene();
      await drawn(app, host, at);
      expect((await host.remove('/api/settings/delete-all')).status).toBe(200);
      for (const table of ['webhooks', 'webhook_events', 'webhook_deliveries'] as const) {
        expect(await app.parts.database.query.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    });

    test('R85 R53 the log is kept for 30 days', async () => {
      const { app, host, at } = await scene();
      await addWebhook(app, host, { url: at.url });
      await openRaffle(host);
      await settled(app);
      const events = async (): Promise<number> =>
        (await app.parts.database.query.selectFrom('webhook_events').select('id').execute()).length;
      await app.clock.advance(29 * DAY_MS);
      expect(await events()).toBe(1);
      await app.clock.advance(2 * DAY_MS);
      await eventually(app, 'the clean-up', async () => (await events()) === 0, 60_000);
      expect((await receiversIn(await signInAgain(app), await listOf(app))).length).toBe(1);
    });

    async function listOf(app: TestApp): Promise<string> {
      const row = await app.parts.database.query
        .selectFrom('webhooks')
        .select('workspace_id')
        .executeTakeFirstOrThrow();
      return `/api/workspaces/${row.workspace_id}/webhooks`;
    }
  });
});
