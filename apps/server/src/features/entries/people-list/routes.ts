/** The host's list of people, to be invited or to be entered at once (R66). */
import { opaqueId, peopleAnswer, peopleBody } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { refusals } from '../../../platform/http/api-docs.ts';
import { idempotentCall } from '../../../platform/http/idempotency-key.ts';
import { declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { listsAtOnce } from '../../invitations/import-gate.ts';
import { hostNameOf } from '../../raffles/queries.ts';
import { requireAbility, requireOwnRaffle } from '../../raffles/raffle-gate.ts';
import type { EntryParts } from '../entry-parts.ts';
import { addPeople } from './commands.ts';
import { readRows } from './read-rows.ts';

export function peopleListRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, keys, hosts } = parts;
  const callKey = keys.derive('people-call');

  declareRoute(app, {
    method: 'POST',
    url: '/api/raffles/:id/people',
    bodyLimit: LIMITS.inviteeListBodyBytes.max,
    config: { longMember: 'people' },
    authenticate: hosts.require,
    schema: {
      summary: 'Invite a list of people, or enter them at once, at most 10,000 a call (R66)',
      tags: ['entries'],
      params: z.object({ id: opaqueId }),
      body: peopleBody,
      response: { 200: peopleAnswer, ...refusals(400, 401, 403, 404, 409, 413, 422, 503) },
    },
    authorize: (host, { id }) => requireOwnRaffle(database, host, id, 'enter_people'),
    handler: (request, _reply, { caller: host, resource: raffle }) => {
      const { mode, people, skip_bad_rows: skipBad } = request.body;
      if (mode === 'invite') requireAbility(raffle.role, 'change_invitees');
      const call = idempotentCall(request.headers, [raffle.id, mode, skipBad, people], callKey);
      return listsAtOnce.run(async () => {
        const maxTickets = mode === 'enter' ? raffle.max_tickets : null;
        const hostName = (await hostNameOf(database.query, raffle.id)) ?? host.name;
        const rows = await readRows(people, { hostName, maxTickets });
        return addPeople(parts, raffle, { mode, rows, skipBad, call, caller: request });
      });
    },
  });
}
