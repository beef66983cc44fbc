/** The public link and its short join code (H6), and the checks that people pass who join with them (H11). */
import {
  hostRaffle,
  joinCode,
  joinCodeAnswer,
  joiningBody,
  linkBody,
  opaqueId,
  publicJoinBody,
  publicLinkAnswer,
} from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { type CallerHashes, callerHashes } from '../../../audit/audit.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import type { RaffleCommandParts } from '../commands.ts';
import { joinUrl } from '../present.ts';
import { hostRaffleOf, publicLinkOfCode } from '../queries.ts';
import { requireOwnRaffle } from '../raffle-gate.ts';
import { allowPublicJoin, changeJoining, makePublicLink } from './commands.ts';

const params = z.object({ id: opaqueId });
const tags = ['raffles'];

/** A code is short enough to guess, so every attempt counts until it turns out right; the limit leaves room for typos. */
const CODE_ATTEMPTS = { device: 30, network: 600, windowSeconds: 60 };

export function publicLinkRoutes(
  app: HttpServer,
  parts: RaffleCommandParts & {
    hosts: HostGate;
    address: PublicAddress;
    limits: RateLimits;
    sendsMail: boolean;
  },
): void {
  const { database, keys, clock, hosts, address, limits } = parts;
  const attempts = limits.guesses('join-code', CODE_ATTEMPTS);

  const from = (request: Pick<FastifyRequest, 'ip' | 'headers'>, about: string): CallerHashes =>
    callerHashes(keys, request, about);

  declareRoute(app, {
    method: 'GET',
    url: '/api/join-code/:code',
    limit: (request) => attempts.consume(request, 'any'),
    authenticate: anyone,
    schema: {
      summary: 'The public link behind a short join code',
      tags,
      params: z.object({ code: z.string().max(200) }),
      response: { 200: joinCodeAnswer, ...refusals(404, 429) },
    },
    authorize: async (_caller, path) => {
      const code = joinCode.safeParse(path.code);
      const link = code.success ? await publicLinkOfCode(database, code.data) : null;
      if (link === null) throw new RefusalError('public_link_invalid');
      return link;
    },
    handler: async (request, _reply, { resource: link }) => {
      await attempts.forgive(request, 'any');
      return { public_link: link };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/public-link',
    authenticate: hosts.require,
    schema: {
      summary:
        'The public link, made if there is none yet; with `renew` a new one, and the old one ends (M8)',
      tags,
      params,
      body: linkBody,
      response: { 200: publicLinkAnswer, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'share_public_link'),
    handler: async (request, _reply, { resource: raffle }) => {
      const renew = request.body?.renew ?? false;
      const { public_link: link } = await makePublicLink(parts, raffle, from(request, raffle.id), { renew });
      if (link === null) throw new Error('The public link was not stored.');
      return { publicLink: link, fullUrl: joinUrl(publicUrlFor(address, request), link) };
    },
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/raffles/:id/public-join',
    authenticate: hosts.require,
    schema: {
      summary: 'Switch joining by the public link on or off',
      tags,
      params,
      body: publicJoinBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_joining'),
    handler: async (request, _reply, { resource: raffle }) => {
      const row = await allowPublicJoin(parts, raffle, request.body.allow, from(request, raffle.id));
      const viewer = { role: raffle.role, publicUrl: publicUrlFor(address, request) };
      return hostRaffleOf(database, row, clock.now(), viewer);
    },
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/raffles/:id/joining',
    authenticate: hosts.require,
    schema: {
      summary: 'Checks and limit for joining by the public link, until the draw starts (H11)',
      tags,
      params,
      body: joiningBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_joining'),
    handler: async (request, _reply, { resource: raffle }) => {
      const row = await changeJoining(parts, raffle, request.body, from(request, raffle.id));
      const viewer = { role: raffle.role, publicUrl: publicUrlFor(address, request) };
      return hostRaffleOf(database, row, clock.now(), viewer);
    },
  });
}
