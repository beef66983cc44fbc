/** People of a workspace over HTTP (R81): another role, removing, leaving. All need a fresh sign-in (C14). */
import { memberRoleBody, opaqueId, workspaceDetail } from '@glassdrum/contract';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { workspaceDetailOf } from '../queries.ts';
import { actOf, workspaceParams, type WorkspaceRouteParts, workspaceTags as tags } from '../route-parts.ts';
import { requireWorkspace } from '../workspace-gate.ts';
import { changeRole, removeMember } from './commands.ts';

const memberParams = workspaceParams.extend({ userId: opaqueId });

export function memberRoutes(app: HttpServer, parts: WorkspaceRouteParts): void {
  const { database, clock, hosts, groupWorkspaces } = parts;

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/workspaces/:workspaceId/members/:userId',
    authenticate: hosts.requireFresh,
    schema: {
      summary:
        'Give a member another role; it counts at once. The last owner stays one, and roles from groups are changed there',
      tags,
      params: memberParams,
      body: memberRoleBody,
      response: { 200: workspaceDetail, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'change_members'),
    handler: async (request, _reply, { caller, resource: own }) => {
      const { userId } = request.params;
      const { role } = request.body;
      const act = actOf(parts, caller, request, own.id);
      await changeRole(parts, act, { workspaceId: own.id, userId, role });
      // An owner may have changed the own role.
      const mine = userId === caller.hostId ? role : own.role;
      const viewer = { userId: caller.hostId, role: mine, now: clock.now(), groupWorkspaces };
      return workspaceDetailOf(database.query, own, viewer);
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/members/:userId',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Remove a member; raffles in that name pass to the caller',
      tags,
      params: memberParams,
      response: { 200: done, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'change_members'),
    handler: async (request, _reply, { caller, resource: own }) => {
      const { userId } = request.params;
      await removeMember(parts, actOf(parts, caller, request, own.id), { workspaceId: own.id, userId });
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/workspaces/:workspaceId/leave',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Leave a workspace; raffles in the own name pass to an owner. The last owner cannot leave',
      tags,
      params: workspaceParams,
      response: { 200: done, ...refusals(401, 404, 409) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'leave_workspace'),
    handler: async (request, _reply, { caller, resource: own }) => {
      const act = actOf(parts, caller, request, own.id);
      await removeMember(parts, act, { workspaceId: own.id, userId: caller.hostId });
      return OK;
    },
  });
}
