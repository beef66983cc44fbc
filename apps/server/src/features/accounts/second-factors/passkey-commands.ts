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
import type { Kysely, Selectable } from 'kysely';
import { isDatabaseAway, type Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { publicUrlFor } from '../../../platform/http/origin.ts';
import { type AccountParts, auditHost, type Caller, type SignedIn } from '../account-parts.ts';
import { noteHost } from '../../../audit/audit.ts';
import type { HostIdentity } from '../host-gate.ts';
import type { ChangeEmails } from '../change-emails.ts';
import { issueOnce, redeemOnce } from '../one-time-values.ts';
import { sessionOrigin } from '../sessions/session-origin.ts';
import { completeSignIn, refuseSuspended } from '../sessions/sessions.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

/** Where the browser is: passkeys belong to one host name. */
interface PasskeyCaller extends Caller {
  protocol: string;
  host: string;
}

/** Options as WebAuthn writes them in JSON, for the browser's credential call. */
type Options = Record<string, unknown>;

export interface PasskeyCommands {
  /** For a caller who has just given the password. @throws RefusalError too_many_passkeys */
  registerOptions(caller: PasskeyCaller, host: HostIdentity): Promise<Options>;
  /** @throws RefusalError passkey_refused, too_many_passkeys */
  register(caller: PasskeyCaller, host: HostIdentity, body: PasskeyRegisterBody): Promise<void>;
  /** @throws RefusalError not_found */
  remove(caller: Caller, host: HostIdentity, passkeyId: string): Promise<void>;
  /** One that was on hold since a password reset signs in again. @throws RefusalError not_found */
  keep(caller: Caller, host: HostIdentity, passkeyId: string): Promise<void>;
  loginOptions(caller: PasskeyCaller): Promise<Options>;
  /** @throws RefusalError passkey_refused, account_suspended */
  login(caller: PasskeyCaller, body: PasskeyLoginBody): Promise<SignedIn>;
}

const MOST_PASSKEYS = 20;

export function passkeyCommands(parts: AccountParts, changeEmails: ChangeEmails): PasskeyCommands {
  const { database, clock, auth, address } = parts;

  function siteOf(caller: PasskeyCaller): { origin: string; rpID: string } {
    const { origin, hostname } = new URL(publicUrlFor(address, caller));
    return { origin, rpID: hostname };
  }

  async function refuseTooMany(hostId: string): Promise<void> {
    const { length } = await passkeysOf(database.query, hostId);
    if (length >= MOST_PASSKEYS) throw new RefusalError('too_many_passkeys');
  }

  return {
    async registerOptions(caller, host) {
      const { hostId, email, name } = host;
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

    async register(caller, { hostId }, { name, credential }) {
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
      if (registrationInfo === undefined) throw new RefusalError('passkey_refused');
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
        suspended_at: null,
      };
      await database.transaction(async (trx) => {
        if (!(await addPasskey(trx, row))) throw new RefusalError('passkey_refused');
        await auditHost(trx, parts, { caller, hostId, action: 'passkey_added' });
      });
      changeEmails.send(caller, hostId, 'passkey_added');
    },

    async remove(caller, { hostId }, passkeyId) {
      await database.transaction(async (trx) => {
        const gone = await trx
          .deleteFrom('passkeys')
          .where('id', '=', passkeyId)
          .where('user_id', '=', hostId)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) throw new RefusalError('not_found');
        await auditHost(trx, parts, { caller, hostId, action: 'passkey_removed' });
      });
      changeEmails.send(caller, hostId, 'passkey_removed');
    },

    async keep(caller, { hostId }, passkeyId) {
      await database.transaction(async (trx) => {
        if (!(await keepPasskey(trx, hostId, passkeyId))) throw new RefusalError('not_found');
        await auditHost(trx, parts, { caller, hostId, action: 'passkey_kept' });
      });
      changeEmails.send(caller, hostId, 'passkey_kept');
    },

    async loginOptions(caller) {
      const options = await generateAuthenticationOptions({
        rpID: siteOf(caller).rpID,
        challenge: await challenge('passkey-login', ''),
        userVerification: 'required',
      });
      return { ...options };
    },

    async login(caller, { credential }) {
      const passkey = await findPasskey(database.query, credential.id);
      if (passkey === undefined) throw new RefusalError('passkey_refused');
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
      // Only the passkey's own device has got this far, so the sentence tells nobody else anything.
      if (verified && passkey.suspended_at !== null) {
        throw new RefusalError('passkey_refused', {
          message:
            'This passkey is on hold since the password was reset. Please sign in with your password and keep the passkey on your account page.',
        });
      }
      const use = { counter: authenticationInfo.newCounter, now: clock.now() };
      if (!verified || !(await notePasskeyUse(database.query, passkey.id, use))) {
        throw new RefusalError('passkey_refused');
      }
      noteHost(caller.headers, passkey.user_id);
      await refuseSuspended(database.query, passkey.user_id);
      const cookies = await auth.openSession(passkey.user_id, sessionOrigin(caller));
      return completeSignIn(parts, caller, passkey.user_id, { cookies, action: 'signed_in_with_passkey' });
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
    throw isDatabaseAway(error) ? error : new RefusalError('passkey_refused');
  }
}

type PasskeyRow = Selectable<Tables['passkeys']>;

/** As hosts see them, the oldest first. */
export async function passkeysOf(
  query: Kysely<Tables>,
  userId: string,
): Promise<
  { id: string; name: string; created_at: number; last_used_at: number | null; suspended: boolean }[]
> {
  const rows = await query
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'suspended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ suspended_at: suspendedAt, ...passkey }) => ({
    ...passkey,
    suspended: suspendedAt !== null,
  }));
}

/** Whether a passkey signs in to this account. */
export async function hasUsablePasskey(query: Kysely<Tables>, userId: string): Promise<boolean> {
  return (await passkeysOf(query, userId)).some(({ suspended }) => !suspended);
}

/** C14: from now on none of the account's passkeys signs in, until the host keeps it. @param now epoch ms */
export async function suspendPasskeys(trx: Trx, userId: string, now: number): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ suspended_at: now })
    .where('user_id', '=', userId)
    .where('suspended_at', 'is', null)
    .execute();
}

/** Lets a suspended passkey sign in again. False when the host has no such suspended passkey. */
async function keepPasskey(trx: Trx, userId: string, id: string): Promise<boolean> {
  const kept = await trx
    .updateTable('passkeys')
    .set({ suspended_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

async function findPasskey(query: Kysely<Tables>, id: string): Promise<PasskeyRow | undefined> {
  return query.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when the authenticator's credential is known already. */
async function addPasskey(trx: Trx, row: PasskeyRow): Promise<boolean> {
  const added = await trx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records a use. An authenticator with a counter must have counted on, which detects a copy of it. */
async function notePasskeyUse(
  query: Kysely<Tables>,
  id: string,
  { counter, now }: { counter: number; now: number },
): Promise<boolean> {
  const change = query
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where('suspended_at', 'is', null);
  const { numUpdatedRows } = await (
    counter === 0 ? change.where('counter', '=', 0) : change.where('counter', '<', counter)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}
