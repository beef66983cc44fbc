/**
 * R33: the database goes away in mid-draw and comes back, or word of a step is lost with the node that was to send it. Anyone who
 * watches is told what was due, on every node.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { inProcessBus } from '../../src/platform/bus/in-process-bus.ts';
import { layCable } from '../support/cable.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../support/people.ts';
import { makeMigratedStorage } from '../support/migrated.ts';
import { watch } from '../support/watch.ts';

forEachDatabase((makeApp, kind) => {
  describe.runIf(kind === 'postgres')('the database away for eight seconds', () => {
    it.each([
      ['until after the beacon', 20],
      ['around the reveal', 24],
      ['from the reveal to the end', 27.5],
    ])('D1: %s, from T0 + %d s: all watchers of both nodes get the winners', async (_when, from) => {
      const storage = await makeMigratedStorage('postgres');
      afterAll(storage.drop);
      const cable = await layCable(storage.databaseUrl ?? '');
      afterAll(cable.drop);
      const behind = { ...storage, databaseUrl: cable.url };
      const one = await makeApp({ storage: behind });
      const other = await makeApp({ storage: behind, clock: one.clock });
      const host = await signUp(one);
      const { id, public_link: link } = await openRaffle(host);
      for (let i = 1; i <= 3; i += 1) await join(one, link, `Guest ${i}`);
      const watchers = [
        await watch(one, await one.listen(), id),
        await watch(other, await other.listen(), id),
      ];
      await host.post(`/api/raffles/${id}/draw`);
      const { plan } = (await watchers[0]!.next('draw:starting')).data;
      await watchers[1]!.next('draw:starting');

      // Slowly enough for each step to be stored in its time.
      while (one.clock.now() < plan.t0 + from * 1000) {
        await one.clock.advance(250);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      cable.pull();
      for (let i = 0; i < 32; i += 1) {
        await one.clock.advance(250);
        // Long enough for attempts to fail.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      cable.plug();

      const winners = [];
      for (const watcher of watchers) {
        const done = await eventually(
          one,
          'the end of the draw',
          async () => watcher.events().find(({ type }) => type === 'draw:done'),
          250,
        );
        if (done.type !== 'draw:done') throw new Error('Something else was found.');
        winners.push(done.data.winners);
        const reveal = watcher
          .events()
          .find((event) => event.type === 'draw:frame' && event.data.step === 'reveal');
        expect(reveal?.data).toMatchObject({ winners: done.data.winners });
      }
      expect(winners[0]).toHaveLength(3);
      expect(winners[1]).toEqual(winners[0]);
    });
  });

  describe.runIf(kind === 'postgres')('a database that keeps its connections and says nothing', () => {
    it('D7: every call is refused with 503 after five seconds, and none once it speaks again', async () => {
      const storage = await makeMigratedStorage('postgres');
      afterAll(storage.drop);
      const cable = await layCable(storage.databaseUrl ?? '');
      afterAll(cable.drop);
      const app = await makeApp({ storage: { ...storage, databaseUrl: cable.url } });
      const { public_link: link } = await openRaffle(await signUp(app));
      const call = async (i: number): Promise<{ status: number; seconds: number }> => {
        const started = performance.now();
        const { status } = await person(app).post('/api/join/public', {
          public_link: link,
          display_name: `Guest ${i}`,
        });
        return { status, seconds: (performance.now() - started) / 1000 };
      };
      expect((await call(0)).status).toBe(201);
      cable.hush();
      // More than there are connections.
      for (const round of [1, 2]) {
        const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => call(100 * round + i)));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
        expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(9);
      }
      cable.plug();
      await eventually(app, 'an answer', async () => (await call(500)).status === 201, 250);
      await app.close();
    });
  });

  it('D1: word of the steps of a draw is lost: they are found, and told all the same', async () => {
    const whole = inProcessBus();
    let isLosing = true;
    const bus = {
      ...whole,
      publish(message: Parameters<typeof whole.publish>[0]): void {
        if (!isLosing || message.topic !== 'draw-advanced') whole.publish(message);
      },
    };
    const app = await makeApp({ bus });
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    await join(app, link, 'Ada');
    const watcher = await watch(app, await app.listen(), id);
    await host.post(`/api/raffles/${id}/draw`);
    isLosing = false;
    await eventually(
      app,
      'the draw',
      async () => watcher.events().find(({ type }) => type === 'draw:starting'),
      250,
    );
    isLosing = true;
    await eventually(
      app,
      'the end of the draw',
      async () => watcher.events().find(({ type }) => type === 'draw:done'),
      250,
    );
    const types = watcher.events().map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['draw:seed', 'draw:beacon']));
  });
});
