/** Passwords of host accounts (I2): argon2id hashes, and the most common ones refused wherever one is chosen. */
import { test } from 'fxa-common-password-list';
import type { Kysely } from 'kysely';
import type { Database, Trx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { newCredential } from '../credentials.ts';
import { hashSlowly, verifySlowly } from '../../../platform/keys/slow-hash.ts';
import { refusalAt } from '../account-parts.ts';

/** @throws RefusalError password_too_common */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw refusalAt('password', 'password_too_common');
}

/** Verified where there is no account, so that an unknown address takes as long as a wrong password. */
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

/** Whether a password opens this account. */
export async function hasPassword(query: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await query
    .selectFrom('credentials')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes this the account's password, the first one too. False when the account is gone. */
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
  if (changed.numUpdatedRows > 0n) return true;
  const user = await trx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return false;
  await trx
    .insertInto('credentials')
    .values(
      newCredential({ user_id: userId, account_id: userId, provider_id: 'credential', password: hash }, now),
    )
    .execute();
  return true;
}

/** What somebody who sees a raffle's sign-in page would try. */
const OWN_WORDS = [
  'account',
  'admin',
  'administrator',
  'draw',
  'drum',
  'event',
  'fairdraw',
  'glass',
  'glassdrum',
  'host',
  'hosts',
  'login',
  'lottery',
  'operator',
  'pass',
  'password',
  'prize',
  'prizes',
  'raffle',
  'raffles',
  'secret',
  'ticket',
  'tickets',
  'tombola',
  'welcome',
  'win',
  'winner',
  'winners',
];
const NOTHING_ELSE = new RegExp(`^(?:${OWN_WORDS.join('|')})+$`);
const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * Whether it is one of the 50,000 most common ones that are long enough, from a list of ten million leaked passwords, or made of
 * nothing but this product's words. Capitals, digits and symbols beside a word make it no harder to guess.
 */
function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return test(plain) || isOfOwnWords(plain);
}

/** "glassdrum2026!", "R4ffle-H0st", but not "seven drums of glass". */
function isOfOwnWords(plain: string): boolean {
  const read = plain.replace(/[013457@$]/g, (sign) => LETTER_OF_SIGN[sign] ?? sign);
  return [plain, read].some((text) => NOTHING_ELSE.test(text.replace(/[^\p{L}]/gu, '')));
}
