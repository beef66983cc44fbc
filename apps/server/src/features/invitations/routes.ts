/** The host's invitees: add a pasted list, list them with their links, revoke and re-issue a link. */
import {
  csvExportQuery,
  type Invitation,
  invitation,
  invitesAnswer,
  invitesBody,
  opaqueId,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Cell } from '../../downloads/cells.ts';
import { csvPieces } from '../../downloads/csv.ts';
import { sendDownload } from '../../downloads/send-download.ts';
import { refusals } from '../../http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../audit/audit.ts';
import { type OwnRaffle, requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { type InvitationParts, addInvitees, reissueInvite, revokeInvite } from './commands.ts';
import { presentInvitation } from './present.ts';
import { invitationBatches, invitesOfRaffle } from './queries.ts';

export interface InvitationRouteParts extends InvitationParts {
  hosts: HostGate;
  address: PublicAddress;
}

const params = z.object({ id: opaqueId });
const tags = ['invitations'];

const STEPS = [
  { name: 'revoke', run: revokeInvite, summary: 'Make a personal link useless' },
  { name: 'reissue', run: reissueInvite, summary: 'Replace a personal link by a new one' },
] as const;

export function invitationRoutes(app: HttpServer, parts: InvitationRouteParts): void {
  const { database, keys, hosts, address } = parts;

  const own = async (request: {
    headers: FastifyRequest['headers'];
    params: { id: string };
  }): Promise<OwnRaffle> => requireOwnRaffle(database, await hosts.require(request), request.params.id);

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/invites',
    bodyLimit: LIMITS.inviteeListBodyBytes.max,
    // A large body is read for hosts only.
    onRequest: async (request) => {
      await hosts.require(request);
    },
    schema: {
      summary: 'Add invitees, one a line: display_name,email',
      tags,
      params,
      body: invitesBody,
      response: { 200: invitesAnswer, ...refusals(400, 401, 404, 409, 413, 422) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const raffle = await requireOwnRaffle(database, host, request.params.id);
      const from = callerHashes(keys, request, raffle.id);
      const { added, skipped } = await addInvitees(parts, { host, raffle, body: request.body, from });
      const publicUrl = publicUrlFor(address, request);
      const invitees = added.map((row) => presentInvitation(keys, row, publicUrl));
      return { added: added.length, invitees, skipped };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/invites',
    schema: {
      summary: "The host's list with the personal links",
      tags,
      params,
      response: { 200: z.array(invitation), ...refusals(401, 404) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      const rows = await invitesOfRaffle(database.query, raffle.id).execute();
      const publicUrl = publicUrlFor(address, request);
      return rows.map((row) => presentInvitation(keys, row, publicUrl));
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/invites/export',
    schema: {
      summary: "The host's list with the personal links as a CSV file; no cell can run as a formula (M1)",
      tags,
      params,
      querystring: csvExportQuery,
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const { id } = await own(request);
      const publicUrl = publicUrlFor(address, request);
      async function* rows(): AsyncGenerator<Cell[][]> {
        for await (const batch of invitationBatches(parts, id, publicUrl)) yield batch.map(cells);
      }
      const content = csvPieces(['Name', 'Email', 'State', 'Personal link', 'Joined'], rows());
      return sendDownload(reply, { name: `raffle-${id}-invitations`, kind: 'csv', content });
    },
  });

  for (const { name, run, summary } of STEPS) {
    app.route({
      method: 'POST',
      url: `/api/raffles/:id/invites/:inviteeId/${name}`,
      schema: {
        summary,
        tags,
        params: params.extend({ inviteeId: opaqueId }),
        response: { 200: invitation, ...refusals(401, 404, 409) },
      },
      handler: async (request) => {
        const raffle = await own(request);
        const from = callerHashes(keys, request, raffle.id);
        const row = await run(parts, raffle, request.params.inviteeId, from);
        return presentInvitation(keys, row, publicUrlFor(address, request));
      },
    });
  }
}

function cells({ display_name: name, email, state, url, redeemed_at: joined }: Invitation): Cell[] {
  return [name, email, state, url, joined === null ? null : new Date(joined)];
}
