/** Builds the web app. The page runs under a strict CSP: no inline script but the one of pages with a first view, nothing foreign. */
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedCopies } from './build/compressed-copies.ts';
import { embedPage } from './build/embed-page.ts';
import { firstViews } from './build/first-views.ts';
import { fontSubsets } from './build/font-subsets.ts';
import { offlinePages } from './build/offline-pages.ts';
import { offlineVerifier } from './build/offline-verifier.ts';
import { pageFiles } from './build/page-files.ts';
import { SHARED_FILES } from './build/shared-files.ts';
import { siteBuildFile } from './build/site-build-file.ts';

const SERVER = 'http://localhost:3000';

export default defineConfig(({ command, isSsrBuild }) => {
  // What is built must not depend on who builds it (R95): React's development form holds the paths of the sources.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: import.meta.dirname,
    plugins: [
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/messages/generated',
        strategy: ['baseLocale'],
      }),
      react(),
      // The screens for the server have no styles and no files for browsers.
      ...(isSsrBuild === true
        ? []
        : [
            fontSubsets(),
            tailwindcss(),
            offlinePages(),
            offlineVerifier(),
            embedPage(),
            pageFiles(),
            firstViews(),
            siteBuildFile(),
            compressedCopies(),
          ]),
    ],
    ...(isSsrBuild === true && {
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      ssr: { noExternal: true as const },
    }),
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      manifest: true,
      // A data: URL would be refused by the CSP, and preloading by script is not needed in browsers of this target.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Pages know their own files (build/page-files.ts); lists of all others would be a twentieth of every first load.
        resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      ...(isSsrBuild !== true && {
        rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } },
      }),
    },
    server: {
      proxy: { '/api': SERVER, '/log/checkpoint': SERVER, '/ws': { target: SERVER, ws: true } },
    },
  };
});
