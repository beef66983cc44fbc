/**
 * What the server needs for first views as HTML: dist/.server/view.html, the page into which it puts them, and beside
 * it the app's screens, bundled for Node.js. In that page nothing stands between the HTML and the first paint: its styles and what sets the
 * theme are in it, and the app is loaded after the paint.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { firstStyles } from './first-styles.ts';

/** The server finds them by these names. */
const SERVER_FOLDER = '.server';
export const VIEW_PAGE = `${SERVER_FOLDER}/view.html`;
const ENTRY = 'src/server-main.tsx';

/** The files of the pages with a first view; page-files.ts writes them for the browser. */
const PAGE_FILES = /<meta name="page-files" content="([^"]*)" \/>/;
const THEME = '<script src="/theme.js"></script>';
const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/;
const PRELOADED = /<link rel="modulepreload"[^>]*>\s*/g;
const STYLES = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;
/** Named there because people open it first, too. */
const WITHOUT_VIEW = '^/host$';
const COMMENT = /\/\*[\s\S]*?\*\/\s*|^\s+/gm;
const ROOT = '<div id="root"></div>';

export function firstViews(): Plugin {
  let folder = '';
  let root = '';
  return {
    name: 'first-views',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    configResolved(config) {
      ({ root } = config);
      folder = resolve(root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const html = await readFile(join(folder, 'index.html'), 'utf8');
        await mkdir(join(folder, SERVER_FOLDER));
        await writeFile(
          join(folder, VIEW_PAGE),
          await viewPage(html, (path) => readFile(join(folder, path), 'utf8')),
        );
      },
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        await build({
          root,
          logLevel: 'warn',
          build: {
            ssr: ENTRY,
            outDir: join(folder, SERVER_FOLDER),
            emptyOutDir: false,
            copyPublicDir: false,
          },
        });
      },
    },
  };
}

/** @param read a file of the build by its path from the root */
async function viewPage(html: string, read: (path: string) => Promise<string>): Promise<string> {
  const app = APP.exec(html)?.[1];
  const sheets = [...html.matchAll(STYLES)];
  if (app === undefined || sheets.length === 0 || !html.includes(THEME) || !html.includes(ROOT)) {
    throw new Error('index.html is not as build/first-views.ts expects it.');
  }
  const [sheet = '', ...others] = sheets.map(([, path]) => path ?? '');
  if (others.length > 0) throw new Error('The app has more than one style sheet.');
  const preloaded = [...html.matchAll(PRELOADED)].map(([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? '');
  const pages = pagesOf(html);
  const scripts = await Promise.all([app, ...preloaded, ...pages.flatMap(([, files]) => files)].map(read));
  const theme = (await read('theme.js')).replaceAll(COMMENT, '');
  const inline = [
    `<style>${firstStyles(await read(sheet), scripts)}</style>`,
    `<meta name="app" content="${app}" />`,
    `<meta name="styles" content="${sheet}" />`,
    `<script>${theme}</script>`,
  ].join('\n    ');
  return html
    .replace(APP, '')
    .replaceAll(PRELOADED, '')
    .replaceAll(STYLES, '')
    .replace(THEME, () => inline)
    .replace(
      PAGE_FILES,
      () => `<meta name="page-files" content="${JSON.stringify(pages).replaceAll('"', '&quot;')}" />`,
    )
    .replace(
      ROOT,
      '<div id="root">%view%</div>\n    <script type="application/json" id="first-view">%data%</script>',
    );
}

type PageFiles = [path: string, files: string[]];

/** The pages with a first view. */
function pagesOf(html: string): PageFiles[] {
  const pages = JSON.parse((PAGE_FILES.exec(html)?.[1] ?? '[]').replaceAll('&quot;', '"')) as PageFiles[];
  if (pages.length === 0) throw new Error('index.html does not name the files of its pages.');
  return pages.filter(([path]) => path !== WITHOUT_VIEW).map(([path, files]) => [path, files]);
}
