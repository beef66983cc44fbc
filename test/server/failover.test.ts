/**
 * PostgreSQL fails over: the server dies in the middle of a draw and while people join, its synchronous standby takes its
 * place, and the address that the nodes know leads there. What was acknowledged is there, nodes hear each other again, and
 * the draw goes on. Meanwhile calls are refused with a clear sentence.
 */
import type { ErrorBody, JoinAnswer } from '@glassdrum/contract';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../scripts/lib/postgres.mjs';
import { brokenPromises } from '../../apps/server/test/support/checker.ts';
import { layCable } from '../../apps/server/test/support/cable.ts';
import { forEachDatabase, type TestApp } from '../../apps/server/test/support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../../apps/server/test/support/people.ts';
import { makeStorage } from '../../apps/server/test/support/storage.ts';
import { watch } from '../../apps/server/test/support/watch.ts';

/** A server whose commits wait for its standby, and the standby. */
async function startPair() {
  const primary = await startPostgres();
  afterAll(primary.stop);
  const standby = await startPostgres({ standbyOf: primary.url });
  afterAll(standby.stop);
  const client = new Client({ connectionString: primary.url });
  await client.connect();
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query('alter system reset synchronous_commit');
  await client.query('select pg_reload_conf()');
  // The server's own command line says otherwise for tests.
  await client.query("alter database postgres set synchronous_commit = 'on'");
  await expect
    .poll(async () => (await client.query('select sync_state from pg_stat_replication')).rows, {
      timeout: 30_000,
    })
    .toEqual([{ sync_state: 'sync' }]);
  await client.end();
  return { primary, standby };
}

/** Joins until it is stopped. @returns what was acknowledged, by number, and the other answers */
function keepJoining(app: TestApp, publicLink: string) {
  const acknowledged = new Map<number, string>();
  const refusals = new Map<number, string>();
  const over = new AbortController();
  const run = async (): Promise<void> => {
    for (let i = 1; !over.signal.aborted; i += 1) {
      const name = `Guest number ${i}`;
      const answer = await person(app).post<JoinAnswer & ErrorBody>('/api/join/public', {
        public_link: publicLink,
        display_name: name,
      });
      if (answer.status === 201) acknowledged.set(answer.body.entry_number, name);
      else refusals.set(answer.status, answer.body.error.message);
    }
  };
  const running = run();
  return {
    acknowledged,
    refusals,
    stop(): Promise<void> {
      over.abort();
      return running;
    },
  };
}

forEachDatabase((makeApp, kind) => {
  test.runIf(kind === 'postgres' && findPostgres() !== null)(
    'D1 R33 C3: the database fails over to its standby: nothing acknowledged is lost, and the draw goes on',
    async () => {
      const { primary, standby } = await startPair();
      const cable = await layCable(primary.url);
      afterAll(cable.drop);
      const local = await makeStorage('sqlite');
      afterAll(local.drop);
      const storage = { ...local, kind: 'postgres' as const, databaseUrl: cable.url };
      const one = await makeApp({ storage });
      const other = await makeApp({ storage, clock: one.clock });
      const { rows: settings } = await sql`show synchronous_commit`.execute(one.parts.database.query);
      expect(settings).toEqual([{ synchronous_commit: 'on' }]);
      const host = await signUp(one);
      const drawn = await openRaffle(host);
      for (let i = 1; i <= 3; i += 1) await join(one, drawn.public_link, `Guest ${i}`);
      const open = await openRaffle(host, { title: 'People are joining' });
      const watchers = [
        await watch(one, await one.listen(), drawn.id),
        await watch(other, await other.listen(), drawn.id),
      ];
      await host.post(`/api/raffles/${drawn.id}/draw`);
      const { plan } = (await watchers[1]!.next('draw:starting')).data;
      while (one.clock.now() < plan.t0 + 10_000) {
        await one.clock.advance(250);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }

      const joins = keepJoining(other, open.public_link);
      await expect.poll(() => joins.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(20);
      cable.pull();
      await primary.die();
      // A draw that cannot be written down does not begin.
      const begun = await host.post<ErrorBody>(`/api/raffles/${open.id}/draw`);
      expect([begun.status, begun.headers['retry-after']]).toEqual([503, expect.any(String)]);
      expect(begun.body.error).toMatchObject({ code: 'unavailable' });
      await expect.poll(() => [...joins.refusals.keys()], { timeout: 60_000 }).toEqual([503]);
      expect(joins.refusals.get(503)).toMatch(/again/);
      standby.promote();
      cable.leadTo(standby.url);
      cable.plug();
      const before = joins.acknowledged.size;
      await expect.poll(() => joins.acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      await joins.stop();
      expect([...joins.refusals.keys()]).toEqual([503]);

      const { query } = one.parts.database;
      const rows = await query
        .selectFrom('participations')
        .select(['entry_number', 'display_name'])
        .where('raffle_id', '=', open.id)
        .orderBy('entry_number')
        .execute();
      expect(rows.map((row) => row.entry_number)).toEqual(rows.map((_, index) => index + 1));
      const stored = new Map(rows.map((row) => [row.entry_number, row.display_name]));
      expect([...joins.acknowledged].filter(([number, name]) => stored.get(number) !== name)).toEqual([]);

      const winners: unknown[] = [];
      for (const watcher of watchers) {
        const done = await eventually(
          one,
          'the end of the draw',
          async () => watcher.events().find(({ type }) => type === 'draw:done'),
          250,
        );
        if (done.type === 'draw:done') winners.push(done.data.winners);
      }
      expect(winners[0]).toHaveLength(3);
      expect(winners[1]).toEqual(winners[0]);
      // Each node hears the other again.
      for (const [from, at] of [
        [one, watchers[1]],
        [other, watchers[0]],
      ] as const) {
        const message = `From ${from === one ? 'the one' : 'the other'} after the failover`;
        await person(from, host.headers).post(`/api/raffles/${drawn.id}/chat`, {
          raffle_id: drawn.id,
          message,
        });
        await eventually(
          one,
          message,
          async () => at!.received.some(({ text }) => text.includes(message)),
          100,
        );
      }
      await eventually(
        one,
        'the draw to be complete',
        async () => {
          const draw = await query.selectFrom('draws').select('completed_at').executeTakeFirst();
          return draw?.completed_at !== null && draw !== undefined;
        },
        250,
      );
      expect(
        await brokenPromises(one.parts.database, { chain: one.testChain.chain, drawn: [drawn.id] }),
      ).toEqual([]);
    },
  );
});
