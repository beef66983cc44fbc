/**
 * H9 to H13 together: what attackers did, each alone and all at the same time, against a process with 512 MB. It lives, other
 * people join, and everything that was acknowledged is there. How long its event loop pauses is measured by
 * `npm run bench -- flood`.
 */
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import type { JoinAnswer } from '@glassdrum/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { brokenPromises } from '../support/checker.ts';
import {
  FLOODS,
  MEMORY_BYTES,
  othersJoin,
  prepareTarget,
  startFloodedServer,
  startFloods,
} from '../support/floods.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeMigratedStorage } from '../support/migrated.ts';
import { program } from '../support/programs.ts';

vi.setConfig({ testTimeout: 420_000 });

const { chain } = createTestChain(new Uint8Array(32).fill(7), { genesisTime: 1_600_000_000, period: 3 });
const EACH_MS = 1_500;
const ALL_MS = 4_000;
/** Attackers of each kind when all come together. */
const TOGETHER = 3;

forEachDatabase((_makeApp, kind) => {
  test('H9 H10 H11 H12 H13: each flood alone and all together: a process with 512 MB lives, others join, nothing is lost', async () => {
    const storage = await makeMigratedStorage(kind);
    afterAll(storage.drop);
    const server = await startFloodedServer(storage, program('main'));
    afterAll(server.end);
    const target = await prepareTarget(server.url);
    const acknowledged: JoinAnswer[] = [];
    const idle = await othersJoin(target, EACH_MS);
    expect(idle.wrong).toEqual([]);
    acknowledged.push(...idle.acknowledged);

    for (const floods of [
      ...FLOODS.map((one) => [one]),
      FLOODS.map((one) => ({ ...one, attackers: TOGETHER })),
    ]) {
      const title = floods.length === 1 ? floods[0]?.name : 'all together';
      const running = startFloods(target, floods);
      const people = await othersJoin(target, floods.length === 1 ? EACH_MS : ALL_MS);
      const attacks = await running.stop();
      expect([title, server.hasEnded(), people.wrong]).toEqual([title, false, []]);
      expect(people.acknowledged.length).toBeGreaterThan(0);
      expect(attacks).toBeGreaterThan(0);
      acknowledged.push(...people.acknowledged);
    }
    // What was flooded is as it was.
    const after = await othersJoin(target, EACH_MS);
    expect(after.wrong).toEqual([]);
    acknowledged.push(...after.acknowledged);
    expect((await server.facts()).peakBytes).toBeLessThan(MEMORY_BYTES);
    await server.end();
    const database = await openDatabase(storage);
    try {
      expect(await brokenPromises(database, { acknowledged, chain })).toEqual([]);
      const lines = await database.query.selectFrom('chat_messages').select('created_at').execute();
      const byTime = lines.map(({ created_at: at }) => at).toSorted((a, b) => a - b);
      // Ten in a window of ten seconds, windows one after the other.
      for (const [n, at] of byTime.entries()) {
        expect(
          byTime.filter((other) => other >= at && other < at + 5_000).length,
          `line ${n}`,
        ).toBeLessThanOrEqual(20);
      }
    } finally {
      await database.close();
    }
  });
});
