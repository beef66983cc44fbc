/**
 * A passkey authenticator in software: what a browser and its device would answer (WebAuthn §6, "none" attestation, ES256),
 * with every part that a test may want to be wrong.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether the device made sure who holds it. */
  userVerified?: boolean;
  counter?: number;
  credentialId?: string;
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

const base64Url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** @param origin where its browser is */
export function softAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  let counter = 0;

  const clientData = (type: string, options: Options, wrong: Wrong): string =>
    JSON.stringify({ type, challenge: wrong.challenge ?? options.challenge, origin: wrong.origin ?? origin });

  const authenticatorData = (options: Options, wrong: Wrong, attested: Buffer): Buffer => {
    const rpId = wrong.rpId ?? options.rpId ?? options.rp?.id ?? '';
    const flags =
      USER_PRESENT |
      (wrong.userVerified === false ? 0 : USER_VERIFIED) |
      (attested.length > 0 ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };

  const frame = (wrong: Wrong): Record<string, unknown> => ({
    id: wrong.credentialId ?? base64Url(id),
    rawId: wrong.credentialId ?? base64Url(id),
    type: 'public-key',
    clientExtensionResults: {},
  });

  return {
    id: base64Url(id),
    create(options: Options, wrong: Wrong = {}): unknown {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = authenticatorData(options, wrong, attested);
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', authData],
      ]);
      return {
        ...frame(wrong),
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', options, wrong)),
          attestationObject: base64Url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    get(options: Options, wrong: Wrong = {}): unknown {
      counter += 1;
      const data = clientData('webauthn.get', options, wrong);
      const authData = authenticatorData(options, wrong, Buffer.alloc(0));
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...frame(wrong),
        response: {
          clientDataJSON: base64Url(data),
          authenticatorData: base64Url(authData),
          signature: base64Url(signature),
        },
      };
    },
  };
}

type CborValue = number | string | Buffer | [];

/** As much CBOR as the above needs (RFC 8949): an empty list stands for an empty map. */
function cborMap(entries: readonly (readonly [number | string, CborValue])[]): Buffer {
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)]),
  ]);
}

function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return Buffer.isBuffer(value) ? Buffer.concat([head(2, value.length), value]) : head(5, 0);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
