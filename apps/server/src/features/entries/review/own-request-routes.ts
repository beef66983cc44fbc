/** H11: a browser's own request to join while it waits: its status, confirming the address, cancelling. */
import { timingSafeEqual } from 'node:crypto';
import {
  confirmAnswer,
  confirmCodeBody,
  confirmLinkBody,
  opaqueId,
  ownRequestAnswer,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { WaitingRequest } from '../joining/decide-joins.ts';
import type { EntryParts } from '../entry-parts.ts';
import { cancelRequest, confirmEmail } from './commands.ts';
import { confirmationOf, ownRequest, presentWaiting } from './queries.ts';

const params = z.object({ id: opaqueId });

/** H12: out of 30^8 codes, for one request. */
const CODE_ATTEMPTS = { device: 10, network: 100, windowSeconds: 600 };
/** Links are too long to be guessed; this limits programs that try. */
const LINK_MISSES = { points: 100, windowSeconds: 60 };

export function ownRequestRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, keys, sessions, limits } = parts;
  const attempts = limits.guesses('confirm-email', CODE_ATTEMPTS);
  const misses = limits.attempts('confirm-link', LINK_MISSES);

  async function findOwn({ headers }: FastifyRequest, raffleId: string): Promise<WaitingRequest | null> {
    const session = sessions.read(headers);
    return session === null ? null : ownRequest(database, session.tokenHash, raffleId);
  }

  /** @throws RefusalError not_found */
  async function requireOwn(request: FastifyRequest, { id }: { id: string }): Promise<WaitingRequest> {
    const own = await findOwn(request, id);
    if (own === null) throw new RefusalError('not_found');
    return own;
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/own-request',
    authenticate: anyone,
    schema: {
      summary:
        'What this browser waits for in a raffle; null without a request, and once it became an entry (H11)',
      tags: ['entries'],
      params,
      response: { 200: ownRequestAnswer },
    },
    handler: async (request) => {
      const { id } = request.params;
      const own = await findOwn(request, id);
      return { request: own === null ? null : presentWaiting(id, own) };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/own-request/confirm',
    authenticate: requireOwn,
    schema: {
      summary: 'Confirms the address with the code of the email, on the device that requested to join',
      tags: ['entries'],
      params,
      body: confirmCodeBody,
      response: { 200: confirmAnswer, ...refusals(400, 403, 404, 409, 429) },
    },
    handler: async (request, _reply, { caller: { inviteeId } }) => {
      await attempts.consume(request, inviteeId);
      if (!isEqual(request.body.code, confirmationOf(keys, inviteeId).code)) {
        throw new RefusalError('code_wrong', {
          message: 'This code is not right. Please enter the one from the email.',
        });
      }
      await attempts.forgive(request, inviteeId);
      return confirmEmail(parts, { inviteeId, caller: request });
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/join/confirm',
    authenticate: anyone,
    schema: {
      summary: 'Confirms the address with the link of the email, on any device; gives no session',
      tags: ['entries'],
      body: confirmLinkBody,
      response: { 200: confirmAnswer, ...refusals(400, 404, 409, 429) },
    },
    handler: async (request) => {
      const { token } = request.body;
      const inviteeId = opaqueId.safeParse(token.split('.')[0]);
      if (!inviteeId.success || !isEqual(token, confirmationOf(keys, inviteeId.data).token)) {
        await misses.consume(request.ip, 'any');
        throw new RefusalError('join_confirm_invalid');
      }
      return confirmEmail(parts, { inviteeId: inviteeId.data, caller: request });
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/own-request/cancel',
    authenticate: requireOwn,
    schema: {
      summary: 'Cancels the request to join and deletes its name and address',
      tags: ['entries'],
      params,
      response: { 200: ownRequestAnswer, ...refusals(404) },
    },
    handler: async (request, _reply, { caller: { inviteeId } }) => {
      await cancelRequest(parts, { raffleId: request.params.id, inviteeId, caller: request });
      return { request: null };
    },
  });
}

/** In constant time. */
function isEqual(sent: string, right: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
