/** R86: `glassdrum witness` as operators use it, beside running servers: two clubs that witness each other. */
import { parseWitnessKey } from '@glassdrum/fair-draw';
import { expect, it } from 'vitest';
import { glassdrum } from '../../test/support/command.ts';
import { forEachDatabase, type TestApp } from '../../test/support/make-app.ts';
import { eventually, openRaffle, signUp } from '../../test/support/people.ts';
import type { Storage } from '../../test/support/storage.ts';
import { storedCosignatures } from '../platform/public-log/cosignatures.ts';
import { latestCheckpoint } from '../platform/public-log/checkpoints.ts';

/** In a process of its own, as the claim is that it works beside a running server. */
function run(
  storage: Pick<Storage, 'dataDir' | 'databaseUrl'>,
  environment: Record<string, string>,
  ...args: string[]
): ReturnType<typeof glassdrum> {
  return glassdrum({ ...storage, environment }, 'witness', ...args);
}

const noteKeyOf = async (app: TestApp): Promise<string> =>
  (await app.http.inject({ url: '/api/log' })).json<{ note_key: string }>().note_key;

forEachDatabase((makeApp, kind) => {
  it('R86: two installations that were told of each other cosign each other', async () => {
    const north = await makeApp();
    const address = await north.listen();
    const environment = { PUBLIC_URL: address, WITNESS_NAME: 'north.example.org' };
    const key = await run(north.storage, environment, 'key');
    const entry = key.stdout.trim();
    const [verifierKey = '', url] = entry.split('=http');
    expect(parseWitnessKey(verifierKey)).toMatchObject({
      name: 'north.example.org',
      publicKey: north.parts.keys.witness.publicKey,
    });
    expect(`http${url ?? ''}`).toBe(`${address}/witness`);
    await north.close();
    const running = await makeApp({
      storage: north.storage,
      env: { ...environment, PORT: new URL(address).port },
    });
    await running.listen();

    const south = await makeApp({ env: { WITNESSES: entry } });
    const added = await run(running.storage, {}, 'add', 'south club', await noteKeyOf(south));
    expect([added.code, added.stdout]).toEqual([
      0,
      'This installation now witnesses the log of south club.\n',
    ]);
    await openRaffle(await signUp(south));
    await eventually(
      south,
      'a cosignature by the other club',
      async () => {
        const latest = await latestCheckpoint(south.parts.database);
        const stored = await storedCosignatures(south.parts.database.query, latest?.size ?? 0);
        return latest !== null && latest.size === 1 && stored.length === 1;
      },
      500,
    );
    const witnessed = await run(running.storage, {}, 'list');
    expect(witnessed.stdout).toMatch(
      /^Witnessed here:\n {2}south club {2}glassdrum\.log\/[0-9a-f]{16} {2}1 record, /,
    );
    const asked = await run(south.storage, { WITNESSES: entry }, 'list');
    expect(asked.stdout).toMatch(
      /Asked to witness this installation:\n {2}north\.example\.org .* cosigned 1 record, /,
    );
    const removed = await run(running.storage, {}, 'remove', 'south club');
    expect([removed.code, removed.stdout]).toEqual([
      0,
      'This installation no longer witnesses the log of south club.\n',
    ]);
  }, 120_000);

  if (kind !== 'sqlite') return;
  it('R86: says in one sentence what is wrong', async () => {
    const app = await makeApp();
    for (const [args, words, code] of [
      [['add', 'club', 'no key'], /^This is not the key of a log\./, 1],
      [['remove', 'nobody'], /^No log is witnessed here by the name nobody\./, 1],
      [['add', 'club'], /^Usage: glassdrum witness key/, 2],
      [['forget'], /^Usage: glassdrum witness key/, 2],
      [[], /^Usage: glassdrum witness key/, 2],
    ] as const) {
      const answer = await run(app.storage, {}, ...args);
      expect(answer.stderr).toMatch(words);
      expect(answer.code).toBe(code);
    }
    const nowhere = await run({ dataDir: '/nowhere/at-all', databaseUrl: undefined }, {}, 'key');
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      'There is no installation in /nowhere/at-all yet. Set DATA_DIR to its data folder.\n',
    ]);
  }, 120_000);
});
