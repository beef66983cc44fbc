/** R15, R33: the machine's time is corrected by ten minutes, forwards or backwards, before a deadline and in mid-draw. */
import type { HostRaffle, ResultsAnswer } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../support/people.ts';
import { watch } from '../support/watch.ts';

const TEN_MINUTES = 600_000;

forEachDatabase((makeApp) => {
  it('D5: a clock that is set ten minutes forward closes a raffle whose deadline it passes', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, {
      deadline_at: app.clock.now() + 300_000,
    });
    await join(app, link, 'Ada');
    await app.clock.advance(1_000);
    await app.clock.jump(TEN_MINUTES);
    const closed = async (): Promise<boolean> =>
      (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.status === 'closed';
    // A look at the time, and nothing more.
    await eventually(app, 'the close', closed);
  });

  it('D5: one that is set ten minutes back keeps it open until its deadline', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const deadline = app.clock.now() + 300_000;
    const { id, public_link: link } = await openRaffle(host, { deadline_at: deadline });
    await app.clock.advance(200_000);
    await app.clock.jump(-TEN_MINUTES);
    const status = async (): Promise<string> =>
      (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.status;
    while (app.clock.now() < deadline - 60_000) await app.clock.advance(30_000);
    expect(await status()).toBe('open');
    await join(app, link, 'Ada');
    await eventually(app, 'the close', async () => (await status()) === 'closed', 1_000);
    expect(app.clock.now()).toBeGreaterThanOrEqual(deadline);
  });

  it.each([
    ['forward', TEN_MINUTES],
    ['back, and right again', -TEN_MINUTES],
  ])('D5: in mid-draw ten minutes %s: the draw ends, once, for anyone who watches', async (_how, by) => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    for (const name of ['Ada', 'Ben']) await join(app, link, name);
    const watcher = await watch(app, await app.listen(), id);
    await host.post(`/api/raffles/${id}/draw`);
    const { plan } = (await watcher.next('draw:starting')).data;
    while (app.clock.now() < plan.t0 + 12_000) await app.clock.advance(250);
    await app.clock.jump(by);
    if (by < 0) {
      await app.clock.advance(3_000);
      expect(watcher.events().some(({ type }) => type === 'draw:done')).toBe(false);
      await app.clock.jump(-by);
    }
    const done = await eventually(
      app,
      'the end of the draw',
      async () => watcher.events().find(({ type }) => type === 'draw:done'),
      250,
    );
    const { body } = await eventually(
      app,
      'the results',
      async () => {
        const answer = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
        return answer.status === 200 && answer;
      },
      250,
    );
    if (done.type !== 'draw:done') throw new Error('Something else was found.');
    expect(done.data.winners.map((row) => row.entry_number)).toEqual(
      body.winners.map((row) => row.entry_number),
    );
    expect(watcher.events().filter(({ type }) => type === 'draw:done')).toHaveLength(1);
  });
});
