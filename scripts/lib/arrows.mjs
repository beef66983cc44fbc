/**
 * The arrows of ARCHITECTURE.md as code: which file may import which.
 *
 * One pure function answers for one import; it sees real paths, not the spelling of the specifier.
 * Paths are relative to the repository, with forward slashes.
 */

/** Pure packages, what they may use of each other, and the only npm packages they may use. */
const PACKAGES = {
  'fair-draw': { workspaces: [], npm: ['@noble/curves', '@noble/hashes', '@scure/bip39'] },
  'raffle-rules': { workspaces: ['fair-draw'], npm: [] },
  contract: { workspaces: ['fair-draw', 'raffle-rules'], npm: ['zod'] },
  show: { workspaces: ['fair-draw', 'raffle-rules', 'contract'], npm: ['three'] },
};

/** What each app may use of the packages. */
const APPS = {
  server: ['fair-draw', 'raffle-rules', 'contract'],
  web: ['fair-draw', 'raffle-rules', 'contract', 'show'],
};

/** Files by which one server feature may use another: commands, queries and gates, of the feature or of a sub-folder. */
const FEATURE_DOORS = /^apps\/server\/src\/features\/[^/]+\/([^/]+\/)?(commands|queries|[a-z-]+-gate)\.ts$/;
/** Doors with names of their own. */
const NAMED_DOORS = new Set([
  'apps/server/src/features/chat/live/live-chat.ts',
  'apps/server/src/features/draws/openings.ts',
  'apps/server/src/features/entries/participant-session.ts',
  'apps/server/src/features/entries/roster.ts',
]);

/** The server's files outside features/ that may join features: everything is put together there. */
const SERVER_JOINT =
  /^apps\/server\/src\/compose(-commands|-foundation|-operators|-jobs|-metrics|-sign-in|-webhooks|-workspaces)?\.ts$/;

/** The web app's layers: a folder uses only those before its own, and none beside it. Above them all are main and routes. */
const WEB_LAYERS = [
  ['messages'],
  ['ui'],
  ['api'],
  ['live'],
  ['storage'],
  ['participation', 'checking', 'chat', 'show-player', 'embed'],
  ['features'],
];

/** Only demonstrations and tests may know a beacon whose secret key is public. */
const TEST_BEACON = new Set([
  'packages/fair-draw/src/test-chain.ts',
  'apps/server/src/platform/beacon/test-relay.ts',
]);

export const isTest = (path) =>
  /(^|\/)(test|e2e|bench)\//.test(path) || /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('scripts/');

const isDemo = (path) => path.startsWith('apps/server/src/demo/');

/** What runs while the product is being worked on, and never in an installation. */
const isDev = (path) => path.startsWith('apps/server/src/dev/');

/** Unicode's list of look-alikes. */
const LARGE_TABLE = 'packages/raffle-rules/src/unicode-looks.ts';

const workspaceOf = (path) => /^(?:packages|apps)\/[^/]+/.exec(path)?.[0] ?? null;

const featureOf = (path) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

/**
 * Files that import each other in a circle, directly or through others; imports of types count too.
 *
 * @param {Map<string, Iterable<string>>} imports which files each file imports
 * @returns {string[][]} one shortest circle for each group of such files, its first file again at the end
 */
export function cyclesOf(imports) {
  const cycles = [];
  const inCycle = new Set();
  for (const start of imports.keys()) {
    if (inCycle.has(start)) continue;
    const cycle = shortestWayBack(start, imports);
    if (cycle === null) continue;
    cycles.push(cycle);
    for (const file of cycle) inCycle.add(file);
  }
  return cycles;
}

function shortestWayBack(start, imports) {
  const cameFrom = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const next of imports.get(file) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = file; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
        return way;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return null;
}

/**
 * @param {string} from importing file
 * @param {{kind: 'file', path: string} | {kind: 'npm', name: string} | {kind: 'node', name: string}} target
 * @returns {string | null} the rule that is broken, as a sentence, or null
 */
export function brokenArrow(from, target) {
  const workspace = workspaceOf(from);
  if (workspace === null) return null; // scripts, bench, e2e and repository tests may look everywhere
  const [kind, name] = workspace.split('/');
  if (kind === 'packages') return brokenPackageArrow(from, name, target);
  if (target.kind !== 'file') {
    return name === 'web' && target.kind === 'node' && from.includes('/src/') && !isTest(from)
      ? `The browser has no ${target.name}.`
      : null;
  }
  const general = brokenWorkspaceArrow(name, target.path) ?? brokenTestArrow(from, target.path);
  if (general !== null || isTest(from)) return general;
  return name === 'server' ? brokenServerArrow(from, target.path) : brokenWebArrow(from, target.path);
}

