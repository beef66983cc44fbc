/**
 * API tokens over HTTP (R85): the list, a new one, and ending one. A person does this with a fresh sign-in and a confirmed address
 * (C14); no token makes, sees or ends tokens.
 */
import { apiTokenBody, apiTokenList, apiTokenMade, opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import { callerHashes } from '../../audit/audit.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import { type HostGate, requireConfirmedAddress } from '../accounts/host-gate.ts';
import { requireWorkspace } from '../workspaces/workspace-gate.ts';
import { createToken, endToken, type TokenCommandParts } from './commands.ts';
import { tokensOf } from './queries.ts';

const tags = ['tokens'];
const params = z.object({ workspaceId: opaqueId });

export function apiTokenRoutes(
  app: HttpServer,
  parts: TokenCommandParts & { hosts: HostGate; keys: Keys },
): void {
  const { database, clock, hosts, keys } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/workspaces/:workspaceId/tokens',
    authenticate: hosts.require,
    schema: {
      summary: "The caller's API tokens in this workspace that work; for an owner, everybody's",
      tags,
      params,
      response: { 200: apiTokenList, ...refusals(401, 403, 404) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'manage_tokens'),
    handler: async (_request, _reply, { caller: { hostId }, resource: workspace }) => ({
      tokens: await tokensOf(database, { hostId, workspace, now: clock.now() }),
    }),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/workspaces/:workspaceId/tokens',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Make an API token; its secret is in this answer and nowhere else',
      tags,
      params,
      body: apiTokenBody,
      response: { 201: apiTokenMade, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: async (host, { workspaceId }) => {
      const workspace = await requireWorkspace(database, host, workspaceId, 'manage_tokens');
      requireConfirmedAddress(host);
      return workspace;
    },
    handler: async (request, reply, { caller: host, resource: workspace }) => {
      const { hostId } = host;
      const from = callerHashes(keys, request, hostId);
      const { id, secret } = await createToken(parts, { host, workspace }, request.body, from);
      const tokens = await tokensOf(database, { hostId, workspace, now: clock.now() });
      const token = tokens.find((one) => one.id === id);
      if (token === undefined) throw new Error('A token that was made is not there.');
      return reply.code(201).send({ token, secret });
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/tokens/:tokenId',
    authenticate: hosts.require,
    schema: {
      summary: 'End an API token, at once',
      tags,
      params: params.extend({ tokenId: opaqueId }),
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'manage_tokens'),
    handler: async (request, _reply, { caller: host, resource: workspace }) => {
      const from = callerHashes(keys, request, host.hostId);
      await endToken(parts, { host, workspace }, request.params.tokenId, from);
      return OK;
    },
  });
}
