/** Webhooks over HTTP (R85): receivers of a workspace, their secrets and their logs. For its owners and hosts. */
import {
  deliveryPayload,
  opaqueId,
  webhook,
  webhookBody,
  webhookCreated,
  webhookLog,
  webhookPatchBody,
  webhooksAnswer,
  webhookSecretAnswer,
} from '@glassdrum/contract';
import { z } from 'zod';
import { callerHashes } from '../../audit/audit.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import { declareRoute, done, OK } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { HostGate, HostIdentity } from '../accounts/host-gate.ts';
import { type OwnWorkspace, requireWorkspace } from '../workspaces/workspace-gate.ts';
import type { WebhookRow } from './deliveries/send.ts';
import { bodyOf } from './payloads/queries.ts';
import {
  addWebhook,
  changeSecret,
  changeWebhook,
  removeWebhook,
  sendAgain,
  sendTest,
  type WebhookCommandParts,
} from './receivers/commands.ts';
import {
  deliveriesOf,
  presentWebhook,
  requireDelivery,
  requireWebhook,
  webhooksOf,
} from './receivers/queries.ts';

interface WebhookRouteParts extends WebhookCommandParts {
  hosts: HostGate;
  limits: RateLimits;
  publicUrl: string;
}

const workspaceParams = z.object({ workspaceId: opaqueId });
const params = workspaceParams.extend({ webhookId: opaqueId });
const deliveryParams = params.extend({ eventId: opaqueId });
const tags = ['webhooks'];
const webhooksPath = '/api/workspaces/:workspaceId/webhooks';
/** Calls of receivers that a person asks for. */
const SENDS = { points: 60, windowSeconds: 600 };

