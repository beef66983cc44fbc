/** The chat over HTTP: its history, saying a line without a socket, and the host's moderation. */
import { randomBytes } from 'node:crypto';
import {
  chatHistoryAnswer,
  chatHistoryQuery,
  chatPostBody,
  chatRules,
  chatRulesBody,
  hostChatRules,
  muteBody,
  opaqueId,
  reportBody,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Keys } from '../../keys/keys.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../audit/audit.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import type { ChatGate } from './chat-gate.ts';
import {
  changeChatRules,
  type ChatParts,
  deleteLine,
  muteParticipant,
  reportLine,
  settleReports,
  sayLine,
} from './commands.ts';
import { presentHistoryLine } from './present.ts';
import { chatHistory, chatRulesOf, mutedIn, reportsIn } from './queries.ts';

export interface ChatRouteParts extends ChatParts {
  keys: Keys;
  hosts: HostGate;
  gate: ChatGate;
}

const params = z.object({ id: opaqueId });
const lineParams = params.extend({ lineId: z.coerce.number().int().positive() });
const ok = z.object({ ok: z.literal(true) });
const done = { ok: true } as const;
const PAGE = 50;

export function chatRoutes(app: HttpServer, parts: ChatRouteParts): void {
  const { database, hosts, gate, keys } = parts;

  async function hostAct(request: FastifyRequest, raffleId: string) {
    const host = await hosts.require(request);
    await requireOwnRaffle(database, host, raffleId);
    return { raffleId, hostId: host.hostId, from: callerHashes(keys, request, raffleId) };
  }

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/chat',
    schema: {
      summary:
        'Lines that the caller may see, a page at a time from the newest; direct ones to their two people only',
      tags: ['chat'],
      params,
      querystring: chatHistoryQuery,
      response: { 200: chatHistoryAnswer, ...refusals(404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const person = (await gate.find(request.headers, id))?.id ?? null;
      const { before } = request.query;
      const { rows, more } = await chatHistory(database, id, person, { before, limit: PAGE });
      return { messages: rows.map((row) => presentHistoryLine(row, person !== null)), more };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/chat',
    schema: {
      summary: 'Say a public line, for clients without a socket',
      tags: ['chat'],
      params,
      body: chatPostBody,
      response: { 201: z.object({ id: z.number().int() }), ...refusals(401, 403, 404, 409, 422, 429) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const { raffle_id: raffleId, invitee_id: claimed, message } = request.body;
      if (raffleId !== id) throw new CallError('not_found');
      const speaker = await gate.require(request.headers, id, claimed);
      const clientId = randomBytes(12).toString('base64url');
      return reply.code(201).send({ id: await sayLine(parts, id, speaker, { text: message, clientId }) });
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/raffles/:id/chat/:lineId',
    schema: {
      summary: 'Delete a line and its picture everywhere',
      tags: ['chat'],
      params: lineParams,
      response: { 200: ok, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const { id, lineId } = request.params;
      await deleteLine(parts, await hostAct(request, id), lineId);
      return done;
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/chat/:lineId/report',
    schema: {
      summary: 'Tell the host of a line',
      tags: ['chat'],
      params: lineParams,
      body: reportBody,
      response: { 200: ok, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const { id, lineId } = request.params;
      const reporter = await gate.require(request.headers, id);
      await reportLine(parts, id, { lineId, reporterId: reporter.id, reason: request.body.reason });
      return done;
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/raffles/:id/chat/:lineId/reports',
    schema: {
      summary: 'Leave a reported line as it is: its reports wait no longer',
      tags: ['chat'],
      params: lineParams,
      response: { 200: ok, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const { id, lineId } = request.params;
      await settleReports(parts, await hostAct(request, id), lineId);
      return done;
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/chat/rules',
    schema: {
      summary: 'The chat as its host manages it: mode, slow mode, blocked words, muted people, reports',
      tags: ['chat'],
      params,
      response: { 200: hostChatRules, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      await hostAct(request, id);
      const [rules, muted, reports] = await Promise.all([
        chatRulesOf(database.query, id),
        mutedIn(database, id),
        reportsIn(database, id),
      ]);
      return { ...rules, muted, reports };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/raffles/:id/chat/rules',
    schema: {
      summary: 'Who may write, how often, and which words are blocked',
      tags: ['chat'],
      params,
      body: chatRulesBody,
      response: { 200: chatRules, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      await changeChatRules(parts, await hostAct(request, id), request.body);
      const { mode, slow_seconds } = await chatRulesOf(database.query, id);
      return { mode, slow_seconds };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/chat/mute',
    schema: {
      summary: 'Mute a participant, or let them write again',
      tags: ['chat'],
      params,
      body: muteBody,
      response: { 200: ok, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const { invitee_id: inviteeId, muted } = request.body;
      await muteParticipant(parts, await hostAct(request, request.params.id), { inviteeId, muted });
      return done;
    },
  });
}
