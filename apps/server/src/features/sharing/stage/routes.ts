/** The stage, the page for projector and OBS: its link for the host, and its content for anyone who has the link. */
import {
  linkBody,
  opaqueId,
  stageInfo,
  type StageInfo,
  stageLinkAnswer,
  stageQuery,
} from '@glassdrum/contract';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { sendShared } from '../../../platform/http/answers/shared-answer.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import { callerHashes } from '../../../audit/audit.ts';
import type { Roster } from '../../entries/roster.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { stageKeyOf } from './commands.ts';
import { createStageGate } from './stage-gate.ts';

export interface StageRouteParts {
  database: Database;
  clock: Clock;
  bus: Bus;
  keys: Keys;
  hosts: HostGate;
  roster: Roster;
  address: PublicAddress;
  limits: RateLimits;
}

const params = z.object({ id: opaqueId });

export function stageRoutes(app: HttpServer, parts: StageRouteParts): void {
  const { database, keys, hosts, roster, address } = parts;
  const stages = createStageGate(parts);

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/stage-link',
    authenticate: hosts.require,
    schema: {
      summary:
        'The link to the stage, made if there is none yet; with `renew` a new one, and the old one ends (M8)',
      tags: ['raffles'],
      params,
      body: linkBody,
      response: { 200: stageLinkAnswer, ...refusals(400, 401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'share_stage_link'),
    handler: async (request, _reply, { resource: raffle }) => {
      const renew = request.body?.renew ?? false;
      const key = await stageKeyOf(parts, raffle, callerHashes(keys, request, raffle.id), { renew });
      return { url: `${publicUrlFor(address, request)}/stage/${raffle.id}?key=${key}` };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/stage',
    authenticate: ({ query }) => ({ stageKey: stageQuery.safeParse(query).data?.key ?? '' }),
    schema: {
      summary: 'What the stage shows, with its key: names in full (R43)',
      tags: ['raffles'],
      params,
      querystring: stageQuery,
      response: { 200: stageInfo, ...refusals(404, 429) },
    },
    authorize: async ({ stageKey }, { id }, { ip }) => {
      const raffle = await stages.require(id, { stageKey, ip });
      const page = await roster.page(raffle.id);
      if (page === null) throw new RefusalError('not_found');
      return { raffle, page };
    },
    handler: async (request, reply, { resource: { raffle, page } }) => {
      const links = JSON.stringify(presentStageLinks(raffle, publicUrlFor(address, request)));
      return sendShared(request, reply, page.taken.full, `],"raffle":${page.raffleJson},${links.slice(1)}`);
    },
  });
}

/** The QR code's link and the short address; null while nobody can join with them. @param publicUrl without a slash at the end */
function presentStageLinks(
  row: Pick<RaffleRow, 'allow_public_join' | 'public_link' | 'join_code'>,
  publicUrl: string,
): Pick<StageInfo, 'public_url' | 'join_code' | 'join_code_url'> {
  const { public_link: link, join_code: code } = row;
  if (row.allow_public_join === 0 || link === null) {
    return { public_url: null, join_code: null, join_code_url: null };
  }
  return {
    public_url: `${publicUrl}/join/${link}`,
    join_code: code,
    join_code_url: code === null ? null : `${publicUrl}/j/${code}`,
  };
}
