/**
 * What a watching device may see, with the outcome that draw protocol §10 asks for. Each case begins with a draw that
 * goes as it should and changes what the case is about. `write-device-vectors.ts` writes the file of vectors from them.
 */
import { GREEN_CASES } from './device-cases/green.ts';
import { PENDING_CASES } from './device-cases/pending.ts';
import { RED_LIST_CASES } from './device-cases/red-list.ts';
import { RED_RESULT_CASES } from './device-cases/red-result.ts';
import { YELLOW_CASES } from './device-cases/yellow.ts';
import type { DeviceVector } from './device-cases/vector.ts';

/** All cases, in the order of the file of vectors. */
export function deviceCases(): DeviceVector[] {
  return [...GREEN_CASES, ...YELLOW_CASES, ...RED_LIST_CASES, ...RED_RESULT_CASES, ...PENDING_CASES];
}
