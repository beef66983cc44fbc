/** R85: what receivers get, when, and what becomes of what they don't take. A real receiver checks with the library of the standard. */
import { webhookPayload, type WebhookDelivery } from '@glassdrum/contract';
import { WEBHOOK_TRIES } from '@glassdrum/raffle-rules';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { drawToTheEnd } from '../../../test/support/drawn.ts';
import { mailbox } from '../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signInAgain,
  signUp,
} from '../../../test/support/people.ts';
import {
  answering,
  payloadOf,
  RECEIVERS_ALLOWED,
  startReceiver,
  type TestReceiver,
} from '../../../test/support/webhook-receiver.ts';
import { type AddedWebhook, addWebhook, settled, stateOf } from '../../../test/support/webhooks.ts';

const HOUR_MS = 3_600_000;
const PUBLIC_URL = 'https://raffles.example.org';

forEachDatabase((makeApp) => {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const step of undo) await step();
  });
  afterEach(() => void vi.useRealTimers());

  async function receiver(): Promise<TestReceiver> {
    const started = await startReceiver();
    undo.push(started.close);
    return started;
  }

  async function scene(options: Parameters<typeof makeApp>[0] = {}) {
    const app = await makeApp({ ...options, env: { ...RECEIVERS_ALLOWED, PUBLIC_URL, ...options.env } });
    const host = await signUp(app);
    return { app, host, receiver: await receiver() };
  }

  /** Checks the newest call as a receiver would at that time. */
  function verified(app: TestApp, { calls }: TestReceiver, secret: string | null, index = -1): unknown {
    const call = calls.at(index);
    if (call === undefined || secret === null) throw new Error('Nothing to verify.');
    vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
    try {
      return new Webhook(secret).verify(call.body, call.headers as Record<string, string>);
    } finally {
      vi.useRealTimers();
    }
  }

  describe('R85 what a receiver is told', () => {
    test('R85 of a whole raffle, in order, signed, and once', async () => {
      const { app, host, receiver: at } = await scene();
      const hook = await addWebhook(app, host, { url: at.url });
      const { id, public_link: link } = await openRaffle(host, { title: 'Summer gala', max_winners: 1 });
      await settled(app);
      expect(at.types()).toEqual(['raffle.opened']);
      expect(verified(app, at, hook.added.secret)).toMatchObject({
        type: 'raffle.opened',
        data: {
          raffle: { id, title: 'Summer gala', url: `${PUBLIC_URL}/draw/${id}` },
          join_url: `${PUBLIC_URL}/join/${link}`,
          deadline: null,
          wins: 1,
        },
      });
      const guests = [];
      for (const name of ['Quentin Quillfeather', 'Rosalind Quillfeather'])
        guests.push(await join(app, link, name));
      await settled(app, 10_600);
      expect(payloadOf(at.calls.at(-1)?.body ?? '')).toMatchObject({
        type: 'raffle.joined',
        data: { count: 2, numbers: [[1, 2]], entries: 2 },
      });
      const { winners } = await drawToTheEnd(app, host, id);
      await settled(app);
      expect(at.types()).toEqual(['raffle.opened', 'raffle.joined', 'draw.frozen', 'draw.result']);
      const winner = winners[0];
      expect(verified(app, at, hook.added.secret)).toMatchObject({
        type: 'draw.result',
        data: {
          raffle: { id },
          draw: { number: 1, name: null },
          winners: [
            { prize: 1, prize_name: null, place: 1, entry: winner?.entry_number, name: winner?.display_name },
          ],
        },
      });
      const claim = { prize: 1, entry_number: winner?.entry_number };
      const claimant = guests[(winner?.entry_number ?? 1) - 1];
      expect((await claimant?.post(`/api/raffles/${id}/me/claims`, claim))?.status).toBe(200);
      await settled(app);
      expect(payloadOf(at.calls.at(-1)?.body ?? '')).toMatchObject({
        type: 'prize.claimed',
        data: { prize: 1, entry: winner?.entry_number, name: winner?.display_name, claimed_by: 'device' },
      });

      const other = await openRaffle(host, { title: 'Rained off' });
      await app.clock.advance(1);
      await host.post(`/api/raffles/${other.id}/cancel`, {
        title: 'Rained off',
        reason: 'The hall is flooded.',
      });
      await settled(app);
      expect(at.types().slice(-2)).toEqual(['raffle.opened', 'raffle.cancelled']);
      expect(payloadOf(at.calls.at(-1)?.body ?? '')).toMatchObject({
        data: { reason: 'The hall is flooded.' },
      });

      for (const { body, headers } of at.calls) {
        expect(webhookPayload.safeParse(JSON.parse(body)).error).toBeUndefined();
        expect(headers['content-type']).toBe('application/json');
        expect(headers['user-agent']).toMatch(/^Glassdrum\//);
        expect(headers.cookie).toBeUndefined();
      }
      const ids = at.calls.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(ids.length);
      await app.clock.advance(48 * HOUR_MS);
      await settled(app);
      expect(at.calls).toHaveLength(ids.length);
      const log = await (await again(app, hook)).log();
      expect(log.map(({ id: event }) => event).toReversed()).toEqual(ids);
      expect(log.every(({ state, tries }) => state === 'delivered' && tries.length === 1)).toBe(true);
    });

    test('R85 only of what it asked for, and only of its own workspace', async () => {
      const { app, host, receiver: at } = await scene();
      await addWebhook(app, host, { url: at.url, events: ['raffle.cancelled'] });
      const stranger = await signUp(app, 'Stranger');
      const elsewhere = await openRaffle(stranger, { title: 'Elsewhere' });
      await stranger.post(`/api/raffles/${elsewhere.id}/cancel`, { title: 'Elsewhere', reason: 'No.' });
      const { id } = await openRaffle(host, { title: 'Here' });
      await settled(app);
      expect(at.calls).toEqual([]);
      await host.post(`/api/raffles/${id}/cancel`, { title: 'Here', reason: 'No.' });
      await settled(app);
      expect(at.types()).toEqual(['raffle.cancelled']);
    });

    test('R85 messages of Discord and Slack are not signed', async () => {
      const { app, host, receiver: at } = await scene();
      const other = await receiver();
      const discord = await addWebhook(app, host, { url: at.url, format: 'discord' });
      const slack = await addWebhook(app, host, { url: other.url, format: 'slack' });
      expect([discord.added.secret, slack.added.secret]).toEqual([null, null]);
      await openRaffle(host, { title: 'Gala for @everyone' });
      await settled(app);
      for (const { calls } of [at, other]) {
        expect(calls).toHaveLength(1);
        expect(calls[0]?.headers['webhook-signature']).toBeUndefined();
        expect(calls[0]?.body).not.toContain('@everyone');
      }
      expect(JSON.parse(at.calls[0]?.body ?? '')).toMatchObject({ allowed_mentions: { parse: [] } });
      expect(JSON.parse(other.calls[0]?.body ?? '')).toMatchObject({ blocks: [{ type: 'header' }, {}, {}] });
      expect((await host.post(`${discord.path}/secret`)).status).toBe(409);
    });
  });

  describe('R85 joined, in batches', () => {
    test('R85 a storm of joins gives one delivery in ten seconds, and no number twice or never', async () => {
      const { app, host, receiver: at } = await scene({ env: { JOIN_LIMIT: 'off' } });
      await addWebhook(app, host, { url: at.url, events: ['raffle.joined'] });
      const { id, public_link: link } = await openRaffle(host);
      const start = app.clock.now();
      let guests = 0;
      for (let round = 0; round < 25; round += 1) {
        await Promise.all(
          Array.from({ length: 8 }, () => join(app, link, `Guest Quillfeather ${(guests += 1)}`)),
        );
        await app.clock.advance(1_500);
      }
      await host.post(`/api/raffles/${id}/people`, {
        mode: 'enter',
        people: '{"line":1,"name":"Zelda Entered"}\n{"line":2,"name":"Yorick Entered"}',
      });
      await settled(app, 11_000);
      const payloads = at.calls.map(({ body }) => payloadOf(body));
      const numbers = payloads.flatMap((payload) =>
        payload.type !== 'raffle.joined'
          ? []
          : payload.data.numbers.flatMap(([first, last]) =>
              Array.from({ length: last - first + 1 }, (_, index) => first + index),
            ),
      );
      expect(numbers).toEqual(Array.from({ length: guests + 2 }, (_, index) => index + 1));
      expect(payloads.length).toBeGreaterThan(2);
      // When one arrives says little: time goes on in jumps while it is on its way.
      expect(payloads.length).toBeLessThanOrEqual((app.clock.now() - start) / 10_000 + 1);
      expect(at.calls.map(({ body }) => body).join()).not.toContain('Quillfeather');
      expect(payloads.at(-1)).toMatchObject({ data: { entries: guests + 2 } });
    });

    test('R85 paper tickets count when they are sold', async () => {
      const { app, host, receiver: at } = await scene();
      await addWebhook(app, host, { url: at.url, events: ['raffle.joined'] });
      const { id } = await openRaffle(host);
      await host.post(`/api/raffles/${id}/paper/runs`, { size: 10 });
      await settled(app, 11_000);
      expect(at.calls).toEqual([]);
      await host.post(`/api/raffles/${id}/paper/sales`, {
        client_id: 'sale-of-the-webhook-test',
        action: 'sell',
        numbers: '3-5, 9',
      });
      await settled(app, 11_000);
      expect(payloadOf(at.calls[0]?.body ?? '')).toMatchObject({
        data: {
          count: 4,
          numbers: [
            [3, 5],
            [9, 9],
          ],
          entries: 4,
        },
      });
    });
  });

  describe('R85 what is not taken', () => {
    test('R85 is tried ten times within a day, with the same id and a new signature, then never', async () => {
      const { app, host, receiver: at } = await scene();
      at.answer = answering(500);
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      await openRaffle(host);
      const start = app.clock.now();
      const times: number[] = [];
      const dueAt = async (): Promise<number | undefined> => {
        const { query } = app.parts.database;
        const row = query.selectFrom('webhook_deliveries').select('due_at').where('state', '=', 'waiting');
        return (await row.executeTakeFirst())?.due_at;
      };
      for (let due = await dueAt(); due !== undefined; due = await dueAt()) {
        await settled(app, Math.max(600, due - app.clock.now()));
        expect(verified(app, at, hook.added.secret)).toMatchObject({ type: 'raffle.opened' });
        times.push(app.clock.now() - start);
      }
      expect(at.calls).toHaveLength(WEBHOOK_TRIES);
      expect(times.at(-1)).toBeGreaterThan(20 * HOUR_MS);
      expect(times.at(-1)).toBeLessThanOrEqual(24 * HOUR_MS);
      expect(new Set(at.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(at.calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(WEBHOOK_TRIES);
      const [delivery] = await (await again(app, hook)).log();
      expect(delivery).toMatchObject({ state: 'failed', next_at: null });
      expect(delivery?.tries.map(({ status }) => status)).toEqual(
        Array.from({ length: WEBHOOK_TRIES }, () => 500),
      );
    });

    test('R85 waits as long as the receiver asks for', async () => {
      const { app, host, receiver: at } = await scene();
      at.answer = answering(503, { 'retry-after': '600' });
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      await openRaffle(host);
      await settled(app);
      const [delivery] = await hook.log();
      const wait = (delivery?.next_at ?? 0) - (delivery?.tries[0]?.at ?? 0);
      expect(wait).toBeGreaterThanOrEqual(600_000);
      expect(wait).toBeLessThan(602_000);
      at.answer = answering(204);
      await settled(app, 590_000);
      expect(at.calls).toHaveLength(1);
      await settled(app, 15_000);
      expect(at.calls).toHaveLength(2);
      expect((await hook.log())[0]).toMatchObject({ state: 'delivered' });
    });

    test('R85 is not sent elsewhere: a redirection fails', async () => {
      const { app, host, receiver: at } = await scene();
      const target = await receiver();
      at.answer = answering(307, { location: target.url });
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      await openRaffle(host);
      await settled(app);
      expect([at.calls.length, target.calls.length]).toEqual([1, 0]);
      expect(await hook.log()).toMatchObject([{ state: 'waiting', tries: [{ status: 307, error: null }] }]);
    });

    test('R85 410 turns the receiver off, and nothing more is sent until it is resumed', async () => {
      const { app, host, receiver: at } = await scene();
      at.answer = answering(410);
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      await openRaffle(host);
      await settled(app);
      expect(await stateOf(app, host, hook)).toBe('gone');
      await openRaffle(host);
      await settled(app, 60_000);
      expect(at.calls).toHaveLength(1);
      at.answer = answering(204);
      expect((await host.patch(hook.path, { active: true })).status).toBe(200);
      await openRaffle(host);
      await settled(app);
      expect(at.calls).toHaveLength(2);
    });

    test('R85 a receiver to which nothing got through for days is paused, and its owners get one email', async () => {
      const box = mailbox();
      const { app, host, receiver: at } = await scene({ mailer: box });
      at.answer = answering(500);
      const hook = await addWebhook(app, host, { url: at.url, name: 'Broken', events: ['raffle.opened'] });
      for (let day = 0; day < 5; day += 1) {
        const now = day === 0 ? host : await signInAgain(app);
        await openRaffle(now);
        for (let step = 0; step < 26; step += 1) await settled(app, HOUR_MS);
      }
      const now = await signInAgain(app);
      expect(await stateOf(app, now, hook)).toBe('failing');
      await eventually(app, 'the email', async () => box.messages.length > 0, 100);
      await app.clock.advance(HOUR_MS);
      const about = box.messages.filter(({ subject }) => subject === 'Webhook paused: Broken');
      expect(about).toHaveLength(1);
      expect(about[0]?.text).toContain(`${PUBLIC_URL}/workspace`);
      const tried = at.calls.length;
      await openRaffle(now);
      await settled(app, 26 * HOUR_MS);
      expect(at.calls).toHaveLength(tried);
    });

    test('R85 a name that leads inside is refused at each try, and its log says why', async () => {
      const answers = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', '0.0.0.0'];
      const asked: string[] = [];
      const app = await makeApp({
        resolveName: ((name: string, _options: object, done: (...args: unknown[]) => void) => {
          const address = answers[asked.push(name) % answers.length] ?? '';
          done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
        }) as never,
      });
      const host = await signUp(app);
      const hook = await addWebhook(app, host, {
        url: 'https://rebind.example.org/hook',
        events: ['raffle.opened'],
      });
      await openRaffle(host);
      for (let step = 0; step < 30; step += 1) await settled(app, 20_000);
      const [delivery] = await hook.log();
      expect(delivery?.tries.length).toBeGreaterThan(2);
      expect(delivery?.tries.every(({ error }) => error === 'address_not_allowed')).toBe(true);
      expect(asked).toHaveLength(delivery?.tries.length ?? 0);
    });
  });

  describe('R85 tests, and sending again', () => {
    test('R85 a test is sent once, also to a paused receiver', async () => {
      const { app, host, receiver: at } = await scene();
      const hook = await addWebhook(app, host, { url: at.url });
      await host.patch(hook.path, { active: false });
      expect(await stateOf(app, host, hook)).toBe('paused');
      at.answer = answering(500);
      expect((await host.post(`${hook.path}/test`)).status).toBe(202);
      await openRaffle(host);
      await settled(app, 60_000);
      expect(at.types()).toEqual(['webhook.test']);
      expect(verified(app, at, hook.added.secret)).toMatchObject({ type: 'webhook.test' });
      expect(await hook.log()).toMatchObject([
        { event: 'webhook.test', state: 'failed', tries: [{ status: 500 }] },
      ]);
    });

    test('R85 sends again with the same id and the text of now', async () => {
      const { app, host, receiver: at } = await scene();
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      await openRaffle(host, { title: 'Typo gala' });
      await settled(app);
      const [{ id } = { id: '' }] = await hook.log();
      expect((await host.post(`${hook.path}/deliveries/${id}/send`)).status).toBe(202);
      await settled(app);
      expect(at.calls.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
      expect((await hook.log())[0]?.tries).toHaveLength(2);
      await host.patch(hook.path, { active: false });
      expect((await host.post(`${hook.path}/deliveries/${id}/send`)).status).toBe(409);
      expect((await host.post(`${hook.path}/deliveries/${'x'.repeat(28)}/send`)).status).toBe(409);
      await host.patch(hook.path, { active: true });
      expect((await host.post(`${hook.path}/deliveries/${'x'.repeat(28)}/send`)).status).toBe(404);
    });

    test('R85 after a change of secret both verify for a day, then the new one only', async () => {
      const { app, host, receiver: at } = await scene();
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      const first = hook.added.secret;
      const changed = await host.post<{ secret: string; previous_secret_until: number }>(
        `${hook.path}/secret`,
      );
      expect(changed.body.previous_secret_until - app.clock.now()).toBe(24 * HOUR_MS);
      await openRaffle(host);
      await settled(app);
      for (const secret of [first, changed.body.secret]) expect(verified(app, at, secret)).toBeDefined();
      await app.clock.advance(24 * HOUR_MS);
      await openRaffle(await signInAgain(app));
      await settled(app);
      expect(verified(app, at, changed.body.secret)).toBeDefined();
      expect(() => verified(app, at, first)).toThrow('No matching signature found');
    });
  });

  /** The same receiver for the host who signed in again. */
  async function again(app: TestApp, hook: AddedWebhook): Promise<AddedWebhook> {
    const host: Person = await signInAgain(app);
    const log = async (): Promise<WebhookDelivery[]> =>
      (await host.get<{ deliveries: WebhookDelivery[] }>(`${hook.path}/deliveries`)).body.deliveries;
    return { ...hook, log };
  }

  test('R85 nobody is told of anything where nobody asked', async () => {
    const { app, host } = await scene();
    const { id, public_link: link } = await openRaffle(host);
    await join(app, link, 'Guest');
    await drawToTheEnd(app, host, id);
    const rows = await app.parts.database.query.selectFrom('webhook_events').selectAll().execute();
    expect(rows).toEqual([]);
    expect((await person(app).get(`/api/workspaces/${'x'.repeat(22)}/webhooks`)).status).toBe(401);
  });
});
