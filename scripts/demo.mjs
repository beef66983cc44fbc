/**
 * `npm run demo`: installs and builds if needed, then runs an installation that is filled already: a raffle of 200
 * invented people, ready to be drawn, a gala evening between two of its draws, and a raffle that was drawn yesterday. Its
 * source is apps/server/src/demo, which is no part of the server's build: a beacon with a known key has no place there.
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
const { register } = await import('tsx/esm/api');
register();
console.log('Filling the demonstration …');
await import('../apps/server/src/demo/main.ts');
