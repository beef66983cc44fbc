/** Push subscriptions of a participant's devices (R52). */
import { opaqueId, pushSubscriptionBody, pushSubscriptionEnd } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { ParticipantGate } from '../../entries/participant-gate.ts';
import type { PushParts } from './subscriptions.ts';
import { deleteSubscription, storeSubscription } from './subscriptions.ts';

export interface PushRouteParts extends PushParts {
  participants: ParticipantGate;
}

export function pushRoutes(app: HttpServer, parts: PushRouteParts): void {
  const { participants } = parts;
  const params = z.object({ id: opaqueId });
  const tags = ['entries'];

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/me/push',
    authenticate: (request, { id }) => participants.require(request.headers, id),
    schema: {
      summary: 'Notify this device when the draw starts and when the entry has won',
      tags,
      params,
      body: pushSubscriptionBody,
      response: { 200: z.object({}), ...refusals(400, 401, 403, 404, 409) },
    },
    handler: async (request, _reply, { caller: { raffleId, entry } }) => {
      await storeSubscription(parts, { raffleId, inviteeId: entry.inviteeId }, request.body);
      return {};
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id/me/push',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: 'Stop notifying this device',
      tags,
      params,
      body: pushSubscriptionEnd,
      response: { 200: z.object({}), ...refusals(400, 401, 403, 404) },
    },
    handler: async (request, _reply, { caller: { raffleId, entry } }) => {
      await deleteSubscription(parts, { raffleId, inviteeId: entry.inviteeId }, request.body.endpoint);
      return {};
    },
  });
}
