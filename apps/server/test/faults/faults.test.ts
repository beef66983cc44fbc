/**
 * What users are promised when something breaks: a fault in a storm of joins, then the checker. Servers that are killed,
 * frozen or ended are processes of their own.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import type { HostRaffle, JoinAnswer } from '@glassdrum/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openDatabase } from '../../src/platform/database/database.ts';
import { signUp as signUpAt } from '../../src/demo/fill.ts';
import { layCable } from '../support/cable.ts';
import { brokenPromises } from '../support/checker.ts';
import { inside, overHttp, startJoinStorm } from '../support/join-storm.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { openRaffle, person, signUp } from '../support/people.ts';
import { startServer } from '../support/server-process.ts';
import { makeStorage, type Storage } from '../support/storage.ts';

const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'a long enough passphrase' };
const { chain } = createTestChain(new Uint8Array(32).fill(7), { genesisTime: 1_600_000_000, period: 3 });
const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0;

forEachDatabase((makeApp, kind) => {
  async function freshStorage(): Promise<Storage> {
    const storage = await makeStorage(kind);
    afterAll(storage.drop);
    return storage;
  }

  async function openRaffleAt(url: string): Promise<{ id: string; link: string }> {
    const host = await signUpAt(url, HOST);
    const made = await host.post<HostRaffle>('/api/raffles', { title: 'Storm', allow_public_join: true });
    const { id, public_link: link } = await host.post<HostRaffle>(`/api/raffles/${made.id}/open`);
    return { id, link: link ?? '' };
  }

  /** What is stored once no server runs any more. */
  async function check(storage: Storage, acknowledged: readonly JoinAnswer[]): Promise<string[]> {
    const database = await openDatabase(storage);
    try {
      return await brokenPromises(database, { acknowledged, chain });
    } finally {
      await database.close();
    }
  }

  test('kill -9 in a storm of joins: nothing acknowledged is lost, and a repeated call gets the same entry', async () => {
    const storage = await freshStorage();
    let server = await startServer(storage);
    const { link } = await openRaffleAt(server.url);
    const storm = startJoinStorm(
      overHttp(() => server.url),
      link,
    );
    await storm.reach(100);
    server.signal('SIGKILL');
    await server.ended;
    const before = storm.acknowledged.length;
    server = await startServer(storage);
    await storm.reach(before + 100);
    await storm.stop();
    server.signal('SIGKILL');
    await server.ended;
    expect(await check(storage, storm.acknowledged)).toEqual([]);
    expect(new Set(storm.acknowledged.map((one) => one.entry_number)).size).toBe(storm.acknowledged.length);
  });

  test('SIGTERM lets calls finish, closes sockets with 1012, and loses nothing', async () => {
    const storage = await freshStorage();
    let server = await startServer(storage);
    const { id, link } = await openRaffleAt(server.url);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
    const joined = new Promise((resolve) => socket.once('message', resolve));
    socket.once('open', () => socket.send(JSON.stringify({ type: 'join-room', data: { raffleId: id } })));
    await joined;
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    const storm = startJoinStorm(
      overHttp(() => server.url),
      link,
    );
    await storm.reach(100);
    server.signal('SIGTERM');
    expect(await closed).toBe(1012);
    expect(await server.ended).toBe(0);
    server = await startServer(storage);
    await storm.stop();
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await check(storage, storm.acknowledged)).toEqual([]);
  });

  describe.runIf(kind === 'sqlite')('a full disk', () => {
    test.runIf(canLimitFiles)(
      'no acknowledged join is lost, reads go on, and joins too once there is room',
      async () => {
        const storage = await freshStorage();
        const server = await startServer(storage);
        const { link } = await openRaffleAt(server.url);
        const storm = startJoinStorm(
          overHttp(() => server.url),
          link,
        );
        await storm.reach(100);
        const limitFiles = (bytes: number | 'unlimited'): void => {
          execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`]);
        };
        limitFiles(statSync(join(storage.dataDir, 'glassdrum.sqlite-wal')).size + 20_000);
        await storm.reachTurnedAway(50);
        const read = await fetch(`${server.url}/api/join/${link}`);
        expect(read.status).toBe(200);
        limitFiles('unlimited');
        await storm.reach(storm.acknowledged.length + 100);
        await storm.stop();
        server.signal('SIGTERM');
        expect(await server.ended).toBe(0);
        expect(await check(storage, storm.acknowledged)).toEqual([]);
      },
    );
  });

  describe.runIf(kind === 'postgres')('several nodes and their database', () => {
    test('database away: 503 with Retry-After, no false success, and recovery without a restart', async () => {
      const storage = await freshStorage();
      const cable = await layCable(storage.databaseUrl ?? '');
      afterAll(cable.drop);
      const app = await makeApp({ storage: { ...storage, databaseUrl: cable.url } });
      const { public_link: link } = await openRaffle(await signUp(app));
      const storm = startJoinStorm(inside(app), link);
      await storm.reach(100);
      cable.pull();
      // Calls that were under way may still be answered; from the first one turned away on none is.
      await storm.reachTurnedAway(20);
      const before = storm.acknowledged.length;
      await storm.reachTurnedAway(storm.turnedAway() + 50);
      expect(storm.acknowledged.length).toBe(before);
      const read = await person(app).get(`/api/join/${link}`);
      expect([read.status, read.headers['retry-after']]).toEqual([503, '5']);
      cable.plug();
      await storm.reach(before + 100);
      await storm.stop();
      expect(await brokenPromises(app.parts.database, { ...storm, chain })).toEqual([]);
      await app.close();
    });

    test('a node that freezes in a storm and comes back writes nothing stale', async () => {
      const storage = await freshStorage();
      const [frozen, other] = [await startServer(storage), await startServer(storage)];
      const { link } = await openRaffleAt(other.url);
      const there = startJoinStorm(
        overHttp(() => frozen.url),
        link,
      );
      await there.reach(100);
      frozen.signal('SIGSTOP');
      const here = startJoinStorm(
        overHttp(() => other.url),
        link,
      );
      // PostgreSQL ends the transaction that the frozen node may have left open.
      await here.reach(100);
      frozen.signal('SIGCONT');
      await there.reach(there.acknowledged.length + 100);
      await Promise.all([there.stop(), here.stop()]);
      for (const server of [frozen, other]) {
        server.signal('SIGTERM');
        expect(await server.ended).toBe(0);
      }
      const acknowledged = [...there.acknowledged, ...here.acknowledged];
      expect(await check(storage, acknowledged)).toEqual([]);
      expect(new Set(acknowledged.map((one) => one.entry_number)).size).toBe(acknowledged.length);
    });
  });
});
