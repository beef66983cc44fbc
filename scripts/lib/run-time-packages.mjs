/** Which packages of the lockfile a built app loads when it runs. */

/** Where Node finds `name` from `path`: the nearest node_modules upwards that has it. Null: it is not in the lockfile. */
function resolveFrom(packages, path, name) {
  for (let folder = path; ; folder = folder.replace(/(?:^|\/)(?:node_modules\/(?:@[^/]+\/)?)?[^/]+$/, '')) {
    const found = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[found] !== undefined) return found;
    if (folder === '') return null;
  }
}

/** Peers that a package can do without are not among them. */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  );
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** The bundler writes double quotes; others are in texts. */
const isImported = (name, built) => {
  const escaped = name.replaceAll('.', String.raw`\.`);
  const mention = new RegExp(String.raw`\b(?:from|import)\s*\(?\s*"${escaped}(?:/[^"]*)?"`);
  return built.some((text) => mention.test(text));
};

/**
 * The app's own dependencies and all that these need. Workspaces are bundled into the app: of their dependencies only those
 * count that the built files import.
 * @param {Record<string, object>} packages of the lockfile
 * @param {string} app its folder
 * @param {readonly string[]} built the texts of its built files
 * @returns {string[]} paths like node_modules/ws, those for other machines too
 */
export function packagesAtRunTime(packages, app, built) {
  const found = new Set();
  const visited = new Set();
  const visit = (path, isBundled) => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const name of neededBy(packages[path])) {
      const needed = resolveFrom(packages, path, name);
      if (needed === null) continue;
      const { link, resolved } = packages[needed];
      if (link === true) visit(resolved, true);
      else if (!isBundled || isImported(name, built)) {
        found.add(needed);
        visit(needed, false);
      }
    }
  };
  visit(app, false);
  return [...found];
}
