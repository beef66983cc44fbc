/** The unit of systemd: understood by systemd itself where it is installed, hardened, and in accordance with the product. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readUnit } from '../scripts/lib/systemd-unit.mjs';

const file = join(import.meta.dirname, '../deploy/glassdrum@.service');
const folder = mkdtempSync(join(tmpdir(), 'glassdrum-unit-'));
const instance = join(folder, 'glassdrum@3001.service');
copyFileSync(file, instance);
afterAll(() => rmSync(folder, { recursive: true }));

/** Of systemd's scale from 0, sealed, to 10, open; in tenths. */
const MOST_EXPOSED = 15;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('M13: an instance is what its port says, runs as a user of its own, and may write to its state directory only', () => {
  const { Service = {} } = readUnit(readFileSync(file, 'utf8'), '3001');
  const value = (name: string): string | undefined => Service[name]?.at(-1);
  expect(Service['Environment']).toEqual(
    expect.arrayContaining(['PORT=3001', 'HOST=127.0.0.1', 'DATA_DIR=/var/lib/glassdrum']),
  );
  expect({
    User: value('User'),
    StateDirectory: value('StateDirectory'),
    StateDirectoryMode: value('StateDirectoryMode'),
    ProtectSystem: value('ProtectSystem'),
    NoNewPrivileges: value('NoNewPrivileges'),
    CapabilityBoundingSet: value('CapabilityBoundingSet'),
    Restart: value('Restart'),
    ReadWritePaths: value('ReadWritePaths'),
  }).toEqual({
    User: 'glassdrum',
    StateDirectory: 'glassdrum',
    StateDirectoryMode: '0700',
    ProtectSystem: 'strict',
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    Restart: 'always',
    ReadWritePaths: undefined,
  });
  // Longer than the server gives the calls under way.
  const drain = /END_WITHIN_MS = ([\d_]+)/.exec(
    readFileSync(join(import.meta.dirname, '../apps/server/src/end-on-signal.ts'), 'utf8'),
  )?.[1];
  expect(Number(value('TimeoutStopSec')) * 1000).toBeGreaterThan(Number(drain?.replaceAll('_', '')));
});

test.runIf(hasSystemd)('systemd finds nothing wrong with it', () => {
  const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', instance], { encoding: 'utf8' });
  expect([status, `${stdout}${stderr}`.replaceAll(/^.*(?:Failed to|man).*\n/gm, '')]).toEqual([0, '']);
});

test.runIf(hasSystemd)('systemd takes it for well sealed', () => {
  const { stdout, status } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, instance],
    { encoding: 'utf8' },
  );
  expect([status, stdout.split('\n').at(-2)]).toEqual([0, expect.any(String)]);
});
