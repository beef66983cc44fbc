/**
 * Prizes that went on after a draw (R14, R75): who moved up to one is told, and who lost it because it was not claimed in time.
 * Idempotent: everybody is told once of each prize.
 */
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { putSelectedIntoOutbox } from '../../work/outbox.ts';

interface Since {
  /** Epoch ms: what happened before is not announced any more. */
  since: number;
  now: number;
  /** Whether this installation sends email. */
  mail: boolean;
}

/** In any raffle. @returns how many messages are new */
export async function announcePassOvers(query: Kysely<Tables>, input: Since): Promise<number> {
  const prizes = await query
    .selectFrom('passed_over as o')
    .innerJoin('draws as d', 'd.id', 'o.draw_id')
    .select(['d.id', 'd.stage', 'o.prize'])
    .distinct()
    .where('o.at', '>', input.since)
    .execute();
  let told = 0;
  for (const { id, stage, prize } of prizes) {
    const of = { id, isFirst: stage === 1, prize };
    told += await announce(query, { of, occasion: 'moved_up', ...input });
    told += await announce(query, { of, occasion: 'lapsed', ...input });
  }
  return told;
}

async function announce(
  query: Kysely<Tables>,
  {
    of,
    occasion,
    since,
    now,
    mail,
  }: Since & { of: { id: string; isFirst: boolean; prize: number }; occasion: 'moved_up' | 'lapsed' },
): Promise<number> {
  const concerned = occasion === 'moved_up' ? 'o.to_entry_number' : 'o.from_entry_number';
  const people = query
    .selectFrom('passed_over as o')
    .innerJoin('draws as d', 'd.id', 'o.draw_id')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 'd.raffle_id').onRef('p.entry_number', '=', concerned),
    )
    .select(['p.raffle_id', 'p.invitee_id'])
    .distinct()
    .where('o.draw_id', '=', of.id)
    .where('o.prize', '=', of.prize)
    .where('o.at', '>', since)
    .$if(occasion === 'lapsed', (rows) => rows.where('o.reason', '=', 'unclaimed'));
  const prize = of.prize === 1 ? null : of.prize;
  const row = { occasion, now, usefulUntil: null, drawId: of.isFirst ? null : of.id, prize };
  const reached = people.where('p.email', 'is not', null);
  const emails = mail ? await putSelectedIntoOutbox(query, { channel: 'mail', ...row }, reached) : 0;
  const devices = people.where('p.invitee_id', 'in', (rows) =>
    rows.selectFrom('push_subscriptions').select('invitee_id'),
  );
  return emails + (await putSelectedIntoOutbox(query, { channel: 'push', ...row }, devices));
}
