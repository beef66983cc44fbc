/** The session's own entry: showing it (R40, R42, R94) and leaving (R45). */
import {
  changesAnswer,
  changesQuery,
  leaveBody,
  opaqueId,
  ownEntry,
  type OwnEntry,
  ownEntryAnswer,
  ownEntryQuery,
  ownNameBody,
  placementBody,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { anyone, declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { changesOf } from './changes/queries.ts';
import { leaveRaffle, placeTickets } from './commands.ts';
import type { Entry } from './joining/decide-joins.ts';
import type { EntryParts } from './entry-parts.ts';
import { lowerName } from './names/commands.ts';
import { presentOwnEntry } from './queries.ts';

const raffleParams = z.object({ id: opaqueId });

export function ownEntryRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, participants, roster, sessions } = parts;

  const present = (raffleId: string, entry: Entry, joinedAt: number): Promise<OwnEntry> =>
    presentOwnEntry(parts, { raffleId, entry, joinedAt });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/me',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: 'Own entry with its newest receipt and its changes; 0 tickets after leaving or removal',
      tags: ['entries'],
      params: raffleParams,
      querystring: ownEntryQuery,
      response: { 200: ownEntry, ...refusals(401, 403, 404) },
    },
    handler: async (request, _reply, { caller }) => {
      const participant = await participants.select(caller, request.headers, request.query.invitee_id);
      return present(caller.raffleId, participant.entry, participant.joinedAt);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/own-entry',
    authenticate: anyone,
    schema: {
      summary: 'The same, with null for visitors: for pages that anybody may open',
      tags: ['entries'],
      params: raffleParams,
      querystring: ownEntryQuery,
      response: { 200: ownEntryAnswer },
    },
    handler: async (request) => {
      const { id } = request.params;
      const session = sessions.read(request.headers);
      const own = session === null ? null : await sessions.find(session, id, request.query.invitee_id);
      return { entry: own === null ? null : await present(id, own.entry, own.joinedAt) };
    },
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/me/placement',
    authenticate: (request, { id }) => participants.require(request.headers, id),
    schema: {
      summary: 'Spread the own tickets over the prizes (R64), all of them at once; makes a new receipt',
      tags: ['entries'],
      params: raffleParams,
      body: placementBody,
      response: { 200: ownEntry, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: inviteeId, ...placement } = request.body;
      const { raffleId, entry: own } = await participants.selectActive(caller, request.headers, inviteeId);
      const { entry, joinedAt } = await placeTickets(
        parts,
        { raffleId, inviteeId: own.inviteeId },
        { placement, by: 'participant', caller: request },
      );
      return present(raffleId, entry, joinedAt);
    },
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/me/name',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: 'Publish less of the own name from now on (R78); never more again',
      tags: ['entries'],
      params: raffleParams,
      body: ownNameBody,
      response: { 200: ownEntry, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: inviteeId, name_publication: publication } = request.body;
      const { raffleId, entry: own } = await participants.select(caller, request.headers, inviteeId);
      const { entry, joinedAt } = await lowerName(
        parts,
        { raffleId, inviteeId: own.inviteeId },
        { publication, by: 'participant', caller: request },
      );
      return present(raffleId, entry, joinedAt);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/leave',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary:
        'Leave before the draw, signed by the device where it has a key; the number stays taken, with 0 tickets',
      tags: ['entries'],
      params: raffleParams,
      body: leaveBody.nullish(),
      response: { 200: ownEntry, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: inviteeId, at, signature } = request.body ?? {};
      const participant = await participants.select(caller, request.headers, inviteeId);
      const signed = at === undefined || signature === undefined ? null : { at, signature };
      const { entry, joinedAt } = await leaveRaffle(parts, participant, { signed, caller: request });
      return present(caller.raffleId, entry, joinedAt);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/changes',
    authenticate: anyone,
    schema: {
      summary:
        'What changed about entries after joining, newest first; what comes by the hundred is counted (R94)',
      tags: ['entries'],
      params: raffleParams,
      querystring: changesQuery,
      response: { 200: changesAnswer, ...refusals(400, 404) },
    },
    authorize: async (_caller, { id }) => {
      if ((await roster.page(id)) === null) throw new RefusalError('not_found');
    },
    handler: async (request) =>
      changesOf(database, request.params.id, {
        after: request.query.after,
        reason: request.query.reason,
      }),
  });
}
