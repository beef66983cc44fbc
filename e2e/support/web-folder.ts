/** The screens that browser tests are given: the last build, or another one, for tests while that is being made again. */
import { resolve } from 'node:path';

export const WEB_FOLDER = resolve(
  process.env['E2E_WEB_FOLDER'] ?? new URL('../../apps/web/dist', import.meta.url).pathname,
);
