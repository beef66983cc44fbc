/**
 * Three nodes on one database while a draw runs: one is killed, another freezes and comes back. Those who watch are elsewhere
 * within five seconds and see the one end; what came back writes nothing. Server and page's live client together, so outside
 * of both apps.
 */
import type { DrawAnswer, DrawPlan, ResultsAnswer } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { connectRoom } from '../../apps/web/src/live/room-client.ts';
import type { Room } from '../../apps/web/src/live/room-reducer.ts';
import { createServerClock, localNow } from '../../apps/web/src/live/server-clock.ts';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { raffleWithEntrants, signUp, visitor } from '../../apps/server/src/demo/fill.ts';
import { brokenPromises } from '../../apps/server/test/support/checker.ts';
import { clockOf, KILLABLE_CHAIN, type OwnTime } from '../../apps/server/test/support/killable.ts';
import { forEachDatabase } from '../../apps/server/test/support/make-app.ts';
import { startNode } from '../../apps/server/test/support/nodes.ts';
import { makeStorage } from '../../apps/server/test/support/storage.ts';
import { openNodeSocket } from '../../e2e/support/node-socket.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
/** A draw takes half a minute, and watchers have five seconds of it to find another node; both must fit. */
const SPEED = 2;
const ELSEWHERE_MS = 5_000;

interface Watcher {
  room(): Room | null;
  /** Resolves when it is live at the address with this number. */
  liveAt(node: number): Promise<void>;
}

/** A page's own live client behind a balancer that sends each new line to the next address. */
function watchAt(addresses: readonly string[], raffleId: string): Watcher {
  let lines = 0;
  let room: Room | null = null;
  let liveAt: number | null = null;
  const client = connectRoom({
    raffleId,
    clock: createServerClock(localNow),
    openSocket(events) {
      lines += 1;
      return openNodeSocket(addresses[(lines - 1) % addresses.length] ?? '', null, events);
    },
    onRoom: (next) => (room = next),
    onStatus: (status) => (liveAt = status === 'live' ? (lines - 1) % addresses.length : null),
    onContinueRequests: () => undefined,
    onOwnEntryChanged: () => undefined,
    onTalk: () => undefined,
    random: Math.random,
    hints: {},
  });
  afterAll(client.close);
  return {
    room: () => room,
    liveAt: (node) => vi.waitFor(() => expect(liveAt).toBe(node), { timeout: 20_000, interval: 10 }),
  };
}

/** How long each takes until it is live at that address. */
function timesTo(node: number, watchers: readonly Watcher[]): Promise<number[]> {
  const start = performance.now();
  return Promise.all(watchers.map((one) => one.liveAt(node).then(() => performance.now() - start)));
}

forEachDatabase((_makeApp, kind) => {
  /** Everything that a draw writes. */
  async function written({ query }: Database): Promise<object> {
    return {
      draws: await query.selectFrom('draws').selectAll().execute(),
      rows: await query.selectFrom('draw_rows').selectAll().orderBy('position').orderBy('role').execute(),
      log: await query.selectFrom('public_log').selectAll().orderBy('log_index').execute(),
      audit: await query.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    };
  }

  describe.runIf(kind === 'postgres')('several nodes', () => {
    test('C5 R33 one dies, one freezes in a draw: watchers are elsewhere within 5 s, and nothing stale is written', async () => {
      const storage = await makeStorage(kind);
      afterAll(storage.drop);
      const time: OwnTime = { since: Date.now(), aheadMs: 0, speed: SPEED };
      const clock = clockOf(time);
      const testChain = createTestChain(...KILLABLE_CHAIN);
      const relay = await startTestRelay({ testChain, clock });
      afterAll(relay.close);
      const env = { BEACON_URLS: relay.url };
      // The first one makes keys and tables.
      const dies = await startNode(storage, env, time);
      const [freezes, stays] = await Promise.all([
        startNode(storage, env, time),
        startNode(storage, env, time),
      ]);
      const addresses = [dies.url, freezes.url, stays.url];
      const host = await signUp(dies.url, HOST);
      const { id } = await raffleWithEntrants(dies.url, host, { title: 'Three nodes' }, ['Ann', 'Ben', 'Cy']);
      const watchers = [watchAt(addresses, id), watchAt(addresses, id)];
      await timesTo(0, watchers);

      const { t0 } = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
      await vi.waitFor(() => watchers.forEach((one) => expect(one.room()?.draw?.t0).toBe(t0)), {
        timeout: 30_000,
      });
      dies.signal('SIGKILL');
      for (const ms of await timesTo(1, watchers)) expect(ms).toBeLessThan(ELSEWHERE_MS);
      expect(watchers.map((one) => one.room()?.draw?.t0)).toEqual([t0, t0]);

      freezes.signal('SIGSTOP');
      for (const ms of await timesTo(2, watchers)) expect(ms).toBeLessThan(ELSEWHERE_MS);
      // Its turn at every step passes while it stands still.
      expect(watchers.map((one) => one.room()?.result)).toEqual([null, null]);
      const everyone = visitor(stays.url);
      const results = await vi.waitFor(() => everyone.get<ResultsAnswer>(`/api/raffles/${id}/results`), {
        timeout: 90_000,
        interval: 50,
      });
      const winnersOf = (rows: readonly { entry_number: number }[] | undefined): number[] | undefined =>
        rows?.map((row) => row.entry_number);
      await vi.waitFor(
        () =>
          watchers.forEach((one) =>
            expect(winnersOf(one.room()?.result?.winners)).toEqual(winnersOf(results.winners)),
          ),
        { timeout: 30_000 },
      );
      const database = await openDatabase(storage);
      afterAll(database.close);
      const completed = (): Promise<object[]> =>
        database.query.selectFrom('draws').select('id').where('completed_at', 'is not', null).execute();
      await vi.waitFor(async () => expect(await completed()).toHaveLength(1), { timeout: 20_000 });

      const before = await written(database);
      freezes.signal('SIGCONT');
      const again = visitor(freezes.url);
      expect(await again.get<ResultsAnswer>(`/api/raffles/${id}/results`)).toEqual(results);
      expect((await again.get<DrawPlan>(`/api/raffles/${id}/draw`)).t0).toBe(t0);
      for (const node of [freezes, stays]) {
        node.signal('SIGTERM');
        expect(await node.ended).toBe(0);
      }
      expect(await written(database)).toEqual(before);
      expect(await brokenPromises(database, { chain: testChain.chain, drawn: [id] })).toEqual([]);
    });
  });
});
