/** Counting the votes for the animation. */
import type { AnimationStyle, VoteCount } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables/tables.ts';

/** Styles with at least one vote of an entry that still takes part. */
export async function voteCounts(query: Kysely<Tables>, raffleId: string): Promise<VoteCount[]> {
  const rows = await query
    .selectFrom('animation_votes as v')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 'v.raffle_id').onRef('p.invitee_id', '=', 'v.invitee_id'),
    )
    .select(['v.animation_style', (row) => row.fn.countAll().as('count')])
    .where('v.raffle_id', '=', raffleId)
    .where('p.tickets', '>', 0)
    .groupBy('v.animation_style')
    .orderBy('v.animation_style')
    .execute();
  return rows.map((row) => ({ animation_style: row.animation_style, count: Number(row.count) }));
}

/** The style an entry voted for, or null. */
export async function ownVote(
  query: Kysely<Tables>,
  raffleId: string,
  inviteeId: string,
): Promise<AnimationStyle | null> {
  const row = await query
    .selectFrom('animation_votes')
    .select('animation_style')
    .where('raffle_id', '=', raffleId)
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst();
  return row?.animation_style ?? null;
}
