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
