/** The proxies of docs/proxies.md in front of nodes of a test: the files as they are, at other addresses. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

export type ProxyKind = 'nginx' | 'caddy';

/** In both files. */
export const SITE = 'raffles.example.org';

const FILES = {
  nginx: fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url)),
  caddy: fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url)),
} as const;
const VERSION_FLAG = { nginx: '-v', caddy: 'version' } as const;
const START_LIMIT_MS = 20_000;

interface Certificate {
  /** Files, PEM. */
  certificate: string;
  key: string;
}

/** Where the proxy listens, on this machine. */
interface Ports {
  /** Pages, calls and sockets. */
  main: number;
  /** What answers without TLS. */
  plain: number;
}

export interface TlsProxy {
  /** By the site's name, which leads nowhere: callers connect to 127.0.0.1. */
  port: number;
  plainPort: number;
  /** PEM, of the authority that callers trust. */
  ca: string;
}

export function isInstalled(kind: ProxyKind): boolean {
  return spawnSync(kind, [VERSION_FLAG[kind]]).status === 0;
}

/** Without TLS. @param nodes local addresses of three nodes @returns the proxy's address; it ends with the test */
export async function startProxy(kind: ProxyKind, nodes: readonly string[]): Promise<string> {
  const { main } = await start(kind, nodes, null);
  return `http://127.0.0.1:${main}`;
}

/** With a certificate of its own for the site. @param nodes local addresses of three nodes */
export async function startTlsProxy(kind: ProxyKind, nodes: readonly string[]): Promise<TlsProxy> {
  const folder = temporaryFolder('certificate');
  const files = { certificate: join(folder, 'site.pem'), key: join(folder, 'site.key') };
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`];
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-days', '2', ...names, '-keyout', files.key, '-out', files.certificate],
    { stdio: 'ignore' },
  );
  const { main, plain } = await start(kind, nodes, files);
  return { port: main, plainPort: plain, ca: readFileSync(files.certificate, 'utf8') };
}

async function start(
  kind: ProxyKind,
  nodes: readonly string[],
  certificate: Certificate | null,
): Promise<Ports> {
  const folder = temporaryFolder(kind);
  const ports = { main: await freePort(), plain: await freePort() };
  const text = withNodes(readFileSync(FILES[kind], 'utf8'), nodes);
  const begin = kind === 'nginx' ? startNginx : startCaddy;
  const child = begin(folder, ports, certificate, text);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-5_000);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const health = certificate === null ? `http://127.0.0.1:${ports.main}/api/health` : null;
  const answers = vi.waitFor(
    async () => {
      // With TLS the part without it says as well that the proxy is there.
      const answer = await fetch(health ?? `http://127.0.0.1:${ports.plain}/`, {
        headers: { host: SITE },
        redirect: 'manual',
      });
      if (health !== null && !answer.ok) throw new Error(`${kind} answers ${answer.status}.\n${said}`);
    },
    { timeout: START_LIMIT_MS, interval: 100 },
  );
  const fails = ended.then(() => {
    throw new Error(`${kind} ended at start.\n${said}`);
  });
  await Promise.race([answers, fails]);
  return ports;
}

/** It is removed when everything in it has ended. */
function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `glassdrum-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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

function startNginx(folder: string, ports: Ports, files: Certificate | null, site: string): ChildProcess {
  const here = replaceOnce(site, 'listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replaceAll(/^(\s*ssl_certificate(?:_key)?) .*\n/gm, (_line, name: string) =>
      files === null ? '' : `${name} ${name.endsWith('_key') ? files.key : files.certificate};\n`,
    );
  const secure = files === null ? '' : ' ssl http2';
  writeFileSync(
    join(folder, 'site.conf'),
    replaceOnce(here, 'listen 443 ssl http2;', `listen 127.0.0.1:${ports.main}${secure};`),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(
    join(folder, 'nginx.conf'),
    // Its workers buffer uploads in this folder, which is its starter's.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 4096; }
http { access_log off; ${temporary} include ${folder}/site.conf; }\n`,
  );
  return spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function startCaddy(folder: string, ports: Ports, files: Certificate | null, site: string): ChildProcess {
  const file = join(folder, 'Caddyfile');
  const plain = replaceOnce(site, `\nhttp://${SITE} {`, `\nhttp://${SITE}:${ports.plain} {`);
  const here = replaceOnce(
    plain,
    `\n${SITE} {`,
    files === null
      ? `\nhttp://127.0.0.1:${ports.main} {`
      : `\nhttps://${SITE}:${ports.main} {\n\ttls ${files.certificate} ${files.key}`,
  );
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\n\n${here}`);
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
