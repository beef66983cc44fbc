/** H11: the hall code for the console and, with its key, for the stage. */
import { hallCodeAnswer, type HallCodeAnswer, hallCodeQuery, opaqueId } from '@glassdrum/contract';
import { effectiveStatus } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { callerHashes } from '../../../audit/audit.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { createStageGate } from '../../sharing/stage/stage-gate.ts';
import type { EntryParts } from '../entry-parts.ts';
import { hallCodeOf, renewHallCode } from './hall-code-gate.ts';

const params = z.object({ id: opaqueId });

export function hallCodeRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, keys, hosts } = parts;
  const stages = createStageGate(parts);

  /** Null while nobody can join by the public link. */
  function present(raffle: RaffleRow): HallCodeAnswer {
    const now = clock.now();
    const isOpen = effectiveStatus(raffleFacts(raffle), now) === 'open' && raffle.allow_public_join === 1;
    const shown = isOpen ? hallCodeOf(keys, raffle, now) : null;
    return { code: shown?.code ?? null, changes_at: shown?.changesAt ?? null };
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/hall-code',
    authenticate: async (request) => {
      const stageKey = hallCodeQuery.safeParse(request.query).data?.key;
      return stageKey === undefined ? hosts.require(request) : { stageKey };
    },
    schema: {
      summary:
        "The code that is shown in the hall: for the raffle's host, and with its key for the stage (H11)",
      tags: ['raffles'],
      params,
      querystring: hallCodeQuery,
      response: { 200: hallCodeAnswer, ...refusals(401, 403, 404, 429) },
    },
    authorize: async (caller, { id }, { ip }): Promise<RaffleRow> => {
      if (!('stageKey' in caller)) return requireOwnRaffle(database, caller, id, 'see_hall_code');
      return stages.require(id, { stageKey: caller.stageKey, ip });
    },
    handler: async (_request, _reply, { resource: raffle }) => present(raffle),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/hall-code',
    authenticate: hosts.require,
    schema: {
      summary: 'A new hall code; earlier ones end at once',
      tags: ['raffles'],
      params,
      response: { 200: hallCodeAnswer, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'renew_hall_code'),
    handler: async (request, _reply, { resource: raffle }) =>
      present(await renewHallCode(parts, raffle, callerHashes(keys, request, raffle.id))),
  });
}
