/**
 * The companion calls of the upload library, where the storage is a bucket. They open uploads for the chat only, by
 * the same rules as the chat's own call: `metadata` (a query's `metadata[…]`) names the raffle and the file's size, and every
 * address is valid for exactly the bytes of its part. Credentials of the bucket are never sent.
 */
import { multipartBegun, multipartBody, multipartDone, multipartParts } from '@glassdrum/contract';
import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { AttemptLimiter } from '../../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import {
  type DirectUploads,
  PART_BYTES,
  type UploadName,
  uploadOf,
} from '../../../platform/storage/direct-uploads.ts';
import type { ChatGate } from '../chat-gate.ts';
import { openDirectUpload, raffleOfUpload, type UploadParts } from './commands.ts';

interface MultipartParts extends UploadParts {
  direct: DirectUploads;
  gate: ChatGate;
  uploads: AttemptLimiter;
}

const params = z.object({ uploadId: z.string().min(1).max(400) });
const query = z.object({ key: z.string().max(100) });
const ok = z.object({});
const MAX_PARTS = 10_000;

export function multipartRoutes(app: HttpServer, parts: MultipartParts): void {
  const { direct, gate, uploads } = parts;

  async function open(request: FastifyRequest, raffleId: string, size: number): Promise<UploadName> {
    const { id: senderId } = await gate.require(request.headers, raffleId);
    await uploads.consume(senderId, raffleId);
    return openDirectUpload(parts, { raffleId, senderId }, size);
  }

  /** The upload of a key, for the one who opened it. @throws RefusalError not_found */
  async function own(request: FastifyRequest, key: string): Promise<UploadName> {
    const upload = uploadOf(key);
    if (upload === null) throw new RefusalError('not_found');
    const { raffleId, senderId } = await raffleOfUpload(parts, key);
    const speaker = await gate.require(request.headers, raffleId);
    if (speaker.id !== senderId) throw new RefusalError('not_found');
    return upload;
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/s3/multipart',
    authenticate: (request) => gate.requireSession(request.headers),
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

  declareRoute(app, {
    method: 'GET',
    url: '/api/s3/multipart/:uploadId',
    authenticate: (request) => gate.requireSession(request.headers),
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
      if (arrived === null) throw new RefusalError('not_found');
      return arrived;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/s3/multipart/:uploadId/:partNumber',
    authenticate: (request) => gate.requireSession(request.headers),
    schema: {
      summary: 'An address for one part: 5 MiB, the last one less',
      tags: ['chat'],
      params: params.extend({ partNumber: z.coerce.number().int().min(1).max(MAX_PARTS) }),
      querystring: query,
      response: { 200: z.object({ url: z.string(), expires: z.number() }), ...refusals(401, 404) },
    },
    handler: async (request) => {
      const upload = await own(request, request.query.key);
      const { uploadId, partNumber } = request.params;
      if ((partNumber - 1) * PART_BYTES >= upload.bytes) throw new RefusalError('not_found');
      return { url: await direct.partAddress(upload, uploadId, partNumber), expires: 600 };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/s3/multipart/:uploadId/complete',
    authenticate: (request) => gate.requireSession(request.headers),
    schema: {
      summary: 'Put the parts together; the location is then turned into an image like any upload',
      tags: ['chat'],
      params,
      querystring: query,
      body: multipartDone,
      response: { 200: z.object({ location: z.string() }), ...refusals(401, 404) },
    },
    handler: async (request) => {
      const upload = await own(request, request.query.key);
      const location = await direct.completeParts(upload, request.params.uploadId, request.body.parts);
      if (location === null) throw new RefusalError('not_found');
      return { location };
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/s3/multipart/:uploadId',
    authenticate: (request) => gate.requireSession(request.headers),
    schema: {
      summary: 'Cancel an upload in parts',
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

  declareRoute(app, {
    method: 'GET',
    url: '/api/s3/params',
    authenticate: (request) => gate.requireSession(request.headers),
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

  declareRoute(app, {
    method: 'GET',
    url: '/api/s3/sts',
    authenticate: anyone,
    schema: {
      summary: 'Always refused: credentials of the bucket are never sent, each address is signed here',
      tags: ['chat'],
      response: { ...refusals(403) },
    },
    handler: () => {
      throw new RefusalError('forbidden', { message: 'Please request the address of each upload.' });
    },
  });
}
