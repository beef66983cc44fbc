/** Answers that exist as bytes already: nothing is serialised, and a browser that has them gets 304. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from './accepts-encoding.ts';

export interface ReadyAnswer {
  /** Text of `type`. */
  plain: Buffer;
  /** The same, compressed; left out when it is not worth it. */
  brotli?: Buffer;
  etag: string;
  /** JSON where it is left out. */
  type?: string;
  /** The answer depends on who asks: no cache may give it to anybody else. */
  variesByVisitor?: boolean;
}

/** @param cacheControl e.g. `no-cache` */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
  cacheControl: string,
): Promise<FastifyReply> {
  const vary = answer.variesByVisitor === true ? 'accept-encoding, cookie' : 'accept-encoding';
  void reply.headers({ 'cache-control': cacheControl, etag: answer.etag, vary });
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  void reply.type(answer.type ?? 'application/json; charset=utf-8');
  const compressed = answer.brotli !== undefined && acceptsEncoding(request, 'br');
  if (!compressed) return reply.send(answer.plain);
  return reply.header('content-encoding', 'br').send(answer.brotli);
}
