/** Letters to participants: the host sends invitations and sees what became of all mail; whoever gets mail may end it. */
import { mailOverview as overviewAnswer, opaqueId, sendInvitationsAnswer } from '@glassdrum/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import type { HttpServer } from '../../http/server.ts';
import type { HostGate } from '../accounts/host-gate.ts';
import { callerHashes } from '../audit/audit.ts';
import { type OwnRaffle, requireOwnRaffle } from '../raffles/raffle-gate.ts';
import { sendInvitation, sendInvitations } from './commands.ts';
import type { LetterParts } from './letter-parts.ts';
import { mailOverview } from './queries.ts';
import { unsubscribeRoutes } from './unsubscribe-routes.ts';

export interface LetterRouteParts extends LetterParts {
  hosts: HostGate;
  /** Whether this installation sends mail. */
  mail: boolean;
}

const params = z.object({ id: opaqueId });
const tags = ['invitations'];

export function letterRoutes(app: HttpServer, parts: LetterRouteParts): void {
  const { database, keys, hosts } = parts;

  const own = async (request: {
    headers: FastifyRequest['headers'];
    params: { id: string };
  }): Promise<OwnRaffle> => requireOwnRaffle(database, await hosts.require(request), request.params.id);

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/invites/send',
    schema: {
      summary: 'Mail the invitation to everybody on the list who was not sent it yet (R51)',
      tags,
      params,
      response: { 200: sendInvitationsAnswer, ...refusals(401, 404, 409) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      return { queued: await sendInvitations(parts, raffle, callerHashes(keys, request, raffle.id)) };
    },
  });

  app.route({
    method: 'POST',
    url: '/api/raffles/:id/invites/:inviteeId/send',
    schema: {
      summary: 'Mail one invitation, also again',
      tags,
      params: params.extend({ inviteeId: opaqueId }),
      response: { 200: sendInvitationsAnswer, ...refusals(401, 404, 409, 429) },
    },
    handler: async (request) => {
      const raffle = await own(request);
      const from = callerHashes(keys, request, raffle.id);
      await sendInvitation(parts, raffle, request.params.inviteeId, from);
      return { queued: 1 };
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/mail',
    schema: {
      summary: "What became of the raffle's letters",
      tags,
      params,
      response: { 200: overviewAnswer, ...refusals(401, 404) },
    },
    handler: async (request) => mailOverview(database, (await own(request)).id),
  });

  unsubscribeRoutes(app, parts);
}
