#!/usr/bin/env node
/** `npx fair-draw …` in this repository: runs the TypeScript beside it, so that the tool works right after an install. */
import { register } from 'tsx/esm/api';

register();
await import('./run.ts');
