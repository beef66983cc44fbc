/** The audit log for its host: of one raffle, of everything, and as a file (R11, I5). */
import { auditEntry, auditPage as auditPageSchema, auditQuery, opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import type { Cell } from '../../downloads/cells.ts';
import { csvPieces } from '../../downloads/csv.ts';
import { sendDownload } from '../../downloads/send-download.ts';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { auditBatches, auditOfRaffle, auditPage } from './queries.ts';

const HEADS = ['Time', 'Action', 'By', 'Raffle', 'Raffle id', 'Address fingerprint', 'Details'];

export function auditRoutes(app: HttpServer, parts: { database: Database; hosts: HostGate }): void {
  const { database, hosts } = parts;

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/audit',
    schema: {
      summary: 'What was done to the raffle: the newest 1,000 records, newest first',
      tags: ['raffles'],
      params: z.object({ id: opaqueId }),
      response: { 200: z.array(auditEntry), ...refusals(401, 404) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const raffle = await requireOwnRaffle(database, host, request.params.id);
      return auditOfRaffle(database, raffle.id);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/audit',
    schema: {
      summary: "What was done to the host's account and raffles, newest first, in pages (R11)",
      tags: ['settings'],
      querystring: auditQuery,
      response: { 200: auditPageSchema, ...refusals(400, 401) },
    },
    handler: async (request) => {
      const { hostId } = await hosts.require(request);
      const { raffle_id: raffleId = null, after = null } = request.query;
      return auditPage(database, hostId, { raffleId, after });
    },
  });

  app.route({
    method: 'GET',
    url: '/api/audit/export',
    schema: {
      summary: 'The same, whole, as a CSV file',
      tags: ['settings'],
      querystring: auditQuery.pick({ raffle_id: true }),
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401) },
    },
    handler: async (request, reply) => {
      const { hostId } = await hosts.require(request);
      const rows = rowsOf(database, hostId, request.query.raffle_id ?? null);
      return sendDownload(reply, {
        name: 'glassdrum-activity',
        kind: 'csv',
        content: csvPieces(HEADS, rows),
      });
    },
  });
}

async function* rowsOf(
  database: Database,
  hostId: string,
  raffleId: string | null,
): AsyncGenerator<Cell[][]> {
  for await (const batch of auditBatches(database, hostId, raffleId)) {
    yield batch.map((one) => [
      new Date(one.ts),
      one.action,
      one.actor,
      one.raffle_title,
      one.raffle_id,
      one.place,
      one.details === null ? null : JSON.stringify(one.details),
    ]);
  }
}
