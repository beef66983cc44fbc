/**
 * Joining (R20–R25): by personal invite or by public link. Both calls may be repeated with the same `Idempotency-Key`: the
 * answer is the same entry again.
 */
import { inviteJoinBody, joinAnswer, publicJoinEntryBody, waitingAnswer } from '@glassdrum/contract';
import { effectiveJoinLimit, type JoinLimit, type NamePublication } from '@glassdrum/raffle-rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { refusals } from '../../../platform/http/api-docs.ts';
import { idempotentCall } from '../../../platform/http/idempotency-key.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { RateLimits } from '../../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../../platform/http/route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import { isDeviceKey } from '../../../platform/keys/device-signatures.ts';
import { neighbourId, randomText } from '../../../platform/keys/random.ts';
import { callerHashes } from '../../../audit/audit.ts';
import { createHallCodeGate } from '../hall-code/hall-code-gate.ts';
import type { JoinRequest } from './decide-joins.ts';
import type { EntryParts } from '../entry-parts.ts';
import type { QueuedJoin } from './join-batch.ts';
import { createJoinQueue } from './join-queue.ts';
import { createPassphraseGate } from './passphrase-gate.ts';
import type { LinkedRaffle } from './public-links.ts';
import { findInvite, inviteTokenHash } from '../queries.ts';
import { presentWaiting } from '../review/queries.ts';
import { receiptFor } from '../receipts.ts';

/** H12. Right passphrases are not counted. */
const PASSPHRASE_ATTEMPTS = { device: 20, network: 400, windowSeconds: 300 };
/** H11: out of 30^6 codes, two of which are right. Right ones are not counted, but a full hall may type at the same moment. */
const HALL_CODE_ATTEMPTS = { device: 20, network: 2000, windowSeconds: 300 };

/** R77, R78. */
interface ChosenFields {
  name_publication?: NamePublication | undefined;
  rules_accepted?: boolean | undefined;
}

interface DeviceFields {
  device_key?: string | undefined;
  entropy_commit?: string | undefined;
}

const ANSWERS = {
  200: joinAnswer.describe('The entry that this call, browser or invite has already'),
  201: joinAnswer.describe('A new entry'),
  ...refusals(400, 403, 404, 409, 422, 429, 503),
};

