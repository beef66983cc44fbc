/** Backups under load and moving to PostgreSQL: the checker passes on the copy, which lives on as the installation did. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { JoinAnswer } from '@glassdrum/contract';
import { BackupProblem } from '../../src/cli/backup/problem.ts';
import { restoreBackup } from '../../src/cli/backup/restore-backup.ts';
import { takeBackup } from '../../src/cli/backup/take-backup.ts';
import { folderObjects, newObjectId } from '../../src/platform/storage/objects.ts';
import { brokenPromises } from '../support/checker.ts';
import { glassdrum } from '../support/command.ts';
import { drawnRaffle, drawToTheEnd } from '../support/drawn.ts';
import { inside, startJoinStorm } from '../support/join-storm.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { openRaffle, type Person, person, signUp } from '../support/people.ts';
import { makeStorage, type Storage } from '../support/storage.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

forEachDatabase((makeApp, kind) => {
  const scratch = mkdtempSync(join(tmpdir(), 'glassdrum-backup-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  let serial = 0;
  const freshPath = (ending = ''): string => {
    serial += 1;
    return join(scratch, `${serial}${ending}`);
  };
  const onSqlite = (dataDir: string): Storage => ({
    kind: 'sqlite',
    dataDir,
    databaseUrl: undefined,
    drop: () => Promise.resolve(),
  });

  /** An installation with a finished draw, an open raffle and an image. */
  async function filled(storage?: Storage): Promise<{
    app: TestApp;
    host: Person;
    drawn: string;
    open: { id: string; public_link: string };
    image: string;
  }> {
    const env = { JOIN_LIMIT: 'off' };
    const app = await makeApp(storage === undefined ? { env } : { env, storage });
    const host = await signUp(app);
    const { id: drawn } = await drawnRaffle(app, host, 8);
    const open = await openRaffle(host);
    const image = newObjectId();
    await folderObjects(join(app.storage.dataDir, 'objects')).put(image, Buffer.from('an image'));
    return { app, host, drawn, open, image };
  }

  async function livesOn(
    app: TestApp,
    host: Person,
    { drawn, open, acknowledged }: { drawn: string; open: string; acknowledged: readonly JoinAnswer[] },
  ): Promise<void> {
    const { chain } = app.testChain;
    expect(await brokenPromises(app.parts.database, { acknowledged, chain, drawn: [drawn] })).toEqual([]);
    // The old session, and the seed that was sealed with the old keys.
    const sameHost = person(app, host.headers);
    expect((await drawToTheEnd(app, sameHost, open)).winners).toHaveLength(3);
    expect(await brokenPromises(app.parts.database, { acknowledged, chain, drawn: [drawn, open] })).toEqual(
      [],
    );
  }

  const takenFrom = (app: TestApp, target: string): Promise<unknown> =>
    takeBackup({
      installation: { databaseUrl: app.storage.databaseUrl, dataDir: app.storage.dataDir },
      target,
      keysTarget: null,
      passphrase: null,
      now: NOW,
      version: '0.1.0',
    });
  const restored = (from: string, to: string, replace = false): Promise<unknown> =>
    restoreBackup({ from, keysFrom: null, passphrase: null, to, replace, now: NOW });

  test('a backup under load, restored elsewhere, holds every join acknowledged before it', async () => {
    const { app, host, drawn, open, image } = await filled();
    const storm = startJoinStorm(inside(app), open.public_link);
    await storm.reach(100);
    const before = [...storm.acknowledged];
    const target = freshPath(kind === 'sqlite' ? '.tar.gz' : '');
    const saved = await glassdrum(app.storage, 'backup', target);
    expect(saved).toMatchObject({ code: 0 });
    expect(saved.stdout).toContain(`Saved to ${target}\n`);
    await storm.stop();
    expect(storm.acknowledged.length).toBeGreaterThan(before.length);
    expect(await brokenPromises(app.parts.database, { ...storm, chain: app.testChain.chain })).toEqual([]);
    expect(statSync(target).mode & 0o077).toBe(0);

    const folder = freshPath();
    const back = await glassdrum(null, 'restore', target, '--to', folder);
    expect(back).toMatchObject({ code: 0 });
    expect(back.stdout).toMatch(/^Restored to .*, as it was on /);
    expect(readdirSync(folder).toSorted()).toEqual(['glassdrum.sqlite', 'keys', 'objects']);
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    }
    expect(await folderObjects(join(folder, 'objects')).get(image)).toEqual(Buffer.from('an image'));
    const copy = await makeApp({ storage: onSqlite(folder), clock: app.clock });
    await livesOn(copy, host, { drawn, open: open.id, acknowledged: before });
  });

  describe.runIf(kind === 'sqlite')('refusals', () => {
    test('a backup overwrites nothing, and needs the installation’s own keys', async () => {
      const app = await makeApp();
      const folder = freshPath();
      await takenFrom(app, folder);
      await expect(takenFrom(app, folder)).rejects.toThrow(`The folder ${folder} is not empty.`);
      const file = freshPath('.tar');
      writeFileSync(file, 'mine');
      await expect(takenFrom(app, file)).rejects.toThrow('is there already');
      expect(readFileSync(file, 'utf8')).toBe('mine');

      const other = await makeApp();
      writeFileSync(join(app.storage.dataDir, 'keys', 'signing.key'), `${'ab'.repeat(32)}\n`);
      const unfinished = freshPath();
      await expect(takenFrom(app, unfinished)).rejects.toThrow('are not those of this database');
      expect(readdirSync(scratch)).not.toContain(unfinished.slice(scratch.length + 1));
      const nowhere = await glassdrum({ ...other.storage, dataDir: freshPath() }, 'backup', freshPath());
      expect([nowhere.code, nowhere.stderr.split('\n')]).toEqual([1, [expect.stringMatching(/^There /), '']]);
    });

    test('a damaged or unfinished backup is not restored, and leaves the folder as it was', async () => {
      const app = await makeApp();
      const good = freshPath();
      await takenFrom(app, good);
      const damage = async (change: (folder: string) => void): Promise<string> => {
        const folder = freshPath();
        await takenFrom(app, folder);
        change(folder);
        const to = freshPath();
        const failure = await restored(folder, to).then(
          () => null,
          (error: unknown) => error,
        );
        expect(failure).toBeInstanceOf(BackupProblem);
        expect(readdirSync(to)).toEqual([]);
        return (failure as Error).message;
      };
      const flip = (path: string): void => {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      };
      expect(await damage((folder) => flip(join(folder, 'glassdrum.sqlite')))).toMatch(/is not as it was/);
      expect(await damage((folder) => flip(join(folder, 'keys', 'secret.key')))).toMatch(/is not as it was/);
      expect(await damage((folder) => rmSync(join(folder, 'keys', 'secret.key')))).toMatch(/is missing/);
      expect(await damage((folder) => rmSync(join(folder, 'backup.json')))).toMatch(/never finished/);
      expect(await damage((folder) => writeFileSync(join(folder, 'backup.json'), '{}'))).toMatch(/damaged/);
      const path = (folder: string): string => join(folder, 'backup.json');
      const outside = (folder: string): void =>
        writeFileSync(
          path(folder),
          readFileSync(path(folder), 'utf8').replace('keys/signing.key', '../../stolen'),
        );
      expect(await damage(outside)).toMatch(/damaged/);
      const broken = freshPath('.tar.gz');
      writeFileSync(broken, 'this is no archive');
      await expect(restored(broken, freshPath())).rejects.toThrow('is no backup, or it is damaged');
    });

    test('a folder that is not empty is kept, moved aside only when told, and never while in use', async () => {
      const app = await makeApp();
      const saved = freshPath();
      await takenFrom(app, saved);
      const folder = freshPath();
      await restored(saved, folder);
      await expect(restored(saved, folder)).rejects.toThrow('is not empty');
      const running = await makeApp({ storage: onSqlite(folder) });
      await expect(restored(saved, folder, true)).rejects.toThrow('Stop it first');
      await running.close();
      await restored(saved, folder, true);
      expect(readdirSync(join(folder, 'replaced-2026-01-02T03-04-05.000Z'))).toEqual(
        expect.arrayContaining(['glassdrum.sqlite', 'keys']),
      );
      await (await makeApp({ storage: onSqlite(folder) })).close();
    });
  });

  test.runIf(kind === 'postgres')(
    'move-to-postgres carries thousands of entries and a finished draw over, all or nothing',
    async () => {
      const source = await makeStorage('sqlite');
      const target = await makeStorage('postgres');
      afterAll(source.drop);
      afterAll(target.drop);
      const { app, host, drawn, open } = await filled(source);
      const storm = startJoinStorm(inside(app), open.public_link, 100);
      await storm.reach(3_000);
      await storm.stop();
      const url = target.databaseUrl ?? '';
      const move = (): ReturnType<typeof glassdrum> => glassdrum(source, 'move-to-postgres', url);

      const beside = await move();
      expect([beside.code, beside.stderr]).toEqual([
        1,
        expect.stringContaining('is in use by another Glassdrum'),
      ]);
      await app.close();
      const moved = await move();
      expect(moved).toMatchObject({ code: 0, stderr: '' });
      expect(moved.stdout).toMatch(/^Moved [\d,]+ rows in \d+ tables\.\n/);
      const again = await move();
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('There is no SQLite database')]);

      const there = await makeApp({
        storage: { ...target, dataDir: source.dataDir, drop: () => Promise.resolve() },
        clock: app.clock,
      });
      await livesOn(there, host, { drawn, open: open.id, acknowledged: storm.acknowledged });

      const second = await makeStorage('sqlite');
      afterAll(second.drop);
      await (await makeApp({ storage: second })).close();
      const taken = await glassdrum(second, 'move-to-postgres', url);
      expect([taken.code, taken.stderr]).toEqual([
        1,
        'The PostgreSQL database already holds an installation. Choose an empty one.\n',
      ]);
    },
  );
});
