/** What a source file imports, read by a real parser: static, re-exported, dynamic, type-only and worker imports. */
import { builtinModules } from 'node:module';
import { dirname, join, normalize, sep } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** Loads the screens that the web app's build made for the server, by their place in that build: no app imports the other. */
const LOADS_A_BUILD = 'apps/server/src/platform/http/pages/first-view.ts';

/**
 * @param {string} path the ending tells the language
 * @param {string} source
 * @returns {{specifier: string, line: number}[]} in the order of the file
 * @throws {Error} when the file cannot be parsed, or computes an import's name
 */
export function importsOf(path, source) {
  const { program, module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const add = (specifier, start) => found.push({ specifier, start });
  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value, moduleRequest.start);
  for (const { entries } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (request) add(request.value, request.start);
  }
  new Visitor({
    ImportExpression(node) {
      if (node.source.type !== 'Literal' && path.endsWith(LOADS_A_BUILD)) return;
      if (node.source.type !== 'Literal') throw new Error(`${path} imports a computed name.`);
      add(node.source.value, node.source.start);
    },
    TSImportType(node) {
      add(node.source.value, node.source.start);
    },
    NewExpression(node) {
      // new URL('./worker.ts', import.meta.url)
      const [address, base] = node.arguments;
      const isUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL';
      if (!isUrl || base === undefined || address.type !== 'Literal') return;
      if (/\.[mc]?[jt]sx?$/.test(String(address.value))) add(String(address.value), address.start);
    },
  }).visit(program);
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ specifier, start }) => ({ specifier, line: source.slice(0, start).split('\n').length }));
}

/**
 * Where an import leads.
 * @param {string} from importing file, relative to the repository
 * @param {string} specifier
 * @param {Map<string, Record<string, string>>} packages name → entry files by subpath ('.' or './x')
 */
export function resolveImport(from, specifier, packages) {
  const [bare] = specifier.split('?');
  if (bare.startsWith('.')) {
    return {
      kind: 'file',
      path: normalize(join(dirname(from), bare))
        .split(sep)
        .join('/'),
    };
  }
  if (bare.startsWith('node:') || builtinModules.includes(bare)) return { kind: 'node', name: bare };
  const name = bare.split('/', bare.startsWith('@') ? 2 : 1).join('/');
  const entries = packages.get(name);
  if (entries === undefined) return { kind: 'npm', name };
  const subpath = `.${bare.slice(name.length)}`;
  return { kind: 'file', path: entries[subpath] ?? `${entries['']}/${subpath.slice(2)}` };
}
