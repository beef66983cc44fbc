/** Answers that browsers keep as files; nothing of them stays in a cache (M3). */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  zip: 'application/zip',
  pdf: 'application/pdf',
} as const;

export type DownloadKind = keyof typeof TYPES;

/**
 * @param name of the file, without its ending: plain ASCII, no titles or names of people
 * @param content pieces are sent as they come, never faster than the reader takes them
 */
export function sendDownload(
  reply: FastifyReply,
  file: { name: string; kind: DownloadKind; content: AsyncIterable<string | Uint8Array> | Buffer },
): FastifyReply {
  const { name, kind, content } = file;
  void reply.header('content-disposition', `attachment; filename="${name}.${kind}"`).type(TYPES[kind]);
  return reply.send(Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false }));
}
