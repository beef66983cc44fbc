/** Images of a raffle for chats and pages that preview links: its title, and from the reveal on its winners (R4). */
import { cardQuery, opaqueId } from '@glassdrum/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createFileMaker, sendMade } from '../../../platform/http/answers/made-file.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Card } from './card-svg.ts';
import { IMAGE_BOX } from './prize-card.ts';
import { prizeCard, resultCard, titleCard } from './queries.ts';
import { imageLibrary } from '../../../platform/storage/image-library.ts';
import type { Images } from '../../../platform/storage/images.ts';
import { runInThread } from '../../../platform/threads/start-thread.ts';

const params = z.object({ id: opaqueId });
const png = z.any().meta({ description: 'image/png, 1200 × 630' });

interface CardRouteParts {
  database: Database;
  clock: Clock;
  images: Pick<Images, 'readPath'>;
  address: PublicAddress;
}

export function cardRoutes(app: HttpServer, parts: CardRouteParts): void {
  const { database, clock, address } = parts;
  const cards = createFileMaker<Card>({
    remembered: 100,
    waiting: 20,
    make: (card) => pngOf(card, parts.images),
  });

  async function send(request: FastifyRequest, reply: FastifyReply, card: Card): Promise<FastifyReply> {
    return sendMade(request, reply, await cards.fileOf(card), (bytes) =>
      // Other sites show it as the preview of a link.
      reply.header('cross-origin-resource-policy', 'cross-origin').type('image/png').send(bytes),
    );
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/card.png',
    authenticate: anyone,
    schema: {
      summary:
        'Who won in a draw, the last one with a result unless it is named, or who holds one of its prizes, as an image; from the reveal on (R4)',
      tags: ['draws'],
      params,
      querystring: cardQuery,
      response: { 200: png, ...refusals(400, 404, 503) },
    },
    handler: async (request, reply) => {
      const { draw_id: drawId, prize } = request.query;
      const of = { raffleId: request.params.id, drawId };
      const card =
        prize === undefined
          ? await resultCard(database, of, clock.now())
          : await prizeCard(
              database,
              { ...of, prize, publicUrl: publicUrlFor(address, request) },
              clock.now(),
            );
      if (card === null) throw new RefusalError('results_not_available');
      return send(request, reply, card);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/title-card.png',
    authenticate: anyone,
    schema: {
      summary: 'The title as an image; names nobody',
      tags: ['raffles'],
      params,
      response: { 200: png, ...refusals(404, 503) },
    },
    authorize: async (_caller, { id }) => {
      const card = await titleCard(database, id);
      if (card === null) throw new RefusalError('not_found');
      return card;
    },
    handler: (request, reply, { resource: card }) => send(request, reply, card),
  });
}

async function pngOf(card: Card, images: Pick<Images, 'readPath'>): Promise<Buffer> {
  const svg = await runInThread(import.meta.dirname, 'card-thread', card);
  const sharp = await imageLibrary();
  const drawn = sharp(Buffer.from(svg as string));
  const path = card.kind === 'prize' ? card.image : null;
  const image = path === null ? null : await images.readPath(path);
  if (image === null) return drawn.png({ palette: true, compressionLevel: 9 }).toBuffer();
  const { x: left, y: top } = IMAGE_BOX;
  return drawn
    .composite([{ input: await roundedImage(image), left, top }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function roundedImage(image: Buffer): Promise<Buffer> {
  const sharp = await imageLibrary();
  const { side, round } = IMAGE_BOX;
  const shape = `<svg width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${round}"/></svg>`;
  return sharp(image)
    .resize(side, side, { fit: 'cover' })
    .composite([{ input: Buffer.from(shape), blend: 'dest-in' }])
    .png()
    .toBuffer();
}
