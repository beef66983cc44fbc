/**
 * `npm start`: installs and builds if needed, then serves. On a fresh clone this is all there is to do.
 * Configuration comes from the environment (README.md); the server prints its address and takes the signals.
 */
import './lib/check-node.mjs';
import { ensureBuild } from './lib/ensure-build.mjs';
import { ensureInstall } from './lib/ensure-install.mjs';

try {
  await ensureInstall();
  await ensureBuild();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// In this same process: one process to stop, nothing that could be left behind, 40 MB less.
await import('../apps/server/dist/main.js');
