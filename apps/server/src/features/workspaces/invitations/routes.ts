/** One-time invitations to a workspace over HTTP (R81). */
import {
  opaqueId,
  workspace,
  workspaceInvitationBody,
  workspaceInvitationInfo,
  workspaceInvitationMade,
  workspaceTokenBody,
} from '@glassdrum/contract';
import { refusals } from '../../../platform/http/api-docs.ts';
import { publicUrlFor } from '../../../platform/http/origin.ts';
import { anyone, declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { presentInvitation, workspacesOf } from '../queries.ts';
import { actOf, workspaceParams, type WorkspaceRouteParts, workspaceTags as tags } from '../route-parts.ts';
import { requireWorkspace } from '../workspace-gate.ts';
import { acceptInvitation, invitationUrl, invite, lookAtInvitation, revokeInvitation } from './commands.ts';

/** H6: of one network. */
const LOOKS = { points: 60, windowSeconds: 600 };

export function workspaceInvitationRoutes(app: HttpServer, parts: WorkspaceRouteParts): void {
  const { database, hosts, address, limits } = parts;
  const looks = limits.attempts('workspace-invitation', LOOKS);

  declareRoute(app, {
    method: 'POST',
    url: '/api/workspaces/:workspaceId/invitations',
    authenticate: hosts.requireFresh,
    schema: {
      summary: 'Make a one-time link for one role, good for 7 days; it is shown this once',
      tags,
      params: workspaceParams,
      body: workspaceInvitationBody,
      response: { 201: workspaceInvitationMade, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'invite_members'),
    handler: async (request, reply, { caller, resource: own }) => {
      const act = actOf(parts, caller, request, own.id);
      const { secret, row } = await invite(parts, act, own.id, request.body);
      const url = invitationUrl(publicUrlFor(address, request), secret);
      return reply.code(201).send({ invitation: presentInvitation(row), url });
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/workspaces/:workspaceId/invitations/:invitationId',
    authenticate: hosts.require,
    schema: {
      summary: 'Revoke an invitation that was not used',
      tags,
      params: workspaceParams.extend({ invitationId: opaqueId }),
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: (host, { workspaceId }) => requireWorkspace(database, host, workspaceId, 'invite_members'),
    handler: async (request, _reply, { caller, resource: own }) => {
      const { invitationId } = request.params;
      const act = actOf(parts, caller, request, own.id);
      await revokeInvitation(parts, act, { workspaceId: own.id, invitationId });
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/workspace-invitations/look',
    limit: (request) => looks.consume(request.ip, 'look'),
    authenticate: anyone,
    schema: {
      summary: 'What an invitation is for; the link is the permission to see it',
      tags,
      body: workspaceTokenBody,
      response: { 200: workspaceInvitationInfo, ...refusals(400, 404, 429) },
    },
    handler: async (request) => {
      const host = await hosts.find(request.headers);
      return lookAtInvitation(parts, request.body.token, host?.hostId ?? null);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/workspace-invitations/accept',
    limit: (request) => looks.consume(request.ip, 'accept'),
    authenticate: hosts.require,
    schema: {
      summary: 'Join a workspace with its link, once. Who may sign up is decided apart from that (R82)',
      tags,
      body: workspaceTokenBody,
      response: { 200: workspace, ...refusals(400, 401, 404, 409, 429) },
    },
    handler: async (request, _reply, { caller }) => {
      const act = actOf(parts, caller, request, caller.hostId);
      const joined = await acceptInvitation(parts, act, request.body.token);
      const mine = await workspacesOf(database.query, caller.hostId);
      const own = mine.find(({ id }) => id === joined.id);
      if (own === undefined) throw new Error('Somebody was removed in the moment of joining.');
      return own;
    },
  });
}
