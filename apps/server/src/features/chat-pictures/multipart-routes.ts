/**
 * The companion calls of the upload library, where the storage is a bucket. They open uploads for the chat only, by
 * the same rules as the chat's own call: `metadata` (a query's `metadata[…]`) names the raffle and the file's bytes, and every
 * address is good for exactly the bytes of its part. Credentials of the bucket are never given out.
 */
import { multipartBegun, multipartBody, multipartDone, multipartParts } from '@glassdrum/contract';
import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { AttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import { type DirectUploads, PART_BYTES, type UploadName, uploadOf } from '../../objects/direct-uploads.ts';
import type { ChatGate } from '../chat/chat-gate.ts';
import { openDirectUpload, raffleOfUpload, type UploadParts } from './commands.ts';

interface MultipartParts extends UploadParts {
  direct: DirectUploads;
  gate: ChatGate;
  uploads: AttemptLimiter;
}

const params = z.object({ uploadId: z.string().min(1).max(400) });
const query = z.object({ key: z.string().max(100) });
const ok = z.object({});
const MOST_PARTS = 10_000;

export function multipartRoutes(app: HttpServer, parts: MultipartParts): void {
  const { direct, gate, uploads } = parts;

  async function open(request: FastifyRequest, raffleId: string, size: number): Promise<UploadName> {
    const { id: senderId } = await gate.require(request.headers, raffleId);
    await uploads.consume(senderId, raffleId);
    return openDirectUpload(parts, { raffleId, senderId }, size);
  }

  /** The upload of a key, for the one who opened it. @throws CallError not_found */
  async function own(request: FastifyRequest, key: string): Promise<UploadName> {
    const upload = uploadOf(key);
    if (upload === null) throw new CallError('not_found');
    const { raffleId, senderId } = await raffleOfUpload(parts, key);
    const speaker = await gate.require(request.headers, raffleId);
    if (speaker.id !== senderId) throw new CallError('not_found');
    return upload;
  }

  app.route({
    method: 'POST',
    url: '/api/s3/multipart',
    schema: {
      summary: 'Begin an upload in parts, where the storage is a bucket',
      tags: ['chat'],
      body: multipartBody,
      response: { 200: multipartBegun, ...refusals(401, 404, 413, 429) },
    },
    handler: async (request) => {
      const { raffle_id: raffleId, size } = request.body.metadata;
      const upload = await open(request, raffleId, size);
      return { key: upload.token, uploadId: await direct.beginParts(upload) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/s3/multipart/:uploadId',
    schema: {
      summary: 'The parts that have arrived',
      tags: ['chat'],
      params,
      querystring: query,
      response: { 200: multipartParts, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const upload = await own(request, request.query.key);
      const arrived = await direct.listParts(upload, request.params.uploadId);
      if (arrived === null) throw new CallError('not_found');
      return arrived;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/s3/multipart/:uploadId/:partNumber',
    schema: {
      summary: 'An address for one part: 5 MiB, the last one less',
      tags: ['chat'],
      params: params.extend({ partNumber: z.coerce.number().int().min(1).max(MOST_PARTS) }),
      querystring: query,
      response: { 200: z.object({ url: z.string(), expires: z.number() }), ...refusals(401, 404) },
    },
    handler: async (request) => {
      const upload = await own(request, request.query.key);
      const { uploadId, partNumber } = request.params;
      if ((partNumber - 1) * PART_BYTES >= upload.bytes) throw new CallError('not_found');
      return { url: await direct.partAddress(upload, uploadId, partNumber), expires: 600 };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/s3/multipart/:uploadId/complete',
    schema: {
      summary: 'Put the parts together; the location is then turned into a picture like any upload',
      tags: ['chat'],
      params,
      querystring: query,
      body: multipartDone,
      response: { 200: z.object({ location: z.string() }), ...refusals(401, 404) },
    },
    handler: async (request) => {
      const upload = await own(request, request.query.key);
      const location = await direct.completeParts(upload, request.params.uploadId, request.body.parts);
      if (location === null) throw new CallError('not_found');
      return { location };
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/s3/multipart/:uploadId',
    schema: {
      summary: 'Give up an upload in parts',
      tags: ['chat'],
      params,
      querystring: query,
      response: { 200: ok, ...refusals(401, 404) },
    },
    handler: async (request) => {
      await direct.abortParts(await own(request, request.query.key), request.params.uploadId);
      return {};
    },
  });

  app.route({
    method: 'GET',
    url: '/api/s3/params',
    schema: {
      summary: 'An address for one whole file',
      tags: ['chat'],
      querystring: z.object({
        filename: z.string().max(1000).optional(),
        type: z.string().max(200).optional(),
        'metadata[raffle_id]': multipartBody.shape.metadata.shape.raffle_id,
        'metadata[size]': multipartBody.shape.metadata.shape.size,
      }),
      response: {
        200: z.object({
          method: z.literal('PUT'),
          url: z.string(),
          fields: z.object({}),
          headers: z.record(z.string(), z.string()),
        }),
        ...refusals(401, 404, 413, 429),
      },
    },
    handler: async (request) => {
      const { 'metadata[raffle_id]': raffleId, 'metadata[size]': size } = request.query;
      const url = await direct.putAddress(await open(request, raffleId, size));
      return {
        method: 'PUT' as const,
        url,
        fields: {},
        headers: { 'content-type': 'application/octet-stream' },
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/s3/sts',
    schema: {
      summary: 'Always refused: credentials of the bucket are not given out, each address is signed here',
      tags: ['chat'],
      response: { ...refusals(403) },
    },
    handler: () => {
      throw new CallError('forbidden', { message: 'Please ask for the address of each upload.' });
    },
  });
}
