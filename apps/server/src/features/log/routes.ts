/** The public log for anybody (draw protocol §8): checkpoint, records, proofs, and what they say about draws and hosts. */
import {
  drawInLog as drawInLogSchema,
  hostInLog as hostInLogSchema,
  hostLogQuery,
  logAnswer,
  logConsistencyAnswer,
  logConsistencyQuery,
  logInclusionAnswer,
  logInclusionQuery,
  logRecordsAnswer,
  logRecordsQuery,
  opaqueId,
} from '@glassdrum/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Keys } from '../../keys/keys.ts';
import { latestCheckpoint } from '../../public-log/checkpoints.ts';
import { consistencyPath, inclusionPath } from '../../public-log/log-tree.ts';
import { drawInLog, hostInLog, logNow, logRecords, shownSize } from './queries.ts';

export interface LogRouteParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

/** H6: enough for a mirror that reads thousands of records a call, too little to keep the database busy. */
const CALLS = { points: 600, windowSeconds: 60 };
/** What may grow at any moment. */
const FRESH = 'public, max-age=1';
/** A proof between two sizes is the same for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function logRoutes(app: HttpServer, { database, keys, clock }: LogRouteParts): void {
  const calls = createAttemptLimiter(CALLS);
  const limit = (request: FastifyRequest): Promise<void> => calls.consume(request.ip, 'log');
  const cached = (reply: FastifyReply, value: string): unknown => reply.header('cache-control', value);
  const withinLog = async (size: number): Promise<void> => {
    if (size > (await shownSize(database))) throw new CallError('not_found');
  };

  app.route({
    method: 'GET',
    url: '/log/checkpoint',
    schema: {
      summary: "The log's newest checkpoint: a signed note as in C2SP tlog-checkpoint",
      tags: ['log'],
      response: { 200: z.string(), ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      const checkpoint = await latestCheckpoint(database);
      if (checkpoint === null) throw new CallError('not_found');
      cached(reply, FRESH);
      return reply.type('text/plain; charset=utf-8').send(checkpoint.note);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/log',
    schema: {
      summary: "The log's name, key and newest checkpoint",
      tags: ['log'],
      response: { 200: logAnswer, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      const answer = await logNow(database, keys);
      if (answer === null) throw new CallError('not_found');
      cached(reply, FRESH);
      return answer;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/log/records',
    schema: {
      summary: 'Signed records by index, oldest first, as far as the newest checkpoint reaches',
      tags: ['log'],
      querystring: logRecordsQuery,
      response: { 200: logRecordsAnswer, ...refusals(400, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      cached(reply, FRESH);
      return logRecords(database, request.query.from, request.query.limit);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/log/inclusion',
    schema: {
      summary: 'Path from a record to the root of the first `size` records (RFC 6962 §2.1.1)',
      tags: ['log'],
      querystring: logInclusionQuery,
      response: { 200: logInclusionAnswer, ...refusals(400, 404, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      const { index, size } = request.query;
      await withinLog(size);
      if (index >= size) throw new CallError('not_found');
      cached(reply, FOR_EVER);
      return { index, size, path: await inclusionPath(database.query, index, size) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/log/consistency',
    schema: {
      summary: 'Proof that the first `from` records begin the first `to` (RFC 6962 §2.1.2)',
      tags: ['log'],
      querystring: logConsistencyQuery,
      response: { 200: logConsistencyAnswer, ...refusals(400, 404, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      const { from, to } = request.query;
      await withinLog(to);
      if (from > to) throw new CallError('not_found');
      cached(reply, FOR_EVER);
      return { from, to, path: await consistencyPath(database.query, from, to) };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/log/draws/:drawId',
    schema: {
      summary: 'All records of one draw and how far it came, by the id in its proof',
      tags: ['log'],
      params: z.object({ drawId: opaqueId }),
      response: { 200: drawInLogSchema, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      const draw = await drawInLog(database, request.params.drawId, clock.now());
      if (draw === null) throw new CallError('not_found');
      cached(reply, FRESH);
      return draw;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/log/hosts/:hostId',
    schema: {
      summary: "A host's draws without gaps, newest first, by the host's pseudonym",
      tags: ['log'],
      params: z.object({ hostId: opaqueId }),
      querystring: hostLogQuery,
      response: { 200: hostInLogSchema, ...refusals(400, 404, 429) },
    },
    handler: async (request, reply) => {
      await limit(request);
      const { hostId } = request.params;
      const host = await hostInLog(database, hostId, {
        before: request.query.before ?? null,
        now: clock.now(),
      });
      if (host === null) throw new CallError('not_found');
      cached(reply, FRESH);
      return host;
    },
  });
}
