/** Raffles' pictures as browsers show them (H3): one fixed type, no script, no guessing, kept for ever. */
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Pictures } from '../../pictures/pictures.ts';

export function pictureRoutes(app: HttpServer, { pictures }: { pictures: Pictures }): void {
  app.route({
    method: 'GET',
    url: '/api/images/:objectId',
    schema: {
      summary: "A raffle's picture, WebP; its address is the proof of being shown it (I4)",
      tags: ['raffles'],
      params: z.object({ objectId: z.string().regex(/^[A-Za-z0-9_-]{32}$/) }),
      response: { 200: z.unknown().meta({ description: 'image/webp' }), ...refusals(404) },
    },
    handler: async (request, reply) => {
      const bytes = await pictures.read(request.params.objectId);
      if (bytes === null) throw new CallError('not_found');
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .type('image/webp')
        .send(bytes);
    },
  });
}
