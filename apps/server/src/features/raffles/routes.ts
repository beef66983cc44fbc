/** A raffle for its host and for visitors: list, create, edit, duplicate, open, close, reopen, delete. */
import {
  duplicateBody,
  hostRaffle,
  inWorkspaceQuery,
  opaqueId,
  postponeBody,
  publicRaffle,
  raffleCreateBody,
  rafflePatchBody,
  type HostRaffle,
} from '@glassdrum/contract';
import { LIMITS, type WorkspaceRole } from '@glassdrum/raffle-rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RaffleRow } from '../../platform/database/database.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { type PublicAddress, publicUrlFor } from '../../platform/http/origin.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import { anyone, declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { type CallerHashes, callerHashes } from '../../audit/audit.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { type RaffleCommandParts, closeRaffle, deleteDraft, editRaffle, reopenRaffle } from './commands.ts';
import { postponeDeadline } from './deadline.ts';
import { duplicateRaffle } from './copies/commands.ts';
import { createRaffle } from './drafts.ts';
import { openRaffle } from './open-raffle.ts';
import { auditRoutes } from './audit/routes.ts';
import { prizeRoutes } from './prizes/routes.ts';
import { templateRoutes } from './templates/routes.ts';
import { publicLinkRoutes } from './public-link/routes.ts';
import { findRaffle, hostRaffleOf, hostRafflesOf, publicRaffleOf } from './queries.ts';
import { requireOwnRaffle } from './raffle-gate.ts';
import { requireWorkspaceOrFirst, roleOfHost } from '../workspaces/workspace-gate.ts';
import type { Images } from '../../platform/storage/images.ts';

export interface RaffleRouteParts extends RaffleCommandParts {
  hosts: HostGate;
  address: PublicAddress;
  limits: RateLimits;
  sendsMail: boolean;
}

const params = z.object({ id: opaqueId });
const tags = ['raffles'];

/** Commands without a body. */
const TRANSITIONS = [
  { name: 'open', run: openRaffle, summary: 'Open a draft: its seed is promised, people can join (R10)' },
  { name: 'close', run: closeRaffle, summary: 'Close: nobody joins any more (R12)' },
  { name: 'reopen', run: reopenRaffle, summary: 'Open again, until a draw was started' },
] as const;

