/** From the server's secret and everything it did not choose alone to one seed (draw protocol §4). */
import { sha256Hex } from './text-records.ts';

/** The commitment published at opening. @param seedReveal 64 hex, hashed as ASCII text */
export function seedCommitHash(seedReveal: string): string {
  return sha256Hex(seedReveal);
}

/** @param beaconValue 64 hex, or "-" for a draw without beacon */
export function clientSeed(freezeHash: string, beaconValue: string): string {
  return `${freezeHash}:${beaconValue}`;
}

/** SHA(seed_reveal + "|" + client_seed) */
export function combinedSeed(seedReveal: string, clientSeedText: string): string {
  return sha256Hex(`${seedReveal}|${clientSeedText}`);
}

/** The value of a room beacon: text that the audience made in plain sight after the freeze. */
export function roomBeaconValue(text: string): string {
  return sha256Hex(`draw.room.v1\n${text}\n`);
}
