/** The seeds of a draw and how they are joined (draw protocol §4). */
import { sha256Hex } from './text-records.ts';

/** `printf %s "$seed_reveal" | sha256sum` – the 64 hex digits are hashed as text. */
export function seedCommitHash(seedReveal: string): string {
  return sha256Hex(seedReveal);
}

/** @param freezeHash 64 hex @param beaconValue 64 hex; null for a draw without a beacon */
export function clientSeed(freezeHash: string, beaconValue: string | null): string {
  return `${freezeHash}:${beaconValue ?? '-'}`;
}

/** SHA(seed_reveal ‖ "|" ‖ client_seed), 64 hex. */
export function combinedSeed(seedReveal: string, client: string): string {
  return sha256Hex(`${seedReveal}|${client}`);
}
