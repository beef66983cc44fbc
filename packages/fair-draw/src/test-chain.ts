/**
 * A private beacon, for tests and demonstrations (draw protocol, appendix B). Anyone with its secret
 * key knows every round beforehand, so a draw on it proves nothing about the public beacon and is labelled so.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type BeaconChain, chainHashOf, HASH_TO_CURVE_DST, roundDigest } from './beacon.ts';
import { sha256Hex } from './text-records.ts';

export interface TestChain {
  chain: BeaconChain;
  /** The round's signature, 96 hex. */
  sign(round: number): string;
}

/** @param secretKey 32 bytes, big-endian, a scalar in 1 … group order - 1 @throws for any other key */
export function createTestChain(
  secretKey: Uint8Array,
  { genesisTime, period }: { genesisTime: number; period: number },
): TestChain {
  const bls = bls12_381.shortSignatures;
  const unnamed = {
    scheme: 'bls-unchained-g1-rfc9380',
    publicKey: bls.getPublicKey(secretKey).toHex(true),
    genesisTime,
    period,
    groupHash: sha256Hex('draw.test-chain.v2\n'),
  } as const;
  return {
    chain: { ...unnamed, chainHash: chainHashOf(unnamed) },
    sign: (round) =>
      bytesToHex(bls.sign(bls.hash(roundDigest(round), HASH_TO_CURVE_DST), secretKey).toBytes(true)),
  };
}
