/** Pictures of a raffle for chats and pages that preview links: its title, and from the reveal on its winners (R4). */
import { opaqueId } from '@glassdrum/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Card } from './card.ts';
import { createCardPictures } from './draw-card.ts';
import { resultCard, titleCard } from './queries.ts';

const params = z.object({ id: opaqueId });
const png = z.any().meta({ description: 'image/png, 1200 × 630' });

export function cardRoutes(app: HttpServer, { database, clock }: { database: Database; clock: Clock }): void {
  const pictures = createCardPictures();

  async function send(request: FastifyRequest, reply: FastifyReply, card: Card): Promise<FastifyReply> {
    const { png: bytes, etag } = await pictures.draw(card);
    // Short, so that erased names don't stay in caches.
    void reply.headers({ etag, 'cache-control': 'public, max-age=60' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    // Other sites show it as the preview of a link.
    void reply.header('cross-origin-resource-policy', 'cross-origin');
    return reply.type('image/png').send(bytes);
  }

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/card.png',
    schema: {
      summary: 'Who won, as a picture; from the reveal on (R4)',
      tags: ['draws'],
      params,
      response: { 200: png, ...refusals(404, 503) },
    },
    handler: async (request, reply) => {
      const card = await resultCard(database, request.params.id, clock.now());
      if (card === null) throw new CallError('results_not_available');
      return send(request, reply, card);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/title-card.png',
    schema: {
      summary: 'The title as a picture; names nobody',
      tags: ['raffles'],
      params,
      response: { 200: png, ...refusals(404, 503) },
    },
    handler: async (request, reply) => {
      const card = await titleCard(database, request.params.id);
      if (card === null) throw new CallError('not_found');
      return send(request, reply, card);
    },
  });
}
