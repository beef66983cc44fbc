/** M13: what is delivered is known to the byte: named with its licence, and pinned by a hash. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Locked {
  version?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  integrity?: string;
  resolved?: string;
}

interface Component {
  purl: string;
  hashes?: { alg: string; content: string }[];
}

const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }).packages,
).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);

/** Delivered with an installation, on some machine. */
const delivered = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true);

const LICENCES =
  /^(?:\(?(?:MIT|MIT-0|0BSD|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|OFL-1\.1|CC0-1\.0|MPL[- ]2\.0|LGPL-3\.0-or-later|Unlicense)(?: (?:AND|OR) |\)|$))+$/;
let sbom: { bomFormat: string; serialNumber: string; components: Component[] };
beforeAll(() => {
  execFileSync('npm', ['run', 'sbom'], { cwd: root, stdio: 'ignore' });
  sbom = JSON.parse(read('release/sbom.cdx.json')) as typeof sbom;
}, 60_000);

test('M13: everything delivered has a SHA-512 in the lockfile, whatever the machine', () => {
  const loose = delivered.filter(
    ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('M13: only optional tools of other machines, which are never delivered, have none', () => {
  const loose = locked.filter(([, { integrity }]) => integrity === undefined);
  expect(loose.filter(([, { optional }]) => optional !== true).map(([path]) => path)).toEqual([]);
});

test('M13: nothing comes from anywhere but the registry', () => {
  const foreign = locked.filter(
    ([, { resolved }]) => resolved !== undefined && /^(?:git|file|http:)/.test(resolved),
  );
  expect(foreign.map(([path]) => path)).toEqual([]);
});

test('M13: the SBOM names all of it with its hash, and is the same for the same lockfile', () => {
  expect(sbom.bomFormat).toBe('CycloneDX');
  const named = sbom.components.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length)));
  const names = delivered.map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`);
  expect(named.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(sbom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  const before = read('release/sbom.cdx.json');
  execFileSync('npm', ['run', 'sbom'], { cwd: root, stdio: 'ignore' });
  expect(read('release/sbom.cdx.json')).toBe(before);
}, 60_000);

test('M13: every licence is one that may be delivered', () => {
  const lines = read('release/licences.txt').trim().split('\n');
  expect(lines.length).toBeGreaterThan(100);
  const odd = lines.filter((line) => {
    const [, licence = ''] = line.split('  ');
    return !LICENCES.test(licence);
  });
  expect(odd).toEqual([]);
});
