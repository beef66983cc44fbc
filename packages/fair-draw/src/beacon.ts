/**
 * The public beacon: which round a draw waits for, and whether a round's signature is genuine (draw protocol §4).
 * drand's quicknet is pinned here and never fetched.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex, concatBytes, hexToBytes, sha256, utf8ToBytes } from './text-records.ts';

const SCHEME = 'bls-unchained-g1-rfc9380';
const DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export interface BeaconChain {
  scheme: typeof SCHEME;
  /** 64 hex; follows from the other values, see chainHashOf. */
  chainHash: string;
  /** G2 point, compressed, 192 hex. */
  publicKey: string;
  /** Unix seconds of round 1. */
  genesisTime: number;
  /** Seconds between rounds. */
  period: number;
  /** Hash of the group that made the chain, 64 hex. */
  groupHash: string;
}

/** The League of Entropy's quicknet. */
export const QUICKNET: BeaconChain = {
  scheme: SCHEME,
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisTime: 1692803367,
  period: 3,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
};

function bigEndian(value: number, bytes: 4 | 8): Uint8Array {
  const out = new Uint8Array(bytes);
  const view = new DataView(out.buffer);
  if (bytes === 4) view.setUint32(0, value);
  else view.setBigUint64(0, BigInt(value));
  return out;
}

/** drand's own chain hash: SHA-256 over period, genesis, public key, group hash and scheme (drand `chain.Info.Hash`). */
export function chainHashOf(chain: Omit<BeaconChain, 'chainHash'>): string {
  return bytesToHex(
    sha256(
      concatBytes(
        bigEndian(chain.period, 4),
        bigEndian(chain.genesisTime, 8),
        hexToBytes(chain.publicKey),
        hexToBytes(chain.groupHash),
        utf8ToBytes(chain.scheme),
      ),
    ),
  );
}

/** The first round at or after `drawAt` (unix seconds). */
export function roundAt(drawAt: number, chain: BeaconChain): number {
  return Math.ceil((drawAt - chain.genesisTime) / chain.period) + 1;
}

/** When a round appears, unix seconds. */
export function roundTime(round: number, chain: BeaconChain): number {
  return chain.genesisTime + (round - 1) * chain.period;
}

/** What a round's signature signs: SHA-256 of the round as 8 bytes. */
export function roundMessage(round: number): Uint8Array {
  return sha256(bigEndian(round, 8));
}

/** drand's `randomness`: SHA-256 of the signature's bytes. @param signature 96 hex */
export function beaconRandomness(signature: string): string {
  return bytesToHex(sha256(hexToBytes(signature)));
}

/** BLS check of a round against the chain's key. Anything malformed, off the curve or off the subgroup is simply false. */
export function verifyBeaconSignature(chain: BeaconChain, round: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature) || !Number.isSafeInteger(round) || round < 1) return false;
  const bls = bls12_381.shortSignatures;
  try {
    const point = bls12_381.G1.Point.fromHex(signature);
    point.assertValidity();
    if (point.is0()) return false;
    const key = bls12_381.G2.Point.fromHex(chain.publicKey);
    return bls.verify(point, bls.hash(roundMessage(round), DST), key);
  } catch {
    // The library throws for bytes that are no valid point; for a verifier that is a wrong signature.
    return false;
  }
}