export function webhookRoutes(app: HttpServer, parts: WebhookRouteParts): void {
  const { database, keys, clock, hosts, limits } = parts;
  const sends = limits.attempts('webhook-sends', SENDS);

  const workspaceOf = (
    host: HostIdentity,
    { workspaceId }: z.output<typeof workspaceParams>,
  ): Promise<OwnWorkspace> => requireWorkspace(database, host, workspaceId, 'manage_webhooks');
  const webhookOf = async (host: HostIdentity, path: z.output<typeof params>): Promise<WebhookRow> =>
    requireWebhook(database, await workspaceOf(host, path), path.webhookId);

  declareRoute(app, {
    method: 'GET',
    url: webhooksPath,
    authenticate: hosts.require,
    schema: {
      summary: 'Receivers of webhooks of a workspace, in the order in which they were added (R85)',
      tags,
      params: workspaceParams,
      response: { 200: webhooksAnswer, ...refusals(401, 403, 404) },
    },
    authorize: workspaceOf,
    handler: async (_request, _reply, { resource: { id } }) => ({
      webhooks: await webhooksOf(database.query, id, clock.now()),
    }),
  });

  declareRoute(app, {
    method: 'POST',
    url: webhooksPath,
    authenticate: hosts.require,
    schema: {
      summary: 'Add a receiver; the answer shows its secret this once',
      tags,
      params: workspaceParams,
      body: webhookBody,
      response: { 201: webhookCreated, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: workspaceOf,
    handler: async (request, reply, { caller: host, resource: workspace }) => {
      const from = callerHashes(keys, request, workspace.id);
      const { row, secret } = await addWebhook(parts, workspace, { ...request.body, by: host.hostId, from });
      return reply.code(201).send({ ...presentWebhook(row, { now: clock.now(), last: null }), secret });
    },
  });

  declareRoute(app, {
    method: 'PATCH',
    url: `${webhooksPath}/:webhookId`,
    authenticate: hosts.require,
    schema: {
      summary: 'Change a receiver, pause or resume it',
      tags,
      params,
      body: webhookPatchBody,
      response: { 200: webhook, ...refusals(400, 401, 403, 404) },
    },
    authorize: webhookOf,
    handler: async (request, _reply, { resource }) => {
      const from = callerHashes(keys, request, resource.workspace_id);
      const row = await changeWebhook(parts, resource, request.body, from);
      const all = await webhooksOf(database.query, row.workspace_id, clock.now());
      return all.find(({ id }) => id === row.id) ?? presentWebhook(row, { now: clock.now(), last: null });
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: `${webhooksPath}/:webhookId`,
    authenticate: hosts.require,
    schema: {
      summary: 'Remove a receiver with its log',
      tags,
      params,
      response: { 200: done, ...refusals(401, 403, 404) },
    },
    authorize: webhookOf,
    handler: async (request, _reply, { resource }) => {
      await removeWebhook(parts, resource, callerHashes(keys, request, resource.workspace_id));
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: `${webhooksPath}/:webhookId/secret`,
    authenticate: hosts.require,
    schema: {
      summary: 'A new secret; for 24 hours payloads are signed with both',
      tags,
      params,
      response: { 200: webhookSecretAnswer, ...refusals(401, 403, 404, 409) },
    },
    authorize: webhookOf,
    handler: async (request, _reply, { resource }) => {
      const from = callerHashes(keys, request, resource.workspace_id);
      const { secret, previousUntil } = await changeSecret(parts, resource, from);
      return { secret, previous_secret_until: previousUntil };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: `${webhooksPath}/:webhookId/test`,
    authenticate: hosts.require,
    schema: {
      summary: 'Send a test, once; the log says what came of it',
      tags,
      params,
      response: { 202: done, ...refusals(401, 403, 404, 429) },
    },
    authorize: webhookOf,
    handler: async (_request, reply, { resource }) => {
      await sends.consume(resource.workspace_id, 'send');
      await sendTest(parts, resource);
      return reply.code(202).send(OK);
    },
  });

  logRoutes(app, parts, { webhookOf, countSend: (workspaceId) => sends.consume(workspaceId, 'send') });
}

function logRoutes(
  app: HttpServer,
  parts: WebhookRouteParts,
  {
    webhookOf,
    countSend,
  }: {
    webhookOf: (host: HostIdentity, path: z.output<typeof params>) => Promise<WebhookRow>;
    countSend: (workspaceId: string) => Promise<unknown>;
  },
): void {
  const { database, clock, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: `${webhooksPath}/:webhookId/deliveries`,
    authenticate: hosts.require,
    schema: {
      summary: 'What was sent to a receiver in the last 30 days, the newest first, at most 100',
      tags,
      params,
      response: { 200: webhookLog, ...refusals(401, 403, 404) },
    },
    authorize: webhookOf,
    handler: async (_request, _reply, { resource }) => ({
      deliveries: await deliveriesOf(database.query, resource, clock.now()),
    }),
  });

  declareRoute(app, {
    method: 'GET',
    url: `${webhooksPath}/:webhookId/deliveries/:eventId/payload`,
    authenticate: hosts.require,
    schema: {
      summary: 'The body that a try would send now',
      tags,
      params: deliveryParams,
      response: { 200: deliveryPayload, ...refusals(401, 403, 404) },
    },
    authorize: webhookOf,
    handler: async (request, _reply, { resource }) => {
      const event = await requireDelivery(database.query, resource, request.params.eventId);
      return { body: await bodyOf(parts, event, resource.format, clock.now()) };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: `${webhooksPath}/:webhookId/deliveries/:eventId/send`,
    authenticate: hosts.require,
    schema: {
      summary: 'Send it again, with the same id',
      tags,
      params: deliveryParams,
      response: { 202: done, ...refusals(401, 403, 404, 409, 429) },
    },
    authorize: webhookOf,
    handler: async (request, reply, { resource }) => {
      await countSend(resource.workspace_id);
      await sendAgain(parts, resource, request.params.eventId);
      return reply.code(202).send(OK);
    },
  });
}
