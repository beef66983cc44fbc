/** nginx with its documented configuration in front of three nodes of a measurement: at other addresses, without TLS. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../deploy/nginx.conf', import.meta.url));
const PORT = 18_443;
const START_LIMIT_MS = 20_000;

export interface Nginx {
  url: string;
  /** Of its first process; the others are its children. */
  pid: number | undefined;
  stop(): Promise<void>;
}

export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/** Files that a process may have open here. */
function openFiles(): number {
  return Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout) || 1_000_000;
}

/** @param nodes local addresses of three nodes @param watchers for how many it has room; each takes a connection on both sides */
export async function startNginx(nodes: readonly string[], watchers: number): Promise<Nginx> {
  const files = openFiles();
  // Twice as many as would do if each had the same share.
  const workers = Math.max(2, Math.ceil((2 * 2 * watchers) / files));
  const connections = Math.min(4 * watchers, files - 100);
  const folder = mkdtempSync(join(tmpdir(), 'glassdrum-nginx-'));
  const site = nodes
    .reduce(
      (text, node, i) => text.replace(`127.0.0.1:300${i + 1}`, new URL(node).host),
      readFileSync(FILE, 'utf8'),
    )
    .replaceAll(/^\s*(?:listen \[::\]|ssl_certificate).*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${PORT + 1};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${PORT} backlog=4096 reuseport;`);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes ${workers}; worker_rlimit_nofile ${Math.min(2 * connections, files)}; pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections ${connections}; }
http { access_log off; ${temporary} include ${folder}/site.conf; }\n`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${PORT}`;
  const limit = performance.now() + START_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok === true) return { url, pid: child.pid, stop };
    if (child.exitCode !== null || performance.now() > limit) {
      await stop();
      throw new Error(`nginx does not answer: ${answer?.status ?? 'nobody there'}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
