/** Regenerates `vectors/device-check-vectors.json` from the cases: `npm run write-device-vectors -w packages/fair-draw` */
import { writeFileSync } from 'node:fs';
import { deviceCases } from './device-cases.ts';

const file = new URL('../vectors/device-check-vectors.json', import.meta.url);
writeFileSync(file, `${JSON.stringify({ format: 'device-check-vectors/1', vectors: deviceCases() })}\n`);
