/**
 * Tells index.html which fonts and files each address needs and what it asks the server first, so that the browser can ask
 * for them at once instead of when the app has loaded and found out which page it is: two round trips less on a slow line.
 */
import type { Plugin, Rollup } from 'vite';

/** Must find the list above itself. */
const READER = '<script src="/theme.js"></script>';

/**
 * Addresses that people open first, as patterns of a path; the page's module below src/features; and its first call, where
 * `$1` is what the pattern found.
 */
const PAGES: readonly [path: string, module: string, call?: string][] = [
  ['^/$', 'landing/landing-page.tsx'],
  ['^/legal$', 'legal/legal-page.tsx'],
  ['^/auth$', 'accounts/auth-page.tsx'],
  ['^/host$', 'host-console/host-console-page.tsx'],
  ['^/r/([^/]+)$', 'joining/invitation-page.tsx', '/api/invite/$1'],
  ['^/join/([^/]+)$', 'joining/public-join-page.tsx', '/api/join/$1'],
  ['^/draw/', 'live-draw/live-draw-page.tsx'],
  ['^/results/([^/]+)$', 'results/results-page.tsx', '/api/raffles/$1/results'],
];

/** Every page is written in these; the browser would ask for them only when the first words are there. */
const FONTS = /(?:bricolage-grotesque|source-sans-3)-interface-[^/]+\.woff2$/;

export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) throw new Error('The page files are known only when everything is built.');
        if (!html.includes(READER)) throw new Error(`index.html does not load what reads the page files.`);
        const files = PAGES.map(([path, module, call]) => [
          path,
          filesOf(bundle, `features/${module}`),
          call,
        ]);
        const content = JSON.stringify(files).replaceAll('"', '&quot;');
        const fonts = Object.keys(bundle)
          .filter((file) => FONTS.test(file))
          .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`);
        const meta = `<meta name="page-files" content="${content}" />`;
        return html.replace(READER, () => [...fonts, meta, READER].join('\n    '));
      },
    },
  };
}

/** What `app.tsx` asks first for a page of hosts. */
const HOST_PAGES = 'src/host-pages.ts';

/** The page's script and all that it imports, without what index.html loads anyway. */
function filesOf(bundle: Rollup.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const chunkOf = (file: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file) === true);
  const page = chunkOf(module);
  const way = module.startsWith('features/host-console/') ? chunkOf(HOST_PAGES) : undefined;
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (page === undefined || entry === undefined) throw new Error(`${module} is not a file of its own.`);
  const found = new Set<string>();
  const collect = (fileName: string, into: Set<string>): void => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || into.has(fileName)) return;
    into.add(fileName);
    for (const imported of chunk.imports) collect(imported, into);
  };
  const always = new Set<string>();
  collect(entry.fileName, always);
  if (way !== undefined) collect(way.fileName, found);
  collect(page.fileName, found);
  return [...found].filter((file) => !always.has(file)).map((file) => `/${file}`);
}
