/** Emails to participants: the host sends invitations and sees the status of all emails; recipients may unsubscribe. */
import { mailOverview as overviewAnswer, opaqueId, sendInvitationsAnswer } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { type HostGate, type HostIdentity, requireConfirmedAddress } from '../../accounts/host-gate.ts';
import { callerHashes } from '../../../audit/audit.ts';
import { type OwnRaffle, requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import { sendInvitation, sendInvitations } from './commands.ts';
import { mailOverview } from './queries.ts';
import { type UnsubscribeParts, unsubscribeRoutes } from './unsubscribe-routes.ts';

export interface EmailRouteParts extends UnsubscribeParts {
  hosts: HostGate;
  /** Whether this installation sends email. */
  mail: boolean;
}

const params = z.object({ id: opaqueId });
const tags = ['invitations'];

export function emailRoutes(app: HttpServer, parts: EmailRouteParts): void {
  const { database, keys, hosts } = parts;

  /** @throws RefusalError not_found, address_not_confirmed */
  async function requireSender(host: HostIdentity, raffleId: string): Promise<OwnRaffle> {
    const raffle = await requireOwnRaffle(database, host, raffleId, 'send_invitations');
    requireConfirmedAddress(host);
    return raffle;
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/invites/send',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Send the invitation to everybody on the list who has not been sent it yet (R51)',
      tags,
      params,
      response: { 200: sendInvitationsAnswer, ...refusals(401, 403, 404, 409) },
    },
    authorize: (host, { id }) => requireSender(host, id),
    handler: async (request, _reply, { resource: raffle }) => {
      return { queued: await sendInvitations(parts, raffle, callerHashes(keys, request, raffle.id)) };
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/invites/:inviteeId/send',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: 'Send one invitation, for the first time or again',
      tags,
      params: params.extend({ inviteeId: opaqueId }),
      response: { 200: sendInvitationsAnswer, ...refusals(401, 403, 404, 409, 429) },
    },
    authorize: (host, { id }) => requireSender(host, id),
    handler: async (request, _reply, { resource: raffle }) => {
      const from = callerHashes(keys, request, raffle.id);
      await sendInvitation(parts, raffle, request.params.inviteeId, from);
      return { queued: 1 };
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/mail',
    authenticate: (request) => hosts.require(request),
    schema: {
      summary: "The status of the raffle's emails",
      tags,
      params,
      response: { 200: overviewAnswer, ...refusals(401, 403, 404) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'see_notifications'),
    handler: (_request, _reply, { resource: raffle }) => mailOverview(database, raffle.id),
  });

  unsubscribeRoutes(app, parts);
}
