/**
 * Secrets that work once and for a short time: reset links, sign-ins that wait for a code or for the provider,
 * passkey challenges, links of the command line. Only their
 * SHA-256 is stored, so a copy of the database redeems none. Redeeming deletes in the same statement: of two concurrent calls
 * one succeeds.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables/tables.ts';

type Purpose =
  | 'reset'
  | 'confirm-address'
  | 'second-step'
  | 'passkey-register'
  | 'passkey-login'
  | 'provider'
  | 'sign-in-link';

const LIFETIME_MS: Record<Purpose, number> = {
  reset: 30 * 60 * 1000,
  'confirm-address': 24 * 60 * 60 * 1000,
  'second-step': 5 * 60 * 1000,
  'passkey-register': 5 * 60 * 1000,
  'passkey-login': 5 * 60 * 1000,
  // Somebody may have to look for a phone, or set a new password there.
  provider: 15 * 60 * 1000,
  'sign-in-link': 30 * 60 * 1000,
};
const SECRET_BYTES = 32;

/** Makes one and returns its secret (256 bits, base64url). @param value what redeeming gives back */
export async function issueOnce(
  query: Kysely<Tables>,
  purpose: Purpose,
  value: string,
  now: number,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await query.deleteFrom('verifications').where('expires_at', '<=', now).execute();
  await query
    .insertInto('verifications')
    .values({
      id: randomBytes(16).toString('base64url'),
      identifier: stored(purpose, secret),
      value,
      expires_at: now + LIFETIME_MS[purpose],
      created_at: now,
      updated_at: now,
    })
    .execute();
  return secret;
}

/** Uses one up. Null when it is unknown, used, too old or meant for something else. */
export async function redeemOnce(
  query: Kysely<Tables>,
  purpose: Purpose,
  secret: string,
  now: number,
): Promise<string | null> {
  const row = await query
    .deleteFrom('verifications')
    .where('identifier', '=', stored(purpose, secret))
    .returning(['value', 'expires_at'])
    .executeTakeFirst();
  return row !== undefined && row.expires_at > now ? row.value : null;
}

/** Reads one without using it up. */
export async function peekOnce(
  query: Kysely<Tables>,
  purpose: Purpose,
  secret: string,
  now: number,
): Promise<string | null> {
  const row = await query
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', stored(purpose, secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Revokes everything that was issued for this value, whatever its purpose. */
export async function forgetAllOnce(query: Kysely<Tables>, value: string): Promise<void> {
  await query.deleteFrom('verifications').where('value', '=', value).execute();
}

/** Revokes what was issued for this value and purpose. */
export async function forgetOnce(query: Kysely<Tables>, purpose: Purpose, value: string): Promise<void> {
  await query
    .deleteFrom('verifications')
    .where('identifier', 'like', `${purpose}:%`)
    .where('value', '=', value)
    .execute();
}

function stored(purpose: Purpose, secret: string): string {
  return `${purpose}:${createHash('sha256').update(secret).digest('hex')}`;
}
