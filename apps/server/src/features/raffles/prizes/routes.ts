/** A raffle's prizes: the list that its host edits (R61, R62), and the one that everyone sees. */
import { hostPrizes, opaqueId, prizeImageBody, prizeList, prizesBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { callerHashes } from '../../../audit/audit.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import type { RaffleCommandParts } from '../commands.ts';
import { findRaffle } from '../queries.ts';
import { requireOwnRaffle } from '../raffle-gate.ts';
import { changePrizeImage, changePrizes } from './commands.ts';
import { hostPrizesOf, prizeListOf } from './queries.ts';

const params = z.object({ id: opaqueId });
const tags = ['prizes'];

/** The longest list that the limits allow. */
const LIST_BYTES = 1024 * 1024;

export function prizeRoutes(app: HttpServer, parts: RaffleCommandParts & { hosts: HostGate }): void {
  const { database, keys, hosts } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/prizes',
    authenticate: hosts.require,
    schema: {
      summary: 'The prizes with the groups that can win them, for the host',
      tags,
      params,
      response: { 200: hostPrizes, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_raffle_as_host'),
    handler: (_request, _reply, { resource: raffle }) => hostPrizesOf(database, raffle),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/prize-list',
    authenticate: anyone,
    schema: {
      summary: 'The prizes as everyone sees them; those of drafts are not found',
      tags,
      params,
      response: { 200: prizeList, ...refusals(404) },
    },
    authorize: async (_caller, { id }) => {
      const raffle = await findRaffle(database, id);
      if (raffle === null || raffle.status === 'draft') throw new RefusalError('not_found');
      return raffle;
    },
    handler: (_request, _reply, { resource: raffle }) => prizeListOf(database, raffle),
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/prizes',
    bodyLimit: LIST_BYTES,
    authenticate: hosts.require,
    schema: {
      summary: 'Replace the list of prizes; of an opened raffle a public change, until the draw starts (R62)',
      tags,
      params,
      body: prizesBody,
      response: { 200: hostPrizes, ...refusals(400, 401, 403, 404, 409, 413, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_prizes'),
    handler: async (request, _reply, { resource: raffle }) => {
      const from = callerHashes(keys, request, raffle.id);
      return hostPrizesOf(database, await changePrizes(parts, raffle, request.body, from));
    },
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/prizes/:prizeId/image',
    bodyLimit: LIMITS.imageBodyBytes.max,
    config: { longMember: 'image_url' },
    authenticate: hosts.require,
    schema: {
      summary: "Set or remove a prize's image",
      tags,
      params: params.extend({ prizeId: opaqueId }),
      body: prizeImageBody,
      response: { 200: hostPrizes, ...refusals(400, 401, 403, 404, 409, 413, 415, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_prizes'),
    handler: async (request, _reply, { resource: raffle }) => {
      const { prizeId } = request.params;
      const change = { prizeId, upload: request.body.image_url };
      const row = await changePrizeImage(parts, raffle, change, callerHashes(keys, request, raffle.id));
      return hostPrizesOf(database, row);
    },
  });
}
