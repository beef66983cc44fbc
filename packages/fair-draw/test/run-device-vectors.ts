/** The vectors of the device check against this program; no Node in here, so that the same code runs in a browser. */
import { conclude } from '../src/verify/device/conclude.ts';
import { initialDeviceCheck, observe } from '../src/verify/device/device-check.ts';
import type { DeviceVector } from './support/device-cases/vector.ts';
import type { VectorOutcome } from './run-vectors.ts';

export interface DeviceVectors {
  format: 'device-check-vectors/1';
  vectors: DeviceVector[];
}

/** Runs every vector through JSON after each step, as on a device that reloads each time. */
export function runDeviceVectors(file: DeviceVectors): VectorOutcome[] {
  return file.vectors.map((vector) => {
    const expected = JSON.stringify([vector.outcome, vector.reasons, vector.sentence]);
    let state = initialDeviceCheck(vector.evidence);
    for (const observation of vector.observations) {
      state = JSON.parse(JSON.stringify(observe(state, observation))) as typeof state;
    }
    const { colour, reasons, sentence } = conclude(state);
    const got = JSON.stringify([colour, reasons.map(({ code }) => code), sentence]);
    return { id: vector.id, ok: got === expected, detail: got === expected ? '' : `${got}, not ${expected}` };
  });
}
