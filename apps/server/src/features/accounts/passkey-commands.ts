/**
 * Passkeys (WebAuthn): a host adds one with the password, and signs in with it alone. The authenticator must have made
 * sure who holds it (user verification), so that a passkey stands for both factors.
 */
import type { PasskeyLoginBody, PasskeyRegisterBody } from '@glassdrum/contract';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isDatabaseAway, type Trx } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { publicUrlFor } from '../../http/origin.ts';
import { createAttemptLimiter } from '../../http/rate-limit.ts';
import { callerHashes, writeAudit } from '../audit/audit.ts';
import type { AccountParts, Caller, SignedIn } from './account-parts.ts';
import { QUARTER_HOUR_SECONDS } from './guesses.ts';
import type { HostIdentity } from './host-gate.ts';
import { issueOnce, redeemOnce } from './one-time-values.ts';
import { addPasskey, findPasskey, notePasskeyUse, type PasskeyRow, passkeysOf } from './passkey-store.ts';
import { welcome } from './sessions.ts';

/** Where the browser is: passkeys belong to one host name. */
interface PasskeyCaller extends Caller {
  protocol: string;
  host: string;
}

/** Options as WebAuthn writes them in JSON, for the browser's credential call. */
type Options = Record<string, unknown>;

export interface PasskeyCommands {
  /** The password was proven before. @throws CallError too_many_passkeys */
  registerOptions(caller: PasskeyCaller, host: HostIdentity): Promise<Options>;
  /** @throws CallError passkey_refused, too_many_passkeys */
  register(caller: PasskeyCaller, host: HostIdentity, body: PasskeyRegisterBody): Promise<void>;
  /** @throws CallError not_found */
  remove(caller: Caller, host: HostIdentity, passkeyId: string): Promise<void>;
  /** @throws CallError too_many_requests */
  loginOptions(caller: PasskeyCaller): Promise<Options>;
  /** @throws CallError passkey_refused, too_many_requests */
  login(caller: PasskeyCaller, body: PasskeyLoginBody): Promise<SignedIn>;
}

const MOST_PASSKEYS = 20;

export function passkeyCommands(parts: AccountParts): PasskeyCommands {
  const { database, keys, clock, auth, address } = parts;
  const logins = createAttemptLimiter({ points: 100, windowSeconds: QUARTER_HOUR_SECONDS });

  function audit(trx: Trx, caller: Caller, hostId: string, action: string): Promise<void> {
    const from = callerHashes(keys, caller, hostId);
    return writeAudit(trx, { raffleId: null, hostId, actor: 'host', action, ts: clock.now(), from });
  }

  function siteOf(caller: PasskeyCaller): { origin: string; rpID: string } {
    const { origin, hostname } = new URL(publicUrlFor(address, caller));
    return { origin, rpID: hostname };
  }

  async function refuseTooMany(hostId: string): Promise<void> {
    const { length } = await passkeysOf(database.query, hostId);
    if (length >= MOST_PASSKEYS) throw new CallError('too_many_passkeys');
  }

  return {
    async registerOptions(caller, { hostId, email, name }) {
      await refuseTooMany(hostId);
      const options = await generateRegistrationOptions({
        rpName: 'Glassdrum',
        rpID: siteOf(caller).rpID,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(hostId),
        challenge: await challenge('passkey-register', hostId),
        attestationType: 'none',
        excludeCredentials: (await passkeysOf(database.query, hostId)).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    async register(caller, host, { name, credential }) {
      const { hostId } = host;
      await refuseTooMany(hostId);
      const { origin, rpID } = siteOf(caller);
      const { registrationInfo } = await orRefuse(
        verifyRegistrationResponse({
          response: credential as RegistrationResponseJSON,
          expectedChallenge: async (given) => (await taken('passkey-register', given)) === hostId,
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
        }),
      );
      if (registrationInfo === undefined) throw new CallError('passkey_refused');
      const { id, publicKey, counter } = registrationInfo.credential;
      const now = clock.now();
      const row: PasskeyRow = {
        id,
        user_id: hostId,
        name,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(credential.response.transports ?? []),
        created_at: now,
        last_used_at: null,
      };
      await database.transaction(async (trx) => {
        if (!(await addPasskey(trx, row))) throw new CallError('passkey_refused');
        await audit(trx, caller, hostId, 'passkey_added');
      });
    },

    async remove(caller, { hostId }, passkeyId) {
      await database.transaction(async (trx) => {
        const gone = await trx
          .deleteFrom('passkeys')
          .where('id', '=', passkeyId)
          .where('user_id', '=', hostId)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) throw new CallError('not_found');
        await audit(trx, caller, hostId, 'passkey_removed');
      });
    },

    async loginOptions(caller) {
      await logins.consume(caller.ip, 'options');
      const options = await generateAuthenticationOptions({
        rpID: siteOf(caller).rpID,
        challenge: await challenge('passkey-login', ''),
        userVerification: 'required',
      });
      return { ...options };
    },

    async login(caller, { credential }) {
      await logins.consume(caller.ip, 'login');
      const passkey = await findPasskey(database.query, credential.id);
      if (passkey === undefined) throw new CallError('passkey_refused');
      const { origin, rpID } = siteOf(caller);
      const { verified, authenticationInfo } = await orRefuse(
        verifyAuthenticationResponse({
          response: credential as AuthenticationResponseJSON,
          expectedChallenge: async (given) => (await taken('passkey-login', given)) !== null,
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: true,
        }),
      );
      const use = { counter: authenticationInfo.newCounter, now: clock.now() };
      if (!verified || !(await notePasskeyUse(database.query, passkey.id, use))) {
        throw new CallError('passkey_refused');
      }
      const cookies = await auth.openSession(passkey.user_id);
      return welcome(parts, caller, passkey.user_id, { cookies, action: 'signed_in_with_passkey' });
    },
  };

  /** A challenge that this server made, as the bytes that are signed. */
  async function challenge(
    purpose: 'passkey-register' | 'passkey-login',
    value: string,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const secret = await issueOnce(database.query, purpose, value, clock.now());
    return new Uint8Array(Buffer.from(secret, 'base64url'));
  }

  /** The value of a challenge that came back in base64url; null the second time. */
  function taken(purpose: 'passkey-register' | 'passkey-login', given: string): Promise<string | null> {
    return redeemOnce(database.query, purpose, given, clock.now());
  }
}

/** The library throws where a response is not what was asked for. The database being away is another matter. */
async function orRefuse<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch (error) {
    throw isDatabaseAway(error) ? error : new CallError('passkey_refused');
  }
}
