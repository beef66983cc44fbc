/**
 * What a signed-in host does about the account's security: new password, sign out everywhere, two-factor codes (I2, H6).
 * What a borrowed screen must not be able to do asks for the password again.
 */
import type { AccountState, PasswordChangeBody, RecoveryCodes, TwoFactorSetup } from '@glassdrum/contract';
import { RefusalError } from '../../../platform/refusal.ts';
import { hashSlowly } from '../../../platform/keys/slow-hash.ts';
import { type AccountParts, auditHost, type Caller, refusalAt, type SignedIn } from '../account-parts.ts';
import { createGuesses } from '../guesses.ts';
import type { HostIdentity } from '../host-gate.ts';
import type { ChangeEmails } from '../change-emails.ts';
import { forgetOnce } from '../one-time-values.ts';
import { passkeysOf } from './passkey-commands.ts';
import {
  hasPassword,
  refuseCommonPassword,
  storePassword,
  userWithPassword,
} from '../passwords/passwords.ts';
import { isConnected } from '../single-sign-on/identities.ts';
import { sessionOrigin } from '../sessions/session-origin.ts';
import { completeSignIn, endAllSessions } from '../sessions/sessions.ts';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  isTwoFactorOn,
  keepTwoFactor,
  replaceRecoveryCodes,
  twoFactorState,
} from './two-factor.ts';
import { totpUri } from './totp.ts';

export interface SecurityCommands {
  state(host: HostIdentity): Promise<AccountState>;
  /**
   * The password, or a fresh sign-in where no password opens the account (R83).
   * @throws RefusalError password_wrong at this field, fresh_sign_in_needed, too_many_requests
   */
  provePassword(
    caller: Caller,
    host: HostIdentity,
    password: string | undefined,
    field?: string,
  ): Promise<void>;
  /** Ends all sessions and opens a new one here. @throws RefusalError password_wrong, password_too_common */
  changePassword(caller: Caller, host: HostIdentity, input: PasswordChangeBody): Promise<SignedIn>;
  /** @throws RefusalError password_wrong, two_factor_on */
  beginTwoFactor(caller: Caller, host: HostIdentity, password: string | undefined): Promise<TwoFactorSetup>;
  /** @throws RefusalError code_wrong */
  enableTwoFactor(caller: Caller, host: HostIdentity, code: string): Promise<RecoveryCodes>;
  /** Those that a password reset put on hold. @throws RefusalError code_wrong */
  keepTwoFactor(caller: Caller, host: HostIdentity, code: string): Promise<void>;
  /** @throws RefusalError password_wrong */
  disableTwoFactor(caller: Caller, host: HostIdentity, password: string | undefined): Promise<void>;
  /** New ones in place of the old. @throws RefusalError password_wrong, code_wrong when two-factor codes are off */
  renewRecoveryCodes(
    caller: Caller,
    host: HostIdentity,
    password: string | undefined,
  ): Promise<RecoveryCodes>;
}

