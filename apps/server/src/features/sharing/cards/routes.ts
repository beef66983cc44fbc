/** Images of a raffle for chats and pages that preview links: its title, and from the reveal on its winners (R4). */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { opaqueId, whichDraw } from '@glassdrum/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Card } from './card-svg.ts';
import { resultCard, titleCard } from './queries.ts';
import { runInThread } from '../../../platform/threads/start-thread.ts';
import { createWorkPool } from '../../../platform/threads/work-pool.ts';

const params = z.object({ id: opaqueId });
const png = z.any().meta({ description: 'image/png, 1200 × 630' });

export function cardRoutes(app: HttpServer, { database, clock }: { database: Database; clock: Clock }): void {
  const images = createCardImages();

  async function send(request: FastifyRequest, reply: FastifyReply, card: Card): Promise<FastifyReply> {
    const { png: bytes, etag } = await images.draw(card);
    // Short, so that erased names don't stay in caches.
    void reply.headers({ etag, 'cache-control': 'public, max-age=60' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    // Other sites show it as the preview of a link.
    void reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply.type('image/png').send(bytes);
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/card.png',
    authenticate: anyone,
    schema: {
      summary:
        'Who won in a draw, the last one with a result unless it is named, as an image; from the reveal on (R4)',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: png, ...refusals(404, 503) },
    },
    handler: async (request, reply) => {
      const of = { raffleId: request.params.id, drawId: request.query.draw_id };
      const card = await resultCard(database, of, clock.now());
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

interface CardImage {
  png: Buffer;
  etag: string;
}

const CACHED = 100;

/**
 * Cards as PNG. A card's content is its cache key. Drawing happens in a worker thread and on libuv's threads, one card at a time.
 */
interface CardImages {
  /** @throws RefusalError unavailable when too many wait */
  draw(card: Card): Promise<CardImage>;
}

function createCardImages(): CardImages {
  const known = new LRUCache<string, Promise<CardImage>>({ max: CACHED });
  const pool = createWorkPool({ atOnce: 1, waiting: 20 });

  return {
    async draw(card) {
      const key = createHash('sha256').update(JSON.stringify(card)).digest('base64url');
      const drawn = known.get(key);
      if (drawn !== undefined) return drawn;
      const image = pool.run(async () => ({ png: await pngOf(card), etag: `"${key}"` }));
      known.set(key, image);
      image.catch(() => known.delete(key));
      return image;
    },
  };
}

async function pngOf(card: Card): Promise<Buffer> {
  const svg = await runInThread(import.meta.dirname, 'card-thread', card);
  return sharp(Buffer.from(svg as string))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}
