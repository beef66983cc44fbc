/** Where the trial draw's chance comes from: the browser's own generator, and nothing else. */
import type { TrialChance } from './trial-draw.ts';

/** Lowercase hex, two digits per byte. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export function newChance(nameCount: number): TrialChance {
  return {
    seed: randomHex(32),
    salts: Array.from({ length: nameCount }, () => randomHex(16)),
    drawId: `trial-${randomHex(8)}`,
    hostId: `visitor-${randomHex(8)}`,
  };
}
