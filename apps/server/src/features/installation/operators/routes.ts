/** The operators' calls (R82, M6). For everybody else they don't exist. */
import {
  hostsPage as hostsPageSchema,
  hostsQuery,
  mailLimitBody,
  opaqueId,
  operatorOverview,
  securityEventsExportQuery,
  securityEventsPage as eventsPageSchema,
  securityEventsQuery,
  signUpBody,
  signUpLinkAnswer,
  signUpLinkBody,
  signUpState,
} from '@glassdrum/contract';
import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import type { Cell } from '../../../platform/http/downloads/cells.ts';
import { csvPieces } from '../../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../../platform/http/downloads/send-download.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { callerHashes } from '../../../audit/audit.ts';
import { securityEventBatches, securityEventsPage } from '../security-events/queries.ts';
import { type OperatorCall, type OperatorCommandParts, operatorCommands } from './commands.ts';
import { createOperatorGate } from './operator-gate.ts';
import type { Overview } from './overview.ts';
import { type AllowanceOf, hostsPage } from './queries.ts';

export interface OperatorRouteParts extends OperatorCommandParts {
  hosts: HostGate;
  keys: Keys;
  address: PublicAddress;
  overview: Overview;
  allowanceOf: AllowanceOf;
}

const tags = ['operators'];
const hostParams = z.object({ hostId: opaqueId });

type RequireOperator = (request: FastifyRequest) => Promise<OperatorCall>;

export function operatorRoutes(app: HttpServer, parts: OperatorRouteParts): void {
  const gate = createOperatorGate(parts);
  const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
  const requireOperator: RequireOperator = async (request) => ({
    operator: await (isReading(request) ? gate.require(request) : gate.requireFresh(request)),
    ip: request.ip,
    publicUrl: publicUrlFor(parts.address, request),
    hashesFor: (about) => callerHashes(parts.keys, request, about),
  });
  overviewRoutes(app, parts, requireOperator);
  hostRoutes(app, parts, requireOperator);
  signUpRoutes(app, parts, requireOperator);
  eventRoutes(app, parts, requireOperator);
}

function overviewRoutes(
  app: HttpServer,
  { overview }: OperatorRouteParts,
  requireOperator: RequireOperator,
): void {
  declareRoute(app, {
    method: 'GET',
    url: '/api/admin/overview',
    authenticate: requireOperator,
    schema: {
      summary: "The installation's health: email, queue, storage, log, witnesses, process, and warnings",
      tags,
      response: { 200: operatorOverview, ...refusals(404) },
    },
    handler: () => overview.read(),
  });
}

function hostRoutes(app: HttpServer, parts: OperatorRouteParts, requireOperator: RequireOperator): void {
  const commands = operatorCommands(parts);

  declareRoute(app, {
    method: 'GET',
    url: '/api/admin/hosts',
    authenticate: requireOperator,
    schema: {
      summary: 'Hosts, newest first, in pages; with what they send and who reported them',
      tags,
      querystring: hostsQuery,
      response: { 200: hostsPageSchema, ...refusals(400, 404) },
    },
    handler: async (request) => {
      const { search = '', after = null } = request.query;
      return hostsPage(parts.database, parts.allowanceOf, { search, after });
    },
  });

  const actions = [
    ['suspend', 'Block a host from signing in, and end all sessions and emails', commands.suspend],
    ['unsuspend', 'Let a host sign in again', commands.unsuspend],
    ['sign-out', 'End all sessions of a host', commands.signOut],
  ] as const;
  for (const [name, summary, run] of actions) {
    declareRoute(app, {
      method: 'POST',
      url: `/api/admin/hosts/:hostId/${name}`,
      authenticate: requireOperator,
      schema: { summary, tags, params: hostParams, response: { 200: done, ...refusals(404, 409) } },
      handler: async (request, _reply, { caller }) => {
        await run(caller, request.params.hostId);
        return OK;
      },
    });
  }

  declareRoute(app, {
    method: 'PUT',
    url: '/api/admin/hosts/:hostId/mail-limit',
    authenticate: requireOperator,
    schema: {
      summary: 'How many emails a host may send per day; null for the default (R84)',
      tags,
      params: hostParams,
      body: mailLimitBody,
      response: { 200: done, ...refusals(400, 404) },
    },
    handler: async (request, _reply, { caller }) => {
      await commands.setMailLimit(caller, request.params.hostId, request.body.limit);
      return OK;
    },
  });
}

