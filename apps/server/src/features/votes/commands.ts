/** Voting for the animation (C1): one vote for each participant, which can be changed until the draw starts. */
import type { AnimationStyle } from '@glassdrum/contract';
import { votingState } from '@glassdrum/raffle-rules';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Database, lockRaffle } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/refusal.ts';
import type { Participant } from '../entries/participant-session.ts';

export interface VoteParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** @throws RefusalError voting_off, or voting_closed once the draw has started (R13) */
export async function vote(parts: VoteParts, participant: Participant, style: AnimationStyle): Promise<void> {
  const { database, clock, bus } = parts;
  const { raffleId, entry } = participant;
  await database.transaction(async (trx) => {
    // The lock makes a vote that races the freeze either part of it or refused.
    const raffle = await lockRaffle(database, trx, raffleId);
    if (raffle === undefined || raffle.status === 'draft') throw new RefusalError('not_found');
    const state = votingState({
      votingEnabled: raffle.voting_enabled === 1,
      drawStarted: raffle.draw_started === 1,
      cancelled: raffle.cancelled_at !== null,
    });
    if (state !== 'open') throw new RefusalError(state);
    const now = clock.now();
    await trx
      .insertInto('animation_votes')
      .values({ raffle_id: raffleId, invitee_id: entry.inviteeId, animation_style: style, voted_at: now })
      .onConflict((conflict) =>
        conflict.columns(['raffle_id', 'invitee_id']).doUpdateSet({ animation_style: style, voted_at: now }),
      )
      .execute();
  });
  bus.publish({ topic: 'votes-changed', raffleId });
}
