/** The draw and everything derived from it: start, plan, frozen list, results, replay, proof, public records. */
import {
  commitmentsAnswer,
  drawPlan as drawPlanSchema,
  opaqueId,
  publicRecord,
  raffleTerms as raffleTermsSchema,
  replayAnswer,
  resultsAnswer,
  roomNumbersAnswer,
  roomNumbersBody,
  whichDraw,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { sendReady } from '../../platform/http/answers/ready-answer.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Images } from '../../platform/storage/images.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import type { ParticipantGate } from '../entries/participant-gate.ts';
import type { ParticipantSessions } from '../entries/participant-session.ts';
import { may } from '@glassdrum/raffle-rules';
import { startRoutes } from './start-requests/routes.ts';
import { findRaffle } from '../raffles/queries.ts';
import { roleIn } from '../workspaces/queries.ts';
import { audienceRoutes } from './audience/routes.ts';
import { claimFormRoutes } from './claim-form/routes.ts';
import type { DrawCommandParts } from './commands.ts';
import { frozenListCache } from './frozen-list-cache.ts';
import { hostDrawRoutes } from './host-routes.ts';
import { proofDocument } from './results/proof-file.ts';
import { drawPlan, raffleTerms, recordsOfRaffle } from './queries.ts';
import { results, resultsWithPlan } from './results/queries.ts';
import { seriesRoutes } from './series/routes.ts';
import { enterRoomNumbers, type RoomSource } from './running/room-numbers.ts';

export interface DrawRouteParts extends DrawCommandParts {
  hosts: HostGate;
  participants: ParticipantGate;
  sessions: ParticipantSessions;
  limits: RateLimits;
  images: Images;
}

const params = z.object({ id: opaqueId });

/** @returns `stop` cancels pending notifications */
export function drawRoutes(app: HttpServer, parts: DrawRouteParts): { stop(): void } {
  const { database, keys, clock, hosts, participants } = parts;
  const frozenLists = frozenListCache(database);
  startRoutes(app, parts);
  hostDrawRoutes(app, parts);
  seriesRoutes(app, parts);
  claimFormRoutes(app, parts);
  const audience = audienceRoutes(app, parts);

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/draw',
    authenticate: anyone,
    schema: {
      summary: 'The public plan of a frozen draw; what is not due yet is null',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: drawPlanSchema, ...refusals(400, 404) },
    },
    handler: async (request) => {
      const plan = await drawPlan(database, request.params.id, request.query.draw_id);
      if (plan === null) throw new RefusalError('not_found');
      return plan;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/draw/entries',
    authenticate: anyone,
    schema: {
      summary: 'The frozen list without names, for devices that compute the winners themselves (R32)',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: commitmentsAnswer, ...refusals(400, 404) },
    },
    handler: async (request, reply) => {
      const list = await frozenLists.get(request.params.id, request.query.draw_id);
      if (list === null) throw new RefusalError('not_found');
      return sendReady(request, reply, list, 'public, no-cache');
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/results',
    authenticate: anyone,
    schema: {
      summary: 'Winners, alternates and seeds, from the reveal on (R4)',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: resultsAnswer, ...refusals(400, 404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const answer = await results(database, id, 'public', clock.now(), request.query.draw_id);
      if (answer === null) throw new RefusalError('results_not_available');
      return answer;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/replay',
    authenticate: anyone,
    schema: {
      summary: 'Plan and results together: everything that a replay needs (R34)',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: replayAnswer, ...refusals(400, 404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const answer = await resultsWithPlan(database, id, 'public', clock.now(), request.query.draw_id);
      if (answer === null) throw new RefusalError('results_not_available');
      return answer;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/proof',
    authenticate: anyone,
    schema: {
      summary: 'The proof document draw-proof/2 as a file, from the reveal on (R36)',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: z.string().meta({ description: 'draw-proof/2' }), ...refusals(400, 404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { draw_id: drawId } = request.query;
      const text = await proofDocument({ database, keys }, id, clock.now(), drawId);
      if (text === null) throw new RefusalError('results_not_available');
      const name = drawId === undefined ? `raffle-${id}-proof` : `raffle-${id}-draw-${drawId}-proof`;
      void reply.header('content-disposition', `attachment; filename="${name}.json"`);
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/records',
    authenticate: anyone,
    schema: {
      summary: 'The signed public records of the draw, oldest first (draw protocol §8)',
      tags: ['draws'],
      params,
      response: { 200: z.object({ records: z.array(publicRecord) }), ...refusals(404) },
    },
    handler: async (request) => {
      const records = await recordsOfRaffle(database, request.params.id);
      if (records.length === 0) throw new RefusalError('not_found');
      return { records: records.map(({ draw_id: _drawId, ...record }) => record) };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/terms',
    authenticate: anyone,
    schema: {
      summary:
        'What the raffle committed to at its opening, with its signed open record, plan and rules (R88)',
      tags: ['draws'],
      params,
      response: { 200: raffleTermsSchema, ...refusals(404) },
    },
    handler: async (request, reply) => {
      const terms = await raffleTerms({ database, keys }, request.params.id);
      if (terms === null) throw new RefusalError('not_found');
      const plain = Buffer.from(JSON.stringify(terms));
      const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
      return sendReady(request, reply, { plain, etag }, 'public, no-cache');
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/draw/room-numbers',
    authenticate: (request, { id }) => roomSource(request.headers, id),
    schema: {
      summary: 'The numbers made in the room, as one device typed them; two that agree fix them (R91)',
      tags: ['draws'],
      params,
      body: roomNumbersBody,
      response: { 200: roomNumbersAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    handler: async (request, _reply, { caller: source }) => {
      const { id: raffleId } = request.params;
      return enterRoomNumbers(parts, { raffleId, source, text: request.body.text });
    },
  });

  return audience;

  /** Someone who may draw the raffle, or else an entry of it. @throws RefusalError not_a_participant */
  async function roomSource(headers: FastifyRequest['headers'], raffleId: string): Promise<RoomSource> {
    const host = await hosts.find(headers);
    const raffle = host === null ? null : await findRaffle(database, raffleId);
    const role =
      raffle === null || host === null
        ? null
        : await roleIn(database.query, raffle.workspace_id, host.hostId);
    if (role !== null && may(role, 'draw_winners') === 'yes') return 'host';
    return (await participants.require(headers, raffleId)).entry.entryNumber;
  }
}
