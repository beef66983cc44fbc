/** The public link and its short join code: make them, switch them, find the one by the other (H6). */
import {
  hostRaffle,
  joinCode,
  joinCodeAnswer,
  opaqueId,
  publicJoinBody,
  publicLinkAnswer,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import { type CallerHashes, callerHashes } from '../audit/audit.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { type RaffleCommandParts, allowPublicJoin, makePublicLink } from './commands.ts';
import { publicLinkOfCode } from './join-codes.ts';
import { joinUrl, presentHostRaffle } from './present.ts';
import { type OwnRaffle, requireOwnRaffle } from './raffle-gate.ts';

const params = z.object({ id: opaqueId });
const tags = ['raffles'];

/** A code is short enough to be guessed at, so every try counts until it turns out right; a hall's typing errors fit. */
const CODE_TRIES = { points: 200, windowSeconds: 60 };

export function publicLinkRoutes(
  app: HttpServer,
  parts: RaffleCommandParts & { hosts: HostGate; address: PublicAddress },
): void {
  const { database, keys, clock, hosts, address } = parts;
  const tries = createAttemptLimiter(CODE_TRIES);

  const own = async (request: {
    headers: FastifyRequest['headers'];
    params: { id: string };
  }): Promise<OwnRaffle> => requireOwnRaffle(database, await hosts.require(request), request.params.id);
  const from = (request: Pick<FastifyRequest, 'ip' | 'headers'>, about: string): CallerHashes =>
    callerHashes(keys, request, about);

  app.route({
    method: 'GET',
    url: '/api/join-code/:code',
    schema: {
      summary: 'The public link behind a short join code',
      tags,
      params: z.object({ code: z.string().max(200) }),
      response: { 200: joinCodeAnswer, ...refusals(404, 429) },
    },
    handler: async (request) => {
      await tries.consume(request.ip, 'join-code');
      const code = joinCode.safeParse(request.params.code);
      const link = code.success ? await publicLinkOfCode(database, code.data) : null;
      if (link === null) throw new CallError('public_link_invalid');
      await tries.forgive(request.ip, 'join-code');
      return { public_link: link };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/public-link',
    schema: {
      summary: 'The public link, made if there is none yet',
      tags,
      params,
      response: { 200: publicLinkAnswer, ...refusals(401, 404, 409) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      const { public_link: link } = await makePublicLink(parts, raffle, from(request, raffle.id));
      if (link === null) throw new Error('The public link that was just made is not there.');
      return { publicLink: link, fullUrl: joinUrl(publicUrlFor(address, request), link) };
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/raffles/:id/public-join',
    schema: {
      summary: 'Switch joining by the public link on or off',
      tags,
      params,
      body: publicJoinBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 404, 409) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      const row = await allowPublicJoin(parts, raffle, request.body.allow, from(request, raffle.id));
      return presentHostRaffle(row, clock.now(), publicUrlFor(address, request));
    },
  });
}
