import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';

/** Whether a client takes answers in this encoding (RFC 9110 §12.5.3). */
export function acceptsEncoding(request: Pick<IncomingMessage, 'headers'>, encoding: 'gzip' | 'br'): boolean {
  return new Negotiator(request).encodings([encoding]).length > 0;
}
