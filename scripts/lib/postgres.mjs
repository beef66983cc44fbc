/** A private PostgreSQL for tests and measurements: own folder, own port, own user, gone afterwards, also when its starter is killed. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

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
 * Ends what its starter leaves behind, however that ends: then its standard input closes. The second look is for what was just being
 * made.
 */
const GUARD = `
  read -r _
  for again in 1 2; do
    pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
    rm -rf "$1"
    [ -e "$1" ] || exit 0
    sleep 1
  done`;

/** @returns lets it go, when nothing is left to end */
function guard(folder) {
  const child = spawn('sh', ['-c', GUARD, 'guard', folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // A signal for the starter's group is not for the guard.
    detached: true,
  });
  child.unref();
  child.stdin.unref();
  return () => child.stdin.end();
}

/**
 * Starts a server; its one database is empty.
 * @param {object} [options]
 * @param {boolean} [options.durable] false (tests): no flush to disk; true (measurements): as in production
 * @param {string | null} [options.standbyOf] the address of a server that this one copies and follows
 * @returns {Promise<{url: string, restart: () => Promise<void>, die: () => Promise<void>, promote: () => void, stop: () => Promise<void>}>}
 *   `restart` ends all connections, as an administrator's would, and resolves when the server takes new ones; `die` stops it
 *   at once and for good; `promote` makes a standby the server that takes changes
 */
export async function startPostgres({ durable = false, standbyOf = null } = {}) {
  const found = findPostgres();
  if (found === null) throw new Error('No PostgreSQL server was found.');
  // Where all its programs are, when only some of them have links elsewhere.
  const bin = dirname(realpathSync(join(found, 'postgres')));
  const user = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'glassdrum-pg-'));
  const letGo = guard(folder);
  const clear = () => {
    rmSync(folder, { recursive: true, force: true });
    letGo();
  };
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C' } };
  const runTool = (name, ...args) => {
    const { status, stderr, error } = spawnSync(join(bin, name), args, { ...options, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} failed: ${stderr ?? error?.message}`);
  };
  try {
    if (standbyOf === null) {
      const plain = ['--username', 'glassdrum', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale'];
      runTool('initdb', '--pgdata', data, ...plain, '--no-sync');
    } else {
      runTool(
        'pg_basebackup',
        '--pgdata',
        data,
        '--dbname',
        standbyOf,
        '-R',
        '--checkpoint=fast',
        '--no-sync',
      );
    }
  } catch (error) {
    clear();
    throw error;
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
  const die = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGQUIT'); // "immediate": as if the machine had died
    await ended;
  };
  const promote = () => runTool('pg_ctl', 'promote', '-D', data, '-w');
  const stop = async () => {
    await end();
    clear();
  };
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgresql://glassdrum@127.0.0.1:${port}/postgres`, restart, die, promote, stop };
}

/** Resolves when the server says that it takes connections. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const limit = setTimeout(() => reject(new Error(`PostgreSQL did not start:\n${log}`)), START_LIMIT_MS);
    server.stderr.setEncoding('utf8').on('data', (chunk) => {
      log = (log + chunk).slice(-10_000);
      if (!/ready to accept (?:read-only )?connections/.test(log)) return;
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
