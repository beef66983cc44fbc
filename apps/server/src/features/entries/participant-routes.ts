/** The host's list of participants (R11, R20): see it, change tickets, remove somebody. Other hosts see 404 (C7). */
import {
  opaqueId,
  participantRow,
  type ParticipantRow,
  participantsAnswer,
  participantsExportQuery,
  participantsQuery,
  ticketsBody,
} from '@glassdrum/contract';
import { z } from 'zod';
import { sendDownload } from '../../downloads/send-download.ts';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { type ChangedEntry, removeParticipant, setTickets } from './commands.ts';
import type { EntryParts } from './entry-parts.ts';
import { entriesCsv, entriesSheet } from './entries-file.ts';
import { participantsOf } from './queries.ts';

const raffleParams = z.object({ id: opaqueId });
const participantParams = z.object({ id: opaqueId, inviteeId: opaqueId });

export function participantRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, hosts } = parts;

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/participants',
    schema: {
      summary: 'Everybody who joined, in order of entry numbers',
      tags: ['entries'],
      params: raffleParams,
      querystring: participantsQuery,
      response: { 200: participantsAnswer, ...refusals(400, 401, 404) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const raffle = await requireOwnRaffle(database, host, request.params.id);
      return {
        participants: await participantsOf(database, raffle.id, request.query.first),
        raffle: { id: raffle.id, title: raffle.title, max_tickets: raffle.max_tickets },
      };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/participants/export',
    schema: {
      summary: 'Everybody who joined as a CSV or XLSX file; no cell can run as a formula (M1)',
      tags: ['entries'],
      params: raffleParams,
      querystring: participantsExportQuery,
      response: { 200: z.unknown().meta({ description: 'a file' }), ...refusals(400, 401, 404) },
    },
    handler: async (request, reply) => {
      const host = await hosts.require(request);
      const { id } = await requireOwnRaffle(database, host, request.params.id);
      const { format: kind } = request.query;
      const content = kind === 'csv' ? entriesCsv(database, id) : await entriesSheet(database, id);
      return sendDownload(reply, { name: `raffle-${id}-entries`, kind, content });
    },
  });

  app.route({
    method: 'PATCH',
    url: '/api/raffles/:id/participants/:inviteeId/tickets',
    schema: {
      summary: 'Change how many tickets somebody holds; makes a new receipt',
      tags: ['entries'],
      params: participantParams,
      body: ticketsBody,
      response: { 200: participantRow, ...refusals(400, 401, 404, 409, 422) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const { id, inviteeId } = request.params;
      const raffle = await requireOwnRaffle(database, host, id);
      const { tickets } = request.body;
      return present(await setTickets(parts, raffle, { inviteeId, tickets, caller: request }));
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/raffles/:id/participants/:inviteeId',
    schema: {
      summary: 'Remove somebody; the number stays taken, with 0 tickets',
      tags: ['entries'],
      params: participantParams,
      response: { 200: participantRow, ...refusals(401, 404, 409) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const { id, inviteeId } = request.params;
      const raffle = await requireOwnRaffle(database, host, id);
      return present(await removeParticipant(parts, raffle, { inviteeId, caller: request }));
    },
  });
}

function present({ entry, joinedAt }: ChangedEntry): ParticipantRow {
  return {
    invitee_id: entry.inviteeId,
    entry_number: entry.entryNumber,
    display_name: entry.displayName,
    email: entry.email,
    joined_at: joinedAt,
    tickets: entry.tickets,
  };
}
