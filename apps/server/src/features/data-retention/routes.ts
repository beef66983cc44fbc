/** The host's data management: retention, clean-up, export, deletion (R53–R55), and erasing on request (H16). */
import {
  cleanupAnswer,
  leaveBody,
  opaqueId,
  raffleErased,
  retentionBody,
  settingsAnswer,
  settingsExportQuery,
} from '@glassdrum/contract';
import { z } from 'zod';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../platform/http/origin.ts';
import { declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import type { ParticipantGate } from '../entries/participant-gate.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { callerHashes } from '../../audit/audit.ts';
import { cleanUp, deleteEverything, setRetention } from './commands.ts';
import type { DataRetentionParts } from './deletion.ts';
import { eraseOwnData, erasePersonOf, eraseRaffleNow } from './erasure-commands.ts';
import { exportJson, exportZip } from './export.ts';
import { exportScopeOf, settingsOf } from './queries.ts';

export interface DataRetentionRouteParts extends DataRetentionParts {
  hosts: HostGate;
  participants: ParticipantGate;
  address: PublicAddress;
}

const tags = ['settings'];
const raffleParams = z.object({ id: opaqueId });

export function dataRetentionRoutes(app: HttpServer, parts: DataRetentionRouteParts): void {
  settingsRoutes(app, parts);
  erasureRoutes(app, parts);
}

function settingsRoutes(app: HttpServer, parts: DataRetentionRouteParts): void {
  const { keys, hosts, address } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/settings',
    authenticate: hosts.require,
    schema: { summary: "The host's settings", tags, response: { 200: settingsAnswer, ...refusals(401) } },
    handler: (_request, _reply, { caller: host }) => settingsOf(parts, host.hostId),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/settings/retention',
    authenticate: hosts.require,
    schema: {
      summary: 'For how many days personal data of drawn raffles is stored (R53)',
      tags,
      body: retentionBody,
      response: { 200: settingsAnswer, ...refusals(400, 401) },
    },
    handler: async (request, _reply, { caller: host }) => {
      const from = callerHashes(keys, request, host.hostId);
      return setRetention(parts, host, request.body.retention_days, from);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/settings/cleanup',
    authenticate: hosts.require,
    schema: {
      summary: 'Erase personal data of drawn raffles that are older than the retention period (R53)',
      tags,
      response: { 200: cleanupAnswer, ...refusals(401) },
    },
    handler: (_request, _reply, { caller: host }) => cleanUp(parts, host.hostId),
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/settings/delete-all',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Delete the account and all personal data (R54); not while a draw is running',
      tags,
      response: { 200: done, ...refusals(401, 409) },
    },
    handler: async (_request, _reply, { caller: host }) => {
      await deleteEverything(parts, host);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/settings/export',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'All data of the host (R55): JSON, or a ZIP of CSV files with format=csv',
      tags,
      querystring: settingsExportQuery,
      response: { 200: z.unknown().meta({ description: 'glassdrum-host-export/1' }), ...refusals(400, 401) },
    },
    handler: async (request, reply, { caller: { hostId } }) => {
      const scope = await exportScopeOf(parts.database, hostId, publicUrlFor(address, request));
      const name = 'glassdrum-export';
      return request.query.format === 'json'
        ? sendDownload(reply, { name, kind: 'json', content: exportJson(parts, scope) })
        : sendDownload(reply, { name, kind: 'zip', content: exportZip(parts, scope) });
    },
  });
}

/** Erasing on request: the entrant's own data, a person of the host's raffle, a raffle (H16). */
function erasureRoutes(app: HttpServer, parts: DataRetentionRouteParts): void {
  const { database, hosts, participants } = parts;

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/erase-me',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: "Erase the entrant's own data; before the draw this also withdraws the entry",
      tags: ['entries'],
      params: raffleParams,
      body: leaveBody.nullish(),
      response: { 200: done, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: inviteeId, at, signature } = request.body ?? {};
      const participant = await participants.select(caller, request.headers, inviteeId);
      const signed = at === undefined || signature === undefined ? null : { at, signature };
      await eraseOwnData(parts, participant, { signed, caller: request });
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/people/:inviteeId/erase',
    authenticate: hosts.require,
    schema: {
      summary: 'Erase the data of a person: invited, waiting, joined or withdrawn; an entry keeps its number',
      tags: ['entries'],
      params: z.object({ id: opaqueId, inviteeId: opaqueId }),
      response: { 200: done, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'erase_person'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { inviteeId } = request.params;
      await erasePersonOf(parts, raffle, { inviteeId, caller: request });
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/erase',
    authenticate: hosts.require,
    schema: {
      summary: 'Erase a raffle in any status except during a draw; a drawn one keeps its result by number',
      tags: ['raffles'],
      params: raffleParams,
      response: { 200: raffleErased, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'erase_raffle'),
    handler: (request, _reply, { resource: raffle }) => eraseRaffleNow(parts, raffle, request),
  });
}
