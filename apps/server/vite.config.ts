/** Builds the server for Node: workspace packages are bundled in, npm packages stay outside. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        cli: 'src/cli.ts',
        'card-thread': 'src/features/sharing/cards/card-thread.ts',
        'draw-thread': 'src/features/draws/freeze/draw-thread.ts',
        'report-thread': 'src/features/sharing/results-pdf/report-thread.ts',
        'ticket-thread': 'src/features/paper/pdf/ticket-thread.ts',
        'spreadsheet-thread': 'src/platform/http/downloads/spreadsheet-thread.ts',
      },
      // All chunks in one folder, so that code finds its neighbours wherever the bundler put it.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: [/^@glassdrum\//] },
});
