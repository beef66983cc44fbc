/** The desk, where paper tickets are sold from a phone (R67): its link for the host, and what its page calls with its key. */
import {
  deskInfo,
  deskLinkAnswer,
  deskQuery,
  deskTicket,
  deskTicketQuery,
  linkBody,
  opaqueId,
  saleAnswer,
  saleBody,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { publicUrlFor } from '../../../platform/http/origin.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { callerHashes } from '../../../audit/audit.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { makeSale } from '../commands.ts';
import type { PaperParts } from '../paper-parts.ts';
import { deskInfoOf, deskTicketOf } from '../queries.ts';
import { deskKeyOf } from './commands.ts';
import { createDeskGate } from './desk-gate.ts';

const params = z.object({ id: opaqueId });
const tags = ['paper tickets'];
/** Several desks behind one address, of which each sends what it sold without network. */
const CALLS = { points: 1200, windowSeconds: 60 };

export function deskRoutes(app: HttpServer, parts: PaperParts): void {
  const { database, clock, keys, hosts, limits, address } = parts;
  const desks = createDeskGate(parts);
  const calls = limits.attempts('desk-calls', CALLS);

  const keyOf = ({ query }: FastifyRequest): { deskKey: string } => ({
    deskKey: deskQuery.safeParse(query).data?.key ?? '',
  });
  const authorize = async (
    { deskKey }: { deskKey: string },
    { id }: { id: string },
    { ip }: { ip: string },
  ) => {
    const raffle = await desks.require(id, { deskKey, ip });
    await calls.consume(ip, raffle.id);
    return raffle;
  };

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/desk-link',
    authenticate: hosts.require,
    schema: {
      summary:
        'The link to the desk, made if there is none yet; with `renew` a new one, and the old one ends',
      tags,
      params,
      body: linkBody,
      response: { 200: deskLinkAnswer, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'share_desk_link'),
    handler: async (request, _reply, { resource: raffle }) => {
      const renew = request.body?.renew ?? false;
      const from = callerHashes(keys, request, raffle.id);
      const key = await deskKeyOf(parts, raffle, { renew, from });
      return { url: `${publicUrlFor(address, request)}/desk/${raffle.id}?key=${key}` };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/desk',
    authenticate: keyOf,
    schema: {
      summary: 'What the desk begins with: the raffle, its paper tickets, and how many are sold',
      tags,
      params,
      querystring: deskQuery,
      response: { 200: deskInfo, ...refusals(404, 429) },
    },
    authorize,
    handler: (_request, _reply, { resource: raffle }) => deskInfoOf(database, raffle, clock.now()),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/desk/ticket',
    authenticate: keyOf,
    schema: {
      summary: 'One ticket, by what its QR code holds, its code or its number',
      tags,
      params,
      querystring: deskTicketQuery,
      response: { 200: deskTicket, ...refusals(400, 404, 409, 422, 429) },
    },
    authorize,
    handler: (request, _reply, { resource: raffle }) => deskTicketOf(database, raffle.id, request.query),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/desk/sales',
    authenticate: keyOf,
    schema: {
      summary: 'Sell tickets, or take them back; sent again with the same id, it is not made again',
      tags,
      params,
      querystring: deskQuery,
      body: saleBody,
      response: { 200: saleAnswer, ...refusals(400, 404, 409, 422, 429) },
    },
    authorize,
    handler: (request, _reply, { resource: raffle }) =>
      makeSale(parts, raffle.id, {
        body: request.body,
        actor: 'desk',
        from: callerHashes(keys, request, raffle.id),
      }),
  });
}
