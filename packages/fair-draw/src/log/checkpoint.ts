/**
 * Checkpoints of the public log (draw protocol §8): C2SP `tlog-checkpoint`, a signed note of three lines (origin, size, root
 * in base64), an empty line, and a line for each signature.
 *
 *     — <name> <base64 of 4 bytes key hash and the signature>
 *
 * The log signs under its origin as name; its key hash is the first 4 bytes of SHA-256(name, LF, 0x01, public key).
 * Cosignatures of witnesses are in `witness.ts`.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { signatureHolds } from '../ed25519-signature.ts';
import { isHash, isIntegerIn } from '../field-rules.ts';
import { HASH_BYTES } from '../merkle-tree.ts';
import { keyIdOf } from '../receipt.ts';
import { fromBase64, toBase64 } from './base64.ts';

/** Types of signatures in signed notes: plain Ed25519, and the timestamped one of witnesses. */
const NOTE_ED25519 = 0x01;
export const NOTE_COSIGNATURE = 0x04;

const KEY_HASH_HEX = 8;
/** Key hash and signature together. */
const SHORTEST_SIGNATURE_BYTES = 5;
const LONGEST_NOTE_BYTES = 128 * 1024;
const MAX_SIGNATURES = 64;
/** Printable ASCII other than space and plus sign. */
const NAME = /^[!-*,-~]{1,255}$/;
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/;

/** What a checkpoint says. */
export interface LogHead {
  origin: string;
  /** How many records. */
  size: number;
  /** 64 hex. */
  root: string;
}

/** A line below the text of a note. */
export interface NoteSignature {
  name: string;
  /** 8 hex. */
  keyHash: string;
  /** Everything after the key hash, in hex, of any length. */
  signature: string;
}

export interface Checkpoint extends LogHead {
  /** The three lines, which the signatures cover. */
  text: string;
  /** All signature lines, also those of witnesses, 1 to 64. */
  signatures: NoteSignature[];
}

/** Whether a name may stand in a note: the origin of a log, or the name of a witness. */
export function isNoteName(name: string): boolean {
  return NAME.test(name);
}

/** The log's name in checkpoints. It follows from the key, so that an installation may move to another address. */
export function logOrigin(publicKey: string): string {
  return `glassdrum.log/${keyIdOf(publicKey)}`;
}

/** The log's key as tools for signed notes read it: name, key hash in hex, type and key in base64. @param publicKey 64 hex */
export function noteKey(origin: string, publicKey: string): string {
  return formatNoteKey(origin, NOTE_ED25519, publicKey);
}

/** A C2SP verifier key: `<name>+<key hash in hex>+<base64 of type and key>`. */
export function formatNoteKey(name: string, type: number, publicKey: string): string {
  const key = concatBytes(Uint8Array.of(type), hexToBytes(publicKey));
  return `${name}+${noteKeyHash(name, type, publicKey)}+${toBase64(key)}`;
}

/** The first 4 bytes of SHA-256(name, LF, type, key) as 8 hex. */
export function noteKeyHash(name: string, type: number, publicKey: string): string {
  const key = concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), hexToBytes(publicKey));
  return bytesToHex(sha256(key)).slice(0, KEY_HASH_HEX);
}

/** The three lines that log and witnesses sign. @throws RangeError for a head that no checkpoint can have */
export function checkpointText({ origin, size, root }: LogHead): string {
  if (!isNoteName(origin)) throw new RangeError('An origin is 1 to 255 printable characters.');
  if (!isIntegerIn(size, 0) || !isHash(root)) throw new RangeError('A checkpoint has a size and a root.');
  return `${origin}\n${size}\n${toBase64(hexToBytes(root))}\n`;
}

/** A signature line, without its line feed. */
export function noteLine({ name, keyHash, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(hexToBytes(keyHash + signature))}`;
}

/**
 * A checkpoint signed by its log: a note with one signature line.
 * @param sign Ed25519 over the text's UTF-8 bytes, 128 hex, by the private half of `publicKey`
 */
export function signCheckpoint(head: LogHead, publicKey: string, sign: (text: string) => string): string {
  const text = checkpointText(head);
  const name = head.origin;
  const keyHash = noteKeyHash(name, NOTE_ED25519, publicKey);
  return `${text}\n${noteLine({ name, keyHash, signature: sign(text) })}\n`;
}

/**
 * The note with further signature lines at its end, such as those of witnesses. Lines that it has already are left out.
 * @throws RangeError unless the note and the result are checkpoints: at most 64 lines and 128 KiB
 */
export function addSignatureLines(note: string, lines: readonly string[]): string {
  const present = new Set(note.split('\n'));
  const added = [...new Set(lines)].filter((line) => !present.has(line));
  const result = note + added.map((line) => `${line}\n`).join('');
  if (parseCheckpoint(note) === null || parseCheckpoint(result) === null) {
    throw new RangeError('The note and its signature lines are no checkpoint.');
  }
  return result;
}

/** Null for anything that is not exactly a note of draw protocol §8. Whether signatures hold is not looked at. Never throws. */
export function parseCheckpoint(note: unknown): Checkpoint | null {
  // More bytes than characters: a note in ASCII but for the dashes, of 3 bytes each.
  if (typeof note !== 'string' || note.length > LONGEST_NOTE_BYTES || !note.endsWith('\n')) return null;
  const [origin = '', size = '', root = '', empty, ...lines] = note.slice(0, -1).split('\n');
  if (empty !== '' || lines.length < 1 || lines.length > MAX_SIGNATURES) return null;
  if (!isNoteName(origin) || !SIZE.test(size) || !isIntegerIn(Number(size), 0)) return null;
  const rootBytes = fromBase64(root);
  if (rootBytes?.length !== HASH_BYTES) return null;
  const signatures = lines.map(parseSignatureLine).filter((line) => line !== null);
  if (signatures.length !== lines.length || utf8ToBytes(note).length > LONGEST_NOTE_BYTES) return null;
  const text = `${origin}\n${size}\n${root}\n`;
  return { origin, size: Number(size), root: bytesToHex(rootBytes), text, signatures };
}

/** Null for anything that is no signature line. Never throws. @param line without its line feed */
export function parseSignatureLine(line: string): NoteSignature | null {
  const [dash, name = '', encoded = '', ...more] = line.split(' ');
  if (dash !== '—' || !isNoteName(name) || more.length > 0) return null;
  const bytes = fromBase64(encoded);
  if (bytes === null || bytes.length < SHORTEST_SIGNATURE_BYTES) return null;
  const hex = bytesToHex(bytes);
  return { name, keyHash: hex.slice(0, KEY_HASH_HEX), signature: hex.slice(KEY_HASH_HEX) };
}

/**
 * Whether a key signed the checkpoint under a name: at least one line of the name and the key's hash holds. Lines of other
 * names or key hashes are passed over.
 * @param publicKey 64 hex
 */
export function noteSignatureHolds(checkpoint: Checkpoint, name: string, publicKey: string): boolean {
  if (!isHash(publicKey)) return false;
  const keyHash = noteKeyHash(name, NOTE_ED25519, publicKey);
  return checkpoint.signatures.some(
    (line) =>
      line.name === name &&
      line.keyHash === keyHash &&
      signatureHolds(publicKey, checkpoint.text, line.signature),
  );
}

/** Whether the log of this key made the checkpoint: its origin is the key's, and it is signed with it. @param publicKey 64 hex */
export function checkpointHolds(checkpoint: Checkpoint, publicKey: string): boolean {
  return (
    checkpoint.origin === logOrigin(publicKey) && noteSignatureHolds(checkpoint, checkpoint.origin, publicKey)
  );
}
