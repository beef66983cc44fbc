/** R85: which receiver gets what next, on one node and on several: one thing at a time, in order, and nobody waits for others. */
import { afterAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, signUp } from '../../../../test/support/people.ts';
import {
  payloadOf,
  RECEIVERS_ALLOWED,
  startReceiver,
  type TestReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { addWebhook, settled } from '../../../../test/support/webhooks.ts';
import { claimDeliveries } from './queue.ts';

const env = { ...RECEIVERS_ALLOWED, PUBLIC_URL: 'https://raffles.example.org' };

forEachDatabase((makeApp, kind) => {
  const undo: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const step of undo) await step();
  });

  async function receiver(): Promise<TestReceiver> {
    const started = await startReceiver();
    undo.push(started.close);
    return started;
  }

  async function scene() {
    const app = await makeApp({ env });
    return { app, host: await signUp(app), receiver: await receiver() };
  }

  describe('R85 fairness', () => {
    test('R85 receivers that never answer hold up neither other workspaces nor other receivers', async () => {
      const { app, host, receiver: at } = await scene();
      const hanging = await receiver();
      hanging.answer = () => undefined;
      for (let index = 0; index < 6; index += 1) {
        await addWebhook(app, host, { url: `${hanging.url}/${index}`, events: ['raffle.opened'] });
      }
      for (let index = 0; index < 8; index += 1) await openRaffle(host);
      const other = await signUp(app, 'Other Host');
      await addWebhook(app, other, { url: at.url, events: ['raffle.opened'] });
      await openRaffle(other);
      await app.clock.advance(600);
      await eventually(app, 'the other one', async () => at.calls.length === 1);
      // Four at a time of one workspace, one at a time of each receiver.
      await eventually(app, 'four', async () => hanging.calls.length === 4);
      expect(new Set(hanging.calls.map(({ path }) => path)).size).toBe(4);
      await hanging.close();
    });

    test('R85 a receiver that has not answered yet gets nothing else, also nothing that was due before', async () => {
      const { app, host, receiver: at } = await scene();
      const waiting: (() => void)[] = [];
      at.answer = (response) => void waiting.push(() => response.writeHead(204).end());
      const hook = await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      // It waits while the receiver is paused; the test does not, and comes later.
      await openRaffle(host, { title: 'First raffle' });
      expect((await host.patch(hook.path, { active: false })).status).toBe(200);
      await app.clock.advance(1);
      expect((await host.post(`${hook.path}/test`)).status).toBe(202);
      await app.clock.advance(600);
      await eventually(app, 'the test', async () => waiting.length === 1);
      expect((await host.patch(hook.path, { active: true })).status).toBe(200);
      await app.clock.advance(600);
      const { query } = app.parts.database;
      const byOtherNode = await claimDeliveries(query, { limit: 10, now: app.clock.now() });
      const busy = await query
        .selectFrom('webhook_deliveries')
        .select('event_id')
        .where('claimed_until', 'is not', null)
        .execute();
      expect([byOtherNode, busy.length, at.types()]).toEqual([[], 1, ['webhook.test']]);
      waiting.shift()?.();
      await eventually(app, 'the raffle', async () => waiting.length === 1);
      waiting.shift()?.();
      await settled(app);
      expect(at.types()).toEqual(['webhook.test', 'raffle.opened']);
    });

    test('R85 a receiver gets one thing after the other, in the order in which they happened', async () => {
      const { app, host, receiver: at } = await scene();
      let open = 0;
      let most = 0;
      at.answer = (response) => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => {
          open -= 1;
          response.writeHead(204).end();
        }, 5);
      };
      await addWebhook(app, host, { url: at.url, events: ['raffle.opened'] });
      const titles = Array.from({ length: 12 }, (_, index) => `Raffle ${index}`);
      for (const title of titles) {
        await openRaffle(host, { title });
        await app.clock.advance(1);
      }
      await settled(app);
      const received = at.calls.map(({ body }) => titleIn(body));
      expect([received, most]).toEqual([titles, 1]);
    });
  });

  test.runIf(kind === 'postgres')('R85 three nodes deliver once', async () => {
    const { app, host, receiver: at } = await scene();
    const nodes = [
      app,
      await makeApp({ storage: app.storage, clock: app.clock, env }),
      await makeApp({ storage: app.storage, clock: app.clock, env }),
    ];
    await addWebhook(app, host, { url: at.url });
    for (let index = 0; index < 15; index += 1) {
      const { public_link: link } = await openRaffle(host);
      await join(nodes[index % 3] ?? app, link, 'Guest');
    }
    for (const node of nodes) node.parts.bus.publish({ topic: 'webhooks-changed' });
    await settled(app, 11_000);
    for (const node of nodes) node.parts.bus.publish({ topic: 'resync' });
    await settled(app, 1_000);
    const ids = at.calls.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });
});

function titleIn(body: string): string {
  const payload = payloadOf(body);
  return payload.type === 'webhook.test' ? '' : payload.data.raffle.title;
}
