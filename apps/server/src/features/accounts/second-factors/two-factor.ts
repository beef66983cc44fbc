/** Two-factor codes of a host, where the host has switched them on: the secret, the codes typed, the recovery codes. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { twoFactorPurpose } from '../../../platform/keys/purposes.ts';
import { matchingStep, newTotpSecret, toBase32 } from './totp.ts';

const RECOVERY_CODES = 10;
/** 120 bits: nobody can guess one, not even with the database, so a fast keyed hash is enough. */
const RECOVERY_BYTES = 15;

export interface TwoFactorParts {
  database: Database;
  keys: Keys;
}

/** What a host typed. `now` in epoch ms. */
interface TypedCode {
  userId: string;
  typed: string;
  now: number;
}

export async function twoFactorState(
  query: Kysely<Tables>,
  userId: string,
): Promise<{ enabled: boolean; suspended: boolean }> {
  const row = await query
    .selectFrom('two_factor')
    .select(['enabled_at', 'suspended_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    enabled: row !== undefined && row.enabled_at !== null && row.suspended_at === null,
    suspended: row !== undefined && row.suspended_at !== null,
  };
}

export async function isTwoFactorOn(query: Kysely<Tables>, userId: string): Promise<boolean> {
  return (await twoFactorState(query, userId)).enabled;
}

/** C14: from now on no code is asked for, until the host keeps the codes. @param now epoch ms */
export async function suspendTwoFactor(trx: Trx, userId: string, now: number): Promise<void> {
  await trx
    .updateTable('two_factor')
    .set({ suspended_at: now })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .execute();
}

/** Asks for codes again if the typed one is right, so that nobody keeps the codes of another's app. */
export async function keepTwoFactor(
  trx: Trx,
  keys: Keys,
  { userId, typed, now }: TypedCode,
): Promise<boolean> {
  const row = await trx
    .selectFrom('two_factor')
    .select(['secret_sealed', 'used_step'])
    .where('user_id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  const step = stepTyped(keys, row, { userId, typed, now });
  if (step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable('two_factor')
    .set({ suspended_at: null, used_step: step })
    .where('user_id', '=', userId)
    .where('used_step', '<', step)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A fresh secret (base32) that waits for its first code, in place of a suspended one. Null when codes are on already. */
export async function beginTwoFactor(
  { database, keys }: TwoFactorParts,
  userId: string,
  now: number,
): Promise<string | null> {
  const secret = newTotpSecret();
  const fresh = {
    secret_sealed: keys.seal(twoFactorPurpose(userId), secret),
    enabled_at: null,
    used_step: 0,
    created_at: now,
    suspended_at: null,
  };
  const stored = await database.query
    .insertInto('two_factor')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(fresh)
        .where((row) =>
          row.or([row('two_factor.enabled_at', 'is', null), row('two_factor.suspended_at', 'is not', null)]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored === undefined ? null : secret;
}

/** Switches codes on if the typed one is right. */
export async function enableTwoFactor(
  trx: Trx,
  keys: Keys,
  { userId, typed, now }: TypedCode,
): Promise<boolean> {
  const row = await trx
    .selectFrom('two_factor')
    .select(['secret_sealed', 'used_step'])
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  const step = stepTyped(keys, row, { userId, typed, now });
  if (row === undefined || step === null) return false;
  const { numUpdatedRows } = await trx
    .updateTable('two_factor')
    .set({ enabled_at: now, used_step: step })
    .where('user_id', '=', userId)
    .where('secret_sealed', '=', row.secret_sealed)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function disableTwoFactor(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('two_factor').where('user_id', '=', userId).execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Ten new ones in place of all earlier ones; they are readable in this answer only. */
export async function replaceRecoveryCodes(trx: Trx, keys: Keys, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)));
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: codeHash(keys, userId, code) })))
    .execute();
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Whether a typed text can only be meant as a recovery code. Those of earlier versions have 16 characters. */
export function isRecoveryCode(typed: string): boolean {
  return /^(?:[A-Z2-7]{24}|[A-Z2-7]{16})$/.test(plain(typed));
}

/** Uses up a code of the app or a recovery code; each works once. One statement decides, so of two concurrent calls one wins. */
export async function takeCode(
  { database, keys }: TwoFactorParts,
  { userId, typed, now }: TypedCode,
): Promise<boolean> {
  if (isRecoveryCode(typed)) {
    const used = await database.query
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash(keys, userId, plain(typed)))
      .executeTakeFirst();
    return used.numDeletedRows > 0n;
  }
  const row = await database.query
    .selectFrom('two_factor')
    .select(['secret_sealed', 'used_step'])
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  const step = stepTyped(keys, row, { userId, typed, now });
  if (step === null) return false;
  const { numUpdatedRows } = await database.query
    .updateTable('two_factor')
    .set({ used_step: step })
    .where('user_id', '=', userId)
    .where('used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The step whose code was typed; null when it is none of this secret's unused ones, or there is no secret. */
function stepTyped(
  keys: Keys,
  row: { secret_sealed: string; used_step: number } | undefined,
  { userId, typed, now }: TypedCode,
): number | null {
  if (row === undefined) return null;
  const secret = keys.unseal(twoFactorPurpose(userId), row.secret_sealed);
  return matchingStep(secret, plain(typed), now, row.used_step);
}

function codeHash(keys: Keys, userId: string, code: string): string {
  return keys.pseudonymise(`recovery:${userId}`, code);
}

/** Codes are typed with spaces, dashes and small letters. */
function plain(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
