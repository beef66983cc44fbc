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
  const ready = lastAnswerOf(shared, tail);
  const { etag } = ready;
  void reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding, authorization, cookie')
    .header('etag', etag);
  if (holds(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  if (shared.bytes < COMPRESS_BYTES || !acceptsEncoding(request, 'gzip')) {
    return reply.send(plainBody(shared, tail));
  }
  ready.gzip ??= gzipBody(shared, tail);
  return reply.header('content-encoding', 'gzip').send(ready.gzip);
}

interface LastAnswer {
  tail: string;
  etag: string;
  /** Null until somebody takes it compressed. */
  gzip: Buffer | null;
}

/** The last answer that was made of each shared part: a crowd that has no tails of its own gets the same bytes. */
const lastAnswers = new WeakMap<SharedJson, LastAnswer>();

function lastAnswerOf(shared: SharedJson, tail: string): LastAnswer {
  const last = lastAnswers.get(shared);
  if (last?.tail === tail) return last;
  const made = { tail, etag: etagOf(shared, tail), gzip: null };
  lastAnswers.set(shared, made);
  return made;
}

function holds(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => [etag, '*'].includes(tag.trim()));
}
