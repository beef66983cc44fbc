/** The outbox of a test installation. */
import type { TestApp } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';

/** Resolves when everything that is due has been sent, or has failed; the results of draws that have ended are among it. */
export async function settled(app: TestApp): Promise<void> {
  await app.clock.advance(600);
  await eventually(app, 'a message to everybody who is told a result', () => isAnnounced(app));
  const isIdle = async (): Promise<boolean> => {
    const due = await app.parts.database.query
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .where('due_at', '<=', app.clock.now())
      .execute();
    return due.length === 0;
  };
  await eventually(app, 'an outbox without anything due', isIdle, 100);
}

/** Whether all who were told of the start of a draw, and are to be told its result, have a message about it. */
async function isAnnounced({ parts }: TestApp): Promise<boolean> {
  const untold = await parts.database.query
    .selectFrom('outbox as started')
    .innerJoin('draws as d', 'd.raffle_id', 'started.raffle_id')
    .innerJoin('raffles as r', 'r.id', 'd.raffle_id')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 'd.raffle_id').onRef('p.invitee_id', '=', 'started.invitee_id'),
    )
    .select('p.invitee_id')
    .where('started.occasion', '=', 'starting')
    .where('d.completed_at', 'is not', null)
    .where('d.voided_at', 'is', null)
    .where('p.tickets', '>', 0)
    .where((is) =>
      is.or([
        is('started.channel', '=', 'mail'),
        is.exists(
          is
            .selectFrom('push_subscriptions as s')
            .select('s.invitee_id')
            .whereRef('s.raffle_id', '=', 'd.raffle_id')
            .whereRef('s.invitee_id', '=', 'p.invitee_id'),
        ),
      ]),
    )
    .where((is) =>
      is.or([
        is.exists(
          is
            .selectFrom('draw_rows as w')
            .select('w.entry_number')
            .whereRef('w.draw_id', '=', 'd.id')
            .whereRef('w.entry_number', '=', 'p.entry_number')
            .where('w.role', '=', 'winner'),
        ),
        is.and([
          is('started.channel', '=', 'mail'),
          is('r.status', '=', 'drawn'),
          is.not(
            is.exists(
              is
                .selectFrom('passed_over as o')
                .innerJoin('draws as other', 'other.id', 'o.draw_id')
                .select('o.to_entry_number')
                .whereRef('other.raffle_id', '=', 'd.raffle_id')
                .whereRef('o.to_entry_number', '=', 'p.entry_number'),
            ),
          ),
        ]),
      ]),
    )
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('outbox as told')
            .select('told.id')
            .whereRef('told.raffle_id', '=', 'd.raffle_id')
            .whereRef('told.invitee_id', '=', 'p.invitee_id')
            .whereRef('told.channel', '=', 'started.channel')
            .where('told.occasion', '=', 'result'),
        ),
      ),
    )
    .execute();
  return untold.length === 0;
}
