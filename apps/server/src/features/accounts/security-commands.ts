/**
 * What a signed-in host does about the account's security: new password, sign out everywhere, two-factor codes (I2, H6).
 * What a borrowed screen must not be able to do asks for the password again.
 */
import type { AccountState, RecoveryCodes, TwoFactorSetup } from '@glassdrum/contract';
import type { Trx } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { hashSlowly } from '../../keys/slow-hash.ts';
import { callerHashes, writeAudit } from '../audit/audit.ts';
import type { AccountParts, Caller, SignedIn } from './account-parts.ts';
import { createGuesses } from './guesses.ts';
import type { HostIdentity } from './host-gate.ts';
import { forgetOnce } from './one-time-values.ts';
import { passkeysOf } from './passkey-store.ts';
import { refuseCommonPassword, storePassword, userWithPassword } from './passwords.ts';
import { endAllSessions, welcome } from './sessions.ts';
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  isTwoFactorOn,
  replaceRecoveryCodes,
} from './two-factor.ts';
import { totpUri } from './totp.ts';

export interface SecurityCommands {
  state(host: HostIdentity): Promise<AccountState>;
  /** @throws CallError password_wrong at this field, too_many_requests */
  provePassword(caller: Caller, host: HostIdentity, password: string, field?: string): Promise<void>;
  /** Ends all sessions and opens a new one here. @throws CallError password_wrong, password_too_common */
  changePassword(
    caller: Caller,
    host: HostIdentity,
    wish: { current_password: string; password: string },
  ): Promise<SignedIn>;
  endSessions(caller: Caller, host: HostIdentity): Promise<void>;
  /** @throws CallError password_wrong, two_factor_on */
  beginTwoFactor(caller: Caller, host: HostIdentity, password: string): Promise<TwoFactorSetup>;
  /** @throws CallError code_wrong */
  enableTwoFactor(caller: Caller, host: HostIdentity, code: string): Promise<RecoveryCodes>;
  /** @throws CallError password_wrong */
  disableTwoFactor(caller: Caller, host: HostIdentity, password: string): Promise<void>;
  /** New ones in place of the old. @throws CallError password_wrong, code_wrong when two-factor codes are off */
  renewRecoveryCodes(caller: Caller, host: HostIdentity, password: string): Promise<RecoveryCodes>;
}

export function securityCommands(parts: AccountParts): SecurityCommands {
  const { database, keys, clock, bus, auth } = parts;
  const passwordGuesses = createGuesses();
  const codeGuesses = createGuesses();

  function audit(trx: Trx, caller: Caller, { hostId }: HostIdentity, action: string): Promise<void> {
    const from = callerHashes(keys, caller, hostId);
    return writeAudit(trx, { raffleId: null, hostId, actor: 'host', action, ts: clock.now(), from });
  }

  async function provePassword(
    caller: Caller,
    { hostId }: HostIdentity,
    password: string,
    field = 'password',
  ): Promise<void> {
    await passwordGuesses.count(caller.ip, hostId);
    if ((await userWithPassword(database, { userId: hostId }, password)) === null) {
      throw new CallError('password_wrong', { fields: { [field]: new CallError('password_wrong').message } });
    }
    await passwordGuesses.forgive(caller.ip, hostId);
  }

  return {
    provePassword,

    async state({ hostId }) {
      const { query } = database;
      const { left } = await query
        .selectFrom('recovery_codes')
        .select((build) => build.fn.countAll<number>().as('left'))
        .where('user_id', '=', hostId)
        .executeTakeFirstOrThrow();
      return {
        passkeys: await passkeysOf(query, hostId),
        two_factor: { enabled: await isTwoFactorOn(query, hostId), recovery_codes_left: left },
      };
    },

    async changePassword(caller, host, wish) {
      await provePassword(caller, host, wish.current_password, 'current_password');
      refuseCommonPassword(wish.password);
      const hash = await hashSlowly(wish.password);
      const { hostId } = host;
      await database.transaction(async (trx) => {
        await storePassword(trx, hostId, { hash, now: clock.now() });
        await endAllSessions(trx, hostId);
        await forgetOnce(trx, 'reset', hostId);
        await forgetOnce(trx, 'second-step', hostId);
        await audit(trx, caller, host, 'password_changed');
      });
      const cookies = await auth.openSession(hostId);
      const user = await welcome(parts, caller, hostId, { cookies, action: 'signed_in' });
      bus.publish({ topic: 'host-sessions-ended', hostId });
      return user;
    },

    async endSessions(caller, host) {
      await database.transaction(async (trx) => {
        await endAllSessions(trx, host.hostId);
        await audit(trx, caller, host, 'signed_out_everywhere');
      });
      bus.publish({ topic: 'host-sessions-ended', hostId: host.hostId });
    },

    async beginTwoFactor(caller, host, password) {
      await provePassword(caller, host, password);
      const secret = await beginTwoFactor(parts, host.hostId, clock.now());
      if (secret === null) throw new CallError('two_factor_on');
      return { secret, uri: totpUri(secret, host.email) };
    },

    async enableTwoFactor(caller, host, typed) {
      await codeGuesses.count(caller.ip, host.hostId);
      const codes = await database.transaction(async (trx) => {
        const wish = { userId: host.hostId, typed, now: clock.now() };
        if (!(await enableTwoFactor(trx, keys, wish))) throw codeWrong();
        await audit(trx, caller, host, 'two_factor_enabled');
        return replaceRecoveryCodes(trx, keys, host.hostId);
      });
      await codeGuesses.forgive(caller.ip, host.hostId);
      return { recovery_codes: codes };
    },

    async disableTwoFactor(caller, host, password) {
      await provePassword(caller, host, password);
      await database.transaction(async (trx) => {
        await disableTwoFactor(trx, host.hostId);
        await audit(trx, caller, host, 'two_factor_disabled');
      });
    },

    async renewRecoveryCodes(caller, host, password) {
      await provePassword(caller, host, password);
      const codes = await database.transaction(async (trx) => {
        if (!(await isTwoFactorOn(trx, host.hostId))) throw codeWrong();
        await audit(trx, caller, host, 'recovery_codes_renewed');
        return replaceRecoveryCodes(trx, keys, host.hostId);
      });
      return { recovery_codes: codes };
    },
  };
}

function codeWrong(): CallError {
  return new CallError('code_wrong', { fields: { code: new CallError('code_wrong').message } });
}
