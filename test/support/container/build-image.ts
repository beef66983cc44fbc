/** Executes the steps of a Dockerfile, one stage after the other, as a builder would, into a root folder for each. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import dockerIgnore from '@balena/dockerignore';
import type { Stage, Step } from './dockerfile.ts';
import { makeRoot, runIn } from './sandbox.ts';

/** How this machine reaches a registry: builders pass the same on. */
const NETWORK = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
];

function networkOfThisMachine(): Record<string, string> {
  return Object.fromEntries(
    NETWORK.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What an image says about how it is run. */
export interface Image {
  root: string;
  env: Record<string, string>;
  user: 'root' | 'node';
  folder: string;
  volumes: string[];
  ports: string[];
  command: readonly string[];
  healthCheck: readonly string[] | null;
  stopSignal: string;
}

export interface BuildParts {
  /** The folder that the image is built from. */
  context: string;
  /** Where root folders are made. */
  workspace: string;
  /** npm's cache: as a builder's, it outlives a build. */
  npmCache: string;
}

/** @returns the last stage's image @throws with a command's output when one fails */
export async function buildImage(stages: readonly Stage[], parts: BuildParts): Promise<Image> {
  const built = new Map<string, Image>();
  let last: Image | null = null;
  for (const [index, stage] of stages.entries()) {
    const root = join(parts.workspace, stage.name ?? `stage-${index}`);
    makeRoot(root);
    last = {
      root,
      env: {},
      user: 'root',
      folder: '/',
      volumes: [],
      ports: [],
      command: [],
      healthCheck: null,
      stopSignal: 'SIGTERM',
    };
    for (const step of stage.steps) await apply(step, last, built, parts);
    if (stage.name !== null) built.set(stage.name, last);
  }
  if (last === null) throw new Error('The Dockerfile has no stage.');
  return last;
}

async function apply(
  step: Step,
  image: Image,
  built: ReadonlyMap<string, Image>,
  parts: BuildParts,
): Promise<void> {
  const { keyword, words, text } = step;
  switch (keyword) {
    case 'ENV':
      for (const word of words) {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? [];
        image.env[name] = value;
      }
      return;
    case 'WORKDIR':
      image.folder = posix.resolve(image.folder, text);
      mkdirSync(join(image.root, image.folder), { recursive: true });
      return;
    case 'USER':
      if (text !== 'node' && text !== 'root') throw new Error(`There is no user ${text} in the base image.`);
      image.user = text;
      return;
    case 'VOLUME':
      image.volumes.push(...words);
      return;
    case 'EXPOSE':
      image.ports.push(...words);
      return;
    case 'STOPSIGNAL':
      image.stopSignal = text;
      return;
    case 'CMD':
      image.command = words;
      return;
    case 'HEALTHCHECK':
      image.healthCheck = words;
      return;
    case 'COPY':
      copy(step, image, built, parts.context);
      return;
    case 'RUN': {
      const { code, output } = await runIn(image.root, ['sh', '-c', text], {
        ...image,
        env: { ...networkOfThisMachine(), ...image.env },
        mounts: { '/root/.npm': parts.npmCache },
      });
      if (code !== 0) throw new Error(`RUN ${text} ended with ${code}:\n${output}`);
      return;
    }
    default:
      throw new Error(`${keyword} is not known here.`);
  }
}

function copy(
  { flags, words }: Step,
  image: Image,
  built: ReadonlyMap<string, Image>,
  context: string,
): void {
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  const sources = words.slice(0, -1);
  const target = words.at(-1) ?? '';
  const to = join(image.root, posix.resolve(image.folder, target));
  const isFolder = target.endsWith('/') || target === '.';
  if (from === undefined) {
    const allowed = filesOfContext(context);
    for (const source of sources) copyFromContext(context, allowed, posix.normalize(source), to, isFolder);
    return;
  }
  const stage = built.get(from);
  if (stage === undefined) throw new Error(`There is no stage ${from}.`);
  for (const source of sources)
    cpSync(join(stage.root, source), to, { recursive: true, verbatimSymlinks: true });
}

function copyFromContext(
  context: string,
  allowed: readonly string[],
  source: string,
  to: string,
  isFolder: boolean,
): void {
  const root = source === '.' ? '' : source.replace(/\/$/, '');
  const found = allowed.filter((path) => root === '' || path === root || path.startsWith(`${root}/`));
  if (found.length === 0)
    throw new Error(`COPY ${source}: nothing is there, or .dockerignore leaves it out.`);
  const single = statSync(join(context, root)).isFile();
  for (const path of found) {
    const ofFile = isFolder ? basename(path) : '';
    const place = single ? ofFile : relative(root, path);
    mkdirSync(dirname(join(to, place)), { recursive: true });
    cpSync(join(context, path), join(to, place));
  }
}

/** What .dockerignore leaves of a folder that is not under version control's eyes: whatever lies around counts. */
export function filesOfContext(context: string): string[] {
  const ignore = dockerIgnore().add(readFileSync(join(context, '.dockerignore'), 'utf8'));
  return walk(context, '').filter((path) => !ignore.ignores(path));
}

/** Not those whose contents nobody could want to look at one by one; .dockerignore has to name them all the same. */
const NOT_WALKED = new Set(['node_modules', '.git']);

function walk(context: string, folder: string): string[] {
  return readdirSync(join(context, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return NOT_WALKED.has(entry.name) ? [posix.join(path, 'anything.js')] : walk(context, path);
  });
}

/** Size of a folder on the disk, MiB. */
export function sizeOf(folder: string): number {
  return Number(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout.split('\t')[0]);
}
