/** The outbox of a test installation. */
import type { TestApp } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';

/** Resolves when everything that is due has been sent, or has failed. */
export async function settled(app: TestApp): Promise<void> {
  await app.clock.advance(600);
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
