/**
 * Makes dist/glassdrum-verifier.html (R95): the check page as one file that needs no server. Everything is in it; its own
 * policy forbids every connection and every script but its own. It holds nothing that differs between two builds of one
 * commit, so that its hash in the list of files is a release's.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { build, type Plugin, type Rollup } from 'vite';

const OFFLINE_VERIFIER = 'glassdrum-verifier.html';
const ENTRY = 'src/features/verify-file/offline-main.tsx';

export function offlineVerifier(): Plugin {
  let root = '';
  return {
    name: 'offline-verifier',
    apply: 'build',
    configResolved(config) {
      ({ root } = config);
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: OFFLINE_VERIFIER, source: await offlinePage(root) });
    },
  };
}

/** The whole page. @param root the folder of apps/web */
async function offlinePage(root: string): Promise<string> {
  const { script, style } = await bundled(root);
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${digest(script)}'`,
    `style-src 'sha256-${digest(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Check a Proof · Glassdrum</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script>${script}</script>
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
    plugins: [react(), tailwindcss()],
    build: {
      target: 'es2022',
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(root, ENTRY),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const files = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunks = files.filter((file): file is Rollup.OutputChunk => file.type === 'chunk');
  const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error('The offline verifier is not one script.');
  return {
    // A script ends at its end tag, wherever that stands in it.
    script: chunk.code.replaceAll('</script', String.raw`<\/script`),
    style: styles.map((file) => withoutFonts(textOf(file))).join('\n'),
  };
}

function textOf(file: Rollup.OutputAsset | Rollup.OutputChunk): string {
  if (file.type === 'chunk') return file.code;
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
}

/** They would be files beside this one; the system's own stand in for them. */
function withoutFonts(css: string): string {
  return css.replaceAll(/@font-face\s*\{[^}]*\}/g, '').replaceAll('</style', String.raw`<\/style`);
}

/** As a policy names a script or a style. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
