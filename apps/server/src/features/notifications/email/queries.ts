/** The status of a raffle's emails, for its host (R51). */
import { type MailOverview, mailReason } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';

const FAILURES_SHOWN = 100;

/** R84: how many people get emails about this raffle, or were to get some. */
export async function mailRecipientsOf(query: Kysely<Tables>, raffleId: string): Promise<number> {
  const { people } = await query
    .selectFrom('outbox')
    .select((select) => select.fn.count<number>('invitee_id').distinct().as('people'))
    .where('raffle_id', '=', raffleId)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow();
  return people;
}

/** Emails that became obsolete before they were sent are not counted. */
export async function mailOverview(database: Database, raffleId: string): Promise<MailOverview> {
  const sums = await database.query
    .selectFrom('outbox')
    .select((build) => ['state', 'reason', build.fn.countAll<number>().as('emails')])
    .where('raffle_id', '=', raffleId)
    .where('channel', '=', 'mail')
    .groupBy(['state', 'reason'])
    .execute();
  const counts = { waiting: 0, sent: 0, failed: 0 };
  for (const { state, reason, emails } of sums) {
    if (state !== 'dropped') counts[state] += emails;
    else if (reason === 'unsubscribed') counts.failed += emails;
  }
  const failures = await database.query
    .selectFrom('outbox as o')
    .innerJoin('invitees as i', 'i.id', 'o.invitee_id')
    .select(['o.invitee_id', 'i.display_name', 'o.occasion', 'o.reason', 'o.settled_at'])
    .where('o.raffle_id', '=', raffleId)
    .where('o.channel', '=', 'mail')
    .where((build) =>
      build.or([
        build('o.state', '=', 'failed'),
        build.and([build('o.state', '=', 'dropped'), build('o.reason', '=', 'unsubscribed')]),
      ]),
    )
    .orderBy('o.settled_at', 'desc')
    .limit(FAILURES_SHOWN)
    .execute();
  return {
    counts,
    failures: failures.map(({ reason, settled_at: at, ...row }) => ({
      ...row,
      reason: mailReason.safeParse(reason).data ?? null,
      at: at ?? 0,
    })),
  };
}
