/**
 * Pictures for the chat (H2, H3, C1): three calls, so that the file itself travels once and alone.
 *
 * 1. Somebody in the room asks for an address: 256 random bits, for one upload, ten minutes.
 * 2. The file is PUT there: at most 10 MiB, judged by its bytes, decoded and written anew before it is stored.
 * 3. The address is turned into the picture's path, which one line of its uploader may show.
 */
import { createHash } from 'node:crypto';
import { chatImageAnswer, chatImageBody, uploadAnswer, uploadBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import type { ChatGate } from '../chat/chat-gate.ts';
import {
  claimUpload,
  openDirectUpload,
  openUpload,
  raffleOfUpload,
  receiveUpload,
  type UploadParts,
} from './commands.ts';
import { multipartRoutes } from './multipart-routes.ts';

export interface ChatPictureParts extends UploadParts {
  address: PublicAddress;
  gate: ChatGate;
}

const PATH = '/api/objects/uploads/';
/** A person's uploads: more than anybody chats with, fewer than would fill a disk. */
const UPLOADS = { points: 30, windowSeconds: 600 };

export function chatPictureRoutes(app: HttpServer, parts: ChatPictureParts): void {
  const { address, gate, direct } = parts;
  const uploads = createAttemptLimiter(UPLOADS);
  if (direct !== null) multipartRoutes(app, { ...parts, direct, uploads });

  app.route({
    method: 'POST',
    url: '/api/objects/upload',
    schema: {
      summary: 'An address for one picture of the chat, to be PUT within ten minutes',
      tags: ['chat'],
      body: uploadBody,
      response: { 200: uploadAnswer, ...refusals(401, 404, 413, 429) },
    },
    handler: async (request) => {
      const { raffle_id: raffleId, size } = request.body;
      const { id: senderId } = await gate.require(request.headers, raffleId);
      await uploads.consume(senderId, raffleId);
      // Only an address for a known number of bytes can be given out for a bucket.
      const uploadURL =
        direct === null || size === undefined
          ? `${publicUrlFor(address, request)}${PATH}${await openUpload(parts, { raffleId, senderId })}`
          : await direct.putAddress(await openDirectUpload(parts, { raffleId, senderId }, size));
      return { uploadURL, method: 'PUT' as const };
    },
  });

  // A file and not JSON: these two parsers belong to this one route.
  void app.register(async (files) => {
    files.addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'],
      { parseAs: 'buffer', bodyLimit: LIMITS.chatImageBytes.max },
      (_request, body, done) => done(null, body),
    );
    files.route<{ Params: { token: string } }>({
      method: 'PUT',
      url: `${PATH}:token`,
      bodyLimit: LIMITS.chatImageBytes.max,
      schema: {
        summary: 'The picture itself',
        tags: ['chat'],
        params: z.object({ token: z.string().max(100) }),
      },
      handler: async (request, reply) => {
        const path = await receiveUpload(parts, request.params.token, request.body);
        // Upload libraries read it as the storage's receipt.
        const receipt = createHash('sha256').update(path).digest('base64url');
        return reply.header('etag', `"${receipt}"`).send({ ok: true });
      },
    });
  });

  app.route({
    method: 'POST',
    url: '/api/chat-images',
    schema: {
      summary: 'The path of an uploaded picture, for a line of the one who uploaded it',
      tags: ['chat'],
      body: chatImageBody,
      response: { 200: chatImageAnswer, ...refusals(400, 401, 404, 413, 415, 422) },
    },
    handler: async (request) => {
      const { imageURL } = request.body;
      const own = imageURL.startsWith(publicUrlFor(address, request)) ? imageURL.split(PATH)[1] : undefined;
      const token = own ?? direct?.tokenOf(imageURL) ?? null;
      if (token === null) {
        throw new CallError('invalid_input', { message: 'Only pictures uploaded here can be shown.' });
      }
      const { raffleId, senderId } = await raffleOfUpload(parts, token);
      const speaker = await gate.require(request.headers, raffleId);
      if (speaker.id !== senderId) throw new CallError('not_found');
      return { objectPath: await claimUpload(parts, token) };
    },
  });
}
