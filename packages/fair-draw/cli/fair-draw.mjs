#!/usr/bin/env node
/** `npx fair-draw …`: runs the TypeScript beside it, so that the tool works right after an install, without a build. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('./main.ts');
process.exitCode = main(process.argv.slice(2));
