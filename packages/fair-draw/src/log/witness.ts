/**
 * Witnesses of a log (draw protocol §8): independent parties who cosign its checkpoints with the time at which they saw
 * them, as C2SP `tlog-cosignature` has it, type `cosignature/v1`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { signatureHolds } from '../ed25519-signature.ts';
import { isHash, isIntegerIn } from '../field-rules.ts';
import { fromBase64 } from './base64.ts';
import {
  type Checkpoint,
  formatNoteKey,
  isNoteName,
  NOTE_COSIGNATURE,
  noteKeyHash,
  noteLine,
  type NoteSignature,
} from './checkpoint.ts';

export interface WitnessKey {
  name: string;
  /** 8 hex; it follows from the name and the key. */
  keyHash: string;
  /** 64 hex. */
  publicKey: string;
}

/** A line of a known witness in a note. */
export interface Cosignature {
  witness: WitnessKey;
  /** When the witness saw the checkpoint, Unix seconds; null where the line is no valid cosignature of it. */
  time: number | null;
}

const VERIFIER_KEY = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s;
const KEY_BYTES = 32;
const TIME_HEX = 16;
const SIGNATURE_HEX = 128;
/** The largest time that a cosignature can have. */
const LATEST = 2n ** 63n - 1n;

/**
 * Reads a C2SP verifier key, `<name>+<key hash in hex>+<base64 of 0x04 and the key>`.
 * @returns null for any other form, another type of key, or a key hash that is not the key's
 */
export function parseWitnessKey(verifierKey: string): WitnessKey | null {
  const [, name = '', keyHash = '', encoded = ''] = VERIFIER_KEY.exec(verifierKey) ?? [];
  const bytes = fromBase64(encoded);
  if (!isNoteName(name) || bytes?.length !== 1 + KEY_BYTES || bytes[0] !== NOTE_COSIGNATURE) return null;
  const publicKey = bytesToHex(bytes.subarray(1));
  return keyHash === noteKeyHash(name, NOTE_COSIGNATURE, publicKey) ? { name, keyHash, publicKey } : null;
}

/** The C2SP verifier key of a witness. @param publicKey 64 hex @throws RangeError for a name or key that is none */
export function formatWitnessKey(name: string, publicKey: string): string {
  if (!isNoteName(name)) throw new RangeError('A name of a witness is 1 to 255 printable characters.');
  if (!isHash(publicKey)) throw new RangeError('A public key is 64 lowercase hex digits.');
  return formatNoteKey(name, NOTE_COSIGNATURE, publicKey);
}

/**
 * A witness's signature line for a checkpoint, without its line feed.
 * @param i.text the checkpoint's three lines @param i.publicKey 64 hex @param i.time Unix seconds
 * @param i.sign Ed25519 over the text's UTF-8 bytes, 128 hex, by the private half of `publicKey`
 * @throws RangeError for a time that is no integer from 0
 */
export function signCosignature(i: {
  text: string;
  name: string;
  publicKey: string;
  time: number;
  sign: (text: string) => string;
}): string {
  if (!isIntegerIn(i.time, 0)) throw new RangeError('A time is an integer from 0.');
  const time = i.time.toString(16).padStart(TIME_HEX, '0');
  return noteLine({
    name: i.name,
    keyHash: noteKeyHash(i.name, NOTE_COSIGNATURE, i.publicKey),
    signature: time + i.sign(signedText(i.text, BigInt(i.time))),
  });
}

/**
 * When a witness cosigned a checkpoint, Unix seconds; null unless the line is a valid cosignature by this witness. Times
 * above 2^53−1 are rounded. Never throws.
 */
export function cosignatureTime(
  checkpoint: Pick<Checkpoint, 'text'>,
  line: NoteSignature,
  witness: WitnessKey,
): number | null {
  const { name, keyHash, signature } = line;
  if (name !== witness.name || keyHash !== witness.keyHash) return null;
  if (signature.length !== TIME_HEX + SIGNATURE_HEX) return null;
  const time = BigInt(`0x${signature.slice(0, TIME_HEX)}`);
  if (time > LATEST) return null;
  const holds = signatureHolds(
    witness.publicKey,
    signedText(checkpoint.text, time),
    signature.slice(TIME_HEX),
  );
  return holds ? Number(time) : null;
}

/** Whether a line is a valid cosignature of the checkpoint by this witness. Never throws. */
export function verifyCosignature(
  checkpoint: Pick<Checkpoint, 'text'>,
  line: NoteSignature,
  witness: WitnessKey,
): boolean {
  return cosignatureTime(checkpoint, line, witness) !== null;
}

/** All lines of known witnesses, valid or not, in the order of the note. Lines of other names or key hashes are passed over. */
export function cosignaturesOf(checkpoint: Checkpoint, known: readonly WitnessKey[]): Cosignature[] {
  return checkpoint.signatures.flatMap((line) =>
    known
      .filter(({ name, keyHash }) => name === line.name && keyHash === line.keyHash)
      .map((witness) => ({ witness, time: cosignatureTime(checkpoint, line, witness) })),
  );
}

/** What a witness signs. */
function signedText(text: string, time: bigint): string {
  return `cosignature/v1\ntime ${time}\n${text}`;
}
