/** The device that wants to go on with an entry (R41): asks, waits, or redeems a code or a re-issued link. */
import {
  continueAnswer,
  continueMailAnswer,
  continueRedeemBody,
  continueRequest,
  continueStatus,
  continueTokenBody,
  opaqueId,
} from '@glassdrum/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import { findInvite, inviteTokenHash, type OpenInvite } from '../entries/queries.ts';
import { comparedCode } from './codes.ts';
import { askToContinue, type Continued, openReissuedLink, redeemCode } from './commands.ts';
import type { ContinueParts } from './continue-parts.ts';
import { mailCode } from './mail-code.ts';
import { movableEntry, presentEntry, statusOfOwnRequest } from './queries.ts';

/** H6: wrong codes of one address. Right ones don't count. */
const CODE_TRIES = { points: 20, windowSeconds: 600 };
/** New requests for one entry from one address; each of them lights up somebody's phone. */
const REQUESTS = { points: 10, windowSeconds: 600 };
const MAILS = { points: 5, windowSeconds: 3600 };
/** Links that lead nowhere, as everywhere. */
const MISSES = { points: 300, windowSeconds: 60 };

const tags = ['entries'];

export function newDeviceRoutes(app: HttpServer, parts: ContinueParts): void {
  const { database, clock, keys, sessions, mailer } = parts;
  const codes = createAttemptLimiter(CODE_TRIES);
  const requests = createAttemptLimiter(REQUESTS);
  const mails = createAttemptLimiter(MAILS);
  const misses = createAttemptLimiter(MISSES);

  async function missed(ip: string): Promise<never> {
    await misses.consume(ip, 'links');
    throw new CallError('invite_invalid');
  }

  /** @throws CallError invite_invalid (404), invite_not_used (409) */
  async function redeemedInvite(token: string, ip: string): Promise<OpenInvite> {
    const invite = await findInvite(database, inviteTokenHash(token), clock.now());
    if (invite === null) return missed(ip);
    if (!invite.redeemed) throw new CallError('invite_not_used');
    return invite;
  }

  function answer(reply: FastifyReply, { entry, freshToken }: Continued) {
    if (freshToken !== null) sessions.give(reply, freshToken);
    return { ...presentEntry(entry), participant_token: freshToken };
  }

  app.route({
    method: 'POST',
    url: '/api/continue/request',
    schema: {
      summary: 'Ask the joined device for the entry of a redeemed invite (R41)',
      tags,
      body: continueTokenBody,
      response: { 200: continueRequest, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      const { ip } = request;
      const { raffleId, inviteeId } = await redeemedInvite(request.body.token, ip);
      const { email } = await movableEntry(database.query, raffleId, inviteeId);
      await requests.consume(ip, inviteeId);
      const asked = await askToContinue(parts, { raffleId, inviteeId, call: request });
      if (!asked.isNew) await requests.forgive(ip, inviteeId);
      if (asked.freshToken !== null) sessions.give(reply, asked.freshToken);
      return {
        request_id: asked.request.id,
        code: comparedCode(keys, asked.request.id),
        expires_at: asked.request.expires_at,
        mail_possible: mailer !== null && email !== null,
        participant_token: asked.freshToken,
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/continue/:requestId',
    schema: {
      summary: 'How the request of this device stands; once approved, its session has the entry (R41)',
      tags,
      params: z.object({ requestId: opaqueId }),
      response: { 200: continueStatus, ...refusals(404, 409) },
    },
    handler: async (request) => {
      const session = sessions.read(request.headers);
      if (session === null) throw new CallError('not_found');
      const { requestId } = request.params;
      const status = await statusOfOwnRequest(database, requestId, session.tokenHash, clock.now());
      if (status === null) throw new CallError('not_found');
      return status;
    },
  });

  app.route({
    method: 'POST',
    url: '/api/continue/redeem',
    schema: {
      summary: 'Go on here with the code of the joined device, or the one that came by mail (R41)',
      tags,
      body: continueRedeemBody,
      response: { 200: continueAnswer, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      await codes.consume(request.ip, 'continue-code');
      const continued = await redeemCode(parts, request.body.code, request);
      await codes.forgive(request.ip, 'continue-code');
      return answer(reply, continued);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/continue/link',
    schema: {
      summary: 'Go on here with a link that the host re-issued, once (R41)',
      tags,
      body: continueTokenBody,
      response: { 200: continueAnswer, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      const tokenHash = inviteTokenHash(request.body.token);
      const invite = await findInvite(database, tokenHash, clock.now());
      if (invite === null || !invite.reissued) return missed(request.ip);
      return answer(reply, await openReissuedLink(parts, tokenHash, request));
    },
  });

  app.route({
    method: 'POST',
    url: '/api/continue/mail',
    schema: {
      summary: 'Send a code to the e-mail address of the invitee (R41)',
      tags,
      body: continueTokenBody,
      response: { 200: continueMailAnswer, ...refusals(400, 404, 409, 429, 503) },
    },
    handler: async (request) => {
      const { raffleId, inviteeId } = await redeemedInvite(request.body.token, request.ip);
      const entry = await movableEntry(database.query, raffleId, inviteeId);
      await mails.consume(request.ip, inviteeId);
      const { expiresAt } = await mailCode(parts, entry);
      return { expires_at: expiresAt };
    },
  });
}
