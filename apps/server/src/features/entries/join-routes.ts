/**
 * Joining (R20–R25): by personal invite or by public link. Both calls may be repeated with the same `Idempotency-Key`:
 * an answer that got lost is given again, by the same entry.
 */
import { inviteJoinBody, joinAnswer, publicJoinEntryBody } from '@glassdrum/contract';
import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '../../http/api-docs.ts';
import { CallError } from '../../http/errors.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import type { HttpServer } from '../../http/server.ts';
import { neighbourId, randomText } from '../../keys/random.ts';
import { callerHashes } from '../audit/audit.ts';
import type { JoinRequest } from './decide-joins.ts';
import type { EntryParts } from './entry-parts.ts';
import { createJoinQueue } from './join-queue.ts';
import { createPassphraseGate } from './passphrase-gate.ts';
import { findInvite, inviteTokenHash } from './queries.ts';
import { receiptFor } from './receipts.ts';

/** H6. Right passphrases don't count. */
const PASSPHRASE_TRIES = { points: 20, windowSeconds: 300 };
/** Long enough to be a secret: whoever repeats a key with its call gets the entry's session. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{16,200}$/;

const ANSWERS = {
  200: joinAnswer.describe('The entry that this call, browser or invite has already'),
  201: joinAnswer.describe('A new entry'),
  ...refusals(400, 403, 404, 409, 422, 429, 503),
};

export function joinRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, bus, keys, sessions, publicLinks, missed } = parts;
  const queue = createJoinQueue({
    database,
    bus,
    now: () => clock.now(),
    makeId: neighbourId,
    hashCaller: (caller, raffleId) => callerHashes(keys, caller, raffleId),
    confirmByMail: parts.confirmByMail,
  });
  const callKey = keys.derive('join-call');
  const tries = createAttemptLimiter(PASSPHRASE_TRIES);
  const passphrases = createPassphraseGate({
    database,
    consume: (address, raffleId) => tries.consume(address, raffleId),
    forgive: (address, raffleId) => tries.forgive(address, raffleId),
  });

  /** The key of a repeatable call; `call` is what has to be equal the next time, without the passphrase. */
  function idempotencyKey(request: FastifyRequest, call: readonly (string | null)[]): JoinRequest['key'] {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return null;
    if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
      throw new CallError('invalid_input', {
        message: 'An Idempotency-Key has 16 to 200 visible characters, for example a UUID.',
      });
    }
    return {
      keyHash: createHash('sha256').update(key).digest('hex'),
      // Keyed, because names and addresses are few enough to be tried.
      requestHash: createHmac('sha256', callKey).update(JSON.stringify(call)).digest('hex'),
    };
  }

  /** The part of a request that both kinds of call have. `fresh` is the secret of a session to come. */
  function common(request: FastifyRequest, key: JoinRequest['key'], provenPassphrase: string | null) {
    const fresh = sessions.create();
    return {
      fresh,
      base: {
        sessionHash: sessions.read(request.headers)?.tokenHash ?? null,
        freshSessionHash: fresh.tokenHash,
        key,
        provenPassphrase,
        salt: randomText(16, 'hex'),
      },
    };
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    join: JoinRequest,
    freshToken: string,
  ): Promise<FastifyReply> {
    const { ip, headers } = request;
    const { outcome, raffle } = await queue.submit({ request: join, caller: { ip, headers } });
    if (outcome.kind === 'refused') {
      const { code } = outcome;
      if (code === 'invite_invalid' || code === 'public_link_invalid') return missed(ip, code);
      throw new CallError(code);
    }
    if (raffle === null) throw new Error('A join was accepted without its raffle.');
    const { entry, newSession } = outcome;
    if (newSession) sessions.give(reply, freshToken);
    return reply.code(outcome.kind === 'joined' ? 201 : 200).send({
      invitee_id: entry.inviteeId,
      entry_number: entry.entryNumber,
      raffle_id: raffle.id,
      display_name: entry.displayName,
      tickets: entry.tickets,
      participant_token: newSession ? freshToken : null,
      receipt: await receiptFor(entry, raffle, keys),
    });
  }

  app.route({
    method: 'POST',
    url: '/api/join',
    schema: {
      summary: 'Join by personal invite',
      tags: ['entries'],
      body: inviteJoinBody,
      response: ANSWERS,
    },
    handler: async (request, reply) => {
      const { token, passphrase } = request.body;
      const tokenHash = inviteTokenHash(token);
      const key = idempotencyKey(request, ['invite', token]);
      let proven: string | null = null;
      if (passphrase !== undefined) {
        const invite = await findInvite(database, tokenHash, clock.now());
        if (invite === null) return missed(request.ip, 'invite_invalid');
        const { raffleId } = invite;
        if (!invite.redeemed) proven = await passphrases.prove({ raffleId, address: request.ip, passphrase });
      }
      const { fresh, base } = common(request, key, proven);
      return answer(request, reply, { ...base, via: 'invite', tokenHash }, fresh.token);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/join/public',
    schema: {
      summary: 'Join by public link',
      tags: ['entries'],
      body: publicJoinEntryBody,
      response: ANSWERS,
    },
    handler: async (request, reply) => {
      const { public_link: publicLink, display_name: displayName, email = null, passphrase } = request.body;
      const key = idempotencyKey(request, ['public', publicLink, displayName, email]);
      let proven: string | null = null;
      if (passphrase !== undefined) {
        const raffleId = await publicLinks.find(publicLink);
        if (raffleId === null) return missed(request.ip, 'public_link_invalid');
        proven = await passphrases.prove({ raffleId, address: request.ip, passphrase });
      }
      const { fresh, base } = common(request, key, proven);
      const join = { via: 'public', publicLink, displayName, email, freshInviteeId: neighbourId() } as const;
      return answer(request, reply, { ...base, ...join }, fresh.token);
    },
  });
}
