/** Starting a draw over HTTP (R13), also by two people (R81). */
import { drawAnswer, drawBody, opaqueId, startAsked } from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerHashes } from '../../../audit/audit.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { HostGate, HostIdentity } from '../../accounts/host-gate.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import type { DrawCommandParts } from '../commands.ts';
import { confirmStart, startOrAsk, withdrawStart } from './commands.ts';
import { startsOf } from './queries.ts';

const params = z.object({ id: opaqueId });
const tags = ['draws'];

export function startRoutes(app: HttpServer, parts: DrawCommandParts & { hosts: HostGate }): void {
  const { database, keys, clock, hosts } = parts;
  const actOf = ({ hostId }: HostIdentity, request: FastifyRequest, raffleId: string) => ({
    hostId,
    from: callerHashes(keys, request, raffleId),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/draw',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary:
        'Close the list for good and start the draw; idempotent (R13). Where two people start a draw (R81), 202: another person confirms within 60 seconds',
      tags,
      params,
      body: drawBody.nullish(),
      response: { 200: drawAnswer, 202: startAsked, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'draw_winners'),
    handler: async (request, reply, { caller, resource: raffle }) => {
      const { assurance = 'beacon' as const, draw } = request.body ?? {};
      const act = actOf(caller, request, raffle.id);
      const begun = await startOrAsk(parts, act, raffle, { assurance, draw });
      if (begun !== null) return reply.code(200).send(begun);
      const { requests } = await startsOf(database, [raffle], clock.now());
      const asked = requests.get(raffle.id);
      // Confirmed or withdrawn in this very moment.
      if (asked === undefined) throw new RefusalError('start_request_over');
      return reply.code(202).send({ start_request: asked });
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/draw/confirm',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Confirm the start that somebody else asked for, which starts the draw; idempotent (R81)',
      tags,
      params,
      response: { 200: drawAnswer, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'draw_winners'),
    handler: (request, _reply, { caller, resource: raffle }) =>
      confirmStart(parts, actOf(caller, request, raffle.id), raffle),
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id/draw/request',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Withdraw or decline the start that somebody asked for (R81)',
      tags,
      params,
      response: { 200: done, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'draw_winners'),
    handler: async (request, _reply, { caller, resource: raffle }) => {
      await withdrawStart(parts, actOf(caller, request, raffle.id), raffle);
      return OK;
    },
  });
}
