/** H11: how many join at once from one network; later ones wait, and other networks are not affected. */
import { expect, test } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';

/** Twenty at once, then one a second. */
const env = { JOIN_LIMIT: '20,60' };

forEachDatabase((makeApp, kind) => {
  const linkOf = async (host: TestHost): Promise<string> => {
    const { public_link: link } = await host.openRaffle({ allow_public_join: true });
    if (link === null) throw new Error('There is no public link.');
    return link;
  };
  let names = 0;
  const join = (app: Pick<TestApp, 'http'>, link: string, address: string) => {
    names += 1;
    const body = { public_link: link, display_name: `Guest ${names}` };
    return browser(app, address).call('POST', '/api/join/public', body);
  };
  const crowd = (app: Pick<TestApp, 'http'>, link: string, size: number, address = '192.0.2.1') =>
    Promise.all(Array.from({ length: size }, () => join(app, link, address)));
  const counts = (answers: readonly { status: number }[]) => [
    answers.filter(({ status }) => status === 201).length,
    answers.filter(({ status }) => status === 429).length,
  ];

  test('H11: of thirty concurrent joins from one network twenty succeed, the others get a time to retry', async () => {
    const app = await makeApp({ env });
    const host = await newHost(app);
    const [link, other] = [await linkOf(host), await linkOf(host)];
    const answers = await crowd(app, link, 30);
    expect(counts(answers)).toEqual([20, 10]);
    const waiting = answers.filter(({ status }) => status === 429);
    expect(new Set(waiting.map(codeOf))).toEqual(new Set(['joins_busy']));
    const seconds = waiting.map(({ headers }) => Number(headers['retry-after']));
    expect(seconds.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

    expect(counts(await crowd(app, link, 20, '192.0.2.2'))).toEqual([20, 0]);
    expect(counts(await crowd(app, other, 20))).toEqual([20, 0]);
    expect(counts(await crowd(app, link, 1, '2001:db8::1'))).toEqual([1, 0]);
  });

  test('H11: the waiting ones join one after the other, and retrying too early is not penalised', async () => {
    const app = await makeApp({ env });
    const link = await linkOf(await newHost(app));
    await crowd(app, link, 20);
    for (let round = 0; round < 3; round += 1) expect(counts(await crowd(app, link, 50))).toEqual([0, 50]);
    await app.clock.advance(999);
    expect(counts(await crowd(app, link, 5))).toEqual([0, 5]);
    await app.clock.advance(1);
    expect(counts(await crowd(app, link, 5))).toEqual([1, 4]);
    await app.clock.advance(5_000);
    expect(counts(await crowd(app, link, 8))).toEqual([5, 3]);
    await app.clock.advance(60_000);
    expect(counts(await crowd(app, link, 30))).toEqual([20, 10]);
  });

  test('H11: personal invitations never wait', async () => {
    const app = await makeApp({ env: { JOIN_LIMIT: '1,1' } });
    const host = await newHost(app);
    const { id } = await host.openRaffle();
    const people = Array.from({ length: 5 }, (_, n) => `Invited ${n}`).join('\n');
    const { body } = await host.call('POST', `/api/raffles/${id}/invites`, { invitees: people });
    for (const { url } of (body as { invitees: { url: string }[] }).invitees) {
      const token = url.split('/').at(-1);
      const answer = await browser(app, '192.0.2.1').call('POST', '/api/join', { token });
      expect(answer.status).toBe(201);
    }
  });

  test.runIf(kind === 'postgres')('H11: nodes count together', async () => {
    const app = await makeApp({ env });
    const second = await makeApp({ env, storage: app.storage, clock: app.clock });
    const link = await linkOf(await newHost(app));
    const answers = await Promise.all([crowd(app, link, 15), crowd(second, link, 15)]);
    expect(counts(answers.flat())).toEqual([20, 10]);
  });

  test('H11: the limit can be switched off', async () => {
    const app = await makeApp({ env: { JOIN_LIMIT: 'off' } });
    const link = await linkOf(await newHost(app));
    expect(counts(await crowd(app, link, 60))).toEqual([60, 0]);
  });
});
