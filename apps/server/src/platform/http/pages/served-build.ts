/**
 * What this server gives to browsers (R95): the list of hashes that the web app's build came with, held against the files that
 * are really there. A server whose files were changed afterwards says so itself, and `fair-draw check-site` compares from
 * outside.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VIEW_PAGE } from './first-view.ts';
import {
  differentFiles,
  parseSiteBuild,
  SITE_BUILD_PATH,
  type SiteBuild,
  withoutFirstView,
  withoutPreviewTags,
} from '@glassdrum/fair-draw/site-build';

export interface ServedBuild {
  /** Of the files as they are. */
  build: SiteBuild;
  /** SHA-256 over names and hashes of the files: it changes with every file. */
  digest: string;
  /** Paths of files that are not those of the build. */
  changed: string[];
}

/** Null where there is no web app, or one that was not built with a list. */
export async function readServedBuild(folder: string | undefined): Promise<ServedBuild | null> {
  if (folder === undefined || !existsSync(join(folder, SITE_BUILD_PATH))) return null;
  const built = parseSiteBuild(JSON.parse(readFileSync(join(folder, SITE_BUILD_PATH), 'utf8')));
  if (built === null) return null;
  const files: Record<string, string> = {};
  for (const path of Object.keys(built.files)) {
    const content = await readFile(join(folder, path)).catch(() => null);
    if (content !== null) files[path] = sha256(content);
  }
  const page = sha256(withoutPreviewTags(readFileSync(join(folder, 'index.html'), 'utf8')));
  const viewPage = await readFile(join(folder, VIEW_PAGE), 'utf8').catch(() => null);
  const view = viewPage === null ? null : sha256(withoutPreviewTags(withoutFirstView(viewPage)));
  const build = { ...built, page, view, files };
  return { build, digest: sha256(JSON.stringify(files)), changed: differentFiles(built, build) };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
