/**
 * Plays `systemctl` where no systemd runs: starts what a unit says, as its user, in its folder, with its environment, its state
 * directory, and a file system that it can't write outside of that.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readUnit } from '../systemd-unit.mjs';

const LOGS = '/var/log/check-install';
const FOLDERS = ['/etc/systemd/system', '/lib/systemd/system'];
const [command, ...rest] = process.argv.slice(2);
const units = rest.filter((word) => !word.startsWith('-'));
const sh = (line) => execFileSync('sh', ['-c', line], { stdio: 'inherit' });

const SPECIAL = {
  /** A unit of Debian that stands for all clusters. */
  postgresql: {
    start: () => sh('for v in /etc/postgresql/*; do pg_ctlcluster $(basename $v) main start; done'),
    reload: () => undefined,
  },
  nginx: {
    start: () => sh('nginx'),
    reload: () => sh('nginx -s reload'),
  },
  caddy: {
    start: () => startCaddy(),
    reload: () => {
      writeCaddyfile();
      sh('caddy reload --adapter caddyfile --config /run/check-caddy/Caddyfile --force');
    },
  },
};

switch (command) {
  case 'daemon-reload':
    for (const name of ['glassdrum@3001']) unitOf(name);
    break;
  case 'enable':
  case 'start':
  case 'reload':
    for (const name of units) {
      if (command === 'enable' && !rest.includes('--now')) continue;
      if (SPECIAL[name] !== undefined) await SPECIAL[name][command === 'reload' ? 'reload' : 'start']();
      else start(name);
    }
    break;
  default:
    throw new Error(`systemctl ${command} is not played.`);
}

/** @throws when there is none */
function unitOf(name) {
  const [, base, instance] = /^([^@]+@?)(.*)$/.exec(name);
  const file = FOLDERS.map((folder) => join(folder, `${base}.service`)).find(existsSync);
  if (file === undefined) throw new Error(`Unit ${name}.service could not be found.`);
  return readUnit(readFileSync(file, 'utf8'), instance);
}

function environmentOf(service) {
  const lines = [
    ...(service.Environment ?? []),
    ...(service.EnvironmentFile ?? []).flatMap((file) => readFileSync(file, 'utf8').split('\n')),
  ];
  return lines.filter((line) => /^\w+=/.test(line));
}

function start(name) {
  const { Service: service } = unitOf(name);
  const [user] = service.User;
  const [folder] = service.WorkingDirectory;
  const state = `/var/lib/${service.StateDirectory[0]}`;
  mkdirSync(state, { recursive: true });
  sh(`chown ${user}: ${state} && chmod ${service.StateDirectoryMode[0]} ${state}`);
  const log = openSync(join(LOGS, `${name}.log`), 'a');
  const inside = [
    'set -e',
    // ProtectSystem=strict, but for what StateDirectory= gives. Commands use the same folder, so no other file system is in the way.
    `mount --bind ${state} ${state}`,
    'mount -o remount,bind,ro /',
    `umask ${service.UMask[0]}`,
    `cd ${folder}`,
    'exec "$@"',
  ].join('\n');
  const rights = [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--init-groups',
    '--no-new-privs',
    '--inh-caps=-all',
    '--bounding-set=-all',
  ];
  const words = ['env', '-i', ...environmentOf(service), ...service.ExecStart[0].split(' ')];
  spawn('unshare', ['--mount', 'sh', '-c', inside, 'sh', ...rights, ...words], {
    detached: true,
    stdio: ['ignore', log, log],
  }).unref();
}

/** The same file, with an authority of its own instead of a public one. */
function writeCaddyfile() {
  mkdirSync('/run/check-caddy', { recursive: true });
  const own = '{\n\tlocal_certs\n\tskip_install_trust\n}\n\n';
  writeFileSync('/run/check-caddy/Caddyfile', own + readFileSync('/etc/caddy/Caddyfile', 'utf8'));
}

async function startCaddy() {
  writeCaddyfile();
  const log = openSync(join(LOGS, 'caddy.log'), 'a');
  spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', '/run/check-caddy/Caddyfile'], {
    detached: true,
    env: { ...process.env, HOME: '/var/lib/caddy', XDG_DATA_HOME: '/var/lib/caddy' },
    stdio: ['ignore', log, log],
  }).unref();
  // It says itself when it is ready (Type=notify).
  for (let tries = 0; tries < 100; tries += 1) {
    if (spawnSync('curl', ['--silent', '--fail', 'http://127.0.0.1:2019/config/']).status === 0) return;
    await pause(100);
  }
  throw new Error('Caddy does not start.');
}
