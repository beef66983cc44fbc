/** What only the raffle's host does about its draw: look before it, pass over a winner after it, take the list along. */
import {
  csvExportQuery,
  drawPreview,
  drawStanding as drawStandingSchema,
  opaqueId,
  passOverBody,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { csvPieces } from '../../downloads/csv.ts';
import { sendDownload } from '../../downloads/send-download.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import { callerHashes } from '../audit/audit.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { type OwnRaffle, requireOwnRaffle } from '../raffles/raffle-gate.ts';
import type { DrawCommandParts } from './commands.ts';
import { passOver } from './pass-over.ts';
import { previewDraw } from './preview.ts';
import { winnersWithPeople } from './winners-list.ts';

const params = z.object({ id: opaqueId });
const tags = ['draws'];

export function hostDrawRoutes(app: HttpServer, parts: DrawCommandParts & { hosts: HostGate }): void {
  const { database, keys, clock, hosts } = parts;

  const own = async (request: {
    headers: FastifyRequest['headers'];
    params: { id: string };
  }): Promise<OwnRaffle> => requireOwnRaffle(database, await hosts.require(request), request.params.id);

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/draw/preview',
    schema: {
      summary: 'What a draw started now would be: entries, tickets, assurance level (R31)',
      tags,
      params,
      response: { 200: drawPreview, ...refusals(401, 404) },
    },
    handler: async (request) => previewDraw(parts, await own(request)),
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/pass-over',
    schema: {
      summary: 'Pass over whoever holds a prize; the next of the fixed order moves up, publicly (R14)',
      tags,
      params,
      body: passOverBody,
      response: { 200: drawStandingSchema, ...refusals(400, 401, 404, 409) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      return passOver(parts, raffle, request.body, callerHashes(keys, request, raffle.id));
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/winners/export',
    schema: {
      summary: 'Winners, alternates and those passed over as a CSV file, from the reveal on (R4)',
      tags,
      params,
      querystring: csvExportQuery,
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const raffle = await own(request);
      const list = await winnersWithPeople(database, raffle.id, clock.now());
      if (list === null) throw new CallError('results_not_available');
      const content = csvPieces(list.heads, [list.rows]);
      return sendDownload(reply, { name: `raffle-${raffle.id}-winners`, kind: 'csv', content });
    },
  });
}