export function joinRoutes(app: HttpServer, parts: EntryParts): void {
  const { database, clock, bus, keys, sessions, limits, joinLimit, publicLinks, refuseUnknownLink } = parts;
  const crowdOf = crowdLimiters(limits, joinLimit === 'off' ? null : joinLimit);
  const queue = createJoinQueue({
    database,
    bus,
    now: () => clock.now(),
    makeId: neighbourId,
    hashCaller: callerHashes,
    confirmByMail: parts.confirmByMail,
    keys,
  });
  const callKey = keys.derive('join-call');
  const passphrases = createPassphraseGate({
    database,
    attempts: limits.guesses('passphrase', PASSPHRASE_ATTEMPTS),
  });

  const hallCodes = createHallCodeGate({
    database,
    keys,
    clock,
    attempts: limits.guesses('hall-code', HALL_CODE_ATTEMPTS),
  });

  /** H11. A refused call is not counted; browsers retry automatically. @throws RefusalError joins_busy with Retry-After */
  async function requireTurn(address: string, { raffleId, joinLimit: own }: LinkedRaffle): Promise<void> {
    const retryAfter = (await crowdOf(own)?.admit(address, raffleId)) ?? 0;
    if (retryAfter > 0) throw new RefusalError('joins_busy', { retryAfter });
  }

  /** A browser that has an entry here gets it back without a passphrase, so what it sends is not counted as a guess. */
  async function checkPassphrase(
    request: FastifyRequest,
    raffleId: string,
    passphrase: string,
  ): Promise<string | null> {
    const session = sessions.read(request.headers);
    if (session !== null && (await sessions.find(session, raffleId)) !== null) return null;
    return passphrases.check({ raffleId, sender: request, passphrase });
  }

  /**
   * `call` is what must be equal when a call is repeated, which excludes the passphrase. A device that lost both the answer and
   * its own keys still gets its entry; the receipt names the key that it was made with.
   */
  function idempotencyKey(request: FastifyRequest, call: readonly (string | null)[]): JoinRequest['key'] {
    return idempotentCall(request.headers, call, callKey);
  }

  /** The part of a request that both calls share. `fresh` is the secret for a new session. */
  function common(
    request: FastifyRequest<{ Body: DeviceFields & ChosenFields }>,
    key: JoinRequest['key'],
    passphraseHash: string | null,
  ) {
    const { device_key: deviceKey = null, entropy_commit: entropyCommit = null } = request.body;
    const { name_publication: publication, rules_accepted: rulesAccepted = false } = request.body;
    if (deviceKey !== null && !isDeviceKey(deviceKey)) throw new RefusalError('device_key_invalid');
    const fresh = sessions.create();
    return {
      fresh,
      base: {
        sessionHash: sessions.read(request.headers)?.tokenHash ?? null,
        freshSessionHash: fresh.tokenHash,
        key,
        passphraseHash,
        salt: randomText(16, 'hex'),
        deviceKey,
        entropyCommit,
        publication,
        rulesAccepted,
      },
    };
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { request: join, deviceMark }: Omit<QueuedJoin, 'caller'>,
    freshToken: string,
  ): Promise<FastifyReply> {
    const { ip, headers } = request;
    const { outcome, raffle } = await queue.submit({ request: join, deviceMark, caller: { ip, headers } });
    if (outcome.kind === 'refused') {
      const { code } = outcome;
      if (code === 'invite_invalid' || code === 'public_link_invalid') return refuseUnknownLink(ip, code);
      throw new RefusalError(code);
    }
    if (raffle === null) throw new Error('A join was accepted without its raffle.');
    const { newSession } = outcome;
    const participantToken = newSession ? freshToken : null;
    if (newSession) sessions.setCookie(reply, freshToken);
    if (outcome.kind === 'waiting') {
      const waiting = presentWaiting(raffle.id, outcome.request);
      return reply.code(202).send({ ...waiting, participant_token: participantToken });
    }
    const { entry } = outcome;
    // Everything in it is made here, so nothing has to be checked or taken out: a test compares it with the contract.
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return reply.code(outcome.kind === 'joined' ? 201 : 200).send({
      invitee_id: entry.inviteeId,
      entry_number: entry.entryNumber,
      raffle_id: raffle.id,
      display_name: entry.displayName,
      tickets: entry.tickets,
      participant_token: participantToken,
      receipt: await receiptFor(entry, raffle, keys),
    });
  }

  declareRoute(app, {
    method: 'POST',
    url: '/api/join',
    authenticate: anyone,
    schema: {
      summary: 'Join by personal invite',
      tags: ['entries'],
      body: inviteJoinBody,
      response: ANSWERS,
    },
    handler: async (request, reply) => {
      const { token, passphrase } = request.body;
      const tokenHash = inviteTokenHash(token);
      const key = idempotencyKey(request, ['invite', token, ...chosenOf(request.body)]);
      let passphraseHash: string | null = null;
      if (passphrase !== undefined) {
        const invite = await findInvite(database, tokenHash, clock.now());
        if (invite === null) return refuseUnknownLink(request.ip, 'invite_invalid');
        if (!invite.redeemed) passphraseHash = await checkPassphrase(request, invite.raffleId, passphrase);
      }
      const { fresh, base } = common(request, key, passphraseHash);
      const join = { request: { ...base, via: 'invite' as const, tokenHash }, deviceMark: null };
      return answer(request, reply, join, fresh.token);
    },
  });

  declareRoute(app, {
    method: 'POST',
    url: '/api/join/public',
    authenticate: anyone,
    schema: {
      summary: 'Join by public link',
      tags: ['entries'],
      body: publicJoinEntryBody,
      response: {
        ...ANSWERS,
        202: waitingAnswer.describe('Waits for approval or a confirmed address, without a number'),
      },
    },
    handler: async (request, reply) => {
      const { public_link: publicLink, display_name: displayName, email = null, passphrase } = request.body;
      const { hall_code: hallCode, device_mark: deviceMark = null } = request.body;
      const key = idempotencyKey(request, [
        'public',
        publicLink,
        displayName,
        email,
        ...chosenOf(request.body),
      ]);
      const linked = await publicLinks.find(publicLink);
      const sendsSecret = passphrase !== undefined || hallCode !== undefined;
      if (linked === null && sendsSecret) return refuseUnknownLink(request.ip, 'public_link_invalid');
      let passphraseHash: string | null = null;
      let hallCodeRight: boolean | null = null;
      if (linked !== null && passphrase !== undefined) {
        passphraseHash = await checkPassphrase(request, linked.raffleId, passphrase);
      }
      if (linked !== null && hallCode !== undefined) {
        const attempt = { raffleId: linked.raffleId, sender: request, code: hallCode };
        hallCodeRight = await hallCodes.isRight(attempt);
      }
      const { fresh, base } = common(request, key, passphraseHash);
      // A link that is switched off admits nobody new; people who have an entry get it back without waiting.
      if (linked !== null) await requireTurn(request.ip, linked);
      const join = {
        ...base,
        via: 'public' as const,
        publicLink,
        displayName,
        email,
        freshInviteeId: neighbourId(),
        hallCodeRight,
      };
      return answer(request, reply, { request: join, deviceMark }, fresh.token);
    },
  });
}

/** What was chosen about the name (R78), where anything was: part of what must be equal when a call is repeated. */
function chosenOf({ name_publication: publication }: ChosenFields): string[] {
  return publication === undefined ? [] : [publication];
}

/** One limiter per limit in use; they share their counters, so that a host's change takes effect at once. */
function crowdLimiters(limits: RateLimits, operator: JoinLimit | null) {
  const known = new LRUCache<string, ReturnType<RateLimits['crowd']>>({ max: MAX_LIMITERS });
  return (host: JoinLimit | null) => {
    const limit = effectiveJoinLimit(operator, host);
    if (limit === null) return null;
    const name = `${limit.burst},${limit.perMinute}`;
    let crowd = known.get(name);
    if (crowd === undefined) {
      crowd = limits.crowd('join', limit);
      known.set(name, crowd);
    }
    return crowd;
  };
}

const MAX_LIMITERS = 1000;