export function raffleRoutes(app: HttpServer, parts: RaffleRouteParts): void {
  const { database, keys, clock, hosts, address } = parts;
  publicLinkRoutes(app, parts);
  imageRoutes(app, parts);
  auditRoutes(app, parts);
  prizeRoutes(app, parts);
  templateRoutes(app, parts);

  const from = (request: Pick<FastifyRequest, 'ip' | 'headers'>, about: string): CallerHashes =>
    callerHashes(keys, request, about);
  const present = (
    row: RaffleRow,
    { role }: { role: WorkspaceRole },
    request: Pick<FastifyRequest, 'protocol' | 'host'>,
  ): Promise<HostRaffle> =>
    hostRaffleOf(database, row, clock.now(), { role, publicUrl: publicUrlFor(address, request) });
  /** Calls that may carry an image (H7). */
  const withImage = { bodyLimit: LIMITS.imageBodyBytes.max, config: { longMember: 'image_url' } };

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles',
    authenticate: hosts.require,
    schema: {
      summary: 'The raffles of a workspace, newest first (R81)',
      tags,
      querystring: inWorkspaceQuery,
      response: { 200: z.array(hostRaffle), ...refusals(400, 401, 403, 404) },
    },
    handler: async (request, _reply, { caller }) => {
      const { workspace_id: named } = request.query;
      const { id, role } = await requireWorkspaceOrFirst(database, caller, named, 'see_workspace');
      return hostRafflesOf(database, id, clock.now(), { role, publicUrl: publicUrlFor(address, request) });
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles',
    ...withImage,
    authenticate: hosts.require,
    schema: {
      summary: 'Make a draft',
      tags,
      body: raffleCreateBody,
      response: { 201: hostRaffle, ...refusals(400, 401, 413, 415, 422) },
    },
    handler: async (request, reply, { caller: host }) => {
      const { hostId } = host;
      const { workspace_id: named } = request.body;
      const workspace = await requireWorkspaceOrFirst(database, host, named, 'create_raffle');
      const owner = { hostId, workspaceId: workspace.id };
      const row = await createRaffle(parts, owner, request.body, from(request, hostId));
      return reply.code(201).send(await present(row, workspace, request));
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id',
    authenticate: anyone,
    schema: {
      summary:
        'A raffle: the full form for members of its workspace, the public form for everybody else; drafts are not found',
      tags,
      params,
      response: { 200: z.union([hostRaffle, publicRaffle]), ...refusals(404) },
    },
    authorize: async (_caller, { id }, request) => {
      const row = await findRaffle(database, id);
      if (row === null) throw new RefusalError('not_found');
      const host = await hosts.find(request.headers);
      const role = host === null ? null : await roleOfHost(database.query, host, row.workspace_id);
      if (row.status === 'draft' && role === null) throw new RefusalError('not_found');
      return { row, role };
    },
    handler: async (request, _reply, { resource: { row, role } }) =>
      role !== null ? present(row, { role }, request) : publicRaffleOf(database, row, clock.now()),
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/raffles/:id',
    ...withImage,
    authenticate: hosts.require,
    schema: {
      summary: 'Change a draft, or how many winners there are until the draw starts (R10, R94)',
      tags,
      params,
      body: rafflePatchBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'edit_raffle'),
    handler: async (request, _reply, { resource: raffle }) =>
      present(await editRaffle(parts, raffle, request.body, from(request, raffle.id)), raffle, request),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/duplicate',
    authenticate: hosts.require,
    schema: {
      summary:
        'A new draft with the same settings, prizes, draws and images, and with `people` the list of people; no passphrase, no past times (R80)',
      tags,
      params,
      body: duplicateBody,
      response: { 201: hostRaffle, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'duplicate_raffle'),
    handler: async (request, reply, { caller: host, resource: raffle }) => {
      const { body } = request;
      const target = body?.workspace_id ?? raffle.workspace_id ?? undefined;
      const workspace = await requireWorkspaceOrFirst(database, host, target, 'create_raffle');
      const owner = { hostId: host.hostId, workspaceId: workspace.id };
      const input = { owner, raffle, body, from: from(request, host.hostId) };
      const row = await duplicateRaffle(parts, input);
      return reply.code(201).send(await present(row, workspace, request));
    },
  });

  for (const { name, run, summary } of TRANSITIONS) {
    declareRoute(app, {
      method: 'POST',
      url: `/api/raffles/:id/${name}`,
      authenticate: hosts.require,
      schema: { summary, tags, params, response: { 200: hostRaffle, ...refusals(401, 403, 404, 409, 422) } },
      authorize: (host, { id }) => requireOwnRaffle(database, host, id, `${name}_raffle`),
      handler: async (request, _reply, { resource: raffle }) =>
        present(await run(parts, raffle, from(request, raffle.id)), raffle, request),
    });
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/postpone',
    authenticate: hosts.require,
    schema: {
      summary: 'Give people more time, publicly: a later deadline, until a draw was started',
      tags,
      params,
      body: postponeBody,
      response: { 200: hostRaffle, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'postpone_deadline'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { deadline_at: deadlineAt } = request.body;
      const row = await postponeDeadline(parts, raffle, deadlineAt, from(request, raffle.id));
      return present(row, raffle, request);
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id',
    authenticate: hosts.require,
    schema: {
      summary: 'Delete a draft with its list of invitees',
      tags,
      params,
      response: { 200: done, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'delete_raffle'),
    handler: async (request, _reply, { resource: raffle }) => {
      await deleteDraft(parts, raffle, from(request, raffle.id));
      return OK;
    },
  });
}

/**
 * Raffle images (H3): one fixed type, no script, no sniffing. Browsers cache them for a minute and then revalidate; proxies
 * don't cache them, so that an erased image is unavailable everywhere from the next request on (M8).
 */
function imageRoutes(app: HttpServer, { images }: { images: Images }): void {
  declareRoute(app, {
    method: 'GET',
    url: '/api/images/:objectId',
    authenticate: anyone,
    schema: {
      summary: "A raffle's image, WebP; knowing its address is the permission to see it (I4)",
      tags: ['raffles'],
      params: z.object({ objectId: z.string().regex(/^[A-Za-z0-9_-]{32}$/) }),
      response: {
        200: z.unknown().meta({ description: 'image/webp' }),
        304: z.null().describe('The image that the browser has'),
        ...refusals(404),
      },
    },
    handler: async (request, reply) => {
      const { objectId } = request.params;
      const bytes = await images.read(objectId);
      if (bytes === null) throw new RefusalError('not_found');
      // An id is never reused, so it identifies the bytes.
      const etag = `"${objectId}"`;
      const isKnown = (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);
      void reply.headers({ 'cache-control': 'private, max-age=60, must-revalidate', etag });
      if (isKnown) return reply.code(304).send(null);
      return reply
        .headers({
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        })
        .type('image/webp')
        .send(bytes);
    },
  });
}
