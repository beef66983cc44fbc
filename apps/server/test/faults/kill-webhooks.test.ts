/**
 * kill -9 while webhooks are delivered (R85): before, in and after the call of a receiver. Every event arrives at least once, each
 * with one id, and nothing arrives that did not happen.
 */
import type { WebhookLog } from '@glassdrum/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabaseBeside } from '../../src/platform/database/database.ts';
import { killableInstallation } from '../support/killable.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeStorage } from '../support/storage.ts';
import { payloadOf, RECEIVERS_ALLOWED, startReceiver } from '../support/webhook-receiver.ts';

vi.setConfig({ testTimeout: 480_000 });

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
/** How long the server lives after a raffle was opened, ms: from before the call to after it. */
const LIVES_MS = [0, 50, 300, 500, 520, 560, 620, 900];

forEachDatabase((_makeApp, kind) => {
  test('R85 kill -9 in the middle: at least once, with the same id', async () => {
    const storage = await makeStorage(kind);
    afterAll(storage.drop);
    const receiver = await startReceiver();
    afterAll(receiver.close);
    // Slow enough to be killed in the middle of it.
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 60);
    const server = killableInstallation(storage, { ...RECEIVERS_ALLOWED, PUBLIC_URL: 'http://localhost' });
    afterAll(server.end);
    await server.start();
    const beside = await openDatabaseBeside(storage);
    afterAll(() => beside.close());

    const send = async (
      path: string,
      body: object,
      cookie?: string,
    ): Promise<{ id: string; cookie: string }> => {
      const answer = await fetch(server.url() + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
        body: JSON.stringify(body),
      });
      expect(answer.ok).toBe(true);
      const cookies = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      const { id } = (await answer.json()) as { id: string };
      return { id, cookie: cookies.join('; ') };
    };
    const { cookie } = await send('/api/auth/register', HOST);
    const { workspace_id: workspaceId } = await beside.query
      .selectFrom('workspace_members')
      .select('workspace_id')
      .executeTakeFirstOrThrow();
    const list = `/api/workspaces/${workspaceId}/webhooks`;
    const added = await send(
      list,
      { name: 'Receiver', url: receiver.url, events: ['raffle.opened'] },
      cookie,
    );

    const opened: string[] = [];
    for (const [index, lifeMs] of LIVES_MS.entries()) {
      const { id } = await send('/api/raffles', { title: `Killed ${index}` }, cookie);
      await send(`/api/raffles/${id}/open`, {}, cookie);
      opened.push(id);
      await new Promise((resolve) => setTimeout(resolve, lifeMs));
      await server.kill();
      await server.start();
    }
    // Once more, and surely in the middle: the call has arrived, and its answer never goes out.
    const title = 'Killed in the call';
    const callsOfLast = (): number => receiver.calls.filter(({ body }) => body.includes(title)).length;
    receiver.answer = (response, { body }) => {
      if (!body.includes(title)) response.writeHead(204).end();
    };
    const last = await send('/api/raffles', { title }, cookie);
    await send(`/api/raffles/${last.id}/open`, {}, cookie);
    opened.push(last.id);
    await vi.waitUntil(() => callsOfLast() === 1, { timeout: 120_000, interval: 20 });
    await server.kill();
    receiver.answer = (response) => void response.writeHead(204).end();
    await server.start();
    const settled = async (): Promise<boolean> =>
      (
        await beside.query
          .selectFrom('webhook_deliveries')
          .select('event_id')
          .where('state', '=', 'waiting')
          .execute()
      ).length === 0;
    // A claim that a killed node held on PostgreSQL ends by itself.
    await vi.waitUntil(settled, { timeout: 180_000, interval: 200 });

    expect(callsOfLast()).toBe(2);

    const ids = new Map<string, Set<string>>();
    for (const { body, headers } of receiver.calls) {
      const payload = payloadOf(body);
      const raffle = payload.type === 'raffle.opened' ? payload.data.raffle.id : payload.type;
      ids.set(raffle, (ids.get(raffle) ?? new Set()).add(String(headers['webhook-id'])));
    }
    expect([...ids.keys()].toSorted()).toEqual(opened.toSorted());
    expect([...ids.values()].map(({ size }) => size)).toEqual(opened.map(() => 1));
    const log = await fetch(`${server.url()}${list}/${added.id}/deliveries`, { headers: { cookie } });
    const { deliveries } = (await log.json()) as WebhookLog;
    expect(deliveries.map(({ state }) => state)).toEqual(opened.map(() => 'delivered'));
  });
});
