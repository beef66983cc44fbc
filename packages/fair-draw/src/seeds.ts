/** The seeds of a draw and how they are joined (draw protocol §4; the fairness contract's steps 1 and 2). */
import { sha256Hex } from './text-records.ts';
import { isRoomText } from './field-rules.ts';

/** `printf %s "$seed_reveal" | sha256sum` – the 64 hex digits are hashed as text. */
export function seedCommitHash(seedReveal: string): string {
  return sha256Hex(seedReveal);
}

/** @param beaconValue 64 hex, or `-` for a draw without a beacon */
export function clientSeed(freezeHash: string, beaconValue: string): string {
  return `${freezeHash}:${beaconValue}`;
}

export function combinedSeed(seedReveal: string, client: string): string {
  return sha256Hex(`${seedReveal}|${client}`);
}

/**
 * Beacon value of text that the audience produced in plain sight after the freeze.
 * @throws RangeError for empty text, a line feed or a lone surrogate.
 */
export function roomBeaconValue(text: string): string {
  if (!isRoomText(text)) throw new RangeError('The text of the room must be one line of valid Unicode.');
  return sha256Hex(`draw.room.v1\n${text}\n`);
}
