/** The host's list of participants (R11, R20): show and export it, change tickets, remove somebody. Other hosts get 404 (C7). */
import {
  groupsAnswer,
  groupsBody,
  hostPlacementBody,
  opaqueId,
  participantRow,
  type ParticipantRow,
  participantsAnswer,
  participantsExportQuery,
  participantsQuery,
  personNameBody,
  ticketsBody,
  unplacedAnswer,
} from '@glassdrum/contract';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Cell } from '../../platform/http/downloads/cells.ts';
import { csvPieces } from '../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { spreadsheetOf } from '../../platform/http/downloads/spreadsheet.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { sendList } from '../../platform/http/answers/send-list.ts';
import { declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { createWorkPool } from '../../platform/threads/work-pool.ts';
import { requireOwnRaffle, seesAddresses } from '../raffles/raffle-gate.ts';
import { changeGroups, placeTickets, removeParticipant, setTickets } from './commands.ts';
import type { EntryParts } from './entry-parts.ts';
import { lowerName } from './names/commands.ts';
import { unplacedOf } from './placement/queries.ts';
import { participantBatches, participantOf } from './queries.ts';

const COLUMNS = [
  'Entry #',
  'Name',
  'Email',
  'Joined',
  'Tickets',
  'State',
  'Groups',
  'Checked in',
  'Absent',
  'Name shown',
];
const WIDTHS = [9, 32, 32, 18, 9, 12, 24, 12, 12, 12];
/** A spreadsheet needs all rows at once, and a thread. */
const sheets = createWorkPool({ atOnce: 2, waiting: 8 });

const raffleParams = z.object({ id: opaqueId });
const participantParams = z.object({ id: opaqueId, inviteeId: opaqueId });

export function participantRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/participants',
    authenticate: hosts.require,
    schema: {
      summary: 'Everybody who joined, in order of entry numbers',
      tags: ['entries'],
      params: raffleParams,
      querystring: participantsQuery,
      response: { 200: participantsAnswer, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_participants'),
    handler: async (request, reply, { resource: own }) => {
      const { id, title, max_tickets } = own;
      const batches = participantBatches(database, id, request.query.first);
      return sendList(reply, {
        before: `{"raffle":${JSON.stringify({ id, title, max_tickets })},"participants":`,
        batches: seesAddresses(own) ? batches : withoutAddresses(batches),
        after: '}',
      });
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/participants/export',
    authenticate: hosts.require,
    schema: {
      summary: 'Everybody who joined as a CSV or XLSX file; no cell can run as a formula (M1)',
      tags: ['entries'],
      params: raffleParams,
      querystring: participantsExportQuery,
      response: { 200: z.unknown().meta({ description: 'a file' }), ...refusals(400, 401, 403, 404, 503) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'export_raffle'),
    handler: async (request, reply, { resource: { id } }) => {
      const { format: kind } = request.query;
      const content = kind === 'csv' ? entriesCsv(database, id) : await entriesSheet(database, id);
      return sendDownload(reply, { name: `raffle-${id}-entries`, kind, content });
    },
  });

  declareRoute(app, {
    method: 'PATCH',
    url: '/api/raffles/:id/participants/:inviteeId/tickets',
    authenticate: hosts.require,
    schema: {
      summary: 'Change how many tickets somebody holds; makes a new receipt',
      tags: ['entries'],
      params: participantParams,
      body: ticketsBody,
      response: { 200: participantRow, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_tickets'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { inviteeId } = request.params;
      const { tickets } = request.body;
      const { entry } = await setTickets(parts, raffle, { inviteeId, tickets, caller: request });
      return participantOf(database, raffle.id, entry.entryNumber);
    },
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/participants/:inviteeId/name',
    authenticate: hosts.require,
    schema: {
      summary: 'Publish less of somebody’s name from now on (R78); never more again',
      tags: ['entries'],
      params: participantParams,
      body: personNameBody,
      response: { 200: participantRow, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'lower_name'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { inviteeId } = request.params;
      const { name_publication: publication } = request.body;
      const input = { publication, by: 'host', caller: request } as const;
      const { entry } = await lowerName(parts, { raffleId: raffle.id, inviteeId }, input);
      return participantOf(database, raffle.id, entry.entryNumber);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/unplaced',
    authenticate: hosts.require,
    schema: {
      summary: 'Who holds tickets that lie in no bucket (R64)',
      tags: ['entries'],
      params: raffleParams,
      response: { 200: unplacedAnswer, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_participants'),
    handler: (_request, _reply, { resource: raffle }) => unplacedOf(database, raffle),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/participants/:inviteeId/placement',
    authenticate: hosts.require,
    schema: {
      summary: 'Spread the tickets of somebody without a phone over the prizes (R64); makes a new receipt',
      tags: ['entries'],
      params: participantParams,
      body: hostPlacementBody,
      response: { 200: participantRow, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'place_tickets_for'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { inviteeId } = request.params;
      const input = { placement: request.body, by: 'host', caller: request } as const;
      const { entry } = await placeTickets(parts, { raffleId: raffle.id, inviteeId }, input);
      return participantOf(database, raffle.id, entry.entryNumber);
    },
  });

  declareRoute(app, {
    method: 'DELETE',
    url: '/api/raffles/:id/participants/:inviteeId',
    authenticate: hosts.require,
    schema: {
      summary: 'Remove somebody; the number stays taken, with 0 tickets',
      tags: ['entries'],
      params: participantParams,
      response: { 200: participantRow, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'remove_participant'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { inviteeId } = request.params;
      const { entry } = await removeParticipant(parts, raffle, { inviteeId, caller: request });
      return participantOf(database, raffle.id, entry.entryNumber);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/people/groups',
    authenticate: hosts.require,
    schema: {
      summary: 'Give labels to people and take labels from them, at most 200 people a call (R63)',
      tags: ['entries'],
      params: raffleParams,
      body: groupsBody,
      response: { 200: groupsAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_groups'),
    handler: (request, _reply, { resource: raffle }) =>
      changeGroups(parts, raffle, { ...request.body, caller: request }),
  });
}

function entriesCsv(database: Database, raffleId: string): AsyncGenerator<string> {
  return csvPieces(COLUMNS, rowBatches(database, raffleId));
}

/** @throws RefusalError unavailable when too many sheets are being made */
function entriesSheet(database: Database, raffleId: string): Promise<Buffer> {
  return sheets.run(async () => {
    const rows: Cell[][] = [];
    for await (const batch of rowBatches(database, raffleId)) rows.push(...batch);
    return spreadsheetOf({ name: 'Entries', heads: COLUMNS, rows, widths: WIDTHS });
  });
}

async function* rowBatches(database: Database, raffleId: string): AsyncGenerator<Cell[][]> {
  for await (const batch of participantBatches(database, raffleId)) yield batch.map(cells);
}

/** Draws that people had to be present at are named by their numbers (R71). */
function cells(row: ParticipantRow): Cell[] {
  const { entry_number, display_name, email, joined_at, tickets, state, groups } = row;
  const checkedIn = row.check_ins.map(({ draw }) => draw).join(', ');
  const about = [groups.join(', '), checkedIn, row.absent_in.join(', '), row.name_publication];
  return [entry_number, display_name, email, new Date(joined_at), tickets, state, ...about];
}

/** R81: for members who see no addresses. */
async function* withoutAddresses(batches: AsyncIterable<ParticipantRow[]>): AsyncGenerator<ParticipantRow[]> {
  for await (const batch of batches) yield batch.map((row) => ({ ...row, email: null }));
}
