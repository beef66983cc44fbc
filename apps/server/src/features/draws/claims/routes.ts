/** Claims (R73): for winners on their phones, for the desk, and for the host. */
import {
  claimBody,
  deskClaimsAnswer,
  deskClaimsBody,
  deskClaimsQuery,
  deskQuery,
  opaqueId,
  ownClaimBody,
  type OwnClaimBody,
  ownClaimsAnswer,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerHashes } from '../../../audit/audit.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import type { ParticipantGate } from '../../entries/participant-gate.ts';
import type { ParticipantSessions } from '../../entries/participant-session.ts';
import { createDeskGate } from '../../paper/desk/desk-gate.ts';
import { passHolderOver } from '../results/pass-over.ts';
import { actOnTicket, type ClaimParts, claimPrize, type Place } from './commands.ts';
import { hostClaimRoutes } from './host-routes.ts';
import { claimsOfEntry, ownClaims } from './queries.ts';
import { namedWinner } from './winner-code.ts';

export interface ClaimRouteParts extends ClaimParts {
  hosts: HostGate;
  participants: ParticipantGate;
  sessions: ParticipantSessions;
  limits: RateLimits;
}

const params = z.object({ id: opaqueId });
const tags = ['claims'];
/** Claims of one winner, who has a few prizes at most. */
const OWN_CALLS = { points: 60, windowSeconds: 60 };
/** Several desks behind one address. */
const DESK_CALLS = { points: 600, windowSeconds: 60 };

export function claimRoutes(app: HttpServer, parts: ClaimRouteParts): void {
  const { database, keys, participants, sessions, limits } = parts;
  const desks = createDeskGate(parts);
  const ownCalls = limits.attempts('own-claims', OWN_CALLS);
  const deskCalls = limits.attempts('desk-claims', DESK_CALLS);
  hostClaimRoutes(app, parts);

  const ownPrizes = async (request: FastifyRequest, raffleId: string) => ({
    prizes: await ownClaims(parts, raffleId, await sessions.all(request.headers, raffleId)),
  });

  /** The named prize, where an entry of this browser is meant. @throws RefusalError wrong_identity, too_many_requests */
  const ownPlace = async (request: FastifyRequest, raffleId: string, body: OwnClaimBody): Promise<Place> => {
    const own = await sessions.all(request.headers, raffleId);
    const found = own.find(({ entry }) => entry.entryNumber === body.entry_number);
    if (found === undefined) throw new RefusalError('wrong_identity');
    await ownCalls.consume(found.entry.inviteeId, raffleId);
    return { raffleId, drawId: body.draw_id, prize: body.prize, entryNumber: body.entry_number };
  };

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/me/claims',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary:
        "The prizes that this browser's entries hold or held, and until when each can be claimed (R73)",
      tags,
      params,
      response: { 200: ownClaimsAnswer, ...refusals(401, 403, 404) },
    },
    handler: (request, _reply, { caller }) => ownPrizes(request, caller.raffleId),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/me/claims',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary:
        'Claim a prize of your own, with answers to its claim form; again, it changes only these (R73, R74)',
      tags,
      params,
      body: claimBody,
      response: { 200: ownClaimsAnswer, ...refusals(400, 401, 403, 404, 409, 429) },
    },
    handler: async (request, _reply, { caller: { raffleId } }) => {
      const place = await ownPlace(request, raffleId, request.body);
      const { answers } = request.body;
      const from = callerHashes(keys, request, raffleId);
      await claimPrize(parts, place, { by: 'device', from, answers });
      return ownPrizes(request, raffleId);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/me/claims/decline',
    authenticate: (request, { id }) => participants.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary:
        'Give a prize of your own back, also after claiming it; it goes to the next in line (R14, R73)',
      tags,
      params,
      body: ownClaimBody,
      response: { 200: ownClaimsAnswer, ...refusals(400, 401, 403, 404, 409, 429) },
    },
    handler: async (request, _reply, { caller: { raffleId } }) => {
      const place = await ownPlace(request, raffleId, request.body);
      const why = { reason: 'declined', text: null, by: 'winner' } as const;
      await passHolderOver(parts, { ...place, ...why, from: callerHashes(keys, request, raffleId) });
      return ownPrizes(request, raffleId);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/desk/claims',
    authenticate: ({ query }) => ({ deskKey: deskQuery.safeParse(query).data?.key ?? '' }),
    schema: {
      summary: 'What a ticket won, at the desk, and how far it is claimed (R73)',
      tags,
      params,
      querystring: deskClaimsQuery,
      response: { 200: deskClaimsAnswer, ...refusals(400, 404, 409, 422, 429) },
    },
    authorize: async ({ deskKey }, { id }, { ip }) => {
      const raffle = await desks.require(id, { deskKey, ip });
      await deskCalls.consume(ip, raffle.id);
      return raffle;
    },
    handler: async (request, _reply, { resource: raffle }) => {
      const { token, code } = request.query;
      const number = await namedWinner({ keys, query: database.query }, raffle.id, { token, code });
      return claimsOfEntry(database.query, raffle.id, number);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/desk/claims',
    authenticate: ({ query }) => ({ deskKey: deskQuery.safeParse(query).data?.key ?? '' }),
    schema: {
      summary: 'Claim what a ticket won, or hand it over, at the desk; again, it changes nothing (R73)',
      tags,
      params,
      querystring: deskQuery,
      body: deskClaimsBody,
      response: { 200: deskClaimsAnswer, ...refusals(400, 404, 409, 422, 429) },
    },
    authorize: async ({ deskKey }, { id }, { ip }) => {
      const raffle = await desks.require(id, { deskKey, ip });
      await deskCalls.consume(ip, raffle.id);
      return raffle;
    },
    handler: async (request, _reply, { resource: raffle }) => {
      const { action, token, code, draw_id: drawId, prize } = request.body;
      const claimant = { by: 'desk' as const, from: callerHashes(keys, request, raffle.id) };
      const input = { raffleId: raffle.id, name: { token, code }, action, drawId, prize };
      const number = await actOnTicket(parts, input, claimant);
      return claimsOfEntry(database.query, raffle.id, number);
    },
  });
}
