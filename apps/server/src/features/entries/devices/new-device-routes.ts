/** Calls of a device that wants to use an entry (R41): request it, wait, redeem a code or a reissued link. */
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
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { findInvite, inviteTokenHash, type OpenInvite } from '../queries.ts';
import type { EntryParts } from '../entry-parts.ts';
import { type Continued, openReissuedLink, redeemCode, requestEntry } from './commands.ts';
import { mailCode } from './mail-code.ts';
import { comparedCode, movableEntry, presentEntry, statusOfOwnRequest } from './queries.ts';

/** H12. Right codes are not counted. */
const CODE_ATTEMPTS = { device: 20, network: 200, windowSeconds: 600 };
/** New requests for one entry from one address; each of them notifies somebody's phone. */
const REQUESTS = { points: 10, windowSeconds: 600 };
const EMAILS = { points: 5, windowSeconds: 3600 };

const tags = ['entries'];

export function newDeviceRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, keys, sessions, mailer, limits, refuseUnknownLink } = parts;
  const codes = limits.guesses('continue-code', CODE_ATTEMPTS);
  const requests = limits.attempts('continue-request', REQUESTS);
  const emails = limits.attempts('continue-mail', EMAILS);

  /** @throws RefusalError invite_invalid (404), invite_not_used (409) */
  async function redeemedInvite(token: string, ip: string): Promise<OpenInvite> {
    const invite = await findInvite(database, inviteTokenHash(token), clock.now());
    if (invite === null) return refuseUnknownLink(ip, 'invite_invalid');
    if (!invite.redeemed) throw new RefusalError('invite_not_used');
    return invite;
  }

  function answer(reply: FastifyReply, { entry, freshToken }: Continued) {
    if (freshToken !== null) sessions.setCookie(reply, freshToken);
    return { ...presentEntry(entry), participant_token: freshToken };
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/continue/request',
    authenticate: anyone,
    schema: {
      summary: 'Request the entry of a redeemed invite from the joined device (R41)',
      tags,
      body: continueTokenBody,
      response: { 200: continueRequest, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      const { ip } = request;
      const { raffleId, inviteeId } = await redeemedInvite(request.body.token, ip);
      const { email, hostConfirmed } = await movableEntry(database.query, raffleId, inviteeId);
      await requests.consume(ip, inviteeId);
      const result = await requestEntry(parts, { raffleId, inviteeId, call: request });
      if (!result.isNew) await requests.forgive(ip, inviteeId);
      if (result.freshToken !== null) sessions.setCookie(reply, result.freshToken);
      return {
        request_id: result.request.id,
        code: comparedCode(keys, result.request.id),
        expires_at: result.request.expires_at,
        mail_possible: mailer !== null && email !== null && hostConfirmed,
        participant_token: result.freshToken,
      };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/continue/:requestId',
    authenticate: (request) => {
      const session = sessions.read(request.headers);
      if (session === null) throw new RefusalError('not_found');
      return session;
    },
    schema: {
      summary: 'The status of this device’s request; once approved, its session has the entry (R41)',
      tags,
      params: z.object({ requestId: opaqueId }),
      response: { 200: continueStatus, ...refusals(404, 409) },
    },
    authorize: async ({ tokenHash }, { requestId }) => {
      const status = await statusOfOwnRequest(database, requestId, tokenHash, clock.now());
      if (status === null) throw new RefusalError('not_found');
      return status;
    },
    handler: async (_request, _reply, { resource: status }) => status,
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/continue/redeem',
    authenticate: anyone,
    schema: {
      summary: 'Continue on this device with the code of the joined device or of the email (R41)',
      tags,
      body: continueRedeemBody,
      response: { 200: continueAnswer, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      await codes.consume(request, 'any');
      const continued = await redeemCode(parts, request.body.code, request);
      await codes.forgive(request, 'any');
      return answer(reply, continued);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/continue/link',
    authenticate: anyone,
    schema: {
      summary: 'Continue on this device with a link that the host reissued, once (R41)',
      tags,
      body: continueTokenBody,
      response: { 200: continueAnswer, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request, reply) => {
      const tokenHash = inviteTokenHash(request.body.token);
      const invite = await findInvite(database, tokenHash, clock.now());
      if (invite === null || !invite.reissued) return refuseUnknownLink(request.ip, 'invite_invalid');
      return answer(reply, await openReissuedLink(parts, tokenHash, request));
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/continue/mail',
    authenticate: anyone,
    schema: {
      summary: 'Send a code to the email address of the invitee (R41)',
      tags,
      body: continueTokenBody,
      response: { 200: continueMailAnswer, ...refusals(400, 404, 409, 429, 503) },
    },
    handler: async (request) => {
      const { raffleId, inviteeId } = await redeemedInvite(request.body.token, request.ip);
      const entry = await movableEntry(database.query, raffleId, inviteeId);
      await emails.consume(request.ip, inviteeId);
      const { expiresAt } = await mailCode(parts, entry);
      return { expires_at: expiresAt };
    },
  });
}
