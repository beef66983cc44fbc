/**
 * What the pages of an invite and a public link show (R7, R41, R43). GET never redeems or writes, and unknown, revoked,
 * disabled and expired links look the same (I4).
 */
import { inviteAnswer, joinInfoQuery, opaqueId, publicJoinAnswer, publicJoinInfo } from '@glassdrum/contract';
import { maySee, type RaffleAudience } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { sendShared } from '../../../platform/http/answers/shared-answer.ts';
import type { EntryParts } from '../entry-parts.ts';
import { NO_NUMBERS } from '../roster.ts';
import { findInvite, inviteTokenHash, isInviteOfDraft, isPublicLinkOfDraft } from '../queries.ts';

export function joinInfoRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, audiences, roster, publicLinks, refuseUnknownLink } = parts;

  declareRoute(app, {
    method: 'GET',
    url: '/api/invite/:token',
    authenticate: anyone,
    schema: {
      summary: 'The raffle and person that a personal link is for',
      tags: ['entries'],
      params: z.object({ token: z.string().max(200) }),
      querystring: joinInfoQuery,
      response: { 200: inviteAnswer, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      const tokenHash = inviteTokenHash(request.params.token);
      const invite = await findInvite(database, tokenHash, clock.now());
      const page = invite === null ? null : await roster.page(invite.raffleId);
      if (invite === null || page === null) {
        if (await isInviteOfDraft(database, tokenHash, clock.now())) return { not_open_yet: true as const };
        return refuseUnknownLink(request.ip, 'invite_invalid');
      }
      const { inviteeId, displayName, redeemed, reissued, enteredNumber } = invite;
      const { audience, participant: own } = await audiences.ofInvite(request.headers, invite);
      const rest = JSON.stringify({
        invitee: { display_name: displayName },
        is_redeemed: redeemed,
        reissued,
        entered_number: enteredNumber,
        own_entry: own === null ? null : { invitee_id: inviteeId, entry_number: own.entry.entryNumber },
      });
      return sendShared(
        request,
        reply,
        request.query.numbers === 'none' ? NO_NUMBERS : page.taken[wordingFor(audience)],
        `],"raffle":${page.raffleJson},${rest.slice(1)}`,
      );
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/join/:publicLink',
    authenticate: anyone,
    schema: {
      summary: 'The raffle behind a public link',
      tags: ['entries'],
      params: z.object({ publicLink: z.string().max(200) }),
      querystring: joinInfoQuery,
      response: { 200: publicJoinAnswer, ...refusals(404, 429) },
    },
    handler: async (request, reply) => {
      const link = opaqueId.safeParse(request.params.publicLink);
      const linked = link.success ? await publicLinks.find(link.data) : null;
      const raffleId = linked?.raffleId ?? null;
      const page = raffleId === null ? null : await roster.page(raffleId);
      if (raffleId === null || page === null) {
        const isDraft = link.success && (await isPublicLinkOfDraft(database, link.data));
        if (isDraft) return { not_open_yet: true as const };
        return refuseUnknownLink(request.ip, 'public_link_invalid');
      }
      const end = `],"raffle":${page.raffleJson}}`;
      if (request.query.numbers === 'none') return sendShared(request, reply, NO_NUMBERS, end);
      const member = await audiences.ofCall(request.headers, raffleId);
      return sendShared(request, reply, page.taken[wordingFor(member?.audience ?? 'visitor')], end);
    },
  });

  declareRoute(app, {
    method: 'GET',
    url: '/api/raffles/:id/entrants',
    authenticate: anyone,
    schema: {
      summary:
        'Numbers and names for the audience: in full for entrants and the host, shortened for visitors (R43)',
      tags: ['entries'],
      params: z.object({ id: opaqueId }),
      response: { 200: publicJoinInfo, ...refusals(404) },
    },
    authorize: async (_caller, { id }) => {
      const page = await roster.page(id);
      if (page === null) throw new RefusalError('not_found');
      return page;
    },
    handler: async (request, reply, { resource: page }) => {
      const member = await audiences.ofCall(request.headers, request.params.id);
      const taken = page.taken[wordingFor(member?.audience ?? 'visitor')];
      return sendShared(request, reply, taken, `],"raffle":${page.raffleJson}}`);
    },
  });
}

function wordingFor(audience: RaffleAudience): 'full' | 'short' {
  return maySee(audience, 'full_names') ? 'full' : 'short';
}
