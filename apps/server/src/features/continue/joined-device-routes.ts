/** The device that holds the entry (R41): sees who asks, approves or refuses, and makes a code for another device. */
import {
  continueCodeAnswer,
  continueEntryQuery,
  continueRequests,
  type ContinueRequests,
  opaqueId,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { publicUrlFor } from '../../http/origin.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Participant } from '../entries/participant-session.ts';
import { answerRequest, makeCode } from './commands.ts';
import type { ContinueParts } from './continue-parts.ts';
import { continueUrl } from './mail-code.ts';
import { continueState, requestInRaffle } from './queries.ts';

const params = z.object({ id: opaqueId });
const tags = ['entries'];

const ANSWERS = [
  { name: 'approve', state: 'approved', summary: 'Let the other device go on with this entry (R41)' },
  { name: 'refuse', state: 'refused', summary: 'Keep the other device out (R41)' },
] as const;

export function joinedDeviceRoutes(app: HttpServer, parts: ContinueParts): void {
  const { database, clock, participants, address } = parts;

  const present = (participant: Participant): Promise<ContinueRequests> =>
    continueState(parts, participant.raffleId, participant.entry.inviteeId, clock.now());

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/me/continue-requests',
    schema: {
      summary: 'Devices that ask to go on with the own entry (R41)',
      tags,
      params,
      querystring: continueEntryQuery,
      response: { 200: continueRequests, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request) =>
      present(await participants.require(request.headers, request.params.id, request.query.invitee_id)),
  });

  for (const { name, state, summary } of ANSWERS) {
    app.route({
      method: 'POST',
      url: `/api/raffles/:id/me/continue-requests/:requestId/${name}`,
      schema: {
        summary,
        tags,
        params: params.extend({ requestId: opaqueId }),
        response: { 200: continueRequests, ...refusals(401, 403, 404, 409) },
      },
      handler: async (request) => {
        const { id, requestId } = request.params;
        const asked = await requestInRaffle(database.query, id, requestId);
        const participant = await participants.require(request.headers, id, asked?.invitee_id);
        if (asked === null) throw new CallError('not_found');
        await answerRequest(parts, participant, { requestId, state, call: request });
        return present(participant);
      },
    });
  }

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/me/continue-code',
    schema: {
      summary: 'A code and link with which another device goes on with the own entry, once (R41)',
      tags,
      params,
      body: continueEntryQuery.nullish(),
      response: { 200: continueCodeAnswer, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { entry } = await participants.require(request.headers, id, request.body?.invitee_id);
      const made = await makeCode(parts, { raffleId: id, inviteeId: entry.inviteeId }, 'device');
      const url = continueUrl(publicUrlFor(address, request), made.code);
      return { code: made.code, url, expires_at: made.expiresAt };
    },
  });
}
