/** The claim form (R74): its host defines it, and winners are shown that of their draw. */
import { claimFormBody, hostClaimForm, opaqueId, ownClaimFormAnswer } from '@glassdrum/contract';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { callerHashes } from '../../../audit/audit.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import type { ParticipantGate } from '../../entries/participant-gate.ts';
import type { ParticipantSessions } from '../../entries/participant-session.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { changeClaimForm } from './commands.ts';
import { formsOfHolders, hostClaimFormOf } from './queries.ts';

export interface ClaimFormRouteParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  hosts: HostGate;
  participants: ParticipantGate;
  sessions: ParticipantSessions;
}

const params = z.object({ id: opaqueId });
const tags = ['claims'];

export function claimFormRoutes(app: HttpServer, parts: ClaimFormRouteParts): void {
  const { database, keys, hosts, participants, sessions } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/claim-form',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'What winners are asked for when they claim a prize',
      tags,
      params,
      response: { 200: hostClaimForm, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_raffle_as_host'),
    handler: (_request, _reply, { resource: raffle }) => hostClaimFormOf(database.query, raffle.id),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/claim-form',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Replace the claim form of the draws to come; an empty list takes it away',
      tags,
      params,
      body: claimFormBody,
      response: { 200: hostClaimForm, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_claim_form'),
    handler: async (request, _reply, { resource: raffle }) => {
      await changeClaimForm(parts, raffle, request.body, callerHashes(keys, request, raffle.id));
      return hostClaimFormOf(database.query, raffle.id);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/me/claim-form',
    authenticate: (request, { id }) => participants.require(request.headers, id),
    schema: {
      summary: "The claim forms of the draws in which this browser's entries hold a prize",
      tags,
      params,
      response: { 200: ownClaimFormAnswer, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request, _reply, { caller: { raffleId } }) => {
      const own = await sessions.all(request.headers, raffleId);
      const numbers = new Set(own.map(({ entry }) => entry.entryNumber));
      return formsOfHolders(database.query, raffleId, numbers);
    },
  });
}
