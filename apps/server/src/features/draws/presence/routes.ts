/** Presence (R71): the host's decision for each draw, check-in, the code for the stage, and check-ins from phones and the desk. */
import {
  checkInCodeAnswer,
  checkInCodeQuery,
  checkInsAnswer,
  checkInsBody,
  deskQuery,
  opaqueId,
  ownCheckInAnswer,
  ownCheckInBody,
  presenceAnswer,
  presenceBody,
} from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import type { RaffleRow } from '../../../platform/database/database.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { type PublicAddress, publicUrlFor } from '../../../platform/http/origin.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { callerHashes } from '../../../audit/audit.ts';
import type { HostGate } from '../../accounts/host-gate.ts';
import type { ParticipantGate } from '../../entries/participant-gate.ts';
import type { ParticipantSessions } from '../../entries/participant-session.ts';
import { presentOwnEntry } from '../../entries/queries.ts';
import { createDeskGate } from '../../paper/desk/desk-gate.ts';
import { publicRaffleOf } from '../../raffles/queries.ts';
import { requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { createStageGate } from '../../sharing/stage/stage-gate.ts';
import { shownCode } from './check-in-code.ts';
import {
  changePresence,
  checkInWithCode,
  checkPeopleIn,
  openCheckIn,
  type PresenceParts,
} from './commands.ts';
import { nextDrawOf } from './queries.ts';

export interface PresenceRouteParts extends PresenceParts {
  hosts: HostGate;
  participants: ParticipantGate;
  sessions: ParticipantSessions;
  limits: RateLimits;
  address: PublicAddress;
}

const params = z.object({ id: opaqueId });
const tags = ['presence'];
/** Wrong codes of one entry. */
const GUESSES = { points: 10, windowSeconds: 300 };
/** Several desks behind one address, of which each sends what it kept without network. */
const DESK_CALLS = { points: 1200, windowSeconds: 60 };

export function presenceRoutes(app: HttpServer, parts: PresenceRouteParts): void {
  const { database, clock, keys, hosts, participants, sessions, limits, address } = parts;
  const desks = createDeskGate(parts);
  const stages = createStageGate(parts);
  const guesses = limits.attempts('check-in', GUESSES);
  const deskCalls = limits.attempts('desk-check-ins', DESK_CALLS);

  const present = async (row: RaffleRow) => ({
    presence: (await publicRaffleOf(database, row, clock.now())).presence,
  });

  declareRoute(app, {
    method: 'PUT',
    url: '/api/raffles/:id/draws/:number/presence',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Whether people must be present at a draw to win in it, until its list closes; public',
      tags,
      params: params.extend({ number: z.coerce.number().int().min(1).max(LIMITS.draws.max) }),
      body: presenceBody,
      response: { 200: presenceAnswer, ...refusals(400, 401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'change_presence'),
    handler: async (request, _reply, { resource: raffle }) => {
      const change = { number: request.params.number, required: request.body.required };
      return present(await changePresence(parts, raffle, change, callerHashes(keys, request, raffle.id)));
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/check-in',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Open check-in for the next draw; it ends when the draw starts',
      tags,
      params,
      response: { 200: presenceAnswer, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'open_check_in'),
    handler: async (request, _reply, { resource: raffle }) =>
      present(await openCheckIn(parts, raffle, callerHashes(keys, request, raffle.id))),
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/check-in/code',
    authenticate: ({ query }) => ({ stageKey: checkInCodeQuery.safeParse(query).data?.key ?? '' }),
    schema: {
      summary: 'The code that the stage shows, with its key: new every 30 seconds and accepted for 60',
      tags,
      params,
      querystring: checkInCodeQuery,
      response: { 200: checkInCodeAnswer, ...refusals(404, 429) },
    },
    authorize: ({ stageKey }, { id }, { ip }) => stages.require(id, { stageKey, ip }),
    handler: async (request, _reply, { resource: raffle }) => {
      const next = raffle.draw_started === 1 ? null : await nextDrawOf(database.query, raffle);
      if (next === null || !next.required || next.openedAt === null) return { code: null };
      const of = { raffleId: raffle.id, drawNumber: next.number, openedAt: next.openedAt };
      const { scanned, typed, changesAt, validUntil } = shownCode(keys, of, clock.now());
      const url = `${publicUrlFor(address, request)}/here/${raffle.id}?code=${scanned}`;
      return { code: { url, typed, changes_at: changesAt, valid_until: validUntil } };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/me/check-in',
    authenticate: (request, { id }) => participants.require(request.headers, id),
    schema: {
      summary: "Check this browser's entries in with the code on the stage; makes new receipts",
      tags,
      params,
      body: ownCheckInBody,
      response: { 200: ownCheckInAnswer, ...refusals(400, 401, 403, 404, 409, 429) },
    },
    handler: async (request, _reply, { caller }) => {
      const { raffleId, entry } = caller;
      await guesses.consume(entry.inviteeId, raffleId);
      const own = await sessions.all(request.headers, raffleId);
      await checkInWithCode(parts, {
        raffleId,
        inviteeIds: own.map((one) => one.entry.inviteeId),
        code: request.body.code,
        from: callerHashes(keys, request, raffleId),
      });
      await guesses.forgive(entry.inviteeId, raffleId);
      const after = await sessions.all(request.headers, raffleId);
      return { entries: await Promise.all(after.map((one) => presentOwnEntry(parts, one))) };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/desk/check-ins',
    authenticate: ({ query }) => ({ deskKey: deskQuery.safeParse(query).data?.key ?? '' }),
    schema: {
      summary: 'Check people in at the desk by ticket, personal link or numbers, or take that back',
      tags,
      params,
      querystring: deskQuery,
      body: checkInsBody,
      response: { 200: checkInsAnswer, ...refusals(400, 404, 409, 422, 429) },
    },
    authorize: async ({ deskKey }, { id }, { ip }) => {
      const raffle = await desks.require(id, { deskKey, ip });
      await deskCalls.consume(ip, raffle.id);
      return raffle;
    },
    handler: (request, _reply, { resource: raffle }) =>
      checkPeopleIn(parts, raffle.id, {
        body: request.body,
        actor: 'desk',
        from: callerHashes(keys, request, raffle.id),
      }),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/check-ins',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Check people in by ticket, personal link or numbers, or take that back',
      tags,
      params,
      body: checkInsBody,
      response: { 200: checkInsAnswer, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'check_in_people'),
    handler: (request, _reply, { resource: raffle }) =>
      checkPeopleIn(parts, raffle.id, {
        body: request.body,
        actor: 'host',
        from: callerHashes(keys, request, raffle.id),
      }),
  });
}
