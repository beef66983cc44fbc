/** H11: by what a raffle with one entry per device recognizes this browser: a random value of its own for each raffle. */
import { readStored, writeStored } from '../storage/stored-text.ts';

const MARK = /^[0-9a-f]{64}$/;

/** Null where the browser stores nothing; then the server decides. */
export function deviceMark(raffleId: string): string | null {
  const name = `device:${raffleId}`;
  const stored = readStored(name);
  if (stored !== null && MARK.test(stored)) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  writeStored(name, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  return readStored(name);
}
