/** A raffle's emails and notifications for its host (R60): a page of them, and how many there are. */
import { messageCounts, messagesPage, messagesQuery, opaqueId } from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { messageCountsOf, messagesPageOf } from './queries.ts';

export interface MessageRouteParts {
  database: Database;
  hosts: HostGate;
  /** Whether this installation sends email. */
  mail: boolean;
}

const params = z.object({ id: opaqueId });
const tags = ['invitations'];

export function messageRoutes(app: HttpServer, { database, hosts, mail }: MessageRouteParts): void {
  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/messages',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Emails and notifications of the raffle with what became of each, newest first, in pages',
      tags,
      params,
      querystring: messagesQuery,
      response: { 200: messagesPage, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_notifications'),
    handler: (request, _reply, { resource: raffle }) => messagesPageOf(database.query, raffle, request.query),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/messages/counts',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary:
        'How many emails and notifications there are, by occasion and state, and how many people have neither',
      tags,
      params,
      response: { 200: messageCounts, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_notifications'),
    handler: (_request, _reply, { resource: raffle }) => messageCountsOf(database.query, raffle.id, mail),
  });
}
