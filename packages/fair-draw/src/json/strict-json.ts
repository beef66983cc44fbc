/**
 * Reading a JSON file that may come from anyone, so that no two verifiers read it differently (draw protocol §1 "JSON").
 *
 * 1. One pass over the bytes checks everything that a file can be refused for, and builds nothing.
 * 2. A second pass builds the value. Its memory stays within a small multiple of the file's size, whatever the file
 *    holds, because what no document of the protocol can contain is not built (`bounds` in `build-json.ts`).
 *
 * Time is linear in the size of the file, except for sorting the member names of wide objects.
 */
import { buildJson } from './build-json.ts';
import { RefusedFile } from './refused-file.ts';
import { scanJson } from './scan-json.ts';

export { RefusedFile };

/** The largest file that is read, in bytes: 64 MiB. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * The value of a JSON file under the rules of draw protocol §1.
 *
 * For documents that the protocol could accept this is what `JSON.parse` gives, except that empty objects and lists are
 * shared and frozen. In files made to exhaust memory, parts that cannot belong to such a document are replaced by others
 * that cannot either, so that checks of the document's form fail as they would have.
 *
 * @param bytes the file's bytes, not a text that someone else has decoded
 * @throws RefusedFile with a reason in one line
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_FILE_BYTES) throw new RefusedFile('the file is larger than 64 MiB');
  return buildJson(bytes, scanJson(bytes));
}
