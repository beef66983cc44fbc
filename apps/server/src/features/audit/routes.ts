/** The audit log of one raffle, for its host (R11). */
import { auditEntry, opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { auditOfRaffle } from './queries.ts';

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
}
