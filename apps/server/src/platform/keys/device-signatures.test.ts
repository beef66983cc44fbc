/** R87: the native checks of device keys and signatures answer as fair-draw does, and are no more generous anywhere. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { isPublicKey, signatureHolds } from '@glassdrum/fair-draw';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceSigned, isDeviceKey } from './device-signatures.ts';

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const little = (value: bigint): string =>
  Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex');
const hex64 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const SIGN_BIT = 2n ** 255n;

function device() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.from(x, 'base64url').toString('hex');
  return { key, sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex') };
}

test('R87 any 32 bytes are a device key exactly when fair-draw calls them a public key', () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(hex64, (key) => {
      const expected = isPublicKey(key);
      seen[expected ? 'yes' : 'no'] += 1;
      expect(isDeviceKey(key)).toBe(expected);
    }),
    { numRuns: 400 },
  );
  // About half of all numbers are the y of a point: a check that always says the same would not get here.
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(50);
});

test('R87 real keys are accepted; points of small order, unreduced numbers and other texts are not', () => {
  for (let n = 0; n < 20; n += 1) expect(isDeviceKey(device().key)).toBe(true);
  const y8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
  for (const y of [0n, 1n, P - 1n, y8, P - y8, P, P + 1n, 2n ** 255n - 1n]) {
    for (const encoded of [little(y), little(y + SIGN_BIT)]) {
      expect([encoded, isPublicKey(encoded)]).toEqual([encoded, false]);
      expect([encoded, isDeviceKey(encoded)]).toEqual([encoded, false]);
    }
  }
  const { key } = device();
  for (const text of ['', '-', key.toUpperCase(), key.slice(2), `${key}00`])
    expect(isDeviceKey(text)).toBe(false);
});

test('R87, R94 a signature holds for its key and text only, with a reduced scalar', async () => {
  const [own, other] = [device(), device()];
  const text = 'draw.seen.v2\nsomething\n';
  const signature = own.sign(text);
  expect(await deviceSigned(own.key, text, signature)).toBe(true);
  expect(await deviceSigned(own.key, `${text}.`, signature)).toBe(false);
  expect(await deviceSigned(other.key, text, signature)).toBe(false);
  expect(await deviceSigned(own.key, text, signature.slice(2))).toBe(false);
  // S + L is the same number modulo L: only the check of the range tells.
  const scalar = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`);
  const unreduced = signature.slice(0, 64) + little(scalar + L);
  expect(signatureHolds(own.key, text, signature)).toBe(true);
  expect(signatureHolds(own.key, text, unreduced)).toBe(false);
  expect(await deviceSigned(own.key, text, unreduced)).toBe(false);
});
