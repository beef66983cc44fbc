/**
 * docs/install.md names only what exists. `npm run check-install` executes its commands; this is what can be said in a moment.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../scripts/lib/install/blocks.mjs';
import { readUnit } from '../scripts/lib/systemd-unit.mjs';

const repository = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const document = read('docs/install.md');
const commandsFor = (kind: string): string =>
  blocksOf(document, kind)
    .map(({ commands }) => commands)
    .join('\n');
const settings = commandsFor('settings');

describe.each(['one', 'three'])('docs/install.md, %s', (kind) => {
  const commands = commandsFor(kind);

  test('its commands are a whole: in a form that a shell reads, from packages to the check of a draw', () => {
    expect(spawnSync('bash', ['-n'], { input: `${settings}\n${commands}`, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
    const inOrder = [
      'apt-get',
      'npm ci',
      'npm run assemble',
      'glassdrum.env',
      'systemctl enable',
      'systemctl reload',
      'verify',
    ];
    const places = inOrder.map((text) => commands.indexOf(text));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  test('every variable is set before it is used', () => {
    const set = new Set([
      'PATH',
      'port',
      ...[...`${settings}\n${commands}`.matchAll(/^(\w+)=/gm)].map(([, name]) => name),
    ]);
    const used = [...commands.matchAll(/\$\{?([A-Za-z]\w*)/g)].map(([, name]) => name);
    expect(used.filter((name) => !set.has(name))).toEqual([]);
  });

  test('every file, npm command and setting in it exists, and folders and ports are those of the unit', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, name = ''] of commands.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty([name]);
    const files = [...commands.matchAll(/\b(?:deploy|apps)\/[\w./@-]+\w/g)].map(([path]) => path);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    const known = new Set(
      [...read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name]) => name),
    );
    const written = [...commands.matchAll(/^(?:echo ')?([A-Z_]+)=\S*(?=$|'| >>)/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(written.filter((name) => name !== 'RELEASE' && !known.has(name))).toEqual([]);
    const { Service = {} } = readUnit(read('deploy/glassdrum@.service'), '3001');
    for (const folder of [...(Service['WorkingDirectory'] ?? []), ...(Service['EnvironmentFile'] ?? [])]) {
      expect(commands).toContain(folder);
    }
    const ports = new Set([...commands.matchAll(/glassdrum@(\d+)/g)].map(([, port]) => port));
    const proxy = read(kind === 'one' ? 'deploy/Caddyfile' : 'deploy/nginx.conf');
    for (const port of ports) expect(proxy).toContain(`127.0.0.1:${port}`);
  });
});
