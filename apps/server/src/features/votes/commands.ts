/** Voting for the animation (C1): one vote a participant, changeable until the draw starts. */
import type { AnimationStyle } from '@glassdrum/contract';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { type Database, lockRaffle } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { Participant } from '../entries/participant-session.ts';

export interface VoteParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** @throws CallError voting_off, or voting_closed once the draw has started (R13) */
export async function vote(parts: VoteParts, participant: Participant, style: AnimationStyle): Promise<void> {
  const { database, clock, bus } = parts;
  const { raffleId, entry } = participant;
  await database.transaction(async (trx) => {
    // The lock makes a vote that races the freeze either part of it or refused.
    const raffle = await lockRaffle(database, trx, raffleId);
    if (raffle === undefined || raffle.status === 'draft') throw new CallError('not_found');
    if (raffle.voting_enabled === 0) throw new CallError('voting_off');
    if (raffle.draw_started === 1) throw new CallError('voting_closed');
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
