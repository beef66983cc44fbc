/** The vote for the draw's animation: counts for everybody, one vote for each participant. */
import { opaqueId, voteBody, votesAnswer, type VotesAnswer } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../platform/http/api-docs.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { ParticipantSessions } from '../entries/participant-session.ts';
import { findRaffle } from '../raffles/queries.ts';
import { vote, type VoteParts } from './commands.ts';
import { ownVote, voteCounts } from './queries.ts';

export interface VoteRouteParts extends VoteParts {
  sessions: ParticipantSessions;
  limits: RateLimits;
}

/** H13: of one entry. */
const VOTES = { points: 30, windowSeconds: 60 };

const params = z.object({ id: opaqueId });

export function voteRoutes(app: HttpServer, parts: VoteRouteParts): void {
  const { database, sessions, limits } = parts;
  const votes = limits.attempts('vote', VOTES);

  async function answer(raffleId: string, inviteeId: string | null): Promise<VotesAnswer> {
    const own = inviteeId === null ? null : await ownVote(database.query, raffleId, inviteeId);
    return { votes: await voteCounts(database.query, raffleId), own };
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/animation-votes',
    authenticate: anyone,
    schema: {
      summary: 'Votes for the animation, and the own one',
      tags: ['votes'],
      params,
      response: { 200: votesAnswer, ...refusals(404) },
    },
    authorize: async (_caller, { id }) => {
      const raffle = await findRaffle(database, id);
      if (raffle === null || raffle.status === 'draft') throw new RefusalError('not_found');
    },
    handler: async (request) => {
      const { id } = request.params;
      const session = sessions.read(request.headers);
      const participant = session === null ? null : await sessions.find(session, id);
      return answer(id, participant?.entry.inviteeId ?? null);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/vote-animation',
    authenticate: (request, { id }) => sessions.requireEvenWithdrawn(request.headers, id),
    schema: {
      summary: 'Vote, or change the vote until the draw starts',
      tags: ['votes'],
      params,
      body: voteBody,
      response: { 200: votesAnswer, ...refusals(401, 403, 404, 409, 429) },
    },
    handler: async (request) => {
      const { id } = request.params;
      const participant = await sessions.require(request.headers, id, request.body.invitee_id);
      await votes.consume(participant.entry.inviteeId, id);
      await vote(parts, participant, request.body.animation_style);
      return answer(id, participant.entry.inviteeId);
    },
  });
}
