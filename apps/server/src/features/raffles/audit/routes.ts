/** The audit log: of one raffle, of everything, and as a file (R11, I5). */
import { auditEntry, auditPage as auditPageSchema, auditQuery, opaqueId } from '@glassdrum/contract';
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import type { Cell } from '../../../platform/http/downloads/cells.ts';
import { csvPieces } from '../../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../../platform/http/downloads/send-download.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { HostGate, HostIdentity } from '../../accounts/host-gate.ts';
import { membershipsOf } from '../../workspaces/queries.ts';
import { requireWorkspace } from '../../workspaces/workspace-gate.ts';
import { requireOwnRaffle } from '../raffle-gate.ts';
import { auditBatches, auditOfRaffle, auditPage, type AuditScope } from './queries.ts';

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
  'Person',
];

export function auditRoutes(app: HttpServer, parts: { database: Database; hosts: HostGate }): void {
  const { database, hosts } = parts;

  /** One workspace, or the account and every workspace whose activity the caller may see. */
  const scopeOf = async (caller: HostIdentity, workspaceId: string | undefined): Promise<AuditScope> => {
    if (workspaceId !== undefined) {
      const { id } = await requireWorkspace(database, caller, workspaceId, 'see_activity');
      return { hostId: null, workspaceIds: [id] };
    }
    const memberships = await membershipsOf(database.query, caller.hostId);
    const seen = memberships.filter(({ role }) => mayInWorkspace(role, 'see_activity'));
    return { hostId: caller.hostId, workspaceIds: seen.map((one) => one.workspaceId) };
  };

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/audit',
    authenticate: hosts.require,
    schema: {
      summary: 'What was done to the raffle: the newest 1,000 records, newest first',
      tags: ['raffles'],
      params: z.object({ id: opaqueId }),
      response: { 200: z.array(auditEntry), ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_audit_log'),
    handler: (_request, _reply, { resource: raffle }) => auditOfRaffle(database, raffle.id),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/audit',
    authenticate: hosts.require,
    schema: {
      summary: "What was done to the host's account and workspaces, newest first, in pages (R11, R81)",
      tags: ['settings'],
      querystring: auditQuery,
      response: { 200: auditPageSchema, ...refusals(400, 401, 403, 404) },
    },
    handler: async (request, _reply, { caller }) => {
      const { workspace_id: workspaceId, raffle_id: raffleId = null, after = null } = request.query;
      return auditPage(database, await scopeOf(caller, workspaceId), { raffleId, after });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/audit/export',
    authenticate: hosts.require,
    schema: {
      summary: 'All of these records as a CSV file',
      tags: ['settings'],
      querystring: auditQuery.omit({ after: true }),
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401, 403, 404) },
    },
    handler: async (request, reply, { caller }) => {
      const { workspace_id: workspaceId, raffle_id: raffleId = null } = request.query;
      const rows = csvRows(database, await scopeOf(caller, workspaceId), raffleId);
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
  scope: AuditScope,
  raffleId: string | null,
): AsyncGenerator<Cell[][]> {
  for await (const batch of auditBatches(database, scope, raffleId)) {
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
      one.by?.name ?? null,
    ]);
  }
}
