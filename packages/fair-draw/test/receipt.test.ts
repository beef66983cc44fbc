/** A receipt against a proof: right raffle, right place, right weights, right signature (draw protocol §9). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  buildReceipt,
  type DrawPlan,
  keyIdOf,
  nameCommit,
  type Receipt,
  receiptRecord,
  redactProof,
  verifyProof,
} from '../src/index.ts';
import { type EntryChoices, makeProof, personOf, PLAN } from './support/random-draw.ts';
import { installation, signerOf } from './support/signers.ts';

const receiptKey = installation.key;
const otherKey = signerOf('another installation').key;

const entries: EntryChoices[] = [
  { weights: [3, 1] },
  { weights: [1, 0], source: 'host', hasDevice: false, committed: false },
  { weights: [0, 0], state: 'withdrawn' },
  { weights: [2, 4] },
  { weights: [0, 0], state: 'holder' },
];
const plan: DrawPlan = { ...PLAN, pools: 2, earlierWinners: 'out' };
const proof = makeProof('receipts', { entries, plan, stage: 2, contributors: [4] });
const person = personOf('receipts', 4);

/** A receipt as the installation would issue it for an entry of the list. */
function receiptOf(number: number, changes: Partial<Receipt> = {}): Receipt {
  const entry = proof.entries[number - 1];
  if (entry === undefined) throw new Error('There is no such entry.');
  const [state, source, weights, , entropy, device] = entry;
  const { displayName, salt } = personOf('receipts', number);
  const fields = {
    series_id: proof.open.series_id,
    draw_id: proof.draw_id,
    open_hash: proof.open_hash,
    entry_number: number,
    state: state === 'holder' ? ('in' as const) : state,
    source,
    weights: [...weights],
    display_name: displayName,
    salt,
    entropy_commit: entropy,
    device_key: device,
    issued_at: proof.close.closed_at,
    key_id: keyIdOf(receiptKey),
    ...changes,
  };
  const { key_id: _, ...signed } = fields;
  return buildReceipt(fields, installation.sign(receiptRecord(signed)));
}
const receipt = receiptOf(4);

function stepFor(
  shown: unknown,
  key: string | null = receiptKey,
): { name: string; status: string; reason?: string } {
  const { steps, verdict } = verifyProof(proof, {
    receipt: shown,
    ...(key === null ? {} : { receiptKey: key }),
  });
  const step = steps.at(-1);
  if (step?.name !== 'receipt') throw new Error('The receipt was not looked at.');
  expect(verdict).toBe({ PASS: 'VERIFIED', FAIL: 'FAILED', SKIP: 'INCOMPLETE' }[step.status]);
  return step;
}
const reasonOf = (shown: unknown, key?: string): string | undefined => {
  const { status, reason } = stepFor(shown, key);
  expect(status).toBe('FAIL');
  return reason;
};

test('the record names the raffle, the place and the commitments, and not the name', () => {
  const entry = proof.entries[3];
  const [name, entropy, device] = entry === undefined ? [] : [entry[3], entry[4], entry[5]];
  expect(name).toBe(nameCommit(person.salt, person.displayName));
  expect(receiptRecord(receipt)).toBe(
    `draw.receipt.v2\n${proof.open.series_id}\n${proof.draw_id}\n${proof.open_hash}\n4\nin\nself\n2,4\n` +
      `${name}\n${entropy}\n${device}\n${proof.close.closed_at}\n`,
  );
  expect(receipt.format).toBe('draw-receipt/2');
  expect(receipt.key_id).toMatch(/^[0-9a-f]{16}$/);
});

describe('a receipt passes', () => {
  test.each([1, 2, 3, 4])('of entry %i', (number) => expect(stepFor(receiptOf(number)).status).toBe('PASS'));

  test('of one who was in and now holds a prize of an earlier draw', () => {
    expect(stepFor(receiptOf(5, { weights: [7, 7] })).status).toBe('PASS');
  });

  test('issued for an earlier draw of the raffle, with another commitment and opening', () => {
    const earlier = { draw_id: 'earlier', open_hash: 'a'.repeat(64), entropy_commit: 'b'.repeat(64) };
    expect(stepFor(receiptOf(4, earlier)).status).toBe('PASS');
  });

  test('after the names were erased', () => {
    const erased = redactProof(proof, { rules: true });
    expect(verifyProof(erased, { receipt, receiptKey }).verdict).toBe('VERIFIED');
  });
});

