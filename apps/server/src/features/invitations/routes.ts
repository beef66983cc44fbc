/** The host's invitees: add a pasted list, list them with their links, revoke and re-issue a link. */
import {
  csvExportQuery,
  type Invitation,
  invitation,
  invitesAnswer,
  invitesBody,
  leftOut,
  opaqueId,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import type { Cell } from '../../platform/http/downloads/cells.ts';
import { csvPieces } from '../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../platform/http/origin.ts';
import { declareRoute } from '../../platform/http/route.ts';
import { sendList } from '../../platform/http/answers/send-list.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../../audit/audit.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { type InvitationParts, addInvitees, reissueInvite, revokeInvite } from './commands.ts';
import { listsAtOnce } from './import-gate.ts';
import { presentInvitation } from './present.ts';
import { invitationBatches, presentedBatches } from './queries.ts';
import { leftOutOf } from './recent-winners/queries.ts';

export interface InvitationRouteParts extends InvitationParts {
  hosts: HostGate;
  address: PublicAddress;
}

const params = z.object({ id: opaqueId });
const tags = ['invitations'];

const LINK_ACTIONS = [
  { name: 'revoke', run: revokeInvite, summary: 'Make a personal link useless' },
  { name: 'reissue', run: reissueInvite, summary: 'Replace a personal link by a new one' },
] as const;

export function invitationRoutes(app: HttpServer, parts: InvitationRouteParts): void {
  const { database, keys, hosts, address } = parts;

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/invites',
    bodyLimit: LIMITS.inviteeListBodyBytes.max,
    config: { longMember: 'invitees' },
    authenticate: hosts.require,
    schema: {
      summary: 'Add invitees, one a line: display_name,email,notes',
      tags,
      params,
      body: invitesBody,
      response: { 200: invitesAnswer, ...refusals(400, 401, 403, 404, 409, 413, 422, 503) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_invitees'),
    handler: async (request, reply, { caller: host, resource: raffle }) => {
      const from = callerHashes(keys, request, raffle.id);
      const list = { host, raffle, body: request.body, from };
      const { added, skipped } = await listsAtOnce.run(() => addInvitees(parts, list));
      return sendList(reply, {
        before: `{"added":${added.length},"invitees":`,
        batches: presentedBatches(keys, added, publicUrlFor(address, request)),
        after: `,"skipped":${JSON.stringify(skipped)}}`,
      });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/invites',
    authenticate: hosts.require,
    schema: {
      summary: "The host's list with the personal links",
      tags,
      params,
      response: { 200: z.array(invitation), ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_invitees'),
    handler: async (request, reply, { resource: { id } }) =>
      sendList(reply, { batches: invitationBatches(parts, id, publicUrlFor(address, request)) }),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/invites/export',
    authenticate: hosts.require,
    schema: {
      summary: "The host's list with the personal links as a CSV file; no cell can run as a formula (M1)",
      tags,
      params,
      querystring: csvExportQuery,
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_invitees'),
    handler: async (request, reply, { resource: { id } }) => {
      const publicUrl = publicUrlFor(address, request);
      async function* rows(): AsyncGenerator<Cell[][]> {
        for await (const batch of invitationBatches(parts, id, publicUrl)) yield batch.map(cells);
      }
      const content = csvPieces(['Name', 'Email', 'State', 'Personal link', 'Joined', 'Notes'], rows());
      return sendDownload(reply, { name: `raffle-${id}-invitations`, kind: 'csv', content });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/left-out',
    authenticate: hosts.require,
    schema: {
      summary: 'Who is left out because they won recently; of a draft who would be (R80)',
      tags,
      params,
      response: { 200: leftOut, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_left_out'),
    handler: (_request, _reply, { resource: raffle }) => leftOutOf(parts, raffle, parts.clock.now()),
  });

  for (const { name, run, summary } of LINK_ACTIONS) {
    declareRoute(app, {
      method: 'POST',
      url: `/api/raffles/:id/invites/:inviteeId/${name}`,
      authenticate: hosts.require,
      schema: {
        summary,
        tags,
        params: params.extend({ inviteeId: opaqueId }),
        response: { 200: invitation, ...refusals(401, 403, 404, 409) },
      },
      authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_invitees'),
      handler: async (request, _reply, { resource: raffle }) => {
        const from = callerHashes(keys, request, raffle.id);
        const row = await run(parts, raffle, request.params.inviteeId, from);
        return presentInvitation(keys, row, publicUrlFor(address, request));
      },
    });
  }
}

function cells({ display_name: name, email, state, url, redeemed_at: joined, notes }: Invitation): Cell[] {
  return [name, email, state, url, joined === null ? null : new Date(joined), notes];
}
