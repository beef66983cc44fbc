/** M7: nobody else on the machine reads the data, and backups can be given away without being read. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { restoreBackup } from '../../src/cli/backup/restore-backup.ts';
import { takeBackup } from '../../src/cli/backup/take-backup.ts';
import { makePrivateFolder } from '../../src/platform/keys/private-folder.ts';
import { glassdrum } from '../support/command.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { join as enter, openRaffle, person, signUp } from '../support/people.ts';

forEachDatabase((makeApp, kind) => {
  const scratch = mkdtempSync(join(tmpdir(), 'glassdrum-at-rest-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test('M7: a folder that others could read is closed, and so are all files in it', async () => {
    const first = await makeApp();
    await first.close();
    const { dataDir } = first.storage;
    chmodSync(dataDir, 0o755);
    for (const name of readdirSync(dataDir)) {
      if (statSync(join(dataDir, name)).isFile()) chmodSync(join(dataDir, name), 0o644);
    }
    const app = await makeApp({ storage: first.storage });
    await openRaffle(await signUp(app));
    const open = ['.', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter(
      (name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
    if (kind === 'sqlite') expect(existsSync(join(dataDir, 'glassdrum.sqlite-wal'))).toBe(true);
  });

  // What is packed is an SQLite file, whichever database it came from.
  if (kind !== 'sqlite') return;

  const PASSPHRASE = 'nine quiet drums';
  const plain = { keysTarget: null, passphrase: null, now: 0, version: '0.1.0' };
  const restoring = { keysFrom: null, passphrase: null, replace: false, now: 0 };
  const files = (): string[] => readdirSync(scratch).toSorted();

  test('M7: an encrypted backup shows nothing, and is restored with its passphrase only', async () => {
    const app = await makeApp();
    const { storage: installation } = app;
    const raffle = await openRaffle(await signUp(app, 'Hanna Secretname'));
    await enter(app, raffle.public_link, 'Ada Secretname');
    const target = join(scratch, 'backup.tar.gz.age');
    await expect(
      takeBackup({ ...plain, installation, passphrase: PASSPHRASE, target: join(scratch, 'backup.tar') }),
    ).rejects.toThrow(/^BACKUP_PASSPHRASE is set, so the backup is encrypted: name a file that ends in/);
    await expect(takeBackup({ ...plain, installation, target })).rejects.toThrow(/set BACKUP_PASSPHRASE\.$/);
    expect(files()).toEqual([]);

    await takeBackup({ ...plain, installation, passphrase: PASSPHRASE, target });
    expect(readFileSync(target, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
    expect(statSync(target).mode & 0o077).toBe(0);
    expect(files()).toEqual(['backup.tar.gz.age']);
    expect(readdirSync(installation.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);

    const from = { ...restoring, from: target, to: join(scratch, 'restored') };
    await expect(restoreBackup(from)).rejects.toThrow(/is encrypted\. Set BACKUP_PASSPHRASE/);
    await expect(restoreBackup({ ...from, passphrase: 'ten quiet drums' })).rejects.toThrow(
      /^BACKUP_PASSPHRASE is not the passphrase that/,
    );
    const cut = join(scratch, 'cut.tar.gz.age');
    writeFileSync(cut, readFileSync(target).subarray(0, -20));
    await expect(restoreBackup({ ...from, from: cut, passphrase: PASSPHRASE })).rejects.toThrow(
      /is no backup, or it is damaged\.$/,
    );
    await restoreBackup({ ...from, passphrase: PASSPHRASE });
    const copy = await makeApp({
      storage: { kind: 'sqlite', dataDir: from.to, databaseUrl: undefined, drop: async () => undefined },
    });
    expect((await person(copy).get(`/api/join/${raffle.public_link}`)).status).toBe(200);
    // The passphrase is stretched on purpose, four times here.
  }, 240_000);

  test('M7: keys in a file of their own: neither file is enough alone', async () => {
    const app = await makeApp();
    await signUp(app);
    const [target, keys] = [join(scratch, 'data.tar'), join(scratch, 'keys.tar')];
    const saved = await glassdrum(app.storage, 'backup', target, '--keys', keys);
    expect([saved.code, saved.stdout]).toEqual([0, expect.stringContaining(`The keys are in ${keys}\n`)]);
    const names = (file: string): string => execFileSync('tar', ['-tf', file], { encoding: 'utf8' });
    expect(names(target)).not.toContain('keys/');
    expect(names(keys)).toContain('keys/secret.key');
    const to = join(scratch, 'apart');
    await expect(restoreBackup({ ...restoring, from: target, to })).rejects.toThrow(/Name it with --keys\.$/);
    expect(await glassdrum(null, 'restore', target, '--to', to, '--keys', keys)).toMatchObject({ code: 0 });
    expect(readdirSync(join(to, 'keys'))).toContain('secret.key');
  }, 120_000);
});

test.runIf(process.platform === 'linux')(
  'M7: a folder that cannot be closed is refused in one sentence',
  () => {
    // The kernel's own, whose mode nobody can change.
    expect(() => makePrivateFolder('/proc/self/task')).toThrow(
      /with mode 700, or choose another one with DATA_DIR\.$/,
    );
  },
);