describe('a receipt is skipped, and the verdict stays open', () => {
  test('without the key', () => {
    expect(stepFor(receipt, null)).toEqual({
      name: 'receipt',
      status: 'SKIP',
      reason: "entry 4 agrees; the signature was not checked without the installation's key",
    });
  });

  test('issued after the close, whatever else it says of its entry', () => {
    const late = receiptOf(4, { issued_at: proof.close.closed_at + 1, weights: [9, 9] });
    expect(stepFor(late)).toEqual({
      name: 'receipt',
      status: 'SKIP',
      reason: 'the receipt was issued after this list was closed',
    });
  });
});

describe('a receipt fails', () => {
  test.each<[string, Record<string, unknown>]>([
    ['of version 1', { format: 'draw-receipt/1' }],
    ['with an unknown member', { note: 'x' }],
    ['with half a signature', { signature: receipt.signature.slice(64) }],
    ['with a place that is no number', { entry_number: '4' }],
    ['with a name that is none', { display_name: 'a\nb' }],
    ['of a holder', { state: 'holder' }],
    ['with no weights', { weights: [] }],
  ])('as malformed: %s', (_, change) => {
    expect(reasonOf({ ...receipt, ...change })).toContain('malformed');
  });

  test.each<[string, Partial<Receipt>]>([
    ['of another time', { issued_at: receipt.issued_at - 1 }],
    ['of another key', { key_id: 'a'.repeat(16) }],
    ['with a changed signature', { signature: `${receipt.signature.slice(0, -1)}f` }],
    ['with another name', { display_name: 'Eve' }],
  ])('by its signature: %s', (_, change) => {
    expect(reasonOf({ ...receipt, ...change })).toContain('signature');
  });

  test.each<[string, number, Partial<Receipt>, string]>([
    ['of another raffle', 4, { series_id: 'other' }, 'another raffle'],
    ['of another opening of this draw', 4, { open_hash: 'a'.repeat(64) }, 'another opening'],
    ['of an entry beyond the list', 4, { entry_number: 6 }, 'has no entry 6'],
    ['with more weight', 4, { weights: [3, 4] }, 'another state or other weights'],
    ['with fewer pools', 4, { weights: [2] }, 'another state or other weights'],
    ['of one who withdrew and is in the list', 4, { state: 'withdrawn', weights: [0, 0] }, 'another state'],
    ['of one who was in and was withdrawn', 3, { state: 'in', weights: [1, 1] }, 'another state'],
    ['of one who was absent and holds a prize', 5, { state: 'absent' }, 'another state'],
    ['with another source', 4, { source: 'paper' }, 'is not the one of the receipt'],
    ['with another name', 4, { display_name: 'Eve' }, 'is not the one of the receipt'],
    ['with another salt', 4, { salt: 'a'.repeat(32) }, 'is not the one of the receipt'],
    ['with another contribution', 4, { entropy_commit: '-' }, 'is not the one of the receipt'],
    ['with another device', 4, { device_key: '-' }, 'is not the one of the receipt'],
    ['with the place of another', 4, { entry_number: 1, weights: [3, 1] }, 'is not the one of the receipt'],
  ])('signed, but %s', (_, number, change, reason) => {
    expect(reasonOf(receiptOf(number, change))).toContain(reason);
    expect(stepFor(receiptOf(number, change), null).status).toBe('FAIL');
  });

  test.each([null, 'x', [], {}])('%j', (shown) => expect(stepFor(shown).status).toBe('FAIL'));

  test('under any other key, before anything else is looked at', () => {
    const stranger = { ...receiptOf(4, { series_id: 'other' }), key_id: keyIdOf(otherKey) };
    expect(reasonOf(stranger, otherKey)).toContain('signature');
    for (const key of ['x', receiptKey.toUpperCase(), '0'.repeat(64)])
      expect(stepFor(receipt, key).status).toBe('FAIL');
  });
});

describe('signatures are read strictly', () => {
  test('a scalar with the order of the group added is refused', () => {
    const bytes = hexToBytes(receipt.signature);
    let carry = ed25519.Point.Fn.ORDER;
    for (let i = 32; i < 64; i += 1) {
      carry += BigInt(bytes[i] ?? 0);
      bytes[i] = Number(carry & 0xffn);
      carry >>= 8n;
    }
    expect(reasonOf({ ...receipt, signature: bytesToHex(bytes) })).toContain('signature');
  });

  test('a key of small order, under which anything would be signed, is refused', () => {
    const identity = `01${'00'.repeat(31)}`;
    const forged = { ...receipt, key_id: keyIdOf(identity), signature: `${identity}${'00'.repeat(32)}` };
    expect(stepFor(forged, identity).status).toBe('FAIL');
  });
});
