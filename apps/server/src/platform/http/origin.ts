/** C10: which Origin is this installation's own; used by unsafe calls and by the socket's handshake. */

import { RefusalError } from '../refusal.ts';

export interface PublicAddress {
  publicUrl: string;
  publicUrlIsSet: boolean;
}

/**
 * @param origin the call's Origin header
 * @param host the call's Host header; it counts only while no public address is configured
 */
export function isOwnOrigin(address: PublicAddress, origin: string, host: string | undefined): boolean {
  if (origin === address.publicUrl) return true;
  if (address.publicUrlIsSet || host === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase();
}

/**
 * Where the caller reaches this installation, for links that are shown to that caller alone: the configured address, or,
 * while none is configured, the one of the call. @throws RefusalError invalid_input for a Host header that is none
 */
export function publicUrlFor(address: PublicAddress, call: { protocol: string; host: string }): string {
  if (address.publicUrlIsSet) return address.publicUrl;
  const called = `${call.protocol}://${call.host}`;
  // The header is whatever a client sends.
  if (/[\s/?#@\\]/.test(call.host) || !URL.canParse(called)) throw new RefusalError('invalid_input');
  return called;
}
