/** The public log (draw protocol §8): checkpoint, records, proofs, and the histories of draws and hosts. */
import {
  drawInLog as drawInLogSchema,
  hostInLog as hostInLogSchema,
  hostLogQuery,
  logAnswer,
  logConsistencyAnswer,
  logConsistencyQuery,
  logFileQuery,
  logInclusionAnswer,
  logInclusionQuery,
  logRecordsAnswer,
  logRecordsQuery,
  opaqueId,
} from '@glassdrum/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { anyone, declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { consistencyPath, inclusionPath } from '../../platform/public-log/log-tree.ts';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { logFile } from './log-file.ts';
import { checkpointNow, drawInLog, hostInLog, logNow, logRecords, shownSize } from './queries.ts';
import { type WitnessRouteParts, witnessRoutes } from './witness-routes.ts';

/** H6: enough for a mirror that reads thousands of records per call, too little to overload the database. */
const CALLS = { points: 600, windowSeconds: 60 };
/** H6: for complete files with all records of the log and optionally many proofs. */
const FILES = { points: 10, windowSeconds: 600 };
/** For answers that may change at any moment. */
const FRESH = 'public, max-age=1';
/** A proof between two sizes never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

export function logRoutes(app: HttpServer, parts: WitnessRouteParts & { keys: Keys }): void {
  const { database, keys, clock, limits } = parts;
  witnessRoutes(app, parts);
  const calls = limits.attempts('log', CALLS);
  const files = limits.attempts('log-file', FILES);
  const limit = (request: FastifyRequest): Promise<void> => calls.consume(request.ip, 'log');
  const limitFiles = (request: FastifyRequest): Promise<void> => files.consume(request.ip, 'log-file');
  const cached = (reply: FastifyReply, value: string): unknown => reply.header('cache-control', value);
  const withinLog = async (size: number): Promise<void> => {
    if (size > (await shownSize(database))) throw new RefusalError('not_found');
  };

  declareRoute(app, {
    method: 'GET',
    url: '/log/checkpoint',
    limit,
    authenticate: anyone,
    schema: {
      summary:
        "The log's newest checkpoint: a signed note as in C2SP tlog-checkpoint, with cosignatures of witnesses",
      tags: ['log'],
      response: { 200: z.string(), ...refusals(404, 429) },
    },
    handler: async (_request, reply) => {
      const checkpoint = await checkpointNow(database);
      if (checkpoint === null) throw new RefusalError('not_found');
      cached(reply, FRESH);
      return reply.type('text/plain; charset=utf-8').send(checkpoint.note);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log',
    limit,
    authenticate: anyone,
    schema: {
      summary: "The log's name, key and newest checkpoint",
      tags: ['log'],
      response: { 200: logAnswer, ...refusals(404, 429) },
    },
    handler: async (_request, reply) => {
      const answer = await logNow(database, keys);
      if (answer === null) throw new RefusalError('not_found');
      cached(reply, FRESH);
      return answer;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log/records',
    limit,
    authenticate: anyone,
    schema: {
      summary: 'Signed records by index, oldest first, as far as the newest checkpoint reaches',
      tags: ['log'],
      querystring: logRecordsQuery,
      response: { 200: logRecordsAnswer, ...refusals(400, 429) },
    },
    handler: async (request, reply) => {
      cached(reply, FRESH);
      return logRecords(database, request.query.from, request.query.limit);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log/file',
    limit: limitFiles,
    authenticate: anyone,
    schema: {
      summary:
        'The complete log as one file (draw-log-file/2) for `fair-draw log`; with proofs=1 also proofs of finished draws, without names',
      tags: ['log'],
      querystring: logFileQuery,
      response: { 200: z.unknown(), ...refusals(400, 413, 429) },
    },
    handler: async (request, reply) => {
      const { content } = await logFile(database, { proofs: request.query.proofs === '1' });
      if (content === null) {
        throw new RefusalError('payload_too_large', {
          message: 'This log is too large for one file. Read its records by /api/log/records.',
        });
      }
      return sendDownload(reply, { name: `log-${keys.keyId}`, kind: 'json', content });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log/inclusion',
    limit,
    authenticate: anyone,
    schema: {
      summary: 'Path from a record to the root of the first `size` records (RFC 6962 §2.1.1)',
      tags: ['log'],
      querystring: logInclusionQuery,
      response: { 200: logInclusionAnswer, ...refusals(400, 404, 429) },
    },
    handler: async (request, reply) => {
      const { index, size } = request.query;
      await withinLog(size);
      if (index >= size) throw new RefusalError('not_found');
      cached(reply, IMMUTABLE);
      return { index, size, path: await inclusionPath(database.query, index, size) };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log/consistency',
    limit,
    authenticate: anyone,
    schema: {
      summary: 'Proof that the first `from` records begin the first `to` (RFC 6962 §2.1.2)',
      tags: ['log'],
      querystring: logConsistencyQuery,
      response: { 200: logConsistencyAnswer, ...refusals(400, 404, 429) },
    },
    handler: async (request, reply) => {
      const { from, to } = request.query;
      await withinLog(to);
      if (from > to) throw new RefusalError('not_found');
      cached(reply, IMMUTABLE);
      return { from, to, path: await consistencyPath(database.query, from, to) };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log/draws/:drawId',
    limit,
    authenticate: anyone,
    schema: {
      summary: 'All records of one draw and its progress, by the id in its proof',
      tags: ['log'],
      params: z.object({ drawId: opaqueId }),
      response: { 200: drawInLogSchema, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      const draw = await drawInLog(database, request.params.drawId, clock.now());
      if (draw === null) throw new RefusalError('not_found');
      cached(reply, FRESH);
      return draw;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/log/hosts/:hostId',
    limit,
    authenticate: anyone,
    schema: {
      summary: "A host's draws without gaps, newest first, by the host's pseudonym",
      tags: ['log'],
      params: z.object({ hostId: opaqueId }),
      querystring: hostLogQuery,
      response: { 200: hostInLogSchema, ...refusals(400, 404, 429) },
    },
    handler: async (request, reply) => {
      const { hostId } = request.params;
      const host = await hostInLog(database, hostId, {
        before: request.query.before ?? null,
        now: clock.now(),
      });
      if (host === null) throw new RefusalError('not_found');
      cached(reply, FRESH);
      return host;
    },
  });
}
