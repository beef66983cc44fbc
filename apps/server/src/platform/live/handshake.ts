/**
 * Who may open the socket; everyone else gets a plain HTTP answer before anything is upgraded: another path 404, a foreign
 * page 403 (C10, I3), too many sockets from one address 429 (H4), stopping 503.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOwnOrigin, type PublicAddress } from '../http/origin.ts';

const REASONS = {
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
} as const;

export type HandshakeRefusal = keyof typeof REASONS;

/**
 * C10, I3: a browser always names its page's origin; it must be this product's own. Without an origin there is no browser:
 * that is allowed for programs without a cookie, so that a cookie never counts without its page being known.
 */
export function mayOpenSocket(headers: IncomingHttpHeaders, address: PublicAddress): boolean {
  const { origin, host, cookie } = headers;
  return origin === undefined ? cookie === undefined : isOwnOrigin(address, origin, host);
}

/** The path of a request, without its query. */
export function requestPath(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/**
 * Answers a handshake in HTTP and ends the connection.
 * @param headerLines further headers, each with its line break
 */
export function refuseHandshake(stream: Duplex, status: HandshakeRefusal, headerLines: string): void {
  const retry = status === 429 || status === 503 ? 'Retry-After: 5\r\n' : '';
  stream.end(
    `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n${retry}${headerLines}\r\n`,
  );
}

export interface AddressCounts {
  /** Counts one more socket of an address; false when it has as many as it may. */
  take(address: string): boolean;
  release(address: string): void;
}

export function countAddresses(perAddress: number): AddressCounts {
  const counts = new Map<string, number>();
  return {
    take(address) {
      const count = counts.get(address) ?? 0;
      if (count >= perAddress) return false;
      counts.set(address, count + 1);
      return true;
    },
    release(address) {
      const count = (counts.get(address) ?? 0) - 1;
      if (count > 0) counts.set(address, count);
      else counts.delete(address);
    },
  };
}