export function securityCommands(parts: AccountParts, changeEmails: ChangeEmails): SecurityCommands {
  const { database, keys, clock, bus, auth, hosts, limits } = parts;
  const passwordGuesses = createGuesses(limits, 'password');
  const codeGuesses = createGuesses(limits, 'code');

  async function provePassword(
    caller: Caller,
    host: HostIdentity,
    password: string | undefined,
    field = 'password',
  ): Promise<void> {
    const { hostId } = host;
    if (!parts.passwords || !(await hasPassword(database.query, hostId))) return hosts.refuseStale(host);
    if (password === undefined) throw refusalAt(field, 'password_wrong');
    await passwordGuesses.count(caller, hostId, hostId);
    if ((await userWithPassword(database, { userId: hostId }, password)) === null) {
      throw refusalAt(field, 'password_wrong');
    }
    await passwordGuesses.forgive(caller, hostId, hostId);
  }

  return {
    provePassword,

    async state({ hostId, addressConfirmed, isOperator }) {
      const { query } = database;
      const { left } = await query
        .selectFrom('recovery_codes')
        .select((build) => build.fn.countAll<number>().as('left'))
        .where('user_id', '=', hostId)
        .executeTakeFirstOrThrow();
      const ownPassword = parts.passwords && (await hasPassword(query, hostId));
      const passkeys = await passkeysOf(query, hostId);
      const otherWay = ownPassword || (parts.passwords && passkeys.some(({ suspended }) => !suspended));
      return {
        has_password: ownPassword,
        provider: { connected: await isConnected(query, hostId), removable: otherWay },
        passkeys,
        two_factor: { ...(await twoFactorState(query, hostId)), recovery_codes_left: left },
        address_confirmed: addressConfirmed,
        is_operator: isOperator,
      };
    },

    async changePassword(caller, host, input) {
      await provePassword(caller, host, input.current_password, 'current_password');
      refuseCommonPassword(input.password);
      const hash = await hashSlowly(input.password);
      const { hostId } = host;
      await database.transaction(async (trx) => {
        await storePassword(trx, hostId, { hash, now: clock.now() });
        await endAllSessions(trx, hostId);
        await forgetOnce(trx, 'reset', hostId);
        await forgetOnce(trx, 'second-step', hostId);
        await auditHost(trx, parts, { caller, hostId: host.hostId, action: 'password_changed' });
      });
      const cookies = await auth.openSession(hostId, sessionOrigin(caller));
      changeEmails.send(caller, hostId, 'password_changed');
      const user = await completeSignIn(parts, caller, hostId, { cookies, action: 'signed_in' });
      bus.publish({ topic: 'host-sessions-ended', hostId });
      return user;
    },

    async beginTwoFactor(caller, host, password) {
      await provePassword(caller, host, password);
      const secret = await beginTwoFactor(parts, host.hostId, clock.now());
      if (secret === null) throw new RefusalError('two_factor_on');
      return { secret, uri: totpUri(secret, host.email) };
    },

    async enableTwoFactor(caller, host, typed) {
      await codeGuesses.count(caller, host.hostId, host.hostId);
      const codes = await database.transaction(async (trx) => {
        const input = { userId: host.hostId, typed, now: clock.now() };
        if (!(await enableTwoFactor(trx, keys, input))) throw refusalAt('code', 'code_wrong');
        await auditHost(trx, parts, { caller, hostId: host.hostId, action: 'two_factor_enabled' });
        return replaceRecoveryCodes(trx, keys, host.hostId);
      });
      await codeGuesses.forgive(caller, host.hostId, host.hostId);
      changeEmails.send(caller, host.hostId, 'two_factor_enabled');
      return { recovery_codes: codes };
    },

    async keepTwoFactor(caller, host, typed) {
      const { hostId } = host;
      await codeGuesses.count(caller, hostId, hostId);
      await database.transaction(async (trx) => {
        if (!(await keepTwoFactor(trx, keys, { userId: hostId, typed, now: clock.now() })))
          throw refusalAt('code', 'code_wrong');
        await auditHost(trx, parts, { caller, hostId: host.hostId, action: 'two_factor_kept' });
      });
      await codeGuesses.forgive(caller, hostId, hostId);
      changeEmails.send(caller, hostId, 'two_factor_kept');
    },

    async disableTwoFactor(caller, host, password) {
      await provePassword(caller, host, password);
      await database.transaction(async (trx) => {
        await disableTwoFactor(trx, host.hostId);
        await auditHost(trx, parts, { caller, hostId: host.hostId, action: 'two_factor_disabled' });
      });
      changeEmails.send(caller, host.hostId, 'two_factor_disabled');
    },

    async renewRecoveryCodes(caller, host, password) {
      await provePassword(caller, host, password);
      const codes = await database.transaction(async (trx) => {
        if (!(await isTwoFactorOn(trx, host.hostId))) throw refusalAt('code', 'code_wrong');
        await auditHost(trx, parts, { caller, hostId: host.hostId, action: 'recovery_codes_renewed' });
        return replaceRecoveryCodes(trx, keys, host.hostId);
      });
      changeEmails.send(caller, host.hostId, 'recovery_codes_renewed');
      return { recovery_codes: codes };
    },
  };
}
