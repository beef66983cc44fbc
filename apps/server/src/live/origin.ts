/**
 * C10, I3: which pages may open the socket. A browser always names its page's origin; it must be this product's own.
 * Without an origin there is no browser: that is allowed for programs that bring no cookie, so that a cookie never
 * counts without its page being known.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isOwnOrigin, type PublicAddress } from '../http/origin.ts';

export function mayOpenSocket(headers: IncomingHttpHeaders, address: PublicAddress): boolean {
  const { origin, host, cookie } = headers;
  return origin === undefined ? cookie === undefined : isOwnOrigin(address, origin, host);
}
