/** Plays `apt-get install` where the packages are installed, and what Debian's packages start when they are. */
import { spawnSync } from 'node:child_process';

/** Each with a program of it. */
const PROGRAMS = {
  npm: 'npm',
  git: 'git',
  curl: 'curl',
  openssl: 'openssl',
  caddy: 'caddy',
  nginx: 'nginx',
  postgresql: 'pg_ctlcluster',
  certbot: 'certbot',
};
const STARTED = new Set(['caddy', 'nginx', 'postgresql']);

const [command, ...rest] = process.argv.slice(2);
const packages = rest.filter((word) => !word.startsWith('-'));
if (command !== 'install') throw new Error(`apt-get ${command} is not played.`);
for (const name of packages) {
  const program = PROGRAMS[name];
  if (program === undefined || spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) {
    console.error(`${name} is not installed on this machine.`);
    process.exit(100);
  }
  if (STARTED.has(name)) {
    const { status } = spawnSync('systemctl', ['start', name], { stdio: 'inherit' });
    if (status !== 0) process.exit(100);
  }
}
