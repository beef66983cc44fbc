/** Two-factor codes of a host, where the host has switched them on: the secret, the codes typed, the recovery codes. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Trx } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Keys } from '../../keys/keys.ts';
import { twoFactorPurpose } from '../../keys/purposes.ts';
import { matchingStep, newTotpSecret, toBase32 } from './totp.ts';

const RECOVERY_CODES = 10;
/** 80 bits: nobody guesses one, so a fast keyed hash keeps it. */
const RECOVERY_BYTES = 10;

export interface TwoFactorParts {
  database: Database;
  keys: Keys;
}

export async function isTwoFactorOn(query: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await query
    .selectFrom('two_factor')
    .select('enabled_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.enabled_at !== null;
}

/** A fresh secret (base32) that waits for its first code. False when codes are on already. */
export async function beginTwoFactor(
  { database, keys }: TwoFactorParts,
  userId: string,
  now: number,
): Promise<string | null> {
  const secret = newTotpSecret();
  const secretSealed = keys.seal(twoFactorPurpose(userId), secret);
  const stored = await database.query
    .insertInto('two_factor')
    .values({
      user_id: userId,
      secret_sealed: secretSealed,
      enabled_at: null,
      used_step: 0,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed: secretSealed, used_step: 0, created_at: now })
        .where('two_factor.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored === undefined ? null : secret;
}

/** Switches codes on if the typed one is right. */
export async function enableTwoFactor(
  trx: Trx,
  keys: Keys,
  { userId, typed, now }: { userId: string; typed: string; now: number },
): Promise<boolean> {
  const row = await trx
    .selectFrom('two_factor')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const secret = keys.unseal(twoFactorPurpose(userId), row.secret_sealed);
  const step = matchingStep(secret, plain(typed), now, 0);
  if (step === null) return false;
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

/** Whether a typed text can only be meant as a recovery code. */
export function isRecoveryCode(typed: string): boolean {
  return /^[A-Z2-7]{16}$/.test(plain(typed));
}

/** Takes a code of the app or a recovery code; each is good once. One statement decides, so of two at once one wins. */
export async function takeCode(
  { database, keys }: TwoFactorParts,
  { userId, typed, now }: { userId: string; typed: string; now: number },
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
    .executeTakeFirst();
  if (row === undefined) return false;
  const secret = keys.unseal(twoFactorPurpose(userId), row.secret_sealed);
  const step = matchingStep(secret, plain(typed), now, row.used_step);
  if (step === null) return false;
  const { numUpdatedRows } = await database.query
    .updateTable('two_factor')
    .set({ used_step: step })
    .where('user_id', '=', userId)
    .where('used_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function codeHash(keys: Keys, userId: string, code: string): string {
  return keys.pseudonymise(`recovery:${userId}`, code);
}

/** Codes are typed with spaces, dashes and small letters. */
function plain(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
