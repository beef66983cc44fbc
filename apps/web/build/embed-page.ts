/**
 * Makes dist/embed.html (R85): the page that other sites show in a frame, with a script and a style of its own. The app's files
 * would be fifty times as much for a few lines of text.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rollup } from 'vite';

const ENTRY = 'src/embed/main.ts';
/** The server finds it by this name. */
const PAGE = 'embed.html';

export function embedPage(): Plugin {
  let root = '';
  return {
    name: 'embed-page',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    async generateBundle() {
      const { script, style } = await bundled(root);
      const scriptFile = `assets/embed-${digest(script)}.js`;
      const styleFile = `assets/embed-${digest(style)}.css`;
      this.emitFile({ type: 'asset', fileName: scriptFile, source: script });
      this.emitFile({ type: 'asset', fileName: styleFile, source: style });
      this.emitFile({ type: 'asset', fileName: PAGE, source: pageWith(scriptFile, styleFile) });
    },
  };
}

function pageWith(scriptFile: string, styleFile: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>A Raffle on Glassdrum</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/${styleFile}" />
    <script type="module" src="/${scriptFile}"></script>
  </head>
  <body>
    <div id="embed"></div>
    <p id="said" role="status"></p>
  </body>
</html>
`;
}

async function bundled(root: string): Promise<{ script: string; style: string }> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      target: 'es2022',
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(root, ENTRY), output: { format: 'es', codeSplitting: false } },
    },
  });
  const files = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunks = files.filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error('The embed is not one script.');
  const styles = files.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return { script: chunk.code, style: styles.map(textOf).join('\n') };
}

function textOf(file: Rollup.OutputAsset | Rollup.OutputChunk): string {
  if (file.type === 'chunk') return file.code;
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
