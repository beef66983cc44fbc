#!/usr/bin/env node
/** The `glassdrum` command; its source is src/cli.ts. */
import '../dist/cli.js';
