/** What this build calls itself. */
import manifestFile from '../package.json' with { type: 'json' };

export const manifest: { version: string } = { version: manifestFile.version };
