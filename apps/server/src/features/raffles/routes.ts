/** A raffle for its host and for visitors: list, create, edit, duplicate, open, close, reopen, delete. */
import {
  hostRaffle,
  opaqueId,
  postponeBody,
  publicRaffle,
  raffleCreateBody,
  rafflePatchBody,
  type HostRaffle,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RaffleRow } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import type { HttpServer } from '../../http/server.ts';
import { type CallerHashes, callerHashes } from '../audit/audit.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { type RaffleCommandParts, closeRaffle, deleteDraft, editRaffle, reopenRaffle } from './commands.ts';
import { postponeDeadline } from './deadline.ts';
import { createRaffle, duplicateRaffle } from './drafts.ts';
import { openRaffle } from './open-raffle.ts';
import { pictureRoutes } from './picture-routes.ts';
import { publicLinkRoutes } from './public-link-routes.ts';
import { presentHostRaffle, presentPublicRaffle } from './present.ts';
import { findRaffle, rafflesOfHost } from './queries.ts';
import { type OwnRaffle, requireOwnRaffle } from './raffle-gate.ts';

export interface RaffleRouteParts extends RaffleCommandParts {
  hosts: HostGate;
  address: PublicAddress;
}

const params = z.object({ id: opaqueId });
const tags = ['raffles'];

/** Commands that take nothing but the raffle. */
const STEPS = [
  { name: 'open', run: openRaffle, summary: 'Open a draft: its seed is promised, people can join (R10)' },
  { name: 'close', run: closeRaffle, summary: 'Close: nobody joins any more (R12)' },
  { name: 'reopen', run: reopenRaffle, summary: 'Open again, until a draw was started' },
] as const;

export function raffleRoutes(app: HttpServer, parts: RaffleRouteParts): void {
  const { database, keys, clock, hosts, address } = parts;
  publicLinkRoutes(app, parts);
  pictureRoutes(app, parts);

  const own = async (request: {
    headers: FastifyRequest['headers'];
    params: { id: string };
  }): Promise<OwnRaffle> => requireOwnRaffle(database, await hosts.require(request), request.params.id);
  const from = (request: Pick<FastifyRequest, 'ip' | 'headers'>, about: string): CallerHashes =>
    callerHashes(keys, request, about);
  const present = (row: RaffleRow, request: Pick<FastifyRequest, 'protocol' | 'host'>): HostRaffle =>
    presentHostRaffle(row, clock.now(), publicUrlFor(address, request));
  /** Calls that may carry a picture. Their large body is read for hosts only (H7). */
  const withPicture = {
    bodyLimit: LIMITS.imageBodyBytes.max,
    onRequest: async (request: { headers: FastifyRequest['headers'] }): Promise<void> => {
      await hosts.require(request);
    },
  };

  app.route({
    method: 'GET',
    url: '/api/raffles',
    schema: {
      summary: "The host's raffles, newest first",
      tags,
      response: { 200: z.array(hostRaffle), ...refusals(401) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      return (await rafflesOfHost(database, host.hostId)).map((row) => present(row, request));
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles',
    ...withPicture,
    schema: {
      summary: 'Make a draft',
      tags,
      body: raffleCreateBody,
      response: { 201: hostRaffle, ...refusals(400, 401, 413, 415, 422) },
    },
    handler: async (request, reply) => {
      const host = await hosts.require(request);
      const row = await createRaffle(parts, host, request.body, from(request, host.hostId));
      return reply.code(201).send(present(row, request));
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id',
    schema: {
      summary:
        'A raffle: the full form for its host, the public form for everybody else; drafts are not found',
      tags,
      params,
      response: { 200: z.union([hostRaffle, publicRaffle]), ...refusals(404) },
    },
    handler: async (request) => {
      const row = await findRaffle(database, request.params.id);
      if (row === null) throw new CallError('not_found');
      const host = await hosts.find(request.headers);
      if (host?.hostId === row.host_id) return present(row, request);
      if (row.status === 'draft') throw new CallError('not_found');
      return presentPublicRaffle(row, clock.now());
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/raffles/:id',
    ...withPicture,
    schema: {
      summary: 'Change a draft; only the members that are sent (R10)',
      tags,
      params,
      body: rafflePatchBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 404, 409, 413, 415, 422) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      return present(await editRaffle(parts, raffle, request.body, from(request, raffle.id)), request);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/duplicate',
    schema: {
      summary: 'A new draft with the same fields and picture; no passphrase, no invitees, no past deadline',
      tags,
      params,
      response: { 201: hostRaffle, ...refusals(401, 404) },
    },
    handler: async (request, reply) => {
      const host = await hosts.require(request);
      const raffle = await requireOwnRaffle(database, host, request.params.id);
      const row = await duplicateRaffle(parts, host, raffle, from(request, host.hostId));
      return reply.code(201).send(present(row, request));
    },
  });

  for (const { name, run, summary } of STEPS) {
    app.route({
      method: 'POST',
      url: `/api/raffles/:id/${name}`,
      schema: { summary, tags, params, response: { 200: hostRaffle, ...refusals(401, 404, 409, 422) } },
      handler: async (request) => {
        const raffle = await own(request);
        return present(await run(parts, raffle, from(request, raffle.id)), request);
      },
    });
  }

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/postpone',
    schema: {
      summary: 'Give people more time, publicly: a later deadline, until a draw was started',
      tags,
      params,
      body: postponeBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 404, 409, 422) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      const { deadline_at: deadlineAt } = request.body;
      return present(await postponeDeadline(parts, raffle, deadlineAt, from(request, raffle.id)), request);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/raffles/:id',
    schema: {
      summary: 'Delete a draft with its list of invitees',
      tags,
      params,
      response: { 200: z.object({ ok: z.literal(true) }), ...refusals(401, 404, 409) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      await deleteDraft(parts, raffle, from(request, raffle.id));
      return { ok: true as const };
    },
  });
}
