/** The audit log for its host: of one raffle, of everything, and as a file (R11, I5). */
import { auditEntry, auditPage as auditPageSchema, auditQuery, opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { Cell } from '../../../platform/http/downloads/cells.ts';
import { csvPieces } from '../../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../../platform/http/downloads/send-download.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { requireOwnRaffle } from '../raffle-gate.ts';
import { auditBatches, auditOfRaffle, auditPage } from './queries.ts';

const COLUMNS = [
  'Time',
  'Action',
  'By',
  'Raffle',
  'Raffle id',
  'Address fingerprint',
  'Details',
  'About',
  'Entry #',
  'Draw',
  'Reason',
];

export function auditRoutes(app: HttpServer, parts: { database: Database; hosts: HostGate }): void {
  const { database, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/audit',
    authenticate: hosts.require,
    schema: {
      summary: 'What was done to the raffle: the newest 1,000 records, newest first',
      tags: ['raffles'],
      params: z.object({ id: opaqueId }),
      response: { 200: z.array(auditEntry), ...refusals(401, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_audit_log'),
    handler: (_request, _reply, { resource: raffle }) => auditOfRaffle(database, raffle.id),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/audit',
    authenticate: hosts.require,
    schema: {
      summary: "What was done to the host's account and raffles, newest first, in pages (R11)",
      tags: ['settings'],
      querystring: auditQuery,
      response: { 200: auditPageSchema, ...refusals(400, 401) },
    },
    handler: async (request, _reply, { caller }) => {
      const { raffle_id: raffleId = null, after = null } = request.query;
      return auditPage(database, caller.hostId, { raffleId, after });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/audit/export',
    authenticate: hosts.require,
    schema: {
      summary: 'All of these records as a CSV file',
      tags: ['settings'],
      querystring: auditQuery.pick({ raffle_id: true }),
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401) },
    },
    handler: async (request, reply, { caller }) => {
      const rows = csvRows(database, caller.hostId, request.query.raffle_id ?? null);
      return sendDownload(reply, {
        name: 'glassdrum-activity',
        kind: 'csv',
        content: csvPieces(COLUMNS, rows),
      });
    },
  });
}

async function* csvRows(
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
      one.person?.display_name ?? null,
      one.person?.entry_number ?? null,
      one.draw === null ? null : (one.draw.name ?? one.draw.number),
      one.action === 'draw_skipped' ? (one.draw?.skip_reason ?? null) : null,
    ]);
  }
}
