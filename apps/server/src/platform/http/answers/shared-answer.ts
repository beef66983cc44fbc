/** Sends shared JSON with a visitor's own tail: 304 where the visitor has it already, compressed where accepted (R7). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './accepts-encoding.ts';
import { etagOf, gzipBody, plainBody, type SharedJson } from './shared-json.ts';

/** What fits one packet gains nothing. */
const COMPRESS_BYTES = 1200;

export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedJson,
  tail: string,
): FastifyReply {
  const etag = etagOf(shared, tail);
  void reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding, authorization, cookie')
    .header('etag', etag);
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  if (shared.bytes < COMPRESS_BYTES || !acceptsEncoding(request, 'gzip')) {
    return reply.send(plainBody(shared, tail));
  }
  return reply.header('content-encoding', 'gzip').send(gzipBody(shared, tail));
}

function holds(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => [etag, '*'].includes(tag.trim()));
}
