/**
 * What an invite's page and a public link's page show (R7, R41, R43). GET never redeems or writes, and what is unknown,
 * revoked, disabled or expired looks the same (I4).
 */
import { inviteInfo, opaqueId, publicJoinInfo } from '@glassdrum/contract';
import { z } from 'zod';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import type { HttpServer } from '../../http/server.ts';
import { sendShared } from '../../http/shared-answer.ts';
import { findRaffle } from '../raffles/queries.ts';
import type { EntryParts } from './entry-parts.ts';
import { findInvite, inviteTokenHash } from './queries.ts';

export function joinInfoRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, hosts, sessions, roster, publicLinks, missed } = parts;

  app.route({
    method: 'GET',
    url: '/api/invite/:token',
    schema: {
      summary: 'The raffle and person that a personal link is for',
      tags: ['entries'],
      params: z.object({ token: z.string().max(200) }),
      response: { 200: inviteInfo, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      const invite = await findInvite(database, inviteTokenHash(request.params.token), clock.now());
      const page = invite === null ? null : await roster.page(invite.raffleId);
      if (invite === null || page === null) return missed(request.ip, 'invite_invalid');
      const { raffleId, inviteeId, displayName, redeemed, reissued } = invite;
      const session = redeemed ? sessions.read(request.headers) : null;
      const own = session === null ? null : await sessions.find(session, raffleId, inviteeId);
      const rest = JSON.stringify({
        invitee: { display_name: displayName },
        is_redeemed: redeemed,
        reissued,
        own_entry: own === null ? null : { invitee_id: inviteeId, entry_number: own.entry.entryNumber },
      });
      // A link that was used already is no longer its holder's proof of being invited; a re-issued one is.
      const audience = !redeemed || reissued || (own !== null && own.entry.tickets > 0) ? 'full' : 'short';
      return sendShared(
        request,
        reply,
        page.taken[audience],
        `],"raffle":${page.raffleJson},${rest.slice(1)}`,
      );
    },
  });

  app.route({
    method: 'GET',
    url: '/api/join/:publicLink',
    schema: {
      summary: 'The raffle behind a public link',
      tags: ['entries'],
      params: z.object({ publicLink: z.string().max(200) }),
      response: { 200: publicJoinInfo, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      const link = opaqueId.safeParse(request.params.publicLink);
      const raffleId = link.success ? await publicLinks.find(link.data) : null;
      const page = raffleId === null ? null : await roster.page(raffleId);
      if (raffleId === null || page === null) return missed(request.ip, 'public_link_invalid');
      const session = sessions.read(request.headers);
      const own = session === null ? null : await sessions.find(session, raffleId);
      const audience = own !== null && own.entry.tickets > 0 ? 'full' : 'short';
      return sendShared(request, reply, page.taken[audience], `],"raffle":${page.raffleJson}}`);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/raffles/:id/entrants',
    schema: {
      summary:
        'Numbers and names for those who watch: in full for entrants and the host, shortened for visitors (R43)',
      tags: ['entries'],
      params: z.object({ id: opaqueId }),
      response: { 200: publicJoinInfo, ...refusals(404) },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const page = await roster.page(id);
      if (page === null) throw new CallError('not_found');
      const session = sessions.read(request.headers);
      const own = session === null ? null : await sessions.find(session, id);
      const knows = (own !== null && own.entry.tickets > 0) || (await isHostOf(request.headers, id));
      const taken = page.taken[knows ? 'full' : 'short'];
      return sendShared(request, reply, taken, `],"raffle":${page.raffleJson}}`);
    },
  });

  async function isHostOf(headers: { cookie?: string | undefined }, raffleId: string): Promise<boolean> {
    const host = await hosts.find(headers);
    if (host === null) return false;
    return (await findRaffle(database, raffleId))?.host_id === host.hostId;
  }
}
