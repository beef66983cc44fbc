/** Links that were given out can be replaced, and images don't outlive their raffle (M8); short join codes (I4, H6). */
import { type HostRaffle, LIVE_CLOSE, type StageLinkAnswer } from '@glassdrum/contract';
import { expect, test, beforeAll, it } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../../../../test/support/people.ts';
import { connect, watch } from '../../../../test/support/watch.ts';
import { browser, newHost, type TestHost } from '../../../../test/support/browser.ts';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DAY_MS = 24 * 3600 * 1000;

forEachDatabase((makeApp) => {
  test('M8: a new public link ends the old one and its join code; people who joined stay in', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: old, join_code: oldCode } = await openRaffle(host);
    const ada = await join(app, old, 'Ada Lovelace');
    const path = `/api/raffles/${id}/public-link`;
    expect((await host.post<{ publicLink: string }>(path)).body.publicLink).toBe(old);
    const { publicLink: fresh } = (await host.post<{ publicLink: string }>(path, { renew: true })).body;
    expect(fresh).not.toBe(old);
    const visitor = person(app);
    const ask = async (url: string): Promise<number> => (await visitor.get(url)).status;
    expect([await ask(`/api/join/${old}`), await ask(`/api/join-code/${oldCode}`)]).toEqual([404, 404]);
    expect(
      (await visitor.post('/api/join/public', { public_link: old, display_name: 'Ben Brown' })).status,
    ).toBe(404);
    const { join_code: code } = (await host.get<HostRaffle>(`/api/raffles/${id}`)).body;
    expect([await ask(`/api/join/${fresh}`), await ask(`/api/join-code/${code}`)]).toEqual([200, 200]);
    expect((await ada.get(`/api/raffles/${id}/me`)).status).toBe(200);
    expect((await (await signUp(app, 'Other One')).post(path, { renew: true })).status).toBe(404);
    expect((await host.post(path, { renew: 'yes' })).status).toBe(400);
  });

  test('M8: joining switched off and on again has another link and another code', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: old, join_code: oldCode } = await openRaffle(host);
    const path = `/api/raffles/${id}/public-join`;
    const off = (await host.patch<HostRaffle>(path, { allow: false })).body;
    expect((await person(app).get(`/api/join/${off.public_link}`)).status).toBe(404);
    const on = (await host.patch<HostRaffle>(path, { allow: true })).body;
    expect(on.public_link).not.toBe(old);
    expect(on.join_code).not.toBe(oldCode);
    expect([off.public_link, off.join_code]).toEqual([on.public_link, on.join_code]);
    expect((await person(app).get(`/api/join/${old}`)).status).toBe(404);
    expect((await host.patch<HostRaffle>(path, { allow: true })).body.public_link).toBe(on.public_link);
  });

  test('M8: a new stage link closes stages that were opened with the old one', async () => {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    const { id } = await openRaffle(host);
    const path = `/api/raffles/${id}/stage-link`;
    const keyOf = ({ url }: StageLinkAnswer): string => new URL(url).searchParams.get('key') ?? '';
    const old = keyOf((await host.post<StageLinkAnswer>(path)).body);
    expect(keyOf((await host.post<StageLinkAnswer>(path)).body)).toBe(old);
    const stage = await connect(app, address);
    stage.send({ type: 'join-room', data: { raffleId: id, stageKey: old } });
    await stage.next('snapshot');
    const guest = await watch(app, address, id);
    const fresh = keyOf((await host.post<StageLinkAnswer>(path, { renew: true })).body);
    expect(await stage.closed).toBe(LIVE_CLOSE.roomGone);
    const statusWith = async (key: string): Promise<number> =>
      (await person(app).get(`/api/raffles/${id}/stage?key=${key}`)).status;
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([404, 200]);
    guest.send({ type: 'resync', data: {} });
    await guest.next('snapshot');
  });

  test('M8: an image is revalidated after a minute, and is gone once its raffle was erased', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const raffle = await openRaffle(host, { image_url: PIXEL });
    const url = raffle.image_url ?? '';
    const first = await person(app).get(url);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, max-age=60, must-revalidate' });
    const etag = String(first.headers['etag']);
    const again = await person(app, { 'if-none-match': etag }).get(url);
    expect([again.status, again.text]).toEqual([304, '']);
    await join(app, raffle.public_link, 'Ada Lovelace');
    await drawToTheEnd(app, host, raffle.id);
    await app.clock.jump(31 * DAY_MS);
    await eventually(app, 'the image is gone', async () => {
      return (await person(app, { 'if-none-match': etag }).get(url)).status === 404;
    });
  });

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

  it('H6 guessing is blocked with 429 for that address only, also for the right code', async () => {
    const { join_code: code } = await host.openRaffle({ allow_public_join: true });
    const tries = await Promise.all(Array.from({ length: 620 }, () => find('ZZZZ2222', '10.9.0.2')));
    const statuses = tries.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const blocked = await find(code, '10.9.0.2');
    expect([blocked.status, Number(blocked.headers['retry-after']) > 0]).toEqual([429, true]);
    const others = await Promise.all(Array.from({ length: 150 }, () => find(code, '10.9.0.3')));
    expect(new Set(others.map((answer) => answer.status))).toEqual(new Set([200]));
    expect((await find(code, '10.9.0.3')).status).toBe(200);
  });
});
