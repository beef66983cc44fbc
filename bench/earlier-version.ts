/** The server of an earlier commit, built beside this one, so that both are measured in the same run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_SERVER } from './children.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OWN_PACKAGES = '@glassdrum';

export interface EarlierVersion {
  /** Its short commit. */
  commit: string;
  /** The built server. */
  script: string;
  remove(): void;
}

/**
 * Checks the commit out into a temporary folder and builds its server there. It runs with the packages that are installed here.
 * @param ref anything that git takes for a commit
 */
export function buildEarlierVersion(ref: string): EarlierVersion {
  const commit = execFileSync('git', ['rev-parse', '--short=12', `${ref}^{commit}`], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const folder = mkdtempSync(join(tmpdir(), 'glassdrum-earlier-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const sources = execFileSync('git', ['archive', '--format=tar', commit], {
      cwd: ROOT,
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: sources });
    linkPackages(folder);
    const server = join(folder, 'apps', 'server');
    execFileSync(process.execPath, [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
      cwd: server,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { commit, script: join(folder, BUILT_SERVER), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** All installed packages, except that those of the project are the commit's own. */
function linkPackages(folder: string): void {
  for (const inner of ['.', 'apps/server']) {
    const installed = join(ROOT, inner, 'node_modules');
    if (!existsSync(installed)) continue;
    const linked = join(folder, inner, 'node_modules');
    mkdirSync(linked);
    for (const name of readdirSync(installed)) {
      if (name !== OWN_PACKAGES) symlinkSync(join(installed, name), join(linked, name));
    }
  }
  const own = join(folder, 'node_modules', OWN_PACKAGES);
  mkdirSync(own);
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(own, name));
  }
}
