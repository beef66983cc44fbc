/**
 * JSON that many visitors share, with a tail of each visitor's own (R7). The shared part is serialised and compressed
 * once; an answer is put together without looking at it again.
 *
 * 1. The shared part grows by pieces. Each is deflated alone and ends on a byte boundary (zlib's sync flush), so
 *    pieces can be laid one behind the other in a gzip member (RFC 1952).
 * 2. A visitor's tail follows as one stored block, which costs nothing to make.
 * 3. The member's checksum continues from the shared part's.
 */
import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

export interface SharedJson {
  readonly plain: readonly Buffer[];
  readonly deflated: readonly Buffer[];
  /** Of all plain bytes. */
  readonly crc: number;
  readonly bytes: number;
  /** SHA-256 so far; never finished, only copied. */
  readonly hash: Hash;
}

const deflate = promisify(deflateRaw);
/** Speed over size: rosters repeat themselves, so that even this level takes nine tenths away. */
const LEVEL = 1;
/** More pieces than this are compressed again as one. */
const PIECES_MAX = 32;
/** No modification time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const STORED_BLOCK_MAX = 0xffff;

/** A shared part that holds `head` only. */
export function startJson(head: string): SharedJson {
  const piece = Buffer.from(head);
  return {
    plain: [piece],
    deflated: storedBlocks(piece, false),
    crc: crc32(piece),
    bytes: piece.length,
    hash: createHash('sha256').update(piece),
  };
}

/** The shared part with `text` behind it; the given one stays as it is. */
export async function appendJson(shared: SharedJson, text: string): Promise<SharedJson> {
  if (text === '') return shared;
  const piece = Buffer.from(text);
  const whole = shared.plain.length >= PIECES_MAX ? Buffer.concat([...shared.plain, piece]) : null;
  const packed = await deflate(whole ?? piece, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH });
  return {
    plain: whole === null ? [...shared.plain, piece] : [whole],
    deflated: whole === null ? [...shared.deflated, packed] : [packed],
    crc: crc32(piece, shared.crc),
    bytes: shared.bytes + piece.length,
    hash: shared.hash.copy().update(piece),
  };
}

/** Weak, because the same answer may travel compressed or not. */
export function etagOf(shared: SharedJson, tail: string): string {
  return `W/"${shared.hash.copy().update(tail).digest('base64url').slice(0, 27)}"`;
}

export function plainBody(shared: SharedJson, tail: string): Buffer {
  return Buffer.concat([...shared.plain, Buffer.from(tail)]);
}

/** One gzip member. */
export function gzipBody(shared: SharedJson, tail: string): Buffer {
  const end = Buffer.from(tail);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(end, shared.crc), 0);
  trailer.writeUInt32LE((shared.bytes + end.length) % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, ...shared.deflated, ...storedBlocks(end, true), trailer]);
}

/** RFC 1951 §3.2.4. @param final nothing follows: the last block says so */
function storedBlocks(bytes: Buffer, final: boolean): Buffer[] {
  const blocks: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += STORED_BLOCK_MAX) {
    const part = bytes.subarray(at, at + STORED_BLOCK_MAX);
    const header = Buffer.alloc(5);
    header.writeUInt8(final && at + STORED_BLOCK_MAX >= bytes.length ? 1 : 0, 0);
    header.writeUInt16LE(part.length, 1);
    header.writeUInt16LE(0xffff - part.length, 3);
    blocks.push(header, part);
  }
  return blocks;
}
