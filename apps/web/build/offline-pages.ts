/**
 * Writes dist/sw.js: the service worker that keeps a ticket's page, /verify and the ticket desk usable without this
 * server, and shows notices. Its source is build/service-worker.js; the lists of files to keep are what the pages and the check's worker
 * need.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';

const VERIFY_PAGE = 'features/verify-file/verify-page.tsx';
const DESK_PAGE = 'features/desk/desk-page.tsx';
const DRAW_PAGE = 'features/live-draw/live-draw-page.tsx';
const SOURCE = join(import.meta.dirname, 'service-worker.js');
/** The check's worker, by the name of its file: it is no import of the page. */
const WORKER = /(^|\/)check-worker[^/]*\.js$/;
/** What the desk's scanner loads by its address. */
const READER = /(^|\/)zxing_reader[^/]*\.wasm$/;
/** Comes with the desk's own headers. */
const DESK_SHELL = '/desk';
const ALWAYS = ['/verify', '/theme.js', '/favicon.svg', '/icons/icon-192.png'];

export function offlinePages(): Plugin {
  return {
    name: 'offline-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const shell = Object.keys(bundle).filter((name) => name.endsWith('.woff2') || isEntry(bundle, name));
      const worker = Object.keys(bundle).filter((name) => WORKER.test(name));
      const page = filesOf(bundle, [...shell, chunkOf(bundle, DRAW_PAGE)], 'shallow');
      const verify = filesOf(bundle, [chunkOf(bundle, VERIFY_PAGE), ...worker], 'deep');
      const reader = Object.keys(bundle).filter((name) => READER.test(name));
      if (reader.length === 0) throw new Error('The reader of QR codes is not among the files.');
      const desk = filesOf(bundle, [chunkOf(bundle, DESK_PAGE), ...reader], 'deep');
      const lists = {
        __PAGE_FILES__: [...ALWAYS, ...page],
        __VERIFY_FILES__: verify.filter((file) => !page.includes(file)),
        __DESK_FILES__: [DESK_SHELL, ...desk.filter((file) => !page.includes(file))],
      };
      const version = createHash('sha256').update(JSON.stringify(lists)).digest('hex').slice(0, 16);
      let source = (await readFile(SOURCE, 'utf8')).replaceAll('__VERSION__', version);
      for (const [place, list] of Object.entries(lists))
        source = source.replace(place, () => JSON.stringify(list));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

function isEntry(bundle: Rollup.OutputBundle, name: string): boolean {
  const output = bundle[name];
  return output?.type === 'chunk' && output.isEntry;
}

function chunkOf(bundle: Rollup.OutputBundle, module: string): string {
  const found = Object.values(bundle).find(
    (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(module) === true,
  );
  if (found === undefined) throw new Error(`${module} is not a file of its own.`);
  return found.fileName;
}

/**
 * All that the files import, as addresses. `deep`: also what they load later, and that again; `shallow`: what they load
 * later, but not what that loads: the calm show is among it, the worlds are not. The entry's late parts are the other pages.
 */
function filesOf(bundle: Rollup.OutputBundle, from: readonly string[], depth: 'deep' | 'shallow'): string[] {
  const files = new Set<string>();
  const later: string[] = [];
  const collect = (fileName: string): void => {
    const output = bundle[fileName];
    if (output === undefined || files.has(fileName)) return;
    files.add(fileName);
    if (output.type !== 'chunk') return;
    output.imports.forEach(collect);
    if (!output.isEntry) later.push(...output.dynamicImports);
    for (const css of output.viteMetadata?.importedCss ?? []) files.add(css);
    for (const asset of output.viteMetadata?.importedAssets ?? []) files.add(asset);
  };
  from.forEach(collect);
  const rounds = depth === 'deep' ? Infinity : 1;
  for (let round = 0; round < rounds && later.length > 0; round += 1) later.splice(0).forEach(collect);
  return [...files].sort().map((file) => `/${file}`);
}
