/** The stage for projector and OBS: its link for the host, and what it shows for whoever has the link. */
import { opaqueId, stageInfo, stageLinkAnswer, stageQuery } from '@glassdrum/contract';
import { z } from 'zod';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/database.ts';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { type PublicAddress, publicUrlFor } from '../../http/origin.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import { sendShared } from '../../http/shared-answer.ts';
import type { Keys } from '../../keys/keys.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../audit/audit.ts';
import type { Roster } from '../entries/roster.ts';
import { findRaffle } from '../raffles/queries.ts';
import { requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { stageKeyOf } from './commands.ts';
import { presentStageLinks } from './present.ts';
import { opensStage } from './stage-gate.ts';

interface StageRouteParts {
  database: Database;
  clock: Clock;
  keys: Keys;
  hosts: HostGate;
  roster: Roster;
  address: PublicAddress;
}

const params = z.object({ id: opaqueId });
/** H6: keys that open nothing. */
const MISSES = { points: 300, windowSeconds: 60 };

export function stageRoutes(app: HttpServer, parts: StageRouteParts): void {
  const { database, keys, hosts, roster, address } = parts;
  const misses = createAttemptLimiter(MISSES);

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/stage-link',
    schema: {
      summary: 'The link to the stage, made if there is none yet',
      tags: ['raffles'],
      params,
      response: { 200: stageLinkAnswer, ...refusals(401, 404) },
    },
    handler: async (request) => {
      const host = await hosts.require(request);
      const raffle = await requireOwnRaffle(database, host, request.params.id);
      const key = await stageKeyOf(parts, raffle, callerHashes(keys, request, raffle.id));
      return { url: `${publicUrlFor(address, request)}/stage/${raffle.id}?key=${key}` };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/stage',
    schema: {
      summary: 'What the stage shows, with its key: names in full (R43)',
      tags: ['raffles'],
      params,
      querystring: stageQuery,
      response: { 200: stageInfo, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      const raffle = await findRaffle(database, request.params.id);
      const opens = raffle !== null && opensStage(keys, raffle, request.query.key);
      const page = opens ? await roster.page(raffle.id) : null;
      if (!opens || page === null) {
        await misses.consume(request.ip, 'stage');
        throw new CallError('not_found');
      }
      const links = JSON.stringify(presentStageLinks(raffle, publicUrlFor(address, request)));
      return sendShared(request, reply, page.taken.full, `],"raffle":${page.raffleJson},${links.slice(1)}`);
    },
  });
}
