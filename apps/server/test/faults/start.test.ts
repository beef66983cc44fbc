/** A start on data that are not as they should be: refused with a sentence that says what to do. */
import { chmodSync, copyFileSync, existsSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StartRefused } from '../../src/platform/database/start-refused.ts';
import { readSignedMark, signedMarkPath } from '../../src/platform/public-log/signed-mark.ts';
import { glassdrum } from '../support/command.ts';
import { drawnRaffle } from '../support/drawn.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { makeMigratedStorage } from '../support/migrated.ts';
import { eventually, openRaffle, signUp } from '../support/people.ts';
import { program } from '../support/programs.ts';
import { makeStorage, postgresServer, type Storage } from '../support/storage.ts';

/** A start as it ends: its code and what it said. */
async function startAndEnd(dataDir: string, uid?: number): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [program('main')], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: '', TMPDIR: '/tmp' },
    ...(uid !== undefined && { uid }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (text.includes('is ready at')) child.kill();
    });
  }
  return { code: await new Promise((resolve) => child.once('exit', resolve)), said };
}

describe.runIf(postgresServer !== undefined)('a folder that was moved to PostgreSQL', () => {
  it('D7: is not started without DATABASE_URL', async () => {
    const [old, fresh] = [await makeMigratedStorage('sqlite'), await makeStorage('postgres')];
    afterAll(old.drop);
    afterAll(fresh.drop);
    const moved = await glassdrum(old, 'move-to-postgres', fresh.databaseUrl ?? '');
    expect(moved.code).toBe(0);
    const { code, said } = await startAndEnd(old.dataDir);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The data folder \S+ was moved to PostgreSQL\. Set DATABASE_URL to that database\./,
    );
    expect(existsSync(join(old.dataDir, 'glassdrum.sqlite'))).toBe(false);
  });
});

describe('a folder that cannot be written', () => {
  it('D7: is answered with a sentence', async () => {
    const storage = await makeMigratedStorage('sqlite');
    afterAll(storage.drop);
    const inside = join(storage.dataDir, 'folder');
    mkdirSync(inside);
    chmodSync(inside, 0o500);
    // Modes say nothing to root, who starts it as nobody.
    const { code, said } = await startAndEnd(
      join(inside, 'data'),
      process.getuid?.() === 0 ? 65_534 : undefined,
    );
    expect(code).toBe(1);
    expect(said).toMatch(/^The data folder \(DATA_DIR\) can't be written/);
    expect(said).not.toMatch(/\n\s+at /);
  });
});

forEachDatabase((makeApp, kind) => {
  /** The installation as it is now, to be put back later. */
  async function oldCopy(storage: Storage): Promise<Storage> {
    const template = kind === 'sqlite' ? undefined : new URL(storage.databaseUrl ?? '').pathname.slice(1);
    const copy = await makeStorage(kind, template);
    afterAll(copy.drop);
    cpSync(storage.dataDir, copy.dataDir, { recursive: true });
    return copy;
  }

  describe('signed records that are missing', () => {
    it('D7: are noticed at the start, named, and accepted by the operator only', async () => {
      const first = await makeApp();
      await drawnRaffle(first, await signUp(first), 2);
      const head = first.parts.database.query.selectFrom('public_log_head').select('size');
      const { size: before } = await head.executeTakeFirstOrThrow();
      await first.close();
      const storage = await oldCopy(first.storage);
      const app = await makeApp({ storage: first.storage });
      const host = await signUp(app);
      await openRaffle(host);
      await openRaffle(host);
      const mark = async (): Promise<boolean> => readSignedMark(app.storage.dataDir)?.size === before + 2;
      await eventually(app, 'the last checkpoint on file', mark);
      await app.close();
      // The old database comes back into the folder as it is now.
      copyFileSync(signedMarkPath(app.storage.dataDir), signedMarkPath(storage.dataDir));

      await expect(makeApp({ storage })).rejects.toThrow(
        `The public log has ${before} records, but ${before + 2} were signed. Records ${before + 1} to ${before + 2} are missing`,
      );

      const asked = await glassdrum(storage, 'accept-log');
      expect([asked.code, asked.stdout]).toEqual([1, expect.stringMatching(/are missing[^]*--yes/)]);
      await expect(makeApp({ storage })).rejects.toThrow(StartRefused);
      expect((await glassdrum(storage, 'accept-log', '--yes')).code).toBe(0);
      const again = await makeApp({ storage });
      expect(readSignedMark(storage.dataDir)?.size).toBe(before);
      await again.close();

      writeFileSync(signedMarkPath(storage.dataDir), '{"size":');
      await expect(makeApp({ storage })).rejects.toThrow(/is damaged/);
    });
  });
});
