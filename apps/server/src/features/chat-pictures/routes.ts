/**
 * Pictures for the chat (H2, H3, C1): three calls, so that the file itself travels once and alone.
 *
 * 1. Somebody in the room asks for an address: 256 random bits, for one upload, ten minutes.
 * 2. The file is PUT there: at most 10 MiB, judged by its bytes, decoded and written anew before it is stored.
 * 3. The address is turned into the picture's path, which one line of its uploader may show.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chatImageAnswer, chatImageBody, uploadAnswer, uploadBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import type { ChatGate } from '../chat/chat-gate.ts';

export interface ChatPictureParts {
  database: Database;
  clock: Clock;
  pictures: Pictures;
  address: PublicAddress;
  gate: ChatGate;
}

const VALID_MS = 10 * 60 * 1000;
const PATH = '/api/objects/uploads/';
/** A person's uploads: more than anybody chats with, fewer than would fill a disk. */
const UPLOADS = { points: 30, windowSeconds: 600 };

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function chatPictureRoutes(app: HttpServer, parts: ChatPictureParts): void {
  const { database, clock, pictures, address, gate } = parts;
  const uploads = createAttemptLimiter(UPLOADS);

  app.route({
    method: 'POST',
    url: '/api/objects/upload',
    schema: {
      summary: 'An address for one picture of the chat, to be PUT within ten minutes',
      tags: ['chat'],
      body: uploadBody,
      response: { 200: uploadAnswer, ...refusals(401, 404, 429) },
    },
    handler: async (request) => {
      const { raffle_id: raffleId } = request.body;
      const speaker = await gate.require(request.headers, raffleId);
      await uploads.consume(speaker.id, raffleId);
      const token = randomBytes(32).toString('base64url');
      await database.query
        .insertInto('chat_uploads')
        .values({
          token_hash: hashOf(token),
          raffle_id: raffleId,
          sender_id: speaker.id,
          image_url: null,
          created_at: clock.now(),
        })
        .execute();
      return { uploadURL: `${publicUrlFor(address, request)}${PATH}${token}`, method: 'PUT' as const };
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
      handler: async (request) => {
        const hash = hashOf(request.params.token);
        const upload = await findUpload(database, hash);
        if (upload === null || clock.now() - upload.created_at >= VALID_MS) throw new CallError('not_found');
        if (upload.image_url !== null) throw new CallError('upload_used');
        if (!Buffer.isBuffer(request.body)) throw new CallError('image_wrong_type');
        const path = await pictures.takeBytes(request.body);
        const { numUpdatedRows } = await database.query
          .updateTable('chat_uploads')
          .set({ image_url: path })
          .where('token_hash', '=', hash)
          .where('image_url', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new CallError('upload_used');
        return { ok: true };
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
      response: { 200: chatImageAnswer, ...refusals(400, 401, 404) },
    },
    handler: async (request) => {
      const { imageURL } = request.body;
      const token = imageURL.startsWith(publicUrlFor(address, request)) ? imageURL.split(PATH)[1] : undefined;
      if (token === undefined) {
        throw new CallError('invalid_input', { message: 'Only pictures uploaded here can be shown.' });
      }
      const upload = await findUpload(database, hashOf(token));
      if (upload === null || upload.image_url === null) throw new CallError('not_found');
      const speaker = await gate.require(request.headers, upload.raffle_id);
      if (speaker.id !== upload.sender_id) throw new CallError('not_found');
      return { objectPath: upload.image_url };
    },
  });
}

async function findUpload(database: Database, tokenHash: string) {
  const row = await database.query
    .selectFrom('chat_uploads')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row ?? null;
}
