/**
 * A root folder as a container has one, without a container runtime: a mount namespace of Linux with the system's programs read-only,
 * and otherwise only what was put there. Needs root.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** As in the official images of Node.js. */
const NODE_UID = 1000;
const SYSTEM = ['usr'];
/** Links into /usr since Debian 12. */
const LINKED = ['bin', 'lib', 'lib64', 'sbin'];
/** What finds names and certificates. */
const SETTINGS = [
  'resolv.conf',
  'nsswitch.conf',
  'hosts',
  'ssl',
  'ld.so.cache',
  'ld.so.conf',
  'alternatives',
];
const PATH = '/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface RunOptions {
  user: 'root' | 'node';
  folder: string;
  env: Readonly<Record<string, string>>;
  /** The root folder can't be written, and no capability is left: what compose.yaml says. */
  hardened?: boolean;
  /** Folders of this machine, by where they are seen. */
  mounts?: Readonly<Record<string, string>>;
}

export const canSandbox =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'true']).status === 0;

/** A folder that is `/` in what runs in it. */
export function makeRoot(root: string): void {
  for (const name of [...SYSTEM, 'node/bin', 'dev', 'proc', 'etc', 'root', 'home/node', 'tmp']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of LINKED) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of SETTINGS) {
    const from = join('/etc', name);
    if (existsSync(from)) cpSync(from, join(root, 'etc', name), { recursive: true, dereference: true });
  }
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0::/root:/bin/bash\nnode:x:${NODE_UID}:${NODE_UID}::/home/node:/bin/bash\n`,
  );
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nnode:x:${NODE_UID}:\n`);
  spawnSync('chmod', ['1777', join(root, 'tmp')]);
  spawnSync('chown', [`${NODE_UID}:${NODE_UID}`, join(root, 'home/node')]);
}

/** Starts a command in the root folder; the process is the command's own, so that signals reach it. */
export function startIn(root: string, command: readonly string[], options: RunOptions): ChildProcess {
  const { user, folder, env, hardened = false, mounts = {} } = options;
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const bind = (from: string, to: string): string =>
    `mkdir -p ${quoted(join(root, to))} && mount --bind ${quoted(from)} ${quoted(join(root, to))}`;
  const lines = [
    'set -e',
    `mount --bind ${quoted(root)} ${quoted(root)}`,
    ...SYSTEM.map(
      (name) => `${bind(`/${name}`, name)} && mount -o remount,bind,ro ${quoted(join(root, name))}`,
    ),
    bind(dirname(process.execPath), 'node/bin'),
    `mount --rbind /dev ${quoted(join(root, 'dev'))}`,
    `mount -t proc proc ${quoted(join(root, 'proc'))}`,
    ...Object.entries(mounts).map(([to, from]) => bind(from, to)),
    ...(hardened ? [`mount -o remount,bind,ro ${quoted(root)}`] : []),
    // Everything from here on is replaced by the next, down to the command itself.
    `exec chroot ${quoted(root)} /usr/bin/env -i "$@"`,
  ];
  const id = user === 'node' ? NODE_UID : 0;
  const rights = [
    'setpriv',
    `--reuid=${id}`,
    `--regid=${id}`,
    '--clear-groups',
    ...(hardened ? ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'] : []),
  ];
  const home = user === 'node' ? '/home/node' : '/root';
  const variables = Object.entries({ PATH, HOME: home, ...env }).map(([name, value]) => `${name}=${value}`);
  const inside = ['sh', '-c', 'cd "$0" && exec "$@"', folder, ...rights, ...command];
  return spawn('unshare', ['--mount', 'bash', '-c', lines.join('\n'), 'bash', ...variables, ...inside], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a command to its end. @returns its exit code and what it wrote */
export async function runIn(
  root: string,
  command: readonly string[],
  options: RunOptions,
): Promise<{ code: number; output: string }> {
  const child = startIn(root, command, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', (end) => resolve(end ?? 1)));
  return { code, output };
}
