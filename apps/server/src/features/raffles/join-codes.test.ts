/** Short join codes (I4, H6): made with the public link, read aloud, never told apart from what does not exist. */
import { beforeAll, expect, it } from 'vitest';
import type { HostRaffle } from '@glassdrum/contract';
import { browser, newHost, type TestHost } from '../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: TestHost;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
  });
  const find = (code: string | null, address = '10.9.0.1') =>
    browser(app, address).call('GET', `/api/join-code/${encodeURIComponent(code ?? '')}`);

  it('I4 a code is made together with the public link, and found however it is typed', async () => {
    const { id, join_code: none } = await host.draft();
    expect(none).toBeNull();
    await host.call('POST', `/api/raffles/${id}/public-link`);
    await host.call('PATCH', `/api/raffles/${id}/public-join`, { allow: true });
    await host.call('POST', `/api/raffles/${id}/open`);
    const raffle = (await host.call('GET', `/api/raffles/${id}`)).body as HostRaffle;
    const { join_code: code, public_link: link } = raffle;
    expect(code).toMatch(/^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}$/);
    expect(raffle.join_code_url?.endsWith(`/j/${code}`)).toBe(true);
    for (const typed of [code, code?.toLowerCase(), `${code?.slice(0, 4)}-${code?.slice(4)}`, ` ${code} `]) {
      const answer = await find(typed ?? null);
      expect([answer.status, answer.body]).toEqual([200, { public_link: link }]);
    }
  });

  it('I4 unknown, switched off, a draft and no code at all look the same', async () => {
    const draft = await host.draft({ allow_public_join: true });
    const off = await host.openRaffle({ allow_public_join: true });
    await host.call('PATCH', `/api/raffles/${off.id}/public-join`, { allow: false });
    const answers = await Promise.all(
      ['ZZZZ2222', 'nonsense!', '💥', draft.join_code, off.join_code].map((code) => find(code)),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  it('H6 guessing ends with 429 for that address alone, also for the right code', async () => {
    const { join_code: code } = await host.openRaffle({ allow_public_join: true });
    const tries = await Promise.all(Array.from({ length: 220 }, () => find('ZZZZ2222', '10.9.0.2')));
    const statuses = tries.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const blocked = await find(code, '10.9.0.2');
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    const others = await Promise.all(Array.from({ length: 150 }, () => find(code, '10.9.0.3')));
    expect(new Set(others.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await find(code, '10.9.0.3')).status).toBe(200);
  });
});
