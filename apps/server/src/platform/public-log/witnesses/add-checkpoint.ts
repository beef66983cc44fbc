/**
 * The body of C2SP tlog-witness' `add-checkpoint`, for both sides of it (R86):
 *
 *     old <size of the tree that the witness knows>
 *     <hash of the consistency proof in base64>            0 to 63 lines
 *                                                           an empty line
 *     <the checkpoint: a signed note>
 */

export const ADD_CHECKPOINT = '/add-checkpoint';
/** The answer of a witness that knows another size than `old`: that size as text. */
export const SIZE_TYPE = 'text/x.tlog.size';

export interface AddCheckpoint {
  oldSize: number;
  /** RFC 6962 §2.1.2; 64 hex each. */
  path: readonly string[];
  note: string;
}

const HASH_BYTES = 32;
const LONGEST_PATH = 63;
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/;

export function writeAddCheckpoint({ oldSize, path, note }: AddCheckpoint): string {
  const hashes = path.map((hash) => `${Buffer.from(hash, 'hex').toString('base64')}\n`);
  return `old ${oldSize}\n${hashes.join('')}\n${note}`;
}

/** Null for anything else. The note is not looked at. */
export function readAddCheckpoint(body: string): AddCheckpoint | null {
  const end = body.indexOf('\n\n');
  if (end < 0) return null;
  const [first = '', ...encoded] = body.slice(0, end).split('\n');
  const oldSize = first.startsWith('old ') ? readSize(first.slice('old '.length)) : null;
  if (oldSize === null || encoded.length > LONGEST_PATH) return null;
  const path: string[] = [];
  for (const line of encoded) {
    const hash = Buffer.from(line, 'base64');
    // Node skips what is no base64; only the one spelling of 32 bytes is a hash.
    if (hash.length !== HASH_BYTES || hash.toString('base64') !== line) return null;
    path.push(hash.toString('hex'));
  }
  return { oldSize, path, note: body.slice(end + 2) };
}

/** Decimal without leading zeros; null for anything else. */
export function readSize(text: string): number | null {
  const size = Number(text);
  return SIZE.test(text) && Number.isSafeInteger(size) ? size : null;
}
