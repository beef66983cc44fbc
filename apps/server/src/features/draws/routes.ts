/** The draw and what follows from it: start, plan, frozen list, results, replay, proof, public records. */
import {
  commitmentsAnswer,
  drawAnswer,
  drawBody,
  drawPlan as drawPlanSchema,
  opaqueId,
  publicRecord,
  replayAnswer,
  resultsAnswer,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { sendReady } from '../../http/ready-answer.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { type DrawCommandParts, startDraw } from './commands.ts';
import { isResultDue } from './draw-clock.ts';
import { frozenListCache } from './frozen-list-cache.ts';
import { hostDrawRoutes } from './host-routes.ts';
import { drawPlan, drawRow, proofDocument, recordsOfRaffle, results, resultsWithPlan } from './queries.ts';

export interface DrawRouteParts extends DrawCommandParts {
  hosts: HostGate;
}

const params = z.object({ id: opaqueId });

export function drawRoutes(app: HttpServer, parts: DrawRouteParts): void {
  const { database, clock, hosts } = parts;
  const frozenLists = frozenListCache(database);
  hostDrawRoutes(app, parts);

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/draw',
    schema: {
      summary: 'Freeze the raffle and start its draw; asked again, the same answer (R13)',
      tags: ['draws'],
      params,
      body: drawBody.nullish(),
      response: { 200: drawAnswer, ...refusals(401, 404, 409) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const raffle = await requireOwnRaffle(database, host, request.params.id);
      const assurance = request.body?.assurance ?? 'beacon';
      return startDraw(parts, { raffleId: raffle.id, assurance });
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/draw',
    schema: {
      summary: 'The public plan of a frozen draw; what is not due yet is null',
      tags: ['draws'],
      params,
      response: { 200: drawPlanSchema, ...refusals(404) },
    },
    handler: async (request) => {
      const plan = await drawPlan(database, request.params.id);
      if (plan === null) throw new CallError('not_found');
      return plan;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/draw/entries',
    schema: {
      summary: 'The frozen list without names, for devices that compute the winners themselves (R32)',
      tags: ['draws'],
      params,
      response: { 200: commitmentsAnswer, ...refusals(404) },
    },
    handler: async (request, reply) => {
      const list = await frozenLists.get(request.params.id);
      if (list === null) throw new CallError('not_found');
      return sendReady(request, reply, list, 'public, max-age=3600');
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/results',
    schema: {
      summary: 'Winners, alternates and seeds, from the reveal on (R4)',
      tags: ['draws'],
      params,
      response: { 200: resultsAnswer, ...refusals(404) },
    },
    handler: async (request) => {
      const answer = await results(database, request.params.id, clock.now());
      if (answer === null) throw new CallError('results_not_available');
      return answer;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/replay',
    schema: {
      summary: 'Plan and results together: all that a replay needs (R34)',
      tags: ['draws'],
      params,
      response: { 200: replayAnswer, ...refusals(404) },
    },
    handler: async (request) => {
      const answer = await resultsWithPlan(database, request.params.id, clock.now());
      if (answer === null) throw new CallError('results_not_available');
      return answer;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/proof',
    schema: {
      summary: 'The proof document draw-proof/1 as a file, from the reveal on (R36)',
      tags: ['draws'],
      params,
      response: { 200: z.string().meta({ description: 'draw-proof/1' }), ...refusals(404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const text = await proofDocument(database, id, clock.now());
      if (text === null) throw new CallError('results_not_available');
      void reply.header('content-disposition', `attachment; filename="raffle-${id}-proof.json"`);
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/records',
    schema: {
      summary: 'The signed public records of the draw, oldest first (draw protocol §8)',
      tags: ['draws'],
      params,
      response: { 200: z.object({ records: z.array(publicRecord) }), ...refusals(404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const [records, draw] = await Promise.all([recordsOfRaffle(database, id), drawRow(database.query, id)]);
      if (records.length === 0) throw new CallError('not_found');
      const due = draw !== null && isResultDue(draw, clock.now());
      return { records: records.filter((record) => due || record.kind !== 'result') };
    },
  });
}
