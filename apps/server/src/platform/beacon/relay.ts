/**
 * One look at one drand relay. A relay is a stranger: whatever it says is only bytes until the signature was checked.
 * Redirects are refused, bodies are cut off, the named round must be the asked one (draw protocol §4).
 */
import { beaconRandomness, verifyBeaconSignature, type BeaconChain } from '@glassdrum/fair-draw';

/** A round whose BLS signature was checked against the chain's pinned key. */
export interface BeaconRound {
  round: number;
  /** 96 hex. */
  signature: string;
  /** SHA-256 of the signature bytes, 64 hex: drand's `randomness`. */
  value: string;
}

/** Why a relay gave nothing. 'lied' is worth a warning; the others are the weather of networks. */
export type RelayAnswer =
  | { kind: 'round'; round: BeaconRound }
  | { kind: 'not-yet' }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'lied'; reason: string };

/** A real answer has some 300 bytes. */
const LARGEST_BODY = 4096;
const SIGNATURE = /^[0-9a-f]{96}$/;

/** The body as text, or null as soon as it grows beyond what any honest relay sends. */
async function readSmallBody(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(Buffer.concat(parts));
    size += value.byteLength;
    if (size > LARGEST_BODY) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
}

function parse(text: string): { round: unknown; signature: unknown } | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null && 'round' in json && 'signature' in json
      ? { round: json.round, signature: json.signature }
      : null;
  } catch {
    return null;
  }
}

/** GET {relay}/{chainHash}/public/{round}. Never throws. */
export async function askRelay(
  relay: string,
  chain: BeaconChain,
  round: number,
  options: { fetch: typeof fetch; signal: AbortSignal },
): Promise<RelayAnswer> {
  let text: string | null;
  try {
    const response = await options.fetch(`${relay}/${chain.chainHash}/public/${round}`, {
      redirect: 'manual',
      signal: options.signal,
      headers: { accept: 'application/json' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      // Relays answer 404 or 425 for a round whose time has not come.
      if (response.status === 404 || response.status === 425) return { kind: 'not-yet' };
      const redirected =
        response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
      return redirected
        ? { kind: 'lied', reason: 'redirected' }
        : { kind: 'unreachable', reason: `status ${response.status}` };
    }
    text = await readSmallBody(response);
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? error.name : 'failed' };
  }
  if (text === null) return { kind: 'lied', reason: 'body too large' };
  const json = parse(text);
  if (json === null) return { kind: 'lied', reason: 'not a round' };
  if (json.round !== round) return { kind: 'lied', reason: 'another round' };
  if (typeof json.signature !== 'string' || !SIGNATURE.test(json.signature)) {
    return { kind: 'lied', reason: 'malformed signature' };
  }
  if (!verifyBeaconSignature(chain, round, json.signature))
    return { kind: 'lied', reason: 'wrong signature' };
  const value = beaconRandomness(json.signature);
  return { kind: 'round', round: { round, signature: json.signature, value } };
}
