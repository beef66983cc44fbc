/** The session's own entry: looking at it (R40, R42) and leaving (R45). */
import { opaqueId, ownEntry, type OwnEntry } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import { leaveRaffle } from './commands.ts';
import type { Entry } from './decide-joins.ts';
import type { EntryParts } from './entry-parts.ts';
import { receiptRaffle } from './queries.ts';
import { receiptFor } from './receipts.ts';

const raffleParams = z.object({ id: opaqueId });
/** A browser may hold several entries of one raffle; without the id the one joined last is meant. */
const whichEntry = z.object({ invitee_id: opaqueId.optional() });

export function ownEntryRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, keys, participants } = parts;

  async function present(raffleId: string, entry: Entry, joinedAt: number): Promise<OwnEntry> {
    const raffle = await receiptRaffle(database, raffleId);
    if (raffle === null) throw new CallError('not_found');
    return {
      invitee_id: entry.inviteeId,
      entry_number: entry.entryNumber,
      display_name: entry.displayName,
      tickets: entry.tickets,
      joined_at: joinedAt,
      receipt: await receiptFor(entry, raffle, keys),
    };
  }

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/me',
    schema: {
      summary: 'Own entry with its newest receipt; 0 tickets after leaving or removal',
      tags: ['entries'],
      params: raffleParams,
      querystring: whichEntry,
      response: { 200: ownEntry, ...refusals(401, 403, 404) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { invitee_id: which } = request.query;
      const { entry, joinedAt } = await participants.requireEvenWithdrawn(request.headers, id, which);
      return present(id, entry, joinedAt);
    },
  });

  app.route({
    method: 'DELETE',
    url: '/api/raffles/:id/me',
    schema: {
      summary: 'Leave before the draw; the number stays taken, with 0 tickets',
      tags: ['entries'],
      params: raffleParams,
      body: whichEntry.nullish(),
      response: { 200: ownEntry, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const { invitee_id: which } = request.body ?? {};
      const participant = await participants.requireEvenWithdrawn(request.headers, id, which);
      const { entry, joinedAt } = await leaveRaffle(parts, participant, request);
      return present(id, entry, joinedAt);
    },
  });
}
