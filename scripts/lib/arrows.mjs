/**
 * The arrows of ARCHITECTURE.md as code: which file may import which.
 *
 * One pure function answers for one import; it sees real paths, not the spelling of the specifier.
 * Paths are relative to the repository, with forward slashes.
 */

/** Pure packages, what they may use of each other, and the only npm packages they may use. */
const PACKAGES = {
  'fair-draw': { workspaces: [], npm: ['@noble/curves', '@noble/hashes'] },
  'raffle-rules': { workspaces: ['fair-draw'], npm: [] },
  contract: { workspaces: ['fair-draw', 'raffle-rules'], npm: ['zod'] },
  show: { workspaces: ['fair-draw', 'raffle-rules', 'contract'], npm: ['three'] },
};

/** What each app may use of the packages. */
const APPS = {
  server: ['fair-draw', 'raffle-rules', 'contract'],
  web: ['fair-draw', 'raffle-rules', 'contract', 'show'],
};

/** Files by which one server feature may use another: its commands, its queries and the gates that mint proven access. */
const FEATURE_DOORS = /^(commands|queries|[a-z-]+-gate)\.ts$/;
/** Doors with names of their own. */
const NAMED_DOORS = new Set([
  'apps/server/src/features/audit/audit.ts',
  'apps/server/src/features/entries/participant-session.ts',
  'apps/server/src/features/entries/roster.ts',
]);

/** The server's files outside features/ that may join features: everything is put together in one place. */
const SERVER_JOINT = 'apps/server/src/compose.ts';

/** Only demonstrations and tests may know a beacon whose secret key is public. */
const TEST_BEACON = new Set(['packages/fair-draw/src/test-chain.ts', 'apps/server/src/beacon/test-relay.ts']);

const isTest = (path) =>
  /(^|\/)(test|e2e|bench)\//.test(path) || /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('scripts/');

const isDemo = (path) => path.startsWith('apps/server/src/demo/');

/** What runs while the product is being worked on, and never in an installation. */
const isDev = (path) => path.startsWith('apps/server/src/dev/');

const workspaceOf = (path) => /^(?:packages|apps)\/[^/]+/.exec(path)?.[0] ?? null;

const featureOf = (path) => /^apps\/(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

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
  if (path === SERVER_JOINT) {
    return /^apps\/server\/src\/(main|cli)\.ts$/.test(from) ||
      isDemo(from) ||
      isDev(from) ||
      from.startsWith('apps/server/src/cli/')
      ? null
      : 'Only the entry points may use compose.ts.';
  }
  if (feature === null || from === SERVER_JOINT) return null;
  const own = featureOf(from);
  if (own === null) return `Only compose.ts joins features; ${from} must not use ${path}.`;
  if (own === feature || NAMED_DOORS.has(path)) return null;
  return FEATURE_DOORS.test(path.slice(path.lastIndexOf('/') + 1)) && path.split('/').length === 6
    ? null
    : `A feature uses another only through its commands, queries or gates, not ${path}.`;
}

function brokenWebArrow(from, path) {
  const feature = featureOf(path);
  if (feature === null) return null;
  const own = featureOf(from);
  if (own === feature) return null;
  if (own !== null)
    return `Web features don't use sibling features: ${path}; shared pieces go to ui/ or live/.`;
  return /^apps\/web\/src\/[^/]+$/.test(from) // the app's own frame: main, routes
    ? null
    : `${from.split('/').slice(0, 4).join('/')} must not use a feature: ${path}.`;
}
