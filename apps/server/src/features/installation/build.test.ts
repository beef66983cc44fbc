/** R95: which files browsers get: shown, written down when they change, and compared with a release from outside. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseSiteBuild, SITE_BUILD_PATH, withoutPreviewTags } from '@glassdrum/fair-draw/site-build';
import { afterAll, expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { openRaffle, person, signUp } from '../../../test/support/people.ts';

const FAIR_DRAW = fileURLToPath(
  new URL('../../../../../packages/fair-draw/cli/fair-draw.mjs', import.meta.url),
);
const temporary = mkdtempSync(join(tmpdir(), 'glassdrum-build-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

const PAGE = `<!doctype html>
<html>
  <head>
    <title>Glassdrum</title>
    <meta
      name="description"
      content="Private raffles"
    />
    <meta property="og:image" content="/social.png" />
    <script type="module" src="/assets/index-abc.js"></script>
  </head>
  <body></body>
</html>
`;
const FILES: Readonly<Record<string, string>> = {
  '/index.html': PAGE,
  '/sw.js': 'self.onfetch = null;\n',
  '/assets/index-abc.js': 'export const drum = "glass";\n',
};

/** A build as the web app's own: files, and the list of them. */
function makeBuild(name: string): { folder: string; list: string } {
  const folder = join(temporary, name);
  for (const part of ['assets', '.well-known']) mkdirSync(join(folder, part), { recursive: true });
  for (const [path, content] of Object.entries(FILES)) writeFileSync(join(folder, path), content);
  const list = join(folder, SITE_BUILD_PATH);
  writeFileSync(
    list,
    JSON.stringify({
      format: 'glassdrum-build/1',
      version: '0.1.0',
      commit: 'c'.repeat(40),
      page: sha256(withoutPreviewTags(PAGE)),
      files: Object.fromEntries(Object.entries(FILES).map(([path, content]) => [path, sha256(content)])),
    }),
  );
  return { folder, list };
}

async function checkSite(...args: string[]): Promise<{ code: number; lines: string[]; stderr: string }> {
  const [code, stdout, stderr] = await promisify(execFile)(process.execPath, [
    FAIR_DRAW,
    'check-site',
    ...args,
  ]).then(
    (answer) => [0, answer.stdout, answer.stderr] as const,
    (error: { code: number; stdout: string; stderr: string }) =>
      [error.code, error.stdout, error.stderr] as const,
  );
  return { code, lines: stdout.trim().split('\n'), stderr };
}

const auditLines = async (app: TestApp): Promise<{ build: string; changed_files: number }[]> => {
  const rows = await app.parts.database.query
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'app_build_changed')
    .orderBy('ts')
    .execute();
  return rows.map(({ details }) => JSON.parse(details ?? '') as { build: string; changed_files: number });
};

forEachDatabase((makeApp, kind) => {
  it('R95: the list is published, and a start with other files is recorded', async () => {
    const { folder } = makeBuild(`${kind}-list`);
    const app = await makeApp({ webFolder: folder });
    const shown = await person(app).get(SITE_BUILD_PATH);
    expect(shown.status).toBe(200);
    expect(parseSiteBuild(shown.body)?.files).toEqual(
      Object.fromEntries(Object.entries(FILES).map(([path, content]) => [path, sha256(content)])),
    );
    expect(await auditLines(app)).toMatchObject([{ changed_files: 0 }]);
    await app.close();
    const { storage, clock } = app;
    await clock.advance(1000);
    const same = await makeApp({ webFolder: folder, storage, clock });
    expect(await auditLines(same)).toHaveLength(1);
    expect(same.logLines.some((line) => line.includes('app build changed'))).toBe(false);
    await same.close();

    writeFileSync(join(folder, 'sw.js'), 'self.onfetch = steal;\n');
    await clock.advance(1000);
    const other = await makeApp({ webFolder: folder, storage, clock });
    const [before, after] = await auditLines(other);
    expect(after).toMatchObject({ changed_files: 1 });
    expect(after?.build).not.toBe(before?.build);
    expect(other.logLines.some((line) => line.includes('"changed":["/sw.js"]'))).toBe(true);
    expect(parseSiteBuild((await person(other).get(SITE_BUILD_PATH)).body)?.files['/sw.js']).toBe(
      sha256('self.onfetch = steal;\n'),
    );
  });

  if (kind !== 'sqlite') return;
  it('R95: fair-draw check-site compares list, page and files with a release, at any page', async () => {
    const { folder, list } = makeBuild('site');
    const release = join(temporary, 'release.json');
    writeFileSync(release, readFileSync(list));
    const app = await makeApp({ webFolder: folder });
    const address = await app.listen();
    const raffle = await openRaffle(await signUp(app), { title: 'Spring & <b>"fair"</b>' });
    const fine = ['PASS  list', 'PASS  page', 'PASS  files'];
    for (const path of ['', '/verify', `/join/${raffle.public_link}`]) {
      const { code, lines } = await checkSite(address + path, '--release', release);
      expect([code, lines.slice(0, 3), lines.at(-1)]).toEqual([0, fine, 'VERIFIED']);
      expect(lines[3]).toBe(`NOTE  release  version 0.1.0, commit ${'c'.repeat(40)}`);
    }
    // A preview really stood in one of them.
    expect((await person(app).get(`/join/${raffle.public_link}`)).text).toContain('Spring &amp;');

    writeFileSync(join(folder, 'assets', 'index-abc.js'), 'export const drum = "rigged";\n');
    const changed = await checkSite(address, '--release', release);
    expect([changed.code, changed.lines.slice(0, 3)]).toEqual([
      1,
      ['PASS  list', 'PASS  page', 'FAIL  files  not served as in the release: /assets/index-abc.js'],
    ]);
    await app.close();

    writeFileSync(
      join(folder, 'index.html'),
      PAGE.replace('</head>', '<script src="/sw.js"></script></head>'),
    );
    const again = await makeApp({ webFolder: folder, storage: app.storage, clock: app.clock });
    const { code, lines } = await checkSite(await again.listen(), '--release', release);
    expect(code).toBe(1);
    expect(lines.slice(0, 2)).toEqual([
      'FAIL  list  it lists other files than the release: /assets/index-abc.js and 1 more',
      'FAIL  page  the page is not the one of the release',
    ]);
  }, 120_000);

  it('R95: says in one line why nothing was checked', async () => {
    const wrong = join(temporary, 'wrong.json');
    writeFileSync(wrong, '{}');
    const { list } = makeBuild('alone');
    for (const args of [
      ['nowhere'],
      ['https://user:secret@example.org', '--release', list],
      ['http://127.0.0.1:9', '--release', list],
      ['http://127.0.0.1:9', '--release', wrong],
      ['http://127.0.0.1:9', '--release', join(temporary, 'missing.json')],
    ]) {
      const { code, stderr } = await checkSite(...args);
      expect([code, stderr.trim().split('\n').length]).toEqual([64, 1]);
    }
  }, 120_000);
});
