/** A receipt against a proof: right place, right tickets, right signature (draw protocol §9). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { buildReceipt, keyIdOf, nameCommit, type Receipt, receiptRecord, verifyProof } from '../src/index.ts';
import { makeProof, personOf } from './support/random-draw.ts';

const secret = new Uint8Array(32).fill(3);
const receiptKey = bytesToHex(ed25519.getPublicKey(secret));
const otherKey = bytesToHex(ed25519.getPublicKey(new Uint8Array(32).fill(4)));
const sign = (text: string): string => bytesToHex(ed25519.sign(utf8ToBytes(text), secret));

const proof = makeProof('receipts', { tickets: [3, 1, 0, 2, 5], contributors: [4] });
const entry = proof.entries[3] ?? [0, '', ''];
const person = personOf('receipts', 4);
const fields = {
  draw_id: proof.draw_id,
  open_hash: proof.open_hash,
  seed_commit_hash: proof.seed_commit_hash,
  entry_number: 4,
  tickets: 2,
  display_name: person.displayName,
  salt: person.salt,
  entropy_commit: entry[2],
  issued_at: 1_700_000_110,
  key_id: keyIdOf(receiptKey),
};
const signed = (of: typeof fields): Receipt => buildReceipt(of, sign(receiptRecord(of)));
const receipt = signed(fields);

function stepFor(shown: unknown, key: string | undefined = receiptKey): { status: string; reason?: string } {
  const { steps, verdict } = verifyProof(proof, {
    receipt: shown,
    ...(key === '' ? {} : { receiptKey: key }),
  });
  const step = steps.at(-1);
  if (step?.name !== 'receipt') throw new Error('The receipt was not looked at.');
  expect(verdict).toBe({ PASS: 'VERIFIED', FAIL: 'FAILED', SKIP: 'INCOMPLETE' }[step.status]);
  return step;
}

test('the record names the draw, the place and the commitments, and not the name', () => {
  expect(receiptRecord(receipt)).toBe(
    `draw.receipt.v1\n${proof.draw_id}\n${proof.open_hash}\n4\n2\n${nameCommit(person.salt, person.displayName)}\n${entry[2]}\n1700000110\n`,
  );
  expect(receipt).toEqual({ format: 'draw-receipt/1', ...fields, signature: sign(receiptRecord(fields)) });
  expect(receipt.key_id).toMatch(/^[0-9a-f]{16}$/);
});

test('a receipt of this draw passes, also after the names were erased', () => {
  expect(stepFor(receipt).status).toBe('PASS');
  const erased = makeProof('receipts', { tickets: [3, 1, 0, 2, 5], contributors: [4], erased: () => true });
  expect(verifyProof(erased, { receipt, receiptKey }).verdict).toBe('VERIFIED');
});

test('without the key the signature is skipped, and the verdict is not VERIFIED', () => {
  expect(stepFor(receipt, '')).toEqual({
    name: 'receipt',
    status: 'SKIP',
    reason: "entry 4 agrees; the signature was not checked without the installation's key",
  });
});

describe('a receipt fails', () => {
  test.each<[string, Partial<Record<keyof Receipt, unknown>>, string]>([
    ['of another format', { format: 'draw-receipt/2' }, 'malformed'],
    ['of another draw', { draw_id: 'other' }, 'another draw'],
    ['of another opening', { open_hash: 'a'.repeat(64) }, 'another opening'],
    ['of another seed', { seed_commit_hash: 'a'.repeat(64) }, 'another opening'],
    ['of another entry', { entry_number: 2 }, 'entry 2 has 1 tickets'],
    ['of an entry beyond the list', { entry_number: 6 }, 'has no entry 6'],
    ['with other tickets', { tickets: 3 }, 'entry 4 has 2 tickets'],
    ['with another name', { display_name: 'Eve' }, "somebody else's"],
    ['with another salt', { salt: 'a'.repeat(32) }, "somebody else's"],
    ['with another contribution', { entropy_commit: '-' }, "somebody else's"],
    ['of another time', { issued_at: 1_700_000_111 }, 'signature'],
    ['of another key', { key_id: 'a'.repeat(16) }, 'signature'],
    ['with a changed signature', { signature: `${receipt.signature.slice(0, -1)}f` }, 'signature'],
    ['with half a signature', { signature: receipt.signature.slice(64) }, 'malformed'],
    ['with a place that is no number', { entry_number: '4' }, 'malformed'],
    ['with a name that is none', { display_name: 'a\nb' }, 'malformed'],
  ])('%s', (_, change, reason) => {
    const step = stepFor({ ...receipt, ...change });
    expect(step.status).toBe('FAIL');
    expect(step.reason).toContain(reason);
  });

  test.each([null, 'x', [], {}])('%j', (shown) => expect(stepFor(shown).status).toBe('FAIL'));

  test('with the name of another in his own place, signed for it', () => {
    const swapped = signed({ ...fields, entry_number: 2, tickets: 1 });
    expect(stepFor(swapped).reason).toContain("somebody else's");
  });

  test('under any other key', () => {
    expect(stepFor(receipt, otherKey).status).toBe('FAIL');
    expect(stepFor({ ...receipt, key_id: keyIdOf(otherKey) }, otherKey).status).toBe('FAIL');
    for (const key of ['x', receiptKey.toUpperCase(), '0'.repeat(64)])
      expect(stepFor(receipt, key).status).toBe('FAIL');
  });
});

describe('signatures are read strictly', () => {
  const withSignature = (signature: Uint8Array): Receipt => ({
    ...receipt,
    signature: bytesToHex(signature),
  });

  test('a scalar with the order of the group added is refused', () => {
    const bytes = hexToBytes(receipt.signature);
    let carry = ed25519.Point.Fn.ORDER;
    for (let i = 32; i < 64; i += 1) {
      carry += BigInt(bytes[i] ?? 0);
      bytes[i] = Number(carry & 0xffn);
      carry >>= 8n;
    }
    expect(stepFor(withSignature(bytes)).reason).toContain('signature');
  });

  test('a key of small order, under which anything would be signed, is refused', () => {
    const identity = `01${'00'.repeat(31)}`;
    const forged = { ...receipt, key_id: keyIdOf(identity), signature: `${identity}${'00'.repeat(32)}` };
    expect(stepFor(forged, identity).status).toBe('FAIL');
  });
});
