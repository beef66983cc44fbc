/** Workspaces over HTTP (R81): the caller's own, one with its people, making, changing, deleting. */
import {
  workspace,
  workspaceBody,
  workspaceDetail,
  workspacePatchBody,
  workspacesAnswer,
} from '@glassdrum/contract';
import { refusals } from '../../platform/http/api-docs.ts';
import { declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { mayInWorkspace } from '@glassdrum/raffle-rules';
import { RefusalError } from '../../platform/refusal.ts';
import { changeWorkspace, createWorkspace } from './commands.ts';
import { workspaceInvitationRoutes } from './invitations/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { workspaceDetailOf, workspacesOf } from './queries.ts';
import { actOf, workspaceParams, type WorkspaceRouteParts, workspaceTags } from './route-parts.ts';
import { requireWorkspace } from './workspace-gate.ts';

export function workspaceRoutes(app: HttpServer, parts: WorkspaceRouteParts): void {
  const { database, clock, hosts, groupWorkspaces } = parts;
  memberRoutes(app, parts);
  workspaceInvitationRoutes(app, parts);

  declareRoute(app, {
    method: 'GET',
    url: '/api/workspaces',
    authenticate: hosts.require,
    schema: {
      summary: "The caller's workspaces, in the order of joining (R81)",
      tags: workspaceTags,
      response: { 200: workspacesAnswer, ...refusals(401) },
    },
    handler: (_request, _reply, { caller }) => workspacesOf(database.query, caller.hostId),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/workspaces',
    authenticate: hosts.require,
    schema: {
      summary: 'Make a workspace; the caller owns it',
      tags: workspaceTags,
      body: workspaceBody,
      response: { 201: workspace, ...refusals(400, 401, 409) },
    },
    handler: async (request, reply, { caller }) => {
      const act = actOf(parts, caller, request, caller.hostId);
      const { id, name, created_at } = await createWorkspace(parts, act, request.body.name);
      const made = { id, name, created_at, role: 'owner' as const, members: 1, two_start: false };
      return reply.code(201).send(made);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/workspaces/:workspaceId',
    authenticate: hosts.require,
    schema: {
      summary: 'A workspace with its people; addresses for owners and hosts, open invitations for owners',
      tags: workspaceTags,
      params: workspaceParams,
      response: { 200: workspaceDetail, ...refusals(401, 404) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'see_workspace'),
    handler: (_request, _reply, { caller: { hostId: userId }, resource: own }) =>
      workspaceDetailOf(database.query, own, { userId, role: own.role, now: clock.now(), groupWorkspaces }),
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/workspaces/:workspaceId',
    authenticate: hosts.require,
    schema: {
      summary:
        'Rename a workspace; owners also switch whether two people start a draw, which needs a fresh sign-in',
      tags: workspaceTags,
      params: workspaceParams,
      body: workspacePatchBody,
      response: { 200: workspaceDetail, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'rename_workspace'),
    handler: async (request, _reply, { caller, resource: own }) => {
      if (request.body.two_start !== undefined) {
        if (!mayInWorkspace(own.role, 'change_settings')) throw new RefusalError('role_not_allowed');
        await hosts.requireFresh(request);
      }
      const act = actOf(parts, caller, request, own.id);
      const row = await changeWorkspace(parts, act, own.id, request.body);
      const viewer = { userId: caller.hostId, role: own.role, now: clock.now(), groupWorkspaces };
      return workspaceDetailOf(database.query, row, viewer);
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId',
    authenticate: hosts.requireFresh,
    schema: {
      summary:
        'Delete a workspace with everything in it, while none of its raffles is open or waits for a draw',
      tags: workspaceTags,
      params: workspaceParams,
      response: { 200: done, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'delete_workspace'),
    handler: async (request, _reply, { caller, resource: own }) => {
      await parts.deleteWorkspace(actOf(parts, caller, request, caller.hostId), own.id);
      return OK;
    },
  });
}
