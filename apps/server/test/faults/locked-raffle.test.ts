/** Nobody waits for a stranger's raffle: one that is locked, or that a frozen node holds, keeps up its own entrants only. */
import { describe, expect, it } from 'vitest';
import { lockRaffle } from '../../src/platform/database/database.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { eventually, openRaffle, person, signUp } from '../support/people.ts';

forEachDatabase((makeApp, kind) => {
  describe.runIf(kind === 'postgres')('a locked raffle', () => {
    const joinAt = async (app: TestApp, link: string, name: string): Promise<number> => {
      const answer = await person(app).post('/api/join/public', { public_link: link, display_name: name });
      return answer.status;
    };

    /** Locks the raffle's row and says nothing more until it is let go. */
    async function lock(app: TestApp, raffleId: string, limits?: { silentMs: number }) {
      const { database } = app.parts;
      let isLocked: () => void = () => undefined;
      let letGo: () => void = () => undefined;
      const locked = new Promise<void>((resolve) => (isLocked = resolve));
      const over = new Promise<void>((resolve) => (letGo = resolve));
      const holding = database
        .transaction(async (trx) => {
          await lockRaffle(database, trx, raffleId);
          isLocked();
          await over;
        }, limits)
        .catch(() => undefined);
      await locked;
      return async (): Promise<void> => {
        letGo();
        await holding;
      };
    }

    it('D3: joins of other raffles of the node go on, and its own are refused with 503', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const [one, other] = [await openRaffle(host), await openRaffle(host)];
      const letGo = await lock(app, one.id);
      const answered: string[] = [];
      const waiting = joinAt(app, one.public_link, 'Ada').then((status) => {
        answered.push('one');
        return status;
      });
      for (let i = 1; i <= 5; i += 1) {
        expect(await joinAt(app, other.public_link, `Guest ${i}`)).toBe(201);
        answered.push('other');
      }
      expect(answered).toEqual(Array.from({ length: 5 }, () => 'other'));
      expect(await waiting).toBe(503);
      await letGo();
      expect(await joinAt(app, one.public_link, 'Ada')).toBe(201);
    });

    it('D3: a node that froze while it took joins lets go after two seconds', async () => {
      const app = await makeApp();
      const frozen = await makeApp({ storage: app.storage, clock: app.clock });
      const { id, public_link: link } = await openRaffle(await signUp(app));
      const letGo = await lock(frozen, id, { silentMs: 2_000 });
      const since = performance.now();
      await eventually(app, 'a join', async () => (await joinAt(app, link, 'Ada')) === 201);
      expect(performance.now() - since).toBeLessThan(4_900);
      await letGo();
    });
  });
});
