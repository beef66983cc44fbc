/**
 * Checkpoints of the public log (draw protocol §8): C2SP `tlog-checkpoint`, which is a signed note of three lines (origin,
 * size, root in base64), an empty line, and a line for each signature.
 *
 *     — <name> <base64 of 4 bytes key hash and 64 bytes Ed25519 signature>
 *
 * The log signs under its origin as name; key hash = the first 4 bytes of SHA-256(name, LF, 0x01, public key).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { signatureHolds } from '../ed25519-signature.ts';
import { isHash } from '../field-rules.ts';
import { HASH_BYTES } from '../merkle-tree.ts';
import { keyIdOf } from '../receipt.ts';
import { fromBase64, toBase64 } from './base64.ts';

/** Signature type of plain Ed25519 in signed notes. */
const ED25519 = 0x01;
const KEY_HASH_BYTES = 4;
const SIGNATURE_BYTES = 64;
const LONGEST_NOTE = 16_384;
const MOST_SIGNATURES = 16;
/** A name of a note's key: no spaces of any kind and no plus sign. */
const NAME = /^[^\s+\p{Cc}\p{Zs}]{1,255}$/u;
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/;

/** What a checkpoint says. */
export interface LogHead {
  origin: string;
  /** How many records. */
  size: number;
  /** 64 hex. */
  root: string;
}

export interface Checkpoint extends LogHead {
  /** What the signatures cover. */
  text: string;
  /** All signature lines, also those of witnesses; hashes and signatures in hex. */
  signatures: { name: string; keyHash: string; signature: string }[];
}

/** The log's name in checkpoints. It follows from the key, so that an installation may move to another address. */
export function logOrigin(publicKey: string): string {
  return `glassdrum.log/${keyIdOf(publicKey)}`;
}

/** The key as tools for signed notes read it: name, key hash in hex, type and key in base64. */
export function noteKey(origin: string, publicKey: string): string {
  const key = concatBytes(Uint8Array.of(ED25519), hexToBytes(publicKey));
  return `${origin}+${keyHash(origin, publicKey)}+${toBase64(key)}`;
}

/** @param sign Ed25519 over the text's UTF-8 bytes, 128 hex, by the private half of `publicKey` */
export function signCheckpoint(head: LogHead, publicKey: string, sign: (text: string) => string): string {
  const { origin, size, root } = head;
  const text = `${origin}\n${size}\n${toBase64(hexToBytes(root))}\n`;
  const signature = toBase64(hexToBytes(keyHash(origin, publicKey) + sign(text)));
  return `${text}\n— ${origin} ${signature}\n`;
}

/** Null for whatever is no checkpoint. Further lines after the root belong to the text and are passed over. */
export function parseCheckpoint(note: unknown): Checkpoint | null {
  if (typeof note !== 'string' || note.length > LONGEST_NOTE || /\p{Surrogate}/u.test(note)) return null;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const text = note.slice(0, end + 1);
  const [origin = '', size = '', root = '', ...more] = text.slice(0, -1).split('\n');
  const rootBytes = fromBase64(root);
  const lines = note.slice(end + 2, -1).split('\n');
  if (!NAME.test(origin) || !SIZE.test(size) || rootBytes?.length !== HASH_BYTES) return null;
  if (!Number.isSafeInteger(Number(size)) || more.includes('') || lines.length > MOST_SIGNATURES) return null;
  const signatures = lines.map(parseSignature).filter((line) => line !== null);
  if (signatures.length !== lines.length) return null;
  return { origin, size: Number(size), root: bytesToHex(rootBytes), text, signatures };
}

/** Whether the log of this key made the checkpoint, under its own origin. @param publicKey 64 hex */
export function checkpointHolds(checkpoint: Checkpoint, publicKey: string): boolean {
  if (!isHash(publicKey)) return false;
  const expected = keyHash(checkpoint.origin, publicKey);
  return checkpoint.signatures.some(
    (line) =>
      line.name === checkpoint.origin &&
      line.keyHash === expected &&
      signatureHolds(publicKey, checkpoint.text, line.signature),
  );
}

function parseSignature(line: string): Checkpoint['signatures'][number] | null {
  const [dash, name = '', encoded = '', ...more] = line.split(' ');
  const bytes = fromBase64(encoded);
  if (dash !== '—' || !NAME.test(name) || more.length > 0 || bytes === null) return null;
  // Witnesses may sign in other ways, with longer signatures; those are named and not checked.
  if (bytes.length < KEY_HASH_BYTES + SIGNATURE_BYTES) return null;
  const hex = bytesToHex(bytes);
  return { name, keyHash: hex.slice(0, 2 * KEY_HASH_BYTES), signature: hex.slice(2 * KEY_HASH_BYTES) };
}

function keyHash(name: string, publicKey: string): string {
  const key = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(ED25519), hexToBytes(publicKey));
  return bytesToHex(sha256(key)).slice(0, 2 * KEY_HASH_BYTES);
}