function brokenPackageArrow(from, name, target) {
  const rules = PACKAGES[name];
  if (rules === undefined) return `packages/${name} has no arrows yet: add it to scripts/lib/arrows.mjs.`;
  const outside = !from.startsWith(`packages/${name}/src/`) || isTest(from); // tests and command lines do I/O
  if (target.kind === 'node')
    return outside ? null : `packages/${name} is pure: it must not use ${target.name}.`;
  if (target.kind === 'npm') {
    return outside || rules.npm.includes(target.name)
      ? null
      : `packages/${name} may use only ${rules.npm.join(' and ') || 'no npm package'}, not ${target.name}.`;
  }
  const other = workspaceOf(target.path);
  if (other === `packages/${name}`) return brokenTestArrow(from, target.path);
  if (other?.startsWith('packages/') && rules.workspaces.includes(other.slice('packages/'.length)))
    return null;
  return `packages/${name} may use only ${rules.workspaces.join(' and ') || 'itself'}, not ${target.path}.`;
}

function brokenWorkspaceArrow(app, path) {
  const other = workspaceOf(path);
  if (other === null) return `apps/${app} must not use files of the repository's tools: ${path}.`;
  if (other === `apps/${app}`) return null;
  if (other.startsWith('apps/')) return `Apps never import each other: ${path}.`;
  const allowed = APPS[app];
  if (allowed === undefined) return `apps/${app} has no arrows yet: add it to scripts/lib/arrows.mjs.`;
  return allowed.includes(other.slice('packages/'.length)) ? null : `apps/${app} must not use ${other}.`;
}

function brokenTestArrow(from, path) {
  if (isTest(from) || isDemo(from)) return null;
  if (TEST_BEACON.has(path) && !TEST_BEACON.has(from))
    return `Only tests and the demonstration may use ${path}.`;
  return isTest(path) ? `Shipped code must not use test code: ${path}.` : null;
}

function brokenServerArrow(from, path) {
  if (isDev(path) && !isDev(from)) return `An installation has nothing of ${path}.`;
  const feature = featureOf(path);
  if (SERVER_JOINT.test(path)) {
    return SERVER_JOINT.test(from) ||
      /^apps\/server\/src\/(main|cli)\.ts$/.test(from) ||
      isDemo(from) ||
      isDev(from) ||
      from.startsWith('apps/server/src/cli/')
      ? null
      : 'Only the entry points may use compose.ts.';
  }
  const own = featureOf(from);
  if (feature === null && own === null) return brokenLayer(from, path);
  if (feature === null || SERVER_JOINT.test(from)) return null;
  if (own === null) return `Only compose.ts joins features; ${from} must not use ${path}.`;
  if (own === feature || NAMED_DOORS.has(path)) return null;
  return FEATURE_DOORS.test(path)
    ? null
    : `A feature uses another only through its commands, queries or gates, not ${path}.`;
}

/** What knows nothing of raffles: the platform, and the queue and the audit log that use it alone. */
function brokenLayer(from, path) {
  const layer = /^apps\/server\/src\/(platform|work|audit)\//.exec(from)?.[1];
  if (layer === undefined || !path.startsWith('apps/server/src/')) return null;
  const allowed = [layer, 'platform'].some((folder) => path.startsWith(`apps/server/src/${folder}/`));
  return allowed
    ? null
    : `${layer}/ uses only ${layer === 'platform' ? 'itself' : 'platform/'}, not ${path}.`;
}

function brokenWebArrow(from, path) {
  if (path === LARGE_TABLE) return `${path} is too large for browsers: the server decides by it.`;
  const [own, other] = [webFolderOf(from), webFolderOf(path)];
  if (own === null || other === null || own === other) return null;
  const [ownLayer, otherLayer] = [webLayerOf(own), webLayerOf(other)];
  if (ownLayer === undefined || otherLayer === undefined) {
    const unknown = ownLayer === undefined ? own : other;
    return `apps/web/src/${unknown} has no layer yet: add it to scripts/lib/arrows.mjs.`;
  }
  if (otherLayer < ownLayer) return null;
  const [name] = otherLayer === ownLayer ? own.split('/') : [];
  if (name === 'features') return `Web features don't use sibling features: ${path}.`;
  if (name !== undefined) return `${name}/ doesn't use its sibling ${other}/: a feature puts them together.`;
  const below = WEB_LAYERS.slice(0, ownLayer).flat().join(', ') || 'no other layer';
  return `apps/web/src/${own} may use only ${below}, not ${path}.`;
}

/** Null outside of the web app's source, and for its style sheet; '' for the app's own frame: main, routes. */
function webFolderOf(path) {
  if (path.endsWith('.css')) return null;
  const [, folder] = /^apps\/web\/src\/(features\/[^/]+|[^/]+)\//.exec(path) ?? [];
  return folder ?? (path.startsWith('apps/web/src/') ? '' : null);
}

function webLayerOf(folder) {
  if (folder === '') return WEB_LAYERS.length;
  const name = folder.startsWith('features/') ? 'features' : folder;
  const layer = WEB_LAYERS.findIndex((folders) => folders.includes(name));
  return layer === -1 ? undefined : layer;
}
