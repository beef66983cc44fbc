/**
 * The programs that tests start as processes of their own, bundled once for a run: each start from source would take seconds
 * of computing. They stand beside the built server, from where they find packages and screens as it does.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SERVER = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'dist-programs';

/** Besides those of vite.config.ts: the server and its commands. */
const ADDED = {
  node: 'test/support/killable-process.ts',
  'e2e-installation': '../../e2e/support/installation-process.ts',
} as const;

/** @returns the path of a bundled program, for `node` */
export function program(name: 'main' | 'cli' | keyof typeof ADDED): string {
  return join(SERVER, FOLDER, `${name}.js`);
}

/** Vitest and Playwright call it once for a run. */
// oxlint-disable-next-line import/no-default-export -- as Playwright wants it
export default async function bundlePrograms(): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({
    root: SERVER,
    configFile: join(SERVER, 'vite.config.ts'),
    logLevel: 'warn',
    // Another run may be using what is there; bundles of the same sources are the same.
    build: { outDir: FOLDER, emptyOutDir: false, rollupOptions: { input: ADDED } },
  });
  // Vite sets it to 'production' for good, and what tests start would inherit that.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
}