function signUpRoutes(app: HttpServer, parts: OperatorRouteParts, requireOperator: RequireOperator): void {
  const commands = operatorCommands(parts);

  declareRoute(app, {
    method: 'GET',
    url: '/api/admin/sign-up',
    authenticate: requireOperator,
    schema: {
      summary: 'Who may sign up, and the links that were made',
      tags,
      response: { 200: signUpState, ...refusals(404) },
    },
    handler: () => parts.signUps.state(),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/admin/sign-up',
    authenticate: requireOperator,
    schema: {
      summary: 'Choose who may sign up (R82)',
      tags,
      body: signUpBody,
      response: { 200: signUpState, ...refusals(400, 404) },
    },
    handler: async (request, _reply, { caller }) => commands.setSignUp(caller, request.body),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/admin/sign-up/links',
    authenticate: requireOperator,
    schema: {
      summary: 'A link with which one person can sign up, within seven days; only this answer contains it',
      tags,
      body: signUpLinkBody,
      response: { 201: signUpLinkAnswer, ...refusals(400, 404, 409) },
    },
    handler: async (request, reply, { caller }) => {
      const answer = await commands.createSignUpLink(caller, request.body.note);
      return reply.code(201).send(answer);
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/admin/sign-up/links/:linkId',
    authenticate: requireOperator,
    schema: {
      summary: 'Revoke a link that nobody has used',
      tags,
      params: z.object({ linkId: opaqueId }),
      response: { 200: done, ...refusals(404) },
    },
    handler: async (request, _reply, { caller }) => {
      await commands.revokeSignUpLink(caller, request.params.linkId);
      return OK;
    },
  });
}

const EVENT_COLUMNS = ['First', 'Last', 'Event', 'Count', 'Call', 'Network', 'Account id', 'Operator id'];

function eventRoutes(app: HttpServer, parts: OperatorRouteParts, requireOperator: RequireOperator): void {
  const { database, events } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/admin/events',
    authenticate: requireOperator,
    schema: {
      summary: 'Security events, newest first, in pages (M6)',
      tags,
      querystring: securityEventsQuery,
      response: { 200: eventsPageSchema, ...refusals(400, 404) },
    },
    handler: async (request) => {
      await events.flush();
      const { kind = null, after = null } = request.query;
      return securityEventsPage(database, { kind, after });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/admin/events/export',
    authenticate: requireOperator,
    schema: {
      summary: 'All security events as CSV, or as JSON lines with format=jsonl (M6)',
      tags,
      querystring: securityEventsExportQuery,
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 404) },
    },
    handler: async (request, reply, { caller: { operator, ip } }) => {
      const reason = 'GET /api/admin/events/export';
      events.record({ kind: 'data_exported', ip, reason, byId: operator.hostId });
      await events.flush();
      const name = 'glassdrum-security-events';
      return request.query.format === 'csv'
        ? sendDownload(reply, { name, kind: 'csv', content: csvPieces(EVENT_COLUMNS, eventRows(database)) })
        : sendDownload(reply, { name, kind: 'jsonl', content: eventLines(database) });
    },
  });
}

async function* eventRows(database: Database): AsyncGenerator<Cell[][]> {
  for await (const batch of securityEventBatches(database)) {
    yield batch.map((one) => [
      new Date(one.first_at),
      new Date(one.last_at),
      one.kind,
      one.count,
      one.reason,
      one.network,
      one.host?.id ?? null,
      one.by?.id ?? null,
    ]);
  }
}

async function* eventLines(database: Database): AsyncGenerator<string> {
  for await (const batch of securityEventBatches(database)) {
    const lines = batch.map(({ id: _id, host, by, ...event }) =>
      JSON.stringify({ ...event, host: host?.id ?? null, by: by?.id ?? null }),
    );
    yield `${lines.join('\n')}\n`;
  }
}
