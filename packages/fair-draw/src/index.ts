/** The fair draw: commitments, beacon, shuffle, proof and verifier. Pure: no I/O, no clock, no randomness of its own. */
export * from './beacon.ts';
export * from './draw-records.ts';
export * from './entry-commitments.ts';
export { createGenerator } from './generator.ts';
export * from './proof.ts';
export * from './receipt.ts';
export * from './seeds.ts';
export * from './shuffle.ts';
export { record, sha256Hex } from './text-records.ts';
export { looksLikeProof, parseProof } from './verify/parse-proof.ts';
export type { StepResult } from './verify/steps.ts';
export * from './verify/verify-proof.ts';
