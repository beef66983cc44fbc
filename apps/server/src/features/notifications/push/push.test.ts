/** Push notifications (R52): encrypted for the device, once, to subscribed devices only, and never to internal networks. */
import type { ErrorBody, InstallationInfo, ResultsAnswer } from '@glassdrum/contract';
import { expect, it, onTestFinished } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import {
  ANY_DESTINATION,
  startPushService,
  type TestDevice,
  type TestPushService,
} from '../../../../test/support/push-service.ts';
import { settled } from '../test/outbox.ts';

forEachDatabase((makeApp) => {
  async function scene(): Promise<{ app: TestApp; host: Person; service: TestPushService }> {
    const service = await startPushService();
    onTestFinished(() => service.close());
    const app = await makeApp({ pushEndpoints: ANY_DESTINATION });
    return { app, host: await signUp(app), service };
  }

  const titles = (device: TestDevice): string[] => device.notices().map(({ payload }) => payload.title);
  const notified = (app: TestApp, device: TestDevice, title: string): Promise<true> =>
    eventually(app, title, async () => titles(device).includes(title) || null, 100);
  const rowsOf = (app: TestApp) =>
    app.parts.database.query.selectFrom('push_subscriptions').selectAll().execute();

  it('R52 C3 the start of the draw to all subscribed devices, the prize to winners only, each once', async () => {
    const { app, host, service } = await scene();
    const { id, public_link: link } = await openRaffle(host, { max_winners: 3 });
    const people = [];
    for (let i = 1; i <= 6; i += 1) {
      const who = await join(app, link, `Guest ${i}`);
      const device = service.device();
      if (i < 6) expect((await who.post(`/api/raffles/${id}/me/push`, device.subscription)).status).toBe(200);
      // Subscribing is idempotent.
      if (i === 1) await who.post(`/api/raffles/${id}/me/push`, device.subscription);
      if (i === 5) await who.post(`/api/raffles/${id}/leave`);
      people.push({ who, device, entry: who.joined.entry_number });
    }
    const results: ResultsAnswer = await drawToTheEnd(app, host, id);
    // Of the five who can win, four subscribed: at least two winners are notified, however the draw ends.
    const winners = results.winners.map((row) => row.entry_number);
    const asked = people.filter(({ entry }) => entry <= 4);
    // What must come is waited for, then nothing more may come.
    for (const { device, entry } of asked) {
      await notified(app, device, 'The draw is starting');
      if (winners.includes(entry)) await notified(app, device, 'You won!');
    }
    await settled(app);
    for (const { device, entry } of people) {
      const prize = winners.includes(entry) ? ['You won!'] : [];
      expect([entry, titles(device)]).toEqual([entry, entry > 4 ? [] : ['The draw is starting', ...prize]]);
    }
    const [first] = people[0]?.device.notices() ?? [];
    expect(first?.payload).toMatchObject({ body: 'Summer party', url: `/draw/${id}` });
    expect(first?.ttl).toBe(300);
    const { push_key: key } = (await person(app).get<InstallationInfo>('/api/installation')).body;
    expect(first?.authorization).toContain(`k=${key}`);

    await host.post(`/api/raffles/${id}/pass-over`, { entry_number: winners[0], reason: 'absent' });
    const next = results.alternates[0]?.entry_number;
    const movedUp = people.find(({ entry }) => entry === next);
    if (movedUp === undefined || movedUp.entry > 4) return;
    await notified(app, movedUp.device, 'You won!');
  });

  it('R52 an expired subscription is deleted; a busy push service is retried', async () => {
    const { app, host, service } = await scene();
    const { id, public_link: link } = await openRaffle(host);
    const device = service.device();
    const ada = await join(app, link, 'Ada');
    await ada.post(`/api/raffles/${id}/me/push`, device.subscription);
    service.status = 503;
    await drawToTheEnd(app, host, id);
    await settled(app);
    expect(titles(device)).toEqual([]);
    service.status = 201;
    await app.clock.advance(61_000);
    await notified(app, device, 'The draw is starting');

    const other = await openRaffle(host, { title: 'Second' });
    const bob = await join(app, other.public_link, 'Bob');
    await bob.post(`/api/raffles/${other.id}/me/push`, service.device().subscription);
    expect(await rowsOf(app)).toHaveLength(2);
    service.status = 410;
    await drawToTheEnd(app, host, other.id);
    await settled(app);
    expect((await rowsOf(app)).map((row) => row.raffle_id)).toEqual([id]);
    await app.clock.advance(600_000);
    const { calls } = service;
    await settled(app);
    expect(service.calls).toBe(calls);
  });

  it('H8 I5 subscriptions are sealed, and end with a button, with five newer devices, and with the personal data', async () => {
    const { app, host, service } = await scene();
    const { id, public_link: link } = await openRaffle(host);
    const ada = await join(app, link, 'Ada');
    const devices = Array.from({ length: 7 }, () => service.device().subscription);
    for (const device of devices) {
      await ada.post(`/api/raffles/${id}/me/push`, device);
      await app.clock.advance(10);
    }
    expect(await rowsOf(app)).toHaveLength(5);
    expect(JSON.stringify([await rowsOf(app), app.logLines])).not.toContain('127.0.0.1:');
    const { endpoint } = devices[6] ?? {};
    expect((await ada.remove(`/api/raffles/${id}/me/push`)).status).toBe(400);
    const ended = await app.http.inject({
      method: 'DELETE',
      url: `/api/raffles/${id}/me/push`,
      headers: ada.headers,
      payload: { endpoint },
    });
    expect(ended.statusCode).toBe(200);
    expect(await rowsOf(app)).toHaveLength(4);
    await drawToTheEnd(app, host, id);
    await host.remove('/api/settings/delete-all');
    expect(await rowsOf(app)).toEqual([]);
  });

  it.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[fd00::1]/x',
    'https://2130706433/x',
    'https://localhost/x',
    'https://printer.local/x',
    'https://user:password@push.example.com/x',
    'https://push.example.com:8443/x',
  ])('R52 nothing is sent to %s', async (endpoint) => {
    const app = await makeApp();
    const { id, public_link: link } = await openRaffle(await signUp(app));
    const ada = await join(app, link, 'Ada');
    const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
    const answer = await ada.post<ErrorBody>(`/api/raffles/${id}/me/push`, { endpoint, keys });
    expect(answer.status).toBe(400);
    expect(await rowsOf(app)).toEqual([]);
  });
});
