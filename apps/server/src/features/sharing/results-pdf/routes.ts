/** The results as a PDF for auditors (R76); public like the results page, from the reveal on (R4). */
import { opaqueId, whichDraw } from '@glassdrum/contract';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createFileMaker, sendMade } from '../../../platform/http/answers/made-file.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { sendDownload } from '../../../platform/http/downloads/send-download.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { runInThread } from '../../../platform/threads/start-thread.ts';
import { evidenceOf } from '../../draws/evidence/queries.ts';
import { plannedDrawsOf } from '../../draws/series/queries.ts';
import { type ResultsReport, resultsReport } from './report.ts';

interface ResultsPdfParts {
  database: Database;
  clock: Clock;
  address: PublicAddress;
}

export function resultsPdfRoutes(app: HttpServer, { database, clock, address }: ResultsPdfParts): void {
  const documents = createFileMaker<ResultsReport>({ remembered: 30, waiting: 10, make: pdfOf });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/results.pdf',
    authenticate: anyone,
    schema: {
      summary:
        'The results for auditors as a PDF on A4, of all draws with a result or of the named one; from the reveal on (R4)',
      tags: ['draws'],
      params: z.object({ id: opaqueId }),
      querystring: whichDraw,
      response: { 200: z.any().meta({ description: 'application/pdf' }), ...refusals(400, 404, 503) },
    },
    handler: async (request, reply) => {
      const { id: raffleId } = request.params;
      const { draw_id: drawId } = request.query;
      const evidence = await evidenceOf(database, { raffleId, drawId }, clock.now());
      if (evidence.length === 0) throw new RefusalError('results_not_available');
      const several = (await plannedDrawsOf(database.query, raffleId)).length > 1;
      const report = resultsReport(evidence, { publicUrl: publicUrlFor(address, request), several });
      const name = drawId === undefined ? `raffle-${raffleId}-results` : `raffle-${raffleId}-draw-${drawId}`;
      return sendMade(request, reply, await documents.fileOf(report), (content) =>
        sendDownload(reply, { name, kind: 'pdf', content }),
      );
    },
  });
}

async function pdfOf(report: ResultsReport): Promise<Buffer> {
  return Buffer.from((await runInThread(import.meta.dirname, 'report-thread', report)) as Uint8Array);
}
