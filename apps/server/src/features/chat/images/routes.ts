/**
 * Images for the chat (H2, H3, C1): three calls, so that the file travels once and alone.
 *
 * 1. Someone in the room requests an address: 256 random bits, for one upload, ten minutes.
 * 2. The file is PUT there: at most 10 MiB, judged by its bytes, decoded and encoded again before it is stored.
 * 3. The address is turned into the image's path, which one line of its uploader may show.
 */
import { createHash } from 'node:crypto';
import { chatImageAnswer, chatImageBody, uploadAnswer, uploadBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { ChatGate } from '../chat-gate.ts';
import {
  claimUpload,
  openDirectUpload,
  openUpload,
  raffleOfUpload,
  receiveUpload,
  requireOpenUpload,
  type UploadParts,
} from './commands.ts';
import { multipartRoutes } from './multipart-routes.ts';

export interface ChatImageRouteParts extends UploadParts {
  address: PublicAddress;
  gate: ChatGate;
  limits: RateLimits;
}

const PATH = '/api/objects/uploads/';
/** H13: of one person; more than a chat needs, fewer than would fill a disk. */
const UPLOADS = { points: 30, windowSeconds: 600 };

export function chatImageRoutes(app: HttpServer, parts: ChatImageRouteParts): void {
  const { address, gate, direct, limits } = parts;
  const uploads = limits.attempts('chat-picture', UPLOADS);
  if (direct !== null) multipartRoutes(app, { ...parts, direct, uploads });

  declareRoute(app, {
    method: 'POST',
    url: '/api/objects/upload',
    authenticate: (request) => gate.requireSession(request.headers),
    schema: {
      summary: 'An address for one image of the chat, to be PUT within ten minutes',
      tags: ['chat'],
      body: uploadBody,
      response: { 200: uploadAnswer, ...refusals(401, 404, 413, 429) },
    },
    handler: async (request) => {
      const { raffle_id: raffleId, size } = request.body;
      const { id: senderId } = await gate.require(request.headers, raffleId);
      await uploads.consume(senderId, raffleId);
      // An address of the bucket is signed for a known number of bytes.
      const uploadURL =
        direct === null || size === undefined
          ? `${publicUrlFor(address, request)}${PATH}${await openUpload(parts, { raffleId, senderId })}`
          : await direct.putAddress(await openDirectUpload(parts, { raffleId, senderId }, size));
      return { uploadURL, method: 'PUT' as const };
    },
  });

  // A file and not JSON: this parser belongs to this one route.
  void app.register(async (files) => {
    files.addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: LIMITS.chatImageBytes.max },
      (_request, body, done) => done(null, body),
    );
    declareRoute(files.withTypeProvider<ZodTypeProvider>(), {
      method: 'PUT',
      url: `${PATH}:token`,
      bodyLimit: LIMITS.chatImageBytes.max,
      authenticate: anyone,
      schema: {
        summary: 'Upload the image',
        tags: ['chat'],
        params: z.object({ token: z.string().max(100) }),
      },
      authorize: (_caller, { token }) => requireOpenUpload(parts, token),
      handler: async (request, reply) => {
        const path = await receiveUpload(parts, request.params.token, request.body);
        // Upload libraries read it as the storage's receipt.
        const receipt = createHash('sha256').update(path).digest('base64url');
        return reply.header('etag', `"${receipt}"`).send({ ok: true });
      },
    });
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/chat-images',
    authenticate: (request) => gate.requireSession(request.headers),
    schema: {
      summary: 'The path of an uploaded image, for a line of the one who uploaded it',
      tags: ['chat'],
      body: chatImageBody,
      response: { 200: chatImageAnswer, ...refusals(400, 401, 404, 413, 415, 422) },
    },
    handler: async (request) => {
      const { imageURL } = request.body;
      const own = imageURL.startsWith(publicUrlFor(address, request)) ? imageURL.split(PATH)[1] : undefined;
      const token = own ?? direct?.tokenOf(imageURL) ?? null;
      if (token === null) {
        throw new RefusalError('invalid_input', { message: 'Only images uploaded here can be shown.' });
      }
      const { raffleId, senderId } = await raffleOfUpload(parts, token);
      const speaker = await gate.require(request.headers, raffleId);
      if (speaker.id !== senderId) throw new RefusalError('not_found');
      return { objectPath: await claimUpload(parts, token) };
    },
  });
}
