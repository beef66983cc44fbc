/** The proxies of docs/proxies.md in front of nodes of a test: the files as they are, with other addresses and without TLS. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export type ProxyKind = 'nginx' | 'caddy';

const FILES = {
  nginx: fileURLToPath(new URL('../../docs/proxies/nginx.conf', import.meta.url)),
  caddy: fileURLToPath(new URL('../../docs/proxies/Caddyfile', import.meta.url)),
} as const;
const VERSION_FLAG = { nginx: '-v', caddy: 'version' } as const;
const START_LIMIT_MS = 20_000;

export function isInstalled(kind: ProxyKind): boolean {
  return spawnSync(kind, [VERSION_FLAG[kind]]).status === 0;
}

/** @param nodes local addresses of three nodes @returns the proxy's address; it ends with the test */
export async function startProxy(kind: ProxyKind, nodes: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `glassdrum-${kind}-`));
  const port = await freePort();
  const text = withNodes(readFileSync(FILES[kind], 'utf8'), nodes);
  const child = kind === 'nginx' ? startNginx(folder, port, text) : startCaddy(folder, port, text);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-5_000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const limit = performance.now() + START_LIMIT_MS;
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok === true) return url;
    if (child.exitCode !== null || performance.now() > limit) {
      throw new Error(`${kind} does not answer: ${answer?.status ?? 'nobody there'}\n${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** In the order in which they stand there. */
function withNodes(text: string, nodes: readonly string[]): string {
  return nodes.reduce(
    (changed, node, index) => replaceOnce(changed, `127.0.0.1:300${index + 1}`, new URL(node).host),
    text,
  );
}

/** A test that runs another configuration than the documented one would show nothing. */
function replaceOnce(text: string, old: string, fresh: string): string {
  if (text.split(old).length !== 2) throw new Error(`"${old}" does not stand exactly once in the file.`);
  return text.replace(old, fresh);
}

function startNginx(folder: string, port: number, site: string): ChildProcess {
  const withoutTls = replaceOnce(site, 'listen 443 ssl http2;', `listen 127.0.0.1:${port};`).replaceAll(
    /^\s*ssl_certificate.*\n/gm,
    '',
  );
  writeFileSync(join(folder, 'site.conf'), withoutTls);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 4096; }
http { access_log off; ${temporary} include ${folder}/site.conf; }\n`,
  );
  return spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function startCaddy(folder: string, port: number, site: string): ChildProcess {
  const file = join(folder, 'Caddyfile');
  const here = replaceOnce(site, 'raffles.example.org {', `http://127.0.0.1:${port} {`);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n\n${here}`);
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
