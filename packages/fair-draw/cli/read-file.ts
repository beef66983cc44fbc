/** Files from anyone, as bytes up to the limit of draw protocol §1; everything else is refused in one line. */
import { closeSync, openSync, readSync } from 'node:fs';
import { RefusedFile } from '../src/json/refused-file.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '../src/json/strict-json.ts';

const CHUNK = 1024 * 1024;

/** A refusal with exit code 64, printed as one line. */
export class Refused extends Error {}

/** @param what begins the sentence of a refusal @param parse reads the bytes @throws Refused */
export function readFile<T>(file: string, what: string, parse: (bytes: Uint8Array) => T): T {
  try {
    return parse(readUpToLimit(file));
  } catch (error) {
    const reason = error instanceof RefusedFile ? error.message : 'it cannot be read';
    // Quoted, so that a name with a line feed or an escape sequence stays one harmless line.
    throw new Refused(`${what} ${JSON.stringify(file)} is refused: ${reason}.`);
  }
}

/** @throws Refused */
export function readJson(file: string, what: string): unknown {
  return readFile(file, what, parseStrictJson);
}

/** In chunks, because a pipe or device does not report its size. One byte more than the limit is enough to refuse. */
function readUpToLimit(file: string): Uint8Array {
  const chunks: Buffer[] = [];
  const descriptor = openSync(file, 'r');
  try {
    for (let total = 0; total <= MAX_FILE_BYTES;) {
      const chunk = Buffer.alloc(CHUNK);
      const length = readSync(descriptor, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      total += length;
    }
  } finally {
    closeSync(descriptor);
  }
  return Buffer.concat(chunks);
}
