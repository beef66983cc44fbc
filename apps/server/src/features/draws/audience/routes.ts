/** What entrants' devices send to a draw: contributions (R89), and signatures that they hold its freeze (R87). */
import { contributionBody, opaqueId, ownAudienceAnswer, ownEntryQuery, seenBody } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { declareRoute, done, OK } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { ParticipantGate } from '../../entries/participant-gate.ts';
import { type AudienceParts, createAudienceCommands } from './commands.ts';
import { createAudiencePlaces } from './queries.ts';

/** H6: a device signs once; retries after lost answers need a few more. */
const SIGNATURES = { points: 30, windowSeconds: 60 };

const params = z.object({ id: opaqueId });
const stored = done.describe('Stored; the first one of an entry counts');

/** @returns `stop` cancels pending notifications */
export function audienceRoutes(
  app: HttpServer,
  parts: AudienceParts & { participants: ParticipantGate; limits: RateLimits },
): { stop(): void } {
  const { database, participants, limits } = parts;
  const commands = createAudienceCommands(parts);
  const placeOf = createAudiencePlaces(database);
  const attempts = limits.attempts('audience', SIGNATURES);

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/draw/contribution',
    authenticate: (request, { id }) => participants.requireInCrowd(request.headers, id),
    schema: {
      summary: 'Send what the device committed to, in the seconds between close and freeze (R89)',
      tags: ['draws'],
      params,
      body: contributionBody,
      response: { 200: stored, ...refusals(400, 401, 403, 404, 409, 422) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: which, contribution } = request.body;
      const participant = await participants.selectActive(caller, request.headers, which);
      await commands.contribute(participant, contribution);
      return OK;
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/draw/seen',
    authenticate: (request, { id }) => participants.requireInCrowd(request.headers, id),
    schema: {
      summary: 'Sign that this device holds the freeze, before the random number exists (R87)',
      tags: ['draws'],
      params,
      body: seenBody,
      response: { 200: stored, ...refusals(400, 401, 403, 404, 409, 422, 429) },
    },
    handler: async (request, _reply, { caller }) => {
      const { invitee_id: which, freeze_hash: freezeHash, seen_at: seenAt, signature } = request.body;
      const participant = await participants.selectActive(caller, request.headers, which);
      await attempts.consume(participant.entry.inviteeId, 'signature');
      await commands.sign(participant, { freezeHash, seenAt, signature });
      return OK;
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/draw/audience/me',
    authenticate: (request, { id }) => participants.requireInCrowd(request.headers, id),
    schema: {
      summary: 'The place of the own signature in the audience record (R87)',
      tags: ['draws'],
      params,
      querystring: ownEntryQuery,
      response: { 200: ownAudienceAnswer, ...refusals(401, 403, 404, 409) },
    },
    handler: async (request, _reply, { caller }) => {
      const which = request.query.invitee_id;
      const { entry } = await participants.selectActive(caller, request.headers, which);
      return placeOf(caller.raffleId, entry.entryNumber);
    },
  });

  return { stop: () => commands.stop() };
}
