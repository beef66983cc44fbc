/** Calls of the device that has the entry (R41): list requests, approve or refuse them, make a code for another device. */
import {
  continueCodeAnswer,
  continueEntryQuery,
  continueRequests,
  type ContinueRequests,
  opaqueId,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { publicUrlFor } from '../../../platform/http/origin.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { EntryParts } from '../entry-parts.ts';
import type { Participant } from '../participant-session.ts';
import { answerRequest, makeCode } from './commands.ts';
import { continueUrl } from './mail-code.ts';
import { continueState, requestInRaffle } from './queries.ts';

const params = z.object({ id: opaqueId });
const tags = ['entries'];

const ANSWERS = [
  { name: 'approve', state: 'approved', summary: 'Let the other device use this entry (R41)' },
  { name: 'refuse', state: 'refused', summary: 'Refuse the other device (R41)' },
] as const;

export function joinedDeviceRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, participants, address } = parts;

  const present = (participant: Participant): Promise<ContinueRequests> =>
    continueState(parts, participant.raffleId, participant.entry.inviteeId, clock.now());

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/me/continue-requests',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: 'Devices that request the own entry (R41)',
      tags,
      params,
      querystring: continueEntryQuery,
      response: { 200: continueRequests, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: inviteeId } = request.query;
      return present(await participants.selectActive(caller, request.headers, inviteeId));
    },
  });

  for (const { name, state, summary } of ANSWERS) {
    declareRoute(app, {
      method: 'POST',
      url: `/api/raffles/:id/me/continue-requests/:requestId/${name}`,
      authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
      schema: {
        summary,
        tags,
        params: params.extend({ requestId: opaqueId }),
        response: { 200: continueRequests, ...refusals(401, 403, 404, 409) },
      },
      authorize: async (caller, { id, requestId }, { headers }) => {
        const found = await requestInRaffle(database.query, id, requestId);
        const participant = await participants.selectActive(caller, headers, found?.invitee_id);
        if (found === null) throw new RefusalError('not_found');
        return participant;
      },
      handler: async (request, _reply, { resource: participant }) => {
        const { requestId } = request.params;
        await answerRequest(parts, participant, { requestId, state, call: request });
        return present(participant);
      },
    });
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/me/continue-code',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: 'A code and link with which another device can use the own entry, once (R41)',
      tags,
      params,
      body: continueEntryQuery.nullish(),
      response: { 200: continueCodeAnswer, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request, _reply, { caller }) => {
      const inviteeId = request.body?.invitee_id;
      const { raffleId, entry } = await participants.selectActive(caller, request.headers, inviteeId);
      const made = await makeCode(parts, { raffleId, inviteeId: entry.inviteeId }, 'device');
      const url = continueUrl(publicUrlFor(address, request), made.code);
      return { code: made.code, url, expires_at: made.expiresAt };
    },
  });
}
