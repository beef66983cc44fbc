/** Ed25519 keys from a name, with Node's own implementation, so that signatures do not come from the library that checks them. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { keyIdOf, sha256Hex } from '../../src/index.ts';

export interface Signer {
  /** 64 hex */
  key: string;
  /** Ed25519 over the UTF-8 text, 128 hex. */
  sign(text: string): string;
}

const PKCS8 = '302e020100300506032b657004220420';
const signers = new Map<string, Signer>();

/** The same key for the same name. */
export function signerOf(name: string): Signer {
  const known = signers.get(name);
  if (known !== undefined) return known;
  const secret = Buffer.from(PKCS8 + sha256Hex(`key of ${name}`), 'hex');
  const privateKey = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const signer = {
    key: spki.subarray(-32).toString('hex'),
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('hex'),
  };
  signers.set(name, signer);
  return signer;
}

/** The key that signs records, receipts and checkpoints. */
export const installation = signerOf('installation');
export const logOriginOf = (key: string): string => `glassdrum.log/${keyIdOf(key)}`;
