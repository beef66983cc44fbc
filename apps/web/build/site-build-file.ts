/**
 * Writes dist/.well-known/glassdrum-build.json (R95): version, commit and the SHA-256 of every file of the build, so that
 * anyone can compare what an installation serves with a release. It holds nothing that differs between two builds of one
 * commit.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
// By its path: Vite leaves packages of its configuration to Node, which reads no TypeScript.
import {
  SITE_BUILD_PATH,
  type SiteBuild,
  withoutFirstView,
  withoutPreviewTags,
} from '../../../packages/fair-draw/src/site-build.ts';
import { VIEW_PAGE } from './first-views.ts';
import manifest from '../package.json' with { type: 'json' };

const COMMIT = /^[0-9a-f]{40}$/;

export function siteBuildFile(): Plugin {
  let folder = '';
  let root = '';
  return {
    name: 'site-build-file',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
      folder = resolve(root, config.build.outDir);
    },
    // Only a build that succeeded writes; the compressed copies, which hold the same bytes, come later.
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const file = join(folder, SITE_BUILD_PATH);
        await mkdir(dirname(file), { recursive: true });
        const html = await readFile(join(folder, 'index.html'), 'utf8');
        const view = await readFile(join(folder, VIEW_PAGE), 'utf8');
        const build: SiteBuild = {
          format: 'glassdrum-build/1',
          version: manifest.version,
          commit: commitOf(root),
          page: sha256(withoutPreviewTags(html)),
          view: sha256(withoutPreviewTags(withoutFirstView(view))),
          files: await hashesOf(folder),
        };
        await writeFile(file, `${JSON.stringify(build, null, 1)}\n`);
      },
    },
  };
}

/** Without folders and files that begin with a dot: they are no part of the page. */
async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
    .filter((path) => !/\/\./.test(path) && !/\.(?:br|gz)$/.test(path))
    .sort();
  const files: Record<string, string> = {};
  for (const path of paths) files[path] = sha256(await readFile(join(folder, path)));
  return files;
}

/** Null where the sources are not exactly those of a commit, or nobody knows. */
function commitOf(root: string): string | null {
  const named = process.env['GLASSDRUM_COMMIT'];
  if (named !== undefined && COMMIT.test(named)) return named;
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('rev-parse', 'HEAD');
    return git('status', '--porcelain') === '' && COMMIT.test(commit) ? commit : null;
  } catch {
    return null;
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
