/** A private PostgreSQL for tests and measurements: own folder, own port, own user, gone afterwards. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const START_LIMIT_MS = 60_000;

/** @returns {string | null} folder with `initdb` and `postgres`, the newest version first */
export function findPostgres() {
  const perVersion = '/usr/lib/postgresql'; // Debian
  const debian = existsSync(perVersion)
    ? readdirSync(perVersion)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(perVersion, version, 'bin'))
    : [];
  const homebrew = [17, 16, 15].flatMap((version) =>
    ['/opt/homebrew/opt', '/usr/local/opt'].map((base) => `${base}/postgresql@${version}/bin`),
  );
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...debian, ...homebrew];
  return (
    folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ??
    null
  );
}

/** PostgreSQL refuses to run as root: root lends it another user. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const ask = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8' });
    const user = ask('-u');
    if (user.status === 0) return { uid: Number(user.stdout), gid: Number(ask('-g').stdout) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody".');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a server; its one database is empty.
 * @param {object} [options]
 * @param {boolean} [options.durable] false (tests): no flush to disk; true (measurements): as in production
 * @returns {Promise<{url: string, restart: () => Promise<void>, stop: () => Promise<void>}>} `restart` ends all connections,
 *   as an administrator's would, and resolves when the server takes new ones
 */
export async function startPostgres({ durable = false } = {}) {
  const bin = findPostgres();
  if (bin === null) throw new Error('No PostgreSQL server was found.');
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'glassdrum-pg-'));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' } };
  const init = spawnSync(
    join(bin, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'glassdrum',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...options, encoding: 'utf8' },
  );
  if (init.status !== 0) {
    clear();
    throw new Error(`initdb failed: ${init.stderr ?? init.error?.message}`);
  }
  const port = await freePort();
  const loose = durable
    ? []
    : ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const run = () =>
    spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'max_connections=500',
        ...loose,
      ],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
  let server = run();
  const kill = () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGQUIT');
    clear();
  };
  const endOnSignal = () => process.exit(130); // which runs `kill`
  process.on('exit', kill);
  for (const signal of SIGNALS) process.on(signal, endOnSignal);
  const end = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGINT'); // "fast": closes the connections
    await ended;
  };
  const restart = async () => {
    await end();
    server = run();
    await ready(server);
  };
  const stop = async () => {
    await end();
    process.off('exit', kill);
    for (const signal of SIGNALS) process.off(signal, endOnSignal);
    clear();
  };
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgresql://glassdrum@127.0.0.1:${port}/postgres`, restart, stop };
}

/** Resolves when the server says that it takes connections. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const limit = setTimeout(() => reject(new Error(`PostgreSQL did not start:\n${log}`)), START_LIMIT_MS);
    server.stderr.setEncoding('utf8').on('data', (chunk) => {
      log = (log + chunk).slice(-10_000);
      if (!log.includes('ready to accept connections')) return;
      clearTimeout(limit);
      resolve();
    });
    server.on('error', reject);
    server.on('exit', () => {
      clearTimeout(limit);
      reject(new Error(`PostgreSQL did not start:\n${log}`));
    });
  });
}
