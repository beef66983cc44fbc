/** GET /metrics for Prometheus: with the configured token only, and not there at all without one. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { refusals } from '../http/api-docs.ts';
import { declareRoute } from '../http/route.ts';
import type { HttpServer } from '../http/server.ts';
import { RefusalError } from '../refusal.ts';

interface MetricsRouteParts {
  /** Null: there is no such page. */
  token: string | null;
  /** All figures in Prometheus's text format, as they are now. */
  read: () => Promise<{ contentType: string; text: string }>;
}

export function metricsRoute(app: HttpServer, { token, read }: MetricsRouteParts): void {
  declareRoute(app, {
    method: 'GET',
    url: '/metrics',
    authenticate: ({ headers }) => {
      if (token === null) throw new RefusalError('not_found');
      const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
      // Hashes have one length, and comparing them takes the same time for every text.
      if (!timingSafeEqual(sha256(given), sha256(token))) {
        throw new RefusalError('not_signed_in', {
          message: 'This page needs the token of METRICS_TOKEN: Authorization: Bearer TOKEN.',
        });
      }
    },
    schema: {
      summary: "This node's figures in Prometheus's text format, for those who hold METRICS_TOKEN",
      tags: ['installation'],
      response: { 200: z.string(), ...refusals(401, 404) },
    },
    handler: async (_request, reply) => {
      const { contentType, text } = await read();
      void reply.header('cache-control', 'no-store').type(contentType);
      return text;
    },
  });
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
