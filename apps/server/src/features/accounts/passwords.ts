/** Passwords of host accounts (I2): argon2id hashes, and the most common ones refused wherever one is chosen. */
import type { Database, Trx } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import { hashSlowly, verifySlowly } from '../../keys/slow-hash.ts';
import { isCommonPassword } from './common-passwords.ts';

/** @throws CallError password_too_common */
export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return;
  const { message } = new CallError('password_too_common');
  throw new CallError('password_too_common', { fields: { password: message } });
}

/** Looked at where there is no account, so that an unknown address costs as much as a wrong password. */
let nobodysHash: Promise<string> | undefined;

/** The account's id if the password is right, else null. Takes as long when there is no such account. */
export async function userWithPassword(
  database: Database,
  who: { email: string } | { userId: string },
  password: string,
): Promise<string | null> {
  const accounts = database.query
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select(['users.id', 'credentials.password'])
    .where('credentials.provider_id', '=', 'credential');
  const account = await (
    'email' in who
      ? accounts.where('users.email', '=', who.email.toLowerCase())
      : accounts.where('users.id', '=', who.userId)
  ).executeTakeFirst();
  nobodysHash ??= hashSlowly('nobody has this password');
  const right = await verifySlowly(account?.password ?? (await nobodysHash), password);
  return right && account !== undefined && account.password !== null ? account.id : null;
}

/** Makes this the account's password. False when the account is gone. */
export async function storePassword(
  trx: Trx,
  userId: string,
  { hash, now }: { hash: string; now: number },
): Promise<boolean> {
  const changed = await trx
    .updateTable('credentials')
    .set({ password: hash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
