/**
 * The Dockerfile: its form, and its steps executed one by one in folders of their own, as there may be no container runtime. Then
 * the image is run as compose.yaml says: as a user without rights, with a root file system that can't be written.
 */
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildImage, filesOfContext, type Image, sizeOf } from './support/container/build-image.ts';
import { parseDockerfile, type Stage } from './support/container/dockerfile.ts';
import { canSandbox, runIn, type RunOptions, startIn } from './support/container/sandbox.ts';

const repository = join(import.meta.dirname, '..');
const text = readFileSync(join(repository, 'Dockerfile'), 'utf8');
const stages = parseDockerfile(text);

/** The largest that an image's own layers may be, MiB; the base image has 220 more. */
const MOST_MIB = 190;
const START_LIMIT_MS = 60_000;

/** What lies around in somebody's folder, and has no business in an image. */
const STRAY = {
  '.env': 'SMTP_URL=smtp://user:STRAY-SECRET@mail.example.org',
  'deploy/installation.env': 'DATABASE_URL=postgres://user:STRAY-SECRET@host/name',
  'data/keys/signing.key': 'STRAY-SECRET',
  'data/glassdrum.sqlite': 'STRAY-SECRET',
  'apps/server/data/keys/secret.key': 'STRAY-SECRET',
  'apps/server/.env.production': 'BACKUP_PASSPHRASE=STRAY-SECRET',
  'apps/web/certificate.pem': 'STRAY-SECRET',
  'backups/monday.tar.gz': 'STRAY-SECRET',
  'node_modules/ws/index.js': 'throw new Error("STRAY-SECRET")',
  'apps/server/dist/main.js': 'throw new Error("STRAY-SECRET")',
};

/** What hadolint and Docker's own checks would say, by their rules' names. */
function complaints(list: readonly Stage[]): string[] {
  const found: string[] = [];
  const names = new Set(list.map(({ name }) => name));
  for (const { image, steps } of list) {
    if (!names.has(image) && !/:[\w.-]*\d+\.\d+\.\d+[\w.-]*(?:@sha256:[0-9a-f]{64})?$/.test(image))
      found.push(`DL3006/DL3007 ${image} has no exact version`);
    for (const { keyword, words, text: said, isJson } of steps) {
      if (keyword === 'ADD') found.push('DL3020 COPY instead of ADD');
      if (keyword === 'WORKDIR' && !said.startsWith('/')) found.push('DL3000 WORKDIR is not absolute');
      if (keyword === 'RUN' && /\bsudo\b/.test(said)) found.push('DL3004 sudo');
      if (keyword === 'RUN' && /\bcd\b/.test(said)) found.push('DL3003 WORKDIR instead of cd');
      if (keyword === 'RUN' && /\b(?:curl|wget)\b/.test(said)) found.push('downloads outside of a registry');
      if (keyword === 'RUN' && /\|/.test(said)) found.push('DL4006 a pipe hides failures');
      if (/^(?:CMD|ENTRYPOINT)$/.test(keyword) && !isJson) found.push('DL3025 signals reach a shell');
      if (/^(?:ENV|ARG)$/.test(keyword) && /secret|passw|token|_key/i.test(words.join(' ')))
        found.push('SecretsUsedInArgOrEnv');
    }
  }
  const final = list.at(-1)?.steps ?? [];
  const user = final.findLast(({ keyword }) => keyword === 'USER')?.text;
  if (user === undefined || /^(?:root|0)\b/.test(user)) found.push('DL3002 the last user is root');
  for (const keyword of ['CMD', 'HEALTHCHECK']) {
    const count = final.filter((step) => step.keyword === keyword).length;
    if (count !== 1) found.push(`DL4003/DL3012 ${count} ${keyword}`);
  }
  return found;
}

describe('the form of the Dockerfile', () => {
  test('no parser or linter has anything to say', () => {
    expect(validate(text).map(({ message }) => message)).toEqual([]);
    expect(complaints(stages)).toEqual([]);
  });

  test.each([
    ['FROM node:24\nUSER node\nHEALTHCHECK NONE\nCMD ["node"]', 'no exact version'],
    ['FROM node:24.1.0\nHEALTHCHECK NONE\nCMD ["node"]', 'the last user is root'],
    ['FROM node:24.1.0\nUSER node\nHEALTHCHECK NONE\nCMD node main.js', 'signals reach a shell'],
    [
      'FROM node:24.1.0\nENV DB_PASSWORD=x\nUSER node\nHEALTHCHECK NONE\nCMD ["node"]',
      'SecretsUsedInArgOrEnv',
    ],
    ['FROM node:24.1.0\nUSER node\nCMD ["node"]', '0 HEALTHCHECK'],
  ])('… and %j is complained about', (bad, complaint) => {
    expect(complaints(parseDockerfile(bad)).join('\n')).toContain(complaint);
  });

  test('its version of Node.js is one that the product supports', () => {
    const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const majors = new Set(stages.map(({ image }) => /^node:(\d+)\./.exec(image)?.[1]));
    expect(majors.size).toBe(1);
    expect(engines.node).toContain(`${[...majors][0]}.`);
  });
});

/** A build writes 70,000 files that nobody keeps: in memory, where there is room. */
function spaciousFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 6 * 2 ** 30 ? memory : tmpdir();
}

