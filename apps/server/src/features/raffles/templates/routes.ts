/** Templates over HTTP (R80): save a raffle as one, list them, make a draft from one, rename, delete. */
import {
  copyTargetBody,
  hostRaffle,
  inWorkspaceQuery,
  opaqueId,
  raffleTemplate,
  templateBody,
} from '@glassdrum/contract';
import { z } from 'zod';
import { callerHashes } from '../../../audit/audit.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { requireWorkspaceOrFirst } from '../../workspaces/workspace-gate.ts';
import type { RaffleCommandParts } from '../commands.ts';
import { hostRaffleOf } from '../queries.ts';
import { requireOwnRaffle } from '../raffle-gate.ts';
import { createFromTemplate, deleteTemplate, renameTemplate, saveTemplate } from './commands.ts';
import { presentTemplate, requireOwnTemplate, templatesOf } from './queries.ts';

const params = z.object({ id: opaqueId });
const templateParams = z.object({ templateId: opaqueId });
const tags = ['templates'];

interface TemplateRouteParts extends RaffleCommandParts {
  hosts: HostGate;
  address: PublicAddress;
}

export function templateRoutes(app: HttpServer, parts: TemplateRouteParts): void {
  const { database, keys, clock, hosts, address } = parts;

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/template',
    authenticate: hosts.require,
    schema: {
      summary:
        'Save settings, prizes and draws of a raffle as a template; no people, links, passphrase or dates',
      tags,
      params,
      body: templateBody,
      response: { 201: raffleTemplate, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'save_as_template'),
    handler: async (request, reply, { caller: { hostId }, resource: own }) => {
      const from = callerHashes(keys, request, own.id);
      const row = await saveTemplate(parts, { own, hostId }, request.body.name, from);
      return reply.code(201).send(presentTemplate(row));
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/templates',
    authenticate: hosts.require,
    schema: {
      summary: 'The templates of a workspace, by name; only for those who can make raffles there',
      tags,
      querystring: inWorkspaceQuery,
      response: { 200: z.array(raffleTemplate), ...refusals(400, 401, 403, 404) },
    },
    handler: async (request, _reply, { caller }) => {
      const { workspace_id: named } = request.query;
      const workspace = await requireWorkspaceOrFirst(database, caller, named, 'create_raffle');
      return templatesOf(database, workspace.id);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/templates/:templateId/raffles',
    authenticate: hosts.require,
    schema: {
      summary: 'Make a draft from a template',
      tags,
      params: templateParams,
      body: copyTargetBody,
      response: { 201: hostRaffle, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { templateId }) => requireOwnTemplate(database, host, templateId),
    handler: async (request, reply, { caller: host, resource: template }) => {
      const from = callerHashes(keys, request, host.hostId);
      const target = request.body?.workspace_id ?? template.workspace_id ?? undefined;
      const { id: workspaceId, role } = await requireWorkspaceOrFirst(
        database,
        host,
        target,
        'create_raffle',
      );
      const row = await createFromTemplate(parts, { hostId: host.hostId, workspaceId }, template, from);
      const viewer = { role, publicUrl: publicUrlFor(address, request) };
      return reply.code(201).send(await hostRaffleOf(database, row, clock.now(), viewer));
    },
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/templates/:templateId',
    authenticate: hosts.require,
    schema: {
      summary: 'Rename a template',
      tags,
      params: templateParams,
      body: templateBody,
      response: { 200: raffleTemplate, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { templateId }) => requireOwnTemplate(database, host, templateId),
    handler: async (request, _reply, { caller: host, resource: template }) => {
      const from = callerHashes(keys, request, host.hostId);
      return presentTemplate(await renameTemplate(parts, template, request.body.name, from));
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/templates/:templateId',
    authenticate: hosts.require,
    schema: {
      summary: 'Delete a template; raffles that were made from it stay',
      tags,
      params: templateParams,
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { templateId }) => requireOwnTemplate(database, host, templateId),
    handler: async (request, _reply, { caller: host, resource: template }) => {
      await deleteTemplate(parts, template, callerHashes(keys, request, host.hostId));
      return OK;
    },
  });
}
