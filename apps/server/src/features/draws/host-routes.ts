/** Calls about a draw for its host only: preview it, pass over a winner, export the winners. */
import {
  drawPreview,
  cancelBody,
  prizeStatus as prizeStatusSchema,
  publicRaffle,
  resultsAnswer,
  whichDraw,
  opaqueId,
  passOverBody,
  winnersAnswer,
  winnersExportQuery,
} from '@glassdrum/contract';
import { z } from 'zod';
import { csvPieces } from '../../platform/http/downloads/csv.ts';
import { sendDownload } from '../../platform/http/downloads/send-download.ts';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import { declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { callerHashes } from '../../audit/audit.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { requireOwnRaffle, seesAddresses } from '../raffles/raffle-gate.ts';
import type { Images } from '../../platform/storage/images.ts';
import { publicRaffleOf } from '../raffles/queries.ts';
import { cancelRaffle } from './cancelling/commands.ts';
import type { DrawCommandParts } from './commands.ts';
import { hostWinners } from './results/host-winners.ts';
import { passOver } from './results/pass-over.ts';
import { results } from './results/queries.ts';
import { previewDraw } from './queries.ts';
import { winnersDocument, winnersWithPeople } from './results/winners-list.ts';

const params = z.object({ id: opaqueId });
const tags = ['draws'];

export function hostDrawRoutes(
  app: HttpServer,
  parts: DrawCommandParts & { hosts: HostGate; images: Images },
): void {
  const { database, keys, clock, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/draw/preview',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'What a draw started now would be: entries, tickets, assurance level (R31)',
      tags,
      params,
      response: { 200: drawPreview, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'draw_winners'),
    handler: (_request, _reply, { resource: raffle }) => previewDraw(parts, raffle),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/pass-over',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Pass over the holder of a prize; the next of the fixed order moves up, publicly (R14)',
      tags,
      params,
      body: passOverBody,
      response: { 200: prizeStatusSchema, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'pass_over_winner'),
    handler: (request, _reply, { resource: raffle }) =>
      passOver(parts, raffle.id, request.body, callerHashes(keys, request, raffle.id)),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/winners',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'All wins by prize, with how to reach the winners, from the reveal on (R4, R60)',
      tags,
      params,
      response: { 200: winnersAnswer, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_winners'),
    handler: async (_request, _reply, { resource: raffle }) => {
      const answer = await hostWinners(database, raffle.id, {
        now: clock.now(),
        addresses: seesAddresses(raffle),
      });
      if (answer === null) throw new RefusalError('results_not_available');
      return answer;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/cancel',
    authenticate: hosts.require,
    schema: {
      summary: 'Cancel a raffle before any of its draws, with a public reason (R79)',
      tags: ['raffles'],
      params,
      body: cancelBody,
      response: { 200: publicRaffle, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'cancel_raffle'),
    handler: async (request, _reply, { resource: raffle }) => {
      const row = await cancelRaffle(parts, raffle, request.body, callerHashes(keys, request, raffle.id));
      return publicRaffleOf(database, row, clock.now());
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/winners/results',
    authenticate: hosts.require,
    schema: {
      summary: 'The results of a draw with all names in full, for the host (R78), from the reveal on (R4)',
      tags: ['draws'],
      params,
      querystring: whichDraw,
      response: { 200: resultsAnswer, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_winners'),
    handler: async (request, _reply, { resource: raffle }) => {
      const answer = await results(database, raffle.id, 'host', clock.now(), request.query.draw_id);
      if (answer === null) throw new RefusalError('results_not_available');
      return answer;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/winners/export',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Winners, alternates and those passed over as a file, from the reveal on (R4)',
      tags,
      params,
      querystring: winnersExportQuery,
      response: { 200: z.unknown().meta({ description: 'text/csv' }), ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'export_raffle'),
    handler: async (request, reply, { resource: raffle }) => {
      const name = `raffle-${raffle.id}-winners`;
      if (request.query.format === 'json') {
        const answer = await hostWinners(database, raffle.id, { now: clock.now(), addresses: true });
        if (answer === null) throw new RefusalError('results_not_available');
        const content = Buffer.from(await winnersDocument(database, raffle, answer));
        return sendDownload(reply, { name, kind: 'json', content });
      }
      const list = await winnersWithPeople(database, raffle, clock.now());
      if (list === null) throw new RefusalError('results_not_available');
      const content = csvPieces(list.columns, [list.rows]);
      return sendDownload(reply, { name, kind: 'csv', content });
    },
  });
}