const workspace = mkdtempSync(join(spaciousFolder(), 'glassdrum-image-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }), 600_000);

/** The repository as its files are now, with strays. */
function makeContext(): string {
  const context = join(workspace, 'context');
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const path of list.split('\0')) {
    if (path === '' || !existsSync(join(repository, path))) continue;
    cpSync(join(repository, path), join(context, path));
  }
  for (const [path, content] of Object.entries(STRAY)) {
    mkdirSync(dirname(join(context, path)), { recursive: true });
    writeFileSync(join(context, path), content);
  }
  return context;
}

test('.dockerignore lets in no settings, keys, data, tests or anything built or installed', () => {
  const context = makeContext();
  const sent = filesOfContext(context);
  expect(sent).toContain('apps/server/src/main.ts');
  expect(sent.filter((path) => path in STRAY || path.startsWith('node_modules/'))).toEqual([]);
  expect(sent.filter((path) => /\.test\.tsx?$|^(?:docs|test|e2e|bench|\.git)\//.test(path))).toEqual([]);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

describe.runIf(canSandbox)('the image that its steps make', () => {
  let image: Image;
  let options: RunOptions;
  let port: number;

  beforeAll(async () => {
    const npmCache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
    mkdirSync(npmCache, { recursive: true });
    const context = existsSync(join(workspace, 'context')) ? join(workspace, 'context') : makeContext();
    image = await buildImage(stages, { context, workspace, npmCache });
    port = await freePort();
    const data = join(workspace, 'data');
    // A new volume gets what the image has there: the owner, above all.
    cpSync(join(image.root, 'data'), data, { recursive: true });
    execFileSync('chown', ['--reference', join(image.root, 'data'), data]);
    execFileSync('chmod', ['--reference', join(image.root, 'data'), data]);
    options = {
      user: image.user,
      folder: image.folder,
      env: { ...image.env, PORT: String(port), LOG_LEVEL: 'warn' },
      hardened: true,
      mounts: { '/data': data },
    };
  }, 900_000);

  test('says what a runtime needs: a user without rights, a volume, a port, a signal', () => {
    expect(image).toMatchObject({
      user: 'node',
      folder: '/app',
      volumes: ['/data'],
      ports: [image.env['PORT']],
      stopSignal: 'SIGTERM',
    });
  });

  test('M13: holds what runs, and neither sources nor tests, tools or secrets', () => {
    const files = readdirSync(join(image.root, 'app'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(image.root, 'app').length + 1));
    expect(files).toEqual(expect.arrayContaining(['apps/server/dist/main.js', 'apps/web/dist/index.html']));
    expect(
      files.filter((path) => /\.(?:map|tsx?|mts|cts)$|\.test\.|(?:^|\/)\.env|\.pem$|\.sqlite/.test(path)),
    ).toEqual([]);
    const own = new Set(
      files.filter((path) => !path.startsWith('node_modules/')).map((path) => path.split('/')[0]),
    );
    expect(own).toEqual(new Set(['LICENSE', 'apps']));
    const { devDependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>;
    };
    // Those that the server needs as well are named there too.
    const server = JSON.parse(readFileSync(join(repository, 'apps/server/package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    const tools = Object.keys({ ...devDependencies, ...server.devDependencies }).filter(
      (name) => !(name in server.dependencies) && !['ajv', 'yaml', 'http_ece'].includes(name),
    );
    expect(tools.filter((name) => existsSync(join(image.root, 'app/node_modules', name)))).toEqual([]);
    // grep's way to say that there is none.
    expect(spawnSync('grep', ['-rl', 'STRAY-SECRET', join(image.root, 'app')]).status).toBe(1);
    expect(sizeOf(join(image.root, 'app'))).toBeLessThan(MOST_MIB);
  });

  test('answers with its pages, is healthy, keeps its data, and ends in good order when it is told to', async () => {
    const start = async (): Promise<{
      server: ChildProcess;
      ended: Promise<number | null>;
      said: () => string;
    }> => {
      const server = startIn(image.root, image.command, options);
      let said = '';
      for (const stream of [server.stdout, server.stderr]) {
        stream?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      }
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      await vi.waitFor(
        async () => expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200),
        { timeout: START_LIMIT_MS, interval: 100 },
      );
      return { server, ended, said: () => said };
    };
    const health = () => runIn(image.root, image.healthCheck ?? [], options);
    expect((await health()).code).toBe(1);
    const first = await start();
    expect((await health()).code).toBe(0);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
    const account = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Hanna',
        email: 'hanna@example.org',
        password: 'a long enough passphrase',
      }),
    });
    expect(account.status).toBe(201);
    expect(first.said()).toContain('Sign up here to become the operator');
    // A process of its own, and not a child that a shell keeps signals from.
    first.server.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    const second = await start();
    expect(second.said()).not.toContain('Sign up here');
    second.server.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(readdirSync(join(workspace, 'data'))).toEqual(
      expect.arrayContaining(['glassdrum.sqlite', 'keys']),
    );
  }, 180_000);

  test('M13: its root file system and its program can’t be written, and it is not root', async () => {
    const tries = ['touch /app/x', 'touch /etc/x', 'touch /x', 'chown root /data', 'test "$(id -u)" = 0'];
    for (const attempt of tries) {
      expect([attempt, (await runIn(image.root, ['sh', '-c', attempt], options)).code]).not.toEqual([
        attempt,
        0,
      ]);
    }
    expect((await runIn(image.root, ['sh', '-c', 'touch /data/x && rm /data/x'], options)).code).toBe(0);
  });

  test('the operator’s commands run in it', async () => {
    const command = (...words: string[]) =>
      runIn(image.root, ['node', 'apps/server/bin/glassdrum.mjs', ...words], options);
    expect(await command('check-config')).toMatchObject({
      code: 0,
      output: expect.stringContaining('/data') as string,
    });
    expect(await command('backup', '/data/backup.tar.gz')).toMatchObject({ code: 0 });
  });
});
