/** H11: the host reviews requests and entries: approve, decline, remove. Other hosts get 404 (C7). */
import {
  opaqueId,
  removeBody,
  reviewAnswer,
  reviewBody,
  type ReviewBody,
  reviewResult,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { removeParticipants } from '../commands.ts';
import type { EntryParts } from '../entry-parts.ts';
import { type Chosen, reviewOf } from './queries.ts';
import { approveWaiting, declineWaiting } from './commands.ts';

const params = z.object({ id: opaqueId });
const tags = ['entries'];

/** Steps that take people who wait. */
const STEPS = [
  {
    name: 'approve',
    run: approveWaiting,
    summary: 'Approve people who wait, oldest first, at most 200 a call',
  },
  { name: 'decline', run: declineWaiting, summary: 'Decline people who wait, at most 200 a call' },
] as const;

export function reviewRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/review',
    authenticate: hosts.require,
    schema: {
      summary: 'People who wait, and entries that may need a review (H11)',
      tags,
      params,
      response: { 200: reviewAnswer, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'approve_entries'),
    handler: async (_request, _reply, { resource: raffle }) => reviewOf(database, raffle),
  });

  for (const { name, run, summary } of STEPS) {
    declareRoute(app, {
      method: 'POST',
      url: `/api/raffles/:id/review/${name}`,
      authenticate: hosts.require,
      schema: {
        summary,
        tags,
        params,
        body: reviewBody,
        response: { 200: reviewResult, ...refusals(400, 401, 403, 404, 409) },
      },
      authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'approve_entries'),
      handler: async (request, _reply, { resource: raffle }) =>
        run(parts, raffle, { chosen: chosenOf(request.body), caller: request }),
    });
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/participants/remove',
    authenticate: hosts.require,
    schema: {
      summary: 'Remove several entries, each as a public change, at most 200 a call',
      tags,
      params,
      body: removeBody,
      response: { 200: reviewResult, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'remove_participant'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { body } = request;
      const chosen = 'group' in body ? body : { inviteeIds: body.invitee_ids };
      return removeParticipants(parts, raffle, { chosen, caller: request });
    },
  });
}

function chosenOf(body: ReviewBody): Chosen {
  return 'invitee_ids' in body ? { inviteeIds: body.invitee_ids } : body;
}
