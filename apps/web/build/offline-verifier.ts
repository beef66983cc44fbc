/**
 * Writes dist/sw.js: the service worker that keeps /verify usable without this server.
 * Its source is build/service-worker.js; the list of files to keep is what the verify page and its worker need.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PAGE = 'features/verify-file/verify-page.tsx';
const SOURCE = join(import.meta.dirname, 'service-worker.js');
/** The check's worker, by the name of its file: it is no import of the page. */
const WORKER = /(^|\/)check-worker[^/]*\.js$/;

export function offlineVerifier(): Plugin {
  return {
    name: 'offline-verifier',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = new Set<string>();
      const collect = (fileName: string): void => {
        const output = bundle[fileName];
        if (output === undefined || files.has(fileName)) return;
        files.add(fileName);
        if (output.type !== 'chunk') return;
        for (const imported of output.imports) collect(imported);
        // What the page loads later, the show of a proof above all; the entry's late parts are the other pages.
        if (!output.isEntry) for (const late of output.dynamicImports) collect(late);
        for (const css of output.viteMetadata?.importedCss ?? []) files.add(css);
        for (const asset of output.viteMetadata?.importedAssets ?? []) files.add(asset);
      };
      for (const [fileName, output] of Object.entries(bundle)) {
        const isPage = output.type === 'chunk' && (output.facadeModuleId?.endsWith(PAGE) ?? false);
        const isEntry = output.type === 'chunk' && output.isEntry;
        if (isPage || isEntry || WORKER.test(fileName) || fileName.endsWith('.woff2')) collect(fileName);
      }
      const list = ['/verify', '/theme.js', '/favicon.svg', ...[...files].sort().map((file) => `/${file}`)];
      const version = createHash('sha256').update(list.join('\n')).digest('hex').slice(0, 16);
      const source = await readFile(SOURCE, 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('__VERSION__', version).replace('__FILES__', JSON.stringify(list)),
      });
    },
  };
}
