/** Chance out of the plan's seed: whole-number arithmetic only, so every browser draws the same (R35). */

/** @returns the next number in [0, 1) */
export type Random = () => number;

/** FNV-1a. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

/**
 * A generator (sfc32) of its own for each purpose, so that a new use of chance in one place changes nothing elsewhere.
 *
 * @param seedHex any hex text; its whole length counts
 */
export function randomFrom(seedHex: string, purpose: string): Random {
  let a = hash32(`${purpose}|${seedHex}`);
  let b = hash32(`${seedHex}|${purpose}`);
  let c = hash32(`${seedHex.slice(seedHex.length >> 1)}${purpose}`);
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 15; round += 1) next();
  return next;
}

/** A number in [low, high). */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A whole number in [0, size). */
export function pick(random: Random, size: number): number {
  return Math.floor(random() * size);
}
