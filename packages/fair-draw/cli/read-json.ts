/** Files from anybody: read up to a limit, as strict UTF-8, as JSON; everything else is refused in one line. */
import { closeSync, openSync, readSync } from 'node:fs';

/** A list of a million entries stays below 150 MB. */
const LARGEST_FILE = 256 * 1024 * 1024;
const PIECE = 1024 * 1024;

/** A refusal that is told in one line. */
export class Refused extends Error {}

/** @param what begins the sentence of a refusal @throws Refused */
export function readJson(file: string, what: string): unknown {
  const bytes = readUpToLimit(file, what);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refused(`${what} is not UTF-8: ${file}`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused(`${what} is not JSON: ${file}`);
  }
}

/** By pieces, because a pipe or device does not tell its size. */
function readUpToLimit(file: string, what: string): Buffer {
  const pieces: Buffer[] = [];
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, 'r');
    for (let total = 0; total <= LARGEST_FILE;) {
      const piece = Buffer.alloc(PIECE);
      const length = readSync(descriptor, piece);
      if (length === 0) return Buffer.concat(pieces);
      pieces.push(piece.subarray(0, length));
      total += length;
    }
  } catch {
    throw new Refused(`${what} cannot be read: ${file}`);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
  throw new Refused(`${what} is larger than 256 MB: ${file}`);
}
