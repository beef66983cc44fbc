/** C10: which Origin is this installation's own; used by unsafe calls and by the socket's handshake. */

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
 * while none is configured, the one of the call.
 */
export function publicUrlFor(address: PublicAddress, call: { protocol: string; host: string }): string {
  return address.publicUrlIsSet ? address.publicUrl : `${call.protocol}://${call.host}`;
}
