/** A key for logs to test with, and trees as RFC 6962 §2.1 defines them. */
import { createHash, createPrivateKey, createPublicKey, sign as signWith } from 'node:crypto';
import { logOrigin } from '../../src/log/checkpoint.ts';

function keyPair(seed: number) {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ]);
  const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    key: spki.subarray(-32).toString('hex'),
    sign: (text: string): string => signWith(null, Buffer.from(text), secret).toString('hex'),
  };
}

export const { key, sign } = keyPair(5);
export const otherKey = keyPair(6).key;
export const origin = logOrigin(key);

const sha = (...parts: (string | Uint8Array)[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The root of a tree, word for word. */
export function treeHash(leaves: readonly string[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return sha();
  if (leaves.length === 1) return sha(Uint8Array.of(0), first);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Uint8Array.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}
