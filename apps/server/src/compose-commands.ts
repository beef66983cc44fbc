/** What the command line does with features, also beside a running server. */
import { systemClock } from './platform/clock/clock.ts';
import type { Config } from './config.ts';
import { openDatabaseBeside } from './platform/database/database.ts';
import { operatorResetLink } from './features/accounts/passwords/reset-commands.ts';
import { operatorSignInLink } from './features/accounts/single-sign-on/sign-in-links.ts';
import { type MailAllowance, mailAllowance, setMailLimit } from './features/notifications/email/allowance.ts';
import { setOperator } from './features/installation/operators/commands.ts';
import { storeSecurityEvent } from './features/installation/security-events/commands.ts';

/**
 * A one-time link for a host who forgot the password, or null when
 * there is no such account. @throws NoInstallation
 */
export async function composeResetLink(
  config: Config,
  input: { email: string; withoutTwoFactor: boolean },
): Promise<string | null> {
  const database = await openDatabaseBeside(config);
  try {
    const now = systemClock().now();
    return await operatorResetLink(database, { ...input, publicUrl: config.publicUrl, now });
  } finally {
    await database.close();
  }
}

/**
 * R83: a link with which a host signs in once, or null when there is no such account.
 *
 * @param input.command which one asked for it @throws NoInstallation
 */
export async function composeSignInLink(
  config: Config,
  input: { email: string; withoutTwoFactor: boolean; command: string },
): Promise<string | null> {
  const database = await openDatabaseBeside(config);
  try {
    const now = systemClock().now();
    return await operatorSignInLink(database, { ...input, publicUrl: config.publicUrl, now });
  } finally {
    await database.close();
  }
}

/** Makes a host an operator, or takes that back; false when there is no such account. @throws NoInstallation */
export async function composeOperator(config: Config, email: string, isOperator: boolean): Promise<boolean> {
  const database = await openDatabaseBeside(config);
  try {
    return await setOperator(database, { email, isOperator, now: systemClock().now() });
  } finally {
    await database.close();
  }
}

/**
 * What a host may send, after it was set where `limit` is given; null when there is no such account.
 * @param limit emails a day; null: the product decides; undefined: left as it is @throws NoInstallation
 */
export async function composeMailAllowance(
  config: Config,
  email: string,
  limit: number | null | undefined,
): Promise<MailAllowance | null> {
  const database = await openDatabaseBeside(config);
  try {
    const { query } = database;
    const host = await query.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
    if (host === undefined) return null;
    const now = systemClock().now();
    if (limit !== undefined) {
      await setMailLimit(query, host.id, limit);
      const event = { kind: 'mail_limit_changed', hostId: host.id, reason: 'glassdrum mail-limit' } as const;
      await storeSecurityEvent(query, event, now);
    }
    return await mailAllowance(query, host.id, now);
  } finally {
    await database.close();
  }
}
