/** A participant's devices that are to be told when the draw starts (R52): asked for by a button, ended by one. */
import { opaqueId, pushSubscriptionBody, pushSubscriptionEnd } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { ParticipantGate } from '../entries/participant-gate.ts';
import type { PushParts } from './push-parts.ts';
import { forgetSubscription, keepSubscription } from './subscriptions.ts';

export interface PushRouteParts extends PushParts {
  participants: ParticipantGate;
}

export function pushRoutes(app: HttpServer, parts: PushRouteParts): void {
  const { participants } = parts;
  const params = z.object({ id: opaqueId });
  const tags = ['entries'];

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/me/push',
    schema: {
      summary: 'Tell this device when the draw starts and when the entry has won',
      tags,
      params,
      body: pushSubscriptionBody,
      response: { 200: z.object({}), ...refusals(400, 401, 403, 404, 409) },
    },
    handler: async (request) => {
      const { raffleId, entry } = await participants.require(request.headers, request.params.id);
      await keepSubscription(parts, { raffleId, inviteeId: entry.inviteeId }, request.body);
      return {};
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/raffles/:id/me/push',
    schema: {
      summary: 'Tell this device nothing more',
      tags,
      params,
      body: pushSubscriptionEnd,
      response: { 200: z.object({}), ...refusals(400, 401, 403, 404) },
    },
    handler: async (request) => {
      const participant = await participants.requireEvenWithdrawn(request.headers, request.params.id);
      const { raffleId, entry } = participant;
      await forgetSubscription(parts, { raffleId, inviteeId: entry.inviteeId }, request.body.endpoint);
      return {};
    },
  });
}
