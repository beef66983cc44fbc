/** The chat over HTTP: its history, sending a line without a socket, the host's moderation, and images. */
import { randomBytes } from 'node:crypto';
import {
  chatHistoryAnswer,
  chatHistoryQuery,
  chatPostBody,
  chatRules,
  chatRulesBody,
  hostChatRules,
  muteBody,
  numericId,
  opaqueId,
  reportBody,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { anyone, declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../../audit/audit.ts';
import { type OwnRaffle, requireOwnRaffle } from '../raffles/raffle-gate.ts';
import {
  changeChatRules,
  type ChatParts,
  deleteLine,
  muteParticipant,
  reportLine,
  settleReports,
  sendLine,
} from './commands.ts';
import { chatImageRoutes, type ChatImageRouteParts } from './images/routes.ts';
import { presentHistoryLine } from './present.ts';
import { chatHistory, chatRulesOf, mutedIn, reportsIn } from './queries.ts';

export interface ChatRouteParts extends ChatParts, ChatImageRouteParts {
  keys: Keys;
  hosts: HostGate;
}

const params = z.object({ id: opaqueId });
const lineParams = params.extend({ lineId: numericId });
const PAGE = 50;
/** H13: of one person. */
const REPORTS = { points: 20, windowSeconds: 600 };

export function chatRoutes(app: HttpServer, parts: ChatRouteParts): void {
  const { database, hosts, gate, keys, limits } = parts;
  const reportLimit = limits.attempts('chat-report', REPORTS);
  chatImageRoutes(app, parts);

  const hostAct = (request: FastifyRequest, { id, host_id: hostId }: OwnRaffle) => ({
    raffleId: id,
    hostId,
    from: callerHashes(keys, request, id),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/chat',
    authenticate: anyone,
    schema: {
      summary:
        'Lines that the caller may see, a page at a time from the newest; direct ones to their two people only',
      tags: ['chat'],
      params,
      querystring: chatHistoryQuery,
      response: { 200: chatHistoryAnswer, ...refusals(404) },
    },
    authorize: (_caller, { id }, request) => gate.reader(request.headers, id),
    handler: async (request, _reply, { resource: { person, withIds } }) => {
      const { id } = request.params;
      const { before } = request.query;
      const { rows, more } = await chatHistory(database, id, person, { before, limit: PAGE });
      return { messages: rows.map((row) => presentHistoryLine(row, withIds)), more };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/chat',
    authenticate: (request, { id }) => gate.require(request.headers, id),
    schema: {
      summary: 'Send a public line, for clients without a socket',
      tags: ['chat'],
      params,
      body: chatPostBody,
      response: { 201: z.object({ id: z.number().int() }), ...refusals(401, 403, 404, 409, 422, 429) },
    },
    handler: async (request, reply, { caller: speaker }) => {
      const { id } = request.params;
      const { raffle_id: raffleId, invitee_id: claimed, message } = request.body;
      if (raffleId !== id) throw new RefusalError('not_found');
      if ((claimed ?? speaker.id) !== speaker.id) throw new RefusalError('wrong_identity');
      const clientId = randomBytes(12).toString('base64url');
      return reply.code(201).send({ id: await sendLine(parts, id, speaker, { text: message, clientId }) });
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id/chat/:lineId',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Delete a line and its image everywhere',
      tags: ['chat'],
      params: lineParams,
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'moderate_chat'),
    handler: async (request, _reply, { resource: raffle }) => {
      await deleteLine(parts, hostAct(request, raffle), request.params.lineId);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/chat/:lineId/report',
    authenticate: (request, { id }) => gate.require(request.headers, id),
    schema: {
      summary: 'Report a line to the host',
      tags: ['chat'],
      params: lineParams,
      body: reportBody,
      response: { 200: done, ...refusals(401, 404) },
    },
    handler: async (request, _reply, { caller: reporter }) => {
      const { id, lineId } = request.params;
      await reportLimit.consume(reporter.id, id);
      await reportLine(parts, id, { lineId, reporterId: reporter.id, reason: request.body.reason });
      return OK;
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id/chat/:lineId/reports',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Leave a reported line as it is: its reports wait no longer',
      tags: ['chat'],
      params: lineParams,
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'moderate_chat'),
    handler: async (request, _reply, { resource: raffle }) => {
      await settleReports(parts, hostAct(request, raffle), request.params.lineId);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/chat/rules',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'The chat as its host manages it: mode, slow mode, blocked words, muted people, reports',
      tags: ['chat'],
      params,
      response: { 200: hostChatRules, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'moderate_chat'),
    handler: async (_request, _reply, { resource: { id } }) => {
      const [rules, muted, reports] = await Promise.all([
        chatRulesOf(database.query, id),
        mutedIn(database, id),
        reportsIn(database, id),
      ]);
      return { ...rules, muted, reports };
    },
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/raffles/:id/chat/rules',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Who may write, how often, and which words are blocked',
      tags: ['chat'],
      params,
      body: chatRulesBody,
      response: { 200: chatRules, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'moderate_chat'),
    handler: async (request, _reply, { resource: raffle }) => {
      await changeChatRules(parts, hostAct(request, raffle), request.body);
      const { mode, slow_seconds } = await chatRulesOf(database.query, raffle.id);
      return { mode, slow_seconds };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/chat/mute',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Mute a participant, or let them write again',
      tags: ['chat'],
      params,
      body: muteBody,
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'moderate_chat'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { invitee_id: inviteeId, muted } = request.body;
      await muteParticipant(parts, hostAct(request, raffle), { inviteeId, muted });
      return OK;
    },
  });
}
