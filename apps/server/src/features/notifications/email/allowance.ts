/**
 * R84: how many emails a host may send, so that an installation's mail server cannot be abused. A new account may send few per
 * day, until it is a week old and has not been reported for a week; the operator may set any number.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { type OutboxRow, settle } from '../../../work/outbox.ts';

const DAY_MS = 24 * 60 * 60_000;
const NEW_FOR_MS = 7 * DAY_MS;

export interface MailAllowance {
  /** Emails a day (UTC); 0 for a suspended host. */
  limit: number;
  /** Sent today. */
  sent: number;
  /** Reports of the last week. */
  reports: number;
}

/** Null for an unknown host. @param now epoch ms */
export async function mailAllowance(
  query: Kysely<Tables>,
  hostId: string,
  now: number,
): Promise<MailAllowance | null> {
  const host = await query
    .selectFrom('users')
    .select(['created_at', 'mail_limit', 'suspended_at'])
    .where('id', '=', hostId)
    .executeTakeFirst();
  if (host === undefined) return null;
  const { reports } = await query
    .selectFrom('sender_reports')
    .select((select) => select.fn.countAll<number>().as('reports'))
    .where('host_id', '=', hostId)
    .where('created_at', '>', now - NEW_FOR_MS)
    .executeTakeFirstOrThrow();
  const today = await query
    .selectFrom('mail_days')
    .select('sent')
    .where('host_id', '=', hostId)
    .where('day', '=', dayOf(now))
    .executeTakeFirst();
  const trusted = reports === 0 && now - host.created_at >= NEW_FOR_MS;
  const { newHost, default: standard } = LIMITS.mailPerDay;
  return {
    limit: host.suspended_at === null ? (host.mail_limit ?? (trusted ? standard : newHost)) : 0,
    sent: today?.sent ?? 0,
    reports,
  };
}

/** @param limit emails a day; null: the product decides */
export async function setMailLimit(
  query: Kysely<Tables>,
  hostId: string,
  limit: number | null,
): Promise<void> {
  await query.updateTable('users').set({ mail_limit: limit }).where('id', '=', hostId).execute();
}

/**
 * Counts one email of a host before it is sent. @returns null, or epoch ms from which the next one may go
 */
export async function countEmail({ query }: Database, hostId: string, now: number): Promise<number | null> {
  const allowance = await mailAllowance(query, hostId, now);
  const day = dayOf(now);
  const tomorrow = (day + 1) * DAY_MS;
  if (allowance === null || allowance.limit < 1) return tomorrow;
  // The condition decides, so that the limit holds when several nodes send at the same time.
  const taken = await query
    .insertInto('mail_days')
    .values({ host_id: hostId, day, sent: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['host_id', 'day'])
        .doUpdateSet((set) => ({ sent: set('mail_days.sent', '+', 1) }))
        .where('mail_days.sent', '<', allowance.limit),
    )
    .returning('sent')
    .executeTakeFirst();
  if (taken?.sent === 1) {
    await query.deleteFrom('mail_days').where('host_id', '=', hostId).where('day', '<', day).execute();
  }
  return taken === undefined ? tomorrow : null;
}

/** The email was not sent after all. */
export async function uncountEmail({ query }: Database, hostId: string, now: number): Promise<void> {
  await query
    .updateTable('mail_days')
    .set((set) => ({ sent: set('sent', '-', 1) }))
    .where('host_id', '=', hostId)
    .where('day', '=', dayOf(now))
    .where('sent', '>', 0)
    .execute();
}

/**
 * C14: no email is sent before the host's address is confirmed. Postpones this one and all waiting ones until then. The account
 * is locked meanwhile, so that a concurrent confirmation either releases all of them or is seen here.
 * @param until epoch ms @returns false where the address is confirmed
 */
export async function holdUnconfirmed(
  database: Database,
  row: OutboxRow,
  { hostId, until, now }: { hostId: string; until: number; now: number },
): Promise<boolean> {
  if (await isAddressConfirmed(database.query, hostId)) return false;
  return database.transaction(async (trx) => {
    const host = trx.selectFrom('users').select('email_verified').where('id', '=', hostId);
    const locked = await (database.kind === 'postgres' ? host.forUpdate() : host).executeTakeFirst();
    if (locked?.email_verified === 1) return false;
    const reason = 'address_not_confirmed';
    await holdEmails(trx, hostId, { until, reason });
    await settle(trx, row, { state: 'waiting', reason, dueAt: until }, now);
    return true;
  });
}

async function isAddressConfirmed(query: Kysely<Tables>, hostId: string): Promise<boolean> {
  const host = await query
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', hostId)
    .executeTakeFirst();
  return host?.email_verified === 1;
}

/** Postpones all waiting emails of this host, so that none is claimed before. @param until epoch ms */
export async function holdEmails(
  query: Kysely<Tables>,
  hostId: string,
  { until, reason }: { until: number; reason: 'daily_limit' | 'address_not_confirmed' },
): Promise<void> {
  await query
    .updateTable('outbox')
    .set({ due_at: until, reason })
    .where('channel', '=', 'mail')
    .where('state', '=', 'waiting')
    .where('due_at', '<', until)
    .where('claimed_until', 'is', null)
    .where('raffle_id', 'in', (raffles) =>
      raffles.selectFrom('raffles').select('id').where('host_id', '=', hostId),
    )
    .execute();
}

/** Whether this person may get email about the raffle: people who got one before may. */
export async function mayReach(
  query: Kysely<Tables>,
  { raffleId, inviteeId }: { raffleId: string; inviteeId: string },
): Promise<boolean> {
  const sent = query
    .selectFrom('outbox')
    .where('raffle_id', '=', raffleId)
    .where('channel', '=', 'mail')
    .where('state', '=', 'sent');
  const before = await sent.select('id').where('invitee_id', '=', inviteeId).limit(1).executeTakeFirst();
  if (before !== undefined) return true;
  const { people } = await sent
    .select((select) => select.fn.count<number>('invitee_id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return people < LIMITS.mailRecipients.max;
}

/** Counts once per person. @param id keyed hash of the reporting person */
export async function reportSender(
  { query }: Database,
  report: { id: string; hostId: string; now: number },
): Promise<boolean> {
  const added = await query
    .insertInto('sender_reports')
    .values({ id: report.id, host_id: report.hostId, created_at: report.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}
