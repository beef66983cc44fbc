/** Paper tickets for the raffle's host (R67): runs, sheets to print, sales by numbers; and the routes of the desk and of buyers. */
import {
  opaqueId,
  paperAnswer,
  paperPdfQuery,
  paperRunBody,
  saleAnswer,
  saleBody,
} from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../platform/http/api-docs.ts';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { idempotentCall } from '../../platform/http/idempotency-key.ts';
import { publicUrlFor } from '../../platform/http/origin.ts';
import { declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { callerHashes } from '../../audit/audit.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { addPaperRun, makeSale } from './commands.ts';
import { deskRoutes } from './desk/routes.ts';
import type { PaperParts } from './paper-parts.ts';
import { createTicketSheets } from './pdf/ticket-sheets.ts';
import { paperOf, printedTickets } from './queries.ts';
import { ticketRoutes } from './tickets/routes.ts';

const params = z.object({ id: opaqueId });
const tags = ['paper tickets'];

export function paperRoutes(app: HttpServer, parts: PaperParts): void {
  const { database, keys, hosts, address } = parts;
  const sheets = createTicketSheets();
  const callKey = keys.derive('paper-run-call');
  deskRoutes(app, parts);
  ticketRoutes(app, parts);

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/paper',
    authenticate: hosts.require,
    schema: {
      summary: 'The runs of paper tickets, and how many are sold',
      tags,
      params,
      response: { 200: paperAnswer, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_paper_tickets'),
    handler: (_request, _reply, { resource: raffle }) => paperOf(database, raffle),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/paper/runs',
    authenticate: hosts.require,
    schema: {
      summary:
        'Add a run of tickets; their numbers follow those of the entries. Repeatable with an Idempotency-Key',
      tags,
      params,
      body: paperRunBody,
      response: {
        200: paperAnswer.describe('This call added it before'),
        201: paperAnswer.describe('Added'),
        ...refusals(400, 401, 403, 404, 409, 422),
      },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'add_paper_tickets'),
    handler: async (request, reply, { resource: raffle }) => {
      const from = callerHashes(keys, request, raffle.id);
      const { size } = request.body;
      const call = idempotentCall(request.headers, [raffle.id, String(size)], callKey);
      const isNew = await addPaperRun(parts, raffle, { size, call, from });
      return reply.code(isNew ? 201 : 200).send(await paperOf(database, raffle));
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/paper/sales',
    authenticate: hosts.require,
    schema: {
      summary: 'Sell tickets, or take them back; sent again with the same id, it is not made again',
      tags,
      params,
      body: saleBody,
      response: { 200: saleAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'sell_paper_tickets'),
    handler: (request, _reply, { resource: raffle }) =>
      makeSale(parts, raffle.id, {
        body: request.body,
        actor: 'host',
        from: callerHashes(keys, request, raffle.id),
      }),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/paper/pdf',
    authenticate: hosts.require,
    schema: {
      summary: 'The tickets of a run, or of all runs, as a PDF on A4 or Letter paper',
      tags,
      params,
      querystring: paperPdfQuery,
      response: {
        200: z.any().meta({ description: 'application/pdf' }),
        ...refusals(400, 401, 403, 404, 503),
      },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'print_paper_tickets'),
    handler: async (request, reply, { resource: raffle }) => {
      const { run, paper } = request.query;
      const printed = await printedTickets(parts, raffle, run);
      const content = await sheets.print({ ...printed, publicUrl: publicUrlFor(address, request), paper });
      const name = run === undefined ? `tickets-${paper}` : `tickets-run-${run}-${paper}`;
      return sendDownload(reply, { name, kind: 'pdf', content });
    },
  });
}
