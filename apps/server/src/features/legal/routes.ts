/** The operator's own legal texts for the legal page, if there are any. */
import { legalAnswer, type OwnLegalTexts } from '@glassdrum/contract';
import type { HttpServer } from '../../http/server.ts';

export function legalRoutes(app: HttpServer, own: OwnLegalTexts | null): void {
  app.route({
    method: 'GET',
    url: '/api/legal',
    schema: {
      summary: "The operator's own terms and privacy policy in Markdown; null where the product's texts hold",
      tags: ['installation'],
      response: { 200: legalAnswer },
    },
    handler: async () => ({ own }),
  });
}
