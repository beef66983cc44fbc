/**
 * `fair-draw check-site URL` (R95): compares what an installation gives to browsers with a release. Anyone can build the same
 * commit and get the same files, so the release may be one's own build.
 *
 * | check   | passes if                                                                        |
 * | ------- | -------------------------------------------------------------------------------- |
 * | `list`  | the installation says that it serves the files of the release                    |
 * | `page`  | the page at URL is the release's, but for the preview tags with its own address  |
 * |         | and for what the server rendered into it, which must be nothing that runs        |
 * | `files` | each file of the release is served as it is in the release                       |
 *
 * A server can give this program other files than it gives to others. Running it from several places, by several people, is
 * what makes that hard.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_FILE_BYTES } from '../src/json/strict-json.ts';
import {
  differentFiles,
  parseSiteBuild,
  SITE_BUILD_PATH,
  type SiteBuild,
  withoutFirstView,
  withoutPreviewTags,
} from '../src/site-build.ts';
import { fail, PASS, type StepResult } from '../src/verify/step-result.ts';
import { readFile, Refused } from './read-file.ts';

export interface CheckedSite {
  verdict: 'VERIFIED' | 'FAILED';
  steps: ({ name: 'list' | 'page' | 'files' } & StepResult)[];
  notes: { name: string; text: string }[];
}

/** The web app that was built beside this program. */
const OWN_BUILD = join(import.meta.dirname, '../../../apps/web/dist', SITE_BUILD_PATH);
/** Of that build, by its address. */
const OFFLINE_VERIFIER = '/glassdrum-verifier.html';
const WAIT_MS = 30_000;
const AT_ONCE = 8;
/** So that a server has no reason to take this program for anything else. */
const HEADERS = { 'user-agent': 'Mozilla/5.0', accept: '*/*' };
const NO_ANSWER = 'there is no answer';

/** @param file default: the build beside this program @throws Refused */
export function readRelease(file: string | undefined): SiteBuild {
  if (file === undefined && !existsSync(OWN_BUILD)) {
    throw new Refused('There is no build here to compare with: name the release by --release FILE.');
  }
  // Not read as a proof is: that keeps no more members of an object than a proof can have, and a build has hundreds of files.
  const release = parseSiteBuild(readFile(file ?? OWN_BUILD, 'The release', jsonOf));
  if (release === null) {
    throw new Refused(
      `The release ${JSON.stringify(file ?? OWN_BUILD)} is refused: it is no list of a build.`,
    );
  }
  return release;
}

/** R95: SHA-256 of the offline verifier that the build beside this program has; null without a build. */
export function offlineVerifierHash(): string | null {
  if (!existsSync(OWN_BUILD)) return null;
  return readRelease(undefined).files[OFFLINE_VERIFIER] ?? null;
}

/** @param url any page of the installation @throws Refused when there is no page */
export async function checkSite(url: URL, release: SiteBuild): Promise<CheckedSite> {
  const page = await get(url);
  if (!page.ok) throw new Refused(`Nothing was checked: ${page.reason} from ${JSON.stringify(url.href)}.`);
  const results = {
    list: await listProblem(url, release),
    page: pageProblem(page.body, release),
    files: await filesProblem(url, release),
  };
  const steps = (['list', 'page', 'files'] as const).map((name): CheckedSite['steps'][number] => {
    const reason = results[name];
    return { name, ...(reason === null ? PASS : fail(reason)) };
  });
  return {
    verdict: steps.every(({ status }) => status === 'PASS') ? 'VERIFIED' : 'FAILED',
    steps,
    notes: [
      {
        name: 'release',
        text: `version ${printable(release.version)}, commit ${release.commit ?? 'unknown'}`,
      },
      { name: 'site', text: 'a server can give other files to other people' },
    ],
  };
}

async function listProblem(url: URL, release: SiteBuild): Promise<string | null> {
  const answer = await get(new URL(SITE_BUILD_PATH, url));
  if (!answer.ok) return `${answer.reason} from ${SITE_BUILD_PATH}`;
  const shown = parseSiteBuild(jsonOf(answer.body));
  if (shown === null) return `${SITE_BUILD_PATH} is no list of a build`;
  const different = differentFiles(release, shown);
  if (different.length > 0) return `it lists other files than the release: ${some(different)}`;
  const isSame = shown.page === release.page && shown.view === release.view;
  return isSame ? null : 'it lists another page than the release';
}

function pageProblem(body: Uint8Array, release: SiteBuild): string | null {
  const html = new TextDecoder().decode(body);
  const isReleased =
    sha256(withoutPreviewTags(html)) === release.page ||
    sha256(withoutPreviewTags(withoutFirstView(html))) === release.view;
  return isReleased ? null : 'the page is not the one of the release';
}

async function filesProblem(url: URL, release: SiteBuild): Promise<string | null> {
  const waiting = Object.entries(release.files).filter(([path]) => path !== '/index.html');
  const wrong: string[] = [];
  const take = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [path, hash] = next;
      const answer = await get(new URL(path, url));
      if (!answer.ok || sha256(answer.body) !== hash) wrong.push(path);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return wrong.length === 0 ? null : `not served as in the release: ${some(wrong.sort())}`;
}

type Got = { ok: true; body: Uint8Array } | { ok: false; reason: string };

async function get(url: URL): Promise<Got> {
  try {
    const signal = AbortSignal.timeout(WAIT_MS);
    const answer = await fetch(url, { headers: HEADERS, redirect: 'manual', signal });
    if (answer.status !== 200)
      return { ok: false, reason: `there is an answer with status ${answer.status}` };
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      const part = chunk as Uint8Array;
      bytes += part.length;
      if (bytes > MAX_FILE_BYTES) return { ok: false, reason: 'there is too long an answer' };
      chunks.push(part);
    }
    return { ok: true, body: Buffer.concat(chunks) };
  } catch {
    return { ok: false, reason: NO_ANSWER };
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

function some(paths: readonly string[]): string {
  const [first = '', ...more] = paths;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

function printable(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?');
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
