/** The draws of a raffle (R69): the list that everyone sees, skipping one, and the notice between two (R72). */
import {
  drawNameBody,
  hostPrizes,
  opaqueId,
  pauseAnswer,
  pauseBody,
  plannedDraws,
  skipBody,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import type { Images } from '../../../platform/storage/images.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { callerHashes } from '../../../audit/audit.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { hostPrizesOf } from '../../raffles/prizes/queries.ts';
import { findRaffle, publicRaffleOf } from '../../raffles/queries.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import type { DrawCommandParts } from '../commands.ts';
import { changePause, renameDraw, skipDraw } from './commands.ts';
import { plannedDrawsOf } from './queries.ts';

const params = z.object({ id: opaqueId });
const drawParams = params.extend({ number: z.coerce.number().int().min(1).max(LIMITS.draws.max) });
const tags = ['draws'];

export function seriesRoutes(
  app: HttpServer,
  parts: DrawCommandParts & { hosts: HostGate; images: Images },
): void {
  const { database, clock, keys, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/draws',
    authenticate: anyone,
    schema: {
      summary: 'The draws of a raffle in their order, and what became of each; those of drafts are not found',
      tags,
      params,
      response: { 200: plannedDraws, ...refusals(404) },
    },
    authorize: async (_caller, { id }) => {
      const raffle = await findRaffle(database, id);
      if (raffle === null || raffle.status === 'draft') throw new RefusalError('not_found');
      return raffle;
    },
    handler: async (_request, _reply, { resource: raffle }) => ({
      draws: await plannedDrawsOf(database.query, raffle.id),
    }),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/draws/:number/name',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary:
        'Name a draw that has not begun, and say when it is planned; shown, and part of no record (R69)',
      tags,
      params: drawParams,
      body: drawNameBody,
      response: { 200: hostPrizes, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'rename_draw'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { name, planned_at: plannedAt } = request.body;
      const renamed = { number: request.params.number, name, plannedAt };
      const row = await renameDraw(parts, raffle, renamed, callerHashes(keys, request, raffle.id));
      return hostPrizesOf(database, row);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/draws/:number/skip',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Skip a draw that has not begun, publicly and for good (R69)',
      tags,
      params: drawParams,
      body: skipBody,
      response: { 200: hostPrizes, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'skip_draw'),
    handler: async (request, _reply, { resource: raffle }) => {
      const skipped = { number: request.params.number, reason: request.body.reason };
      const row = await skipDraw(parts, raffle, skipped, callerHashes(keys, request, raffle.id));
      return hostPrizesOf(database, row);
    },
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/pause',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Put up the notice between two draws, or take it down (R72)',
      tags,
      params,
      body: pauseBody,
      response: { 200: pauseAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_pause'),
    handler: async (request, _reply, { resource: raffle }) => {
      const row = await changePause(
        parts,
        raffle,
        request.body.pause,
        callerHashes(keys, request, raffle.id),
      );
      return { pause: (await publicRaffleOf(database, row, clock.now())).pause };
    },
  });
}
