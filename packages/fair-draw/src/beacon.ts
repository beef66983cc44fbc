/**
 * The public beacon: drand's unchained chains with signatures in G1 (draw protocol §4).
 *
 * The round of a draw follows from its announced time by arithmetic; no relay is asked which round is current. A
 * signature is checked against a chain whose key is pinned here or handed in by the caller, never fetched.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash, isHex, isIntegerIn, isObject, isPublicId } from './field-rules.ts';
import { sha256Hex } from './text-records.ts';

export interface BeaconChain {
  scheme: 'bls-unchained-g1-rfc9380';
  /** 64 hex; names the chain in freeze records. */
  chainHash: string;
  /** Compressed point in G2, 192 hex. */
  publicKey: string;
  /** Unix seconds of round 1. */
  genesisTime: number;
  /** Seconds between rounds. */
  period: number;
  /** 64 hex; needed only to recompute the chain hash. */
  groupHash?: string;
  /** drand's name for the beacon; `default` or absent for drand's default one. Needed only for the chain hash. */
  beaconId?: string;
}

/** drand quicknet of the League of Entropy. */
export const QUICKNET: BeaconChain = {
  scheme: 'bls-unchained-g1-rfc9380',
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisTime: 1692803367,
  period: 3,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  beaconId: 'quicknet',
};

/** A freeze must come at least this many seconds before the announced time of a beacon draw. */
export const BEACON_LEAD_SECONDS = 10;

/** Domain of the hash to the curve (RFC 9380). */
export const HASH_TO_CURVE_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const SIGNATURE_HEX = 96;
const PUBLIC_KEY_HEX = 192;

/**
 * ceil((drawAt - genesis) / period) + 1: the first round whose time is not before `drawAt`.
 * @param drawAt Unix seconds @throws RangeError for a time that is no integer, or a period or more before genesis
 */
export function roundAt(drawAt: number, chain: Pick<BeaconChain, 'genesisTime' | 'period'>): number {
  const round = roundOf(drawAt, chain);
  if (!Number.isInteger(drawAt) || !isIntegerIn(round, 1))
    throw new RangeError('The chain has no round at that time.');
  return round;
}

/** Whether `round` is the one that follows from the announced time. Never throws. */
export function roundFollows(
  round: number | '-',
  drawAt: number,
  chain: Pick<BeaconChain, 'genesisTime' | 'period'>,
): boolean {
  return isIntegerIn(round, 1) && round === roundOf(drawAt, chain);
}

/** When a round is due, in Unix seconds. */
export function roundTime(round: number, chain: Pick<BeaconChain, 'genesisTime' | 'period'>): number {
  return chain.genesisTime + (round - 1) * chain.period;
}

/**
 * Whether this is the chain's signature of this round. Never throws: wrong lengths, non-canonical encodings, points off
 * the curve or outside the subgroup and the point at infinity are all false.
 */
export function verifyBeaconSignature(chain: BeaconChain, round: number, signatureHex: string): boolean {
  if (!isIntegerIn(round, 1) || !isHex(signatureHex, SIGNATURE_HEX)) return false;
  if (!isHex(chain.publicKey, PUBLIC_KEY_HEX)) return false;
  const bls = bls12_381.shortSignatures;
  try {
    // fromHex refuses what is not canonical, on the curve and in the subgroup; the pairing refuses infinity.
    const signature = bls12_381.G1.Point.fromHex(signatureHex);
    const publicKey = bls12_381.G2.Point.fromHex(chain.publicKey);
    return bls.verify(signature, bls.hash(roundDigest(round), HASH_TO_CURVE_DST), publicKey);
  } catch {
    return false;
  }
}

/** SHA-256 of the round's number, which the network signs after hashing it to G1. */
export function roundDigest(round: number): Uint8Array {
  return sha256(uintBytes(round, 8));
}

/** drand's `randomness`: SHA-256 of the signature bytes, 64 hex. @throws RangeError unless 96 hex */
export function beaconRandomness(signatureHex: string): string {
  if (!isHex(signatureHex, SIGNATURE_HEX))
    throw new RangeError('A beacon signature is 96 lowercase hex digits.');
  return sha256Hex(hexToBytes(signatureHex));
}

/**
 * drand's chain hash: SHA-256 over period (u32), genesis time (u64), public key, group hash, and the beacon's id
 * unless it is `default` or absent. Numbers are big-endian.
 * @throws RangeError for a chain without group hash
 */
export function chainHashOf(chain: Omit<BeaconChain, 'chainHash'>): string {
  if (chain.groupHash === undefined) throw new RangeError('The chain hash needs the group hash.');
  const parts = [
    uintBytes(chain.period, 4),
    uintBytes(chain.genesisTime, 8),
    hexToBytes(chain.publicKey),
    hexToBytes(chain.groupHash),
    utf8ToBytes(chain.beaconId === undefined || chain.beaconId === 'default' ? '' : chain.beaconId),
  ];
  return bytesToHex(sha256(concatBytes(...parts)));
}

/**
 * A chain in drand's own spelling: `{scheme, chain_hash, public_key, genesis_time, period, group_hash, beacon_id?}`.
 * @returns null unless every member is well-formed and the chain hash is the recomputed one. Never throws.
 */
export function parseBeaconChain(json: unknown): BeaconChain | null {
  if (!isObject(json)) return null;
  const members = new Map<string, unknown>(Object.entries(json));
  const chain = {
    scheme: members.get('scheme'),
    chainHash: members.get('chain_hash'),
    publicKey: members.get('public_key'),
    genesisTime: members.get('genesis_time'),
    period: members.get('period'),
    groupHash: members.get('group_hash'),
    ...(members.has('beacon_id') ? { beaconId: members.get('beacon_id') } : {}),
  };
  return isSoundChain(chain) ? chain : null;
}

/** Whether a chain is well-formed and bears the hash that follows from its other members. */
export function isSoundChain(chain: { [Member in keyof BeaconChain]: unknown }): chain is BeaconChain {
  const { scheme, chainHash, publicKey, genesisTime, period, groupHash, beaconId } = chain;
  return (
    scheme === 'bls-unchained-g1-rfc9380' &&
    isHash(chainHash) &&
    isHex(publicKey, PUBLIC_KEY_HEX) &&
    isIntegerIn(genesisTime, 0) &&
    isIntegerIn(period, 1, 0xffff_ffff) &&
    isHash(groupHash) &&
    (beaconId === undefined || isPublicId(beaconId)) &&
    chainHashOf({ ...(chain as BeaconChain) }) === chainHash
  );
}

/** Exact also where the quotient of two large integers is not: only a multiple of the period is divided. */
function roundOf(
  drawAt: number,
  { genesisTime, period }: Pick<BeaconChain, 'genesisTime' | 'period'>,
): number {
  const since = drawAt - genesisTime;
  const rest = since % period;
  return (since - rest) / period + (rest > 0 ? 2 : 1);
}

/** Big-endian bytes of an integer up to 2^53-1. */
function uintBytes(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let i = length - 1; i >= 0; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}
