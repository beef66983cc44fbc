/**
 * `npm run check-install -- one|three`: executes the commands of docs/install.md, up to a draw whose proof is checked offline.
 * It needs root and Linux, and Debian's caddy, or nginx and PostgreSQL.
 *
 * The machine stays as it is: the commands run on a copy of its files that exists in memory only, with processes and, once
 * everything is installed, a network of their own. Three commands are played, as nothing outside can be reached and no systemd
 * runs there (scripts/lib/install/): `systemctl` starts what units say, `certbot` makes a certificate after having been
 * answered as a public authority would, and `apt-get` is content with what is installed.
 */
import './lib/check-node.mjs';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { blocksOf } from './lib/install/blocks.mjs';
import { root, since } from './lib/run.mjs';

const SITE = 'raffles.example.org';
const PLAYED = ['apt-get', 'certbot', 'journalctl', 'systemctl'];
const NEEDED = { one: ['caddy'], three: ['nginx', 'initdb'] };
/** Where what plays a part lies on the copy. */
const STAGE = '/usr/local/lib/check-install';
const PLACE = '/mnt';
/** No block of commands takes longer, whatever it waits for. */
const BLOCK_LIMIT_MS = 900_000;

const kind = process.argv[2];
if (kind !== 'one' && kind !== 'three') {
  console.error('Usage: npm run check-install -- one|three');
  process.exit(2);
}
if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.error('This needs Linux and root.');
  process.exit(2);
}
if (process.argv[3] === '--inside') await inside();
else outside();

/** In namespaces of its own; whatever was started ends with the first process of these. */
function outside() {
  const lacking = NEEDED[kind].filter(
    (name) =>
      spawnSync('sh', ['-c', `command -v ${name} || ls /usr/lib/postgresql/*/bin/${name}`]).status !== 0,
  );
  if (lacking.length > 0) {
    console.error(`Install ${lacking.join(' and ').replace('initdb', 'postgresql')} first (apt-get).`);
    process.exit(2);
  }
  const spaces = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
  const child = spawn('unshare', [...spaces, process.execPath, import.meta.filename, kind, '--inside'], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGKILL'));
  child.on('exit', (code) => process.exit(code ?? 1));
}

async function inside() {
  const start = performance.now();
  const machine = await copyOfThisMachine();
  console.log(
    `The commands of docs/install.md for ${kind === 'one' ? 'one node behind Caddy' : 'three nodes behind nginx'}:`,
  );
  const blocks = blocksOf(readFileSync(join(root, 'docs', 'install.md'), 'utf8'), kind);
  for (const { commands, needsNetwork, isCheck } of blocks) {
    if (isCheck) {
      console.log('\n--- a raffle and its draw, through the proxy, over TLS');
      await machine.run(`node ${STAGE}/install/draw.mjs https://${SITE} /tmp/proof.json`, true);
    }
    console.log(`\n${commands.trim().replaceAll(/^/gm, '$ ')}`);
    await machine.run(commands, !needsNetwork);
  }
  console.log(
    `\nAll ${blocks.length} blocks were executed, and the draw's proof was checked, in ${since(start)}.`,
  );
  process.exit(0);
}

function sh(command, ...args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

async function copyOfThisMachine() {
  sh('mount', '-t', 'tmpfs', 'tmpfs', PLACE);
  const [files, work, here] = ['files', 'work', 'root'].map((name) => join(PLACE, name));
  for (const folder of [files, work, here]) mkdirSync(folder);
  sh('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=/,upperdir=${files},workdir=${work}`, here);
  for (const name of ['dev', 'proc', 'sys']) sh('mount', '--rbind', `/${name}`, join(here, name));
  sh('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(here, 'tmp'));
  for (const name of ['run', 'dev/shm']) {
    if (existsSync(join(here, name)))
      sh('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(here, name));
  }
  // Names: the site is this machine.
  writeFileSync(join(here, 'etc/hosts'), `127.0.0.1 localhost ${SITE}\n::1 localhost\n`);
  rmSync(join(here, 'var/log/check-install'), { recursive: true, force: true });
  mkdirSync(join(here, 'var/log/check-install'));
  const stage = join(here, STAGE);
  cpSync(join(root, 'scripts/lib/install'), join(stage, 'install'), { recursive: true });
  cpSync(join(root, 'scripts/lib/systemd-unit.mjs'), join(stage, 'systemd-unit.mjs'));
  for (const name of PLAYED) {
    const file = join(here, 'usr/local/sbin', name);
    writeFileSync(file, `#!/bin/sh\nexec ${process.execPath} ${STAGE}/install/${name}.mjs "$@"\n`);
    chmodSync(file, 0o755);
  }
  sourcesIn(join(here, 'srv/sources'));
  const network = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const spaceOf = (pid) => readlinkSync(`/proc/${pid}/ns/net`);
  while (spaceOf(network.pid) === spaceOf('self')) await pause(20);
  const settings = blocksOf(readFileSync(join(root, 'docs', 'install.md'), 'utf8'), 'settings')
    .map(({ commands }) => commands)
    .join('')
    .replaceAll(/^SITE=.*$/gm, `SITE=${SITE}`)
    .replaceAll(/^SOURCES=.*$/gm, 'SOURCES=/srv/sources');
  let known = `${settings}export PATH\n`;
  sh('nsenter', `--net=/proc/${network.pid}/ns/net`, 'ip', 'link', 'set', 'lo', 'up');

  return {
    /** A block's variables are there in the next. @throws when a command fails */
    run(commands, apart) {
      const kept = '/tmp/.check-install-shell';
      const script = `set -euo pipefail\n${known}cd ~\n${commands}\ndeclare -p PATH RELEASE > ${kept} 2> /dev/null || true\n`;
      const way = apart ? ['nsenter', `--net=/proc/${network.pid}/ns/net`] : ['env'];
      const env = {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LANG: 'C.UTF-8',
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      };
      const child = spawn(way[0], [...way.slice(1), 'chroot', here, '/bin/bash', '-c', script], {
        env,
        stdio: ['ignore', 'inherit', 'inherit'],
        timeout: BLOCK_LIMIT_MS,
        killSignal: 'SIGKILL',
      });
      return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('exit', (code) => {
          if (code !== 0) {
            spawnSync('sh', ['-c', `tail -n 20 ${here}/var/log/check-install/* >&2`], { stdio: 'inherit' });
            console.error(`\nA command of docs/install.md failed with code ${code}.`);
            process.exit(1);
          }
          const file = join(here, kept);
          if (existsSync(file)) {
            const path = /PATH="([^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1];
            const release = /RELEASE="([^"]*)"/.exec(readFileSync(file, 'utf8'))?.[1];
            known = `${settings}export PATH='${path}'\n${release === undefined ? '' : `RELEASE='${release}'\n`}`;
          }
          resolve();
        });
      });
    },
  };
}

/** This repository as it lies here, as a repository of its own. */
function sourcesIn(folder) {
  const list = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of list.stdout.split('\0')) {
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(folder, path));
  }
  const git = (...args) =>
    sh('git', '-C', folder, '-c', 'user.name=check', '-c', 'user.email=check@example.org', ...args);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'As it lies here');
}
