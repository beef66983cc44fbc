/**
 * A beacon chain of one's own, for tests and demonstrations: whoever holds the key knows every round beforehand.
 * A draw on it never claims more than the operator level (see verify/assurance-step.ts).
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type BeaconChain, chainHashOf, roundMessage } from './beacon.ts';
import { bytesToHex, sha256Hex } from './text-records.ts';

export interface TestChain {
  chain: BeaconChain;
  /** The round's signature, 96 hex. */
  sign(round: number): string;
}

const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/** @param secretKey 32 bytes below the group order; the same key makes the same chain */
export function createTestChain(
  secretKey: Uint8Array,
  { genesisTime, period }: { genesisTime: number; period: number },
): TestChain {
  const bls = bls12_381.shortSignatures;
  const values = {
    scheme: 'bls-unchained-g1-rfc9380',
    publicKey: bls.getPublicKey(secretKey).toHex(true),
    genesisTime,
    period,
    groupHash: sha256Hex('glassdrum test chain'),
  } as const;
  return {
    chain: { ...values, chainHash: chainHashOf(values) },
    sign: (round) => bytesToHex(bls.sign(bls.hash(roundMessage(round), DST), secretKey).toBytes(true)),
  };
}
