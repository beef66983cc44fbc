/**
 * The lockfile names every machine's binaries. npm leaves those of other machines out when it writes a lockfile
 * beside an existing node_modules, and `npm ci` then refuses on exactly those machines.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  integrity?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

type Packages = Record<string, LockedPackage>;

const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Packages;
};

/** Where Node finds `name` from `path`: the nearest node_modules upwards that the lockfile has it in. */
function resolveFrom(packages: Packages, path: string, name: string): LockedPackage | undefined {
  let folder = path;
  for (;;) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`];
    if (found !== undefined || folder === '') return found;
    folder = folder.replace(/(?:^|\/)(?:node_modules\/(?:@[^/]+\/)?)?[^/]+$/, '');
  }
}

/** `package → binary` for each optional dependency without an entry of its own. */
function missing(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => resolveFrom(packages, path, name) === undefined)
      .map((name) => `${path} → ${name}`),
  );
}

test('every optional dependency that the lockfile names has an entry', () => {
  expect(missing(lockfile.packages)).toEqual([]);
});

test('an entry that is taken out is missed', () => {
  const binary = Object.keys(lockfile.packages).find((path) => /@libsql\/.*(?:linux|darwin)/.test(path));
  const rest = Object.fromEntries(Object.entries(lockfile.packages).filter(([path]) => path !== binary));
  expect(missing(rest)).toHaveLength(1);
});

test('every entry has a version, and a hash unless it is the binary of another machine', () => {
  const loose = Object.entries(lockfile.packages).filter(
    ([path, { link, version, integrity, os, cpu }]) =>
      path.includes('node_modules/') &&
      link !== true &&
      (version === undefined || (integrity === undefined && os === undefined && cpu === undefined)),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});
