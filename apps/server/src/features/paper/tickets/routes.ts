/** The page behind a paper ticket's QR code (R67): it shows the ticket to anyone who holds it, and keeps it on a phone. */
import { joinAnswer, keepTicketBody, ticketAnswer, type TicketAnswer } from '@glassdrum/contract';
import { decideKeepTicket, paperStatus } from '@glassdrum/raffle-rules';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { refusals } from '../../../platform/http/api-docs.ts';
import { idempotentCall } from '../../../platform/http/idempotency-key.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { isDeviceKey } from '../../../platform/keys/device-signatures.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { receiptOf } from '../../entries/queries.ts';
import { findRaffle, publicRaffleOf } from '../../raffles/queries.ts';
import type { PaperParts } from '../paper-parts.ts';
import { ticketByToken, ticketRows } from '../queries.ts';
import { keepTicket } from './commands.ts';

const tags = ['paper tickets'];
/** H6: tokens that no ticket has. A hall full of people may scan one that was erased. */
const MISSES = { points: 300, windowSeconds: 60 };

export function ticketRoutes(app: HttpServer, parts: PaperParts): void {
  const { database, clock, keys, sessions, limits } = parts;
  const misses = limits.attempts('tickets', MISSES);
  const callKey = keys.derive('keep-call');

  /** @throws RefusalError ticket_invalid, too_many_requests */
  async function shown(request: FastifyRequest, token: string): Promise<TicketAnswer> {
    const found = await ticketByToken(database.query, token);
    const raffle = found === null ? null : await findRaffle(database, found.raffleId);
    const [ticket] =
      found === null || raffle === null ? [] : await ticketRows(database.query, raffle.id, [found.number]);
    if (raffle === null || ticket === undefined) {
      await misses.consume(request.ip, 'any');
      throw new RefusalError('ticket_invalid');
    }
    const { number, code, isKept, isListed, inviteeId } = ticket;
    const session = sessions.read(request.headers);
    const own = session === null ? null : await sessions.find(session, raffle.id, inviteeId);
    const keeping = decideKeepTicket(raffleFacts(raffle), ticket);
    return {
      raffle: await publicRaffleOf(database, raffle, clock.now()),
      ticket: {
        number,
        code,
        status: paperStatus(ticket),
        kept: isKept,
        can_keep: keeping.ok,
        takes_name: !isListed,
      },
      own_entry: own === null ? null : { invitee_id: inviteeId, entry_number: number },
    };
  }

  declareRoute(app, {
    method: 'GET',
    url: '/api/ticket/:token',
    authenticate: anyone,
    schema: {
      summary: 'The paper ticket that a QR code belongs to, with its raffle',
      tags,
      params: z.object({ token: z.string().max(200) }),
      response: { 200: ticketAnswer, ...refusals(404, 429) },
    },
    handler: (request) => shown(request, request.params.token),
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/ticket/keep',
    authenticate: anyone,
    schema: {
      summary:
        'Keep a sold paper ticket on this phone, under a name; once. Repeatable with an Idempotency-Key',
      tags,
      body: keepTicketBody,
      response: {
        200: joinAnswer.describe('This phone kept it already'),
        201: joinAnswer.describe('Kept'),
        ...refusals(400, 404, 409, 422, 429),
      },
    },
    handler: async (request, reply) => {
      const { token, display_name: displayName, device_key: deviceKey = null } = request.body;
      const { entropy_commit: entropyCommit = null, name_publication: publication } = request.body;
      const { rules_accepted: rulesAccepted = false } = request.body;
      if (deviceKey !== null && !isDeviceKey(deviceKey)) throw new RefusalError('device_key_invalid');
      if ((await ticketByToken(database.query, token)) === null) {
        await misses.consume(request.ip, 'any');
        throw new RefusalError('ticket_invalid');
      }
      const asked = ['keep', token, displayName ?? null, ...(publication === undefined ? [] : [publication])];
      const key = idempotentCall(request.headers, asked, callKey);
      const { ip, headers } = request;
      const person = { token, displayName, publication, rulesAccepted, deviceKey, entropyCommit };
      const call = { ...person, key, caller: { ip, headers } };
      const { raffleId, entry, freshToken, isNew } = await keepTicket(parts, call);
      const receipt = await receiptOf(parts, raffleId, entry);
      if (receipt === null) throw new Error('A raffle with paper tickets has receipts.');
      if (freshToken !== null) sessions.setCookie(reply, freshToken);
      return reply.code(isNew ? 201 : 200).send({
        invitee_id: entry.inviteeId,
        entry_number: entry.entryNumber,
        raffle_id: raffleId,
        display_name: entry.displayName,
        tickets: entry.tickets,
        participant_token: freshToken,
        receipt,
      });
    },
  });
}
