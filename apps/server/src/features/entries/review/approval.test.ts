/** H11: people who wait for the host's approval, and the review list. */
import type {
  JoinAnswer,
  OwnEntryAnswer,
  OwnRequestAnswer,
  PublicJoinInfo,
  ReviewAnswer,
  ReviewResult,
  WaitingAnswer,
} from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { newDevice } from '../../../../test/support/device.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { manualClock } from '../../../platform/clock/manual-clock.ts';
import { type Browser, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import {
  checkedRaffle,
  invitePerson,
  joinPublic,
  type OpenRaffle,
  openRaffle,
  raffleOfHost,
  setJoinChecks,
  tryJoin,
} from '../test/people.ts';

forEachDatabase((makeApp, kind) => {
  let app: TestApp;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
  });

  /** A request that waits, from a browser of its own. */
  const request = async (raffle: OpenRaffle, name: string, more: object = {}) => {
    const who = browser(app);
    const answer = await tryJoin(who, raffle, name, more);
    expect(answer.status).toBe(202);
    return { who, request: answer.body as WaitingAnswer };
  };
  const review = async (raffle: OpenRaffle) =>
    (await host.call<ReviewAnswer>('GET', `/api/raffles/${raffle.id}/review`)).body;
  const step = (raffle: OpenRaffle, name: 'approve' | 'decline', body: object) =>
    host.call('POST', `/api/raffles/${raffle.id}/review/${name}`, body);
  const ownRequest = async (who: Browser, raffle: OpenRaffle) =>
    (await who.call<OwnRequestAnswer>('GET', `/api/raffles/${raffle.id}/own-request`)).body.request;
  const ownEntry = async (who: Browser, raffle: OpenRaffle) =>
    (await who.call<OwnEntryAnswer>('GET', `/api/raffles/${raffle.id}/own-entry`)).body.entry;
  const info = async (raffle: OpenRaffle) =>
    (await browser(app).call<PublicJoinInfo>('GET', `/api/join/${raffle.publicLink}`)).body;

  test('H11: with approval a person waits without number, ticket and receipt, hidden from everybody else', async () => {
    const raffle = await checkedRaffle(host, { approval: true });
    const { who, request: own } = await request(raffle, 'Ada Lovelace');
    expect(own).toMatchObject({ state: 'waiting', waits_for: ['approval'], raffle_id: raffle.id });
    expect(own).not.toHaveProperty('receipt');
    expect(own).not.toHaveProperty('entry_number');

    const { raffle: shown, takenNumbers } = await info(raffle);
    expect([shown.entry_count, shown.participant_count, shown.ticket_total, takenNumbers]).toEqual([
      0,
      0,
      0,
      [],
    ]);
    expect(shown.join_checks).toEqual({
      approval: true,
      confirm_email: false,
      one_per_device: false,
      hall_code: false,
    });
    expect(await ownEntry(who, raffle)).toBeNull();
    expect(await ownRequest(who, raffle)).toMatchObject({ display_name: 'Ada Lovelace', state: 'waiting' });
    expect(await ownRequest(browser(app), raffle)).toBeNull();
    expect((await who.call('GET', `/api/raffles/${raffle.id}/me`)).status).toBe(401);
    expect((await raffleOfHost(host, raffle)).waiting_count).toBe(1);
    const drawn = await host.call('POST', `/api/raffles/${raffle.id}/draw`);
    expect(codeOf(drawn)).toBe('no_entries');
  });

  test('H11: approved people get the next numbers, oldest first, with a receipt, and their browsers have the entry', async () => {
    const raffle = await openRaffle(host);
    const first = await joinPublic(browser(app), raffle, 'Already In');
    await setJoinChecks(host, raffle, { approval: true });
    const device = newDevice();
    const ada = await request(raffle, 'Ada', device.fields);
    await app.clock.advance(1000);
    const ben = await request(raffle, 'Ben');
    const answer = await step(raffle, 'approve', { all: true });
    expect(answer.body as ReviewResult).toEqual({ changed: 2, skipped: 0, left: 0 });
    const [a, b] = [await ownEntry(ada.who, raffle), await ownEntry(ben.who, raffle)];
    expect([first.entry_number, a?.entry_number, b?.entry_number]).toEqual([1, 2, 3]);
    expect(a).toMatchObject({ invitee_id: ada.request.invitee_id, tickets: 1, joined_at: app.clock.now() });
    expect(a?.receipt).toMatchObject({ device_key: device.fields.device_key, source: 'self', weights: [1] });
    expect(await ownRequest(ada.who, raffle)).toBeNull();
    const again = await tryJoin(ada.who, raffle, 'Ada once more');
    expect([again.status, (again.body as JoinAnswer).entry_number]).toEqual([200, 2]);
    expect((await info(raffle)).takenNumbers.map(({ entry_number: n }) => n)).toEqual([1, 2, 3]);
    expect(await raffleOfHost(host, raffle)).toMatchObject({
      waiting_count: 0,
      entry_count: 3,
      joined_count: 3,
    });
  });

  test('H11: a request repeated with its key stays one request, also from a browser without its cookie', async () => {
    const raffle = await checkedRaffle(host, { approval: true });
    const headers = { 'idempotency-key': 'the-same-press-of-a-button' };
    const who = browser(app);
    const [one, two] = await Promise.all([
      tryJoin(who, raffle, 'Ada', {}, headers),
      tryJoin(browser(app), raffle, 'Ada', {}, headers),
    ]);
    expect([one.status, two.status]).toEqual([202, 202]);
    expect((one.body as WaitingAnswer).invitee_id).toBe((two.body as WaitingAnswer).invitee_id);
    expect((await review(raffle)).waiting_count).toBe(1);
    await step(raffle, 'approve', { all: true });
    const retried = await tryJoin(browser(app), raffle, 'Ada', {}, headers);
    expect([retried.status, (retried.body as JoinAnswer).entry_number]).toEqual([200, 1]);
  });

  test('H11: declined people see that, take no place, and can still be approved; a request can be cancelled', async () => {
    const raffle = await checkedRaffle(host, { approval: true });
    const ada = await request(raffle, 'Ada', { email: 'ada@example.org' });
    expect((await step(raffle, 'decline', { invitee_ids: [ada.request.invitee_id] })).body).toMatchObject({
      changed: 1,
    });
    expect(await ownRequest(ada.who, raffle)).toMatchObject({ state: 'declined' });
    expect((await tryJoin(ada.who, raffle, 'Ada again')).body).toMatchObject({ state: 'declined' });
    expect(await review(raffle)).toMatchObject({ waiting_count: 0, waiting: [{ state: 'declined' }] });
    // All means all who wait.
    expect((await step(raffle, 'approve', { all: true })).body).toMatchObject({ changed: 0 });
    await step(raffle, 'approve', { invitee_ids: [ada.request.invitee_id] });
    expect(await ownEntry(ada.who, raffle)).toMatchObject({ entry_number: 1 });

    const ben = await request(raffle, 'Ben', { email: 'ben@example.org' });
    const cancel = () => ben.who.call('POST', `/api/raffles/${raffle.id}/own-request/cancel`);
    expect((await cancel()).body).toEqual({ request: null });
    expect((await cancel()).status).toBe(404);
    expect((await raffleOfHost(host, raffle)).waiting_count).toBe(0);
    const { query } = app.parts.database;
    const left = await query
      .selectFrom('invitees')
      .select('id')
      .where('email', '=', 'ben@example.org')
      .execute();
    expect(left).toEqual([]);
    expect((await tryJoin(ben.who, raffle, 'Ben', { email: 'ben@example.org' })).status).toBe(202);
  });

  test('H11: approval ends when entries close and respects the limit of entries; the others stay waiting', async () => {
    const raffle = await checkedRaffle(host, { approval: true }, { max_entries: 2 });
    for (const name of ['Ada', 'Ben', 'Cleo']) {
      await request(raffle, name);
      await app.clock.advance(10);
    }
    expect((await step(raffle, 'approve', { all: true })).body).toEqual({
      changed: 2,
      skipped: 1,
      left: 0,
    });
    expect(codeOf(await step(raffle, 'approve', { all: true }))).toBe('raffle_full');
    expect((await review(raffle)).waiting.map((one) => one.display_name)).toEqual(['Cleo']);
    await host.call('POST', `/api/raffles/${raffle.id}/close`);
    expect(codeOf(await step(raffle, 'approve', { all: true }))).toBe('approval_closed');
    expect((await raffleOfHost(host, raffle)).entry_count).toBe(2);
  });

  test('H11: with approval switched off, people join at once; those who wait stay waiting', async () => {
    const raffle = await checkedRaffle(host, { approval: true });
    const { who } = await request(raffle, 'Ada');
    await setJoinChecks(host, raffle, { approval: false });
    expect((await tryJoin(browser(app), raffle, 'Ben')).status).toBe(201);
    expect(await ownRequest(who, raffle)).toMatchObject({ waits_for: ['approval'] });
    await step(raffle, 'approve', { all: true });
    expect(await ownEntry(who, raffle)).toMatchObject({ entry_number: 2 });
  });

  test('H11: the review list groups aliases and joins of one network in one second, and warns of a network above a tenth', async () => {
    const calm = manualClock(Date.UTC(2026, 0, 1));
    app = await makeApp({ clock: calm });
    host = await newHost(app);
    const raffle = await openRaffle(host);
    for (let n = 0; n < 20; n += 1) {
      await joinPublic(browser(app, `203.0.113.${n}`), raffle, `Neighbour ${n}`);
      await app.clock.advance(1000);
    }
    expect(await review(raffle)).toEqual({
      waiting: [],
      waiting_count: 0,
      groups: [],
      network_warning: null,
    });
    for (let n = 0; n < 4; n += 1) await joinPublic(browser(app, '192.0.2.9'), raffle, `Bot ${n}`);
    await app.clock.advance(1000);
    await joinPublic(browser(app, '192.0.2.9'), raffle, 'Bot later');
    for (const email of ['kid@example.org', 'kid+2@example.org']) {
      const { token } = await invitePerson(app, raffle.id, { name: email, email });
      await browser(app, '198.18.0.1').call('POST', '/api/join', { token });
      await app.clock.advance(1000);
    }
    await setJoinChecks(host, raffle, { approval: true });
    for (const name of ['Waiting 1', 'Waiting 2', 'Waiting 3']) {
      await tryJoin(browser(app, '2001:db8::1'), raffle, name);
      await app.clock.advance(1);
    }
    const { groups, network_warning: warning, waiting } = await review(raffle);
    expect(groups.map(({ kind: name, entries, waiting: waits }) => [name, entries, waits])).toEqual([
      ['email', 2, 0],
      ['second', 4, 0],
      ['second', 0, 3],
      ['network', 5, 0],
    ]);
    expect(groups[0]).toMatchObject({
      key: 'kid@example.org',
      people: [{ entry_number: 26 }, { entry_number: 27 }],
    });
    expect(groups[1]?.people.map((one) => one.display_name)).toEqual(['Bot 0', 'Bot 1', 'Bot 2', 'Bot 3']);
    expect(warning).toEqual({ entries: 5, of: 30 });
    expect(waiting.map((one) => one.display_name)).toEqual(['Waiting 1', 'Waiting 2', 'Waiting 3']);

    const [, burst, , network] = groups;
    const remove = (body: object) => host.call('POST', `/api/raffles/${raffle.id}/participants/remove`, body);
    const removed = await remove({ group: { kind: burst?.kind, key: burst?.key } });
    expect(removed.body as ReviewResult).toEqual({ changed: 4, skipped: 0, left: 0 });
    const changes = await browser(app).call('GET', `/api/raffles/${raffle.id}/changes`);
    expect(changes.body).toMatchObject({
      total: 4,
      changes: [24, 23, 22, 21].map((number) => ({
        entry_number: number,
        state: 'removed',
        tickets: 0,
        reason_code: 'removed_by_host',
        made_by: 'host',
      })),
    });
    const { entries } = (await review(raffle)).network_warning ?? { entries: 0 };
    expect(entries).toBe(0);
    expect((await remove({ group: { kind: network?.kind, key: network?.key } })).body).toMatchObject({
      changed: 1,
    });
    expect((await remove({ all: true })).status).toBe(400);
    const declined = await step(raffle, 'decline', { group: { kind: 'second', key: groups[2]?.key } });
    expect(declined.body).toEqual({ changed: 3, skipped: 0, left: 0 });
    expect(await raffleOfHost(host, raffle)).toMatchObject({
      waiting_count: 0,
      joined_count: 22,
      entry_count: 27,
    });
  });

  test('H11: long lists are approved and removed 200 at a time', async () => {
    const raffle = await checkedRaffle(host, { approval: true });
    await Promise.all(Array.from({ length: 250 }, (_, n) => tryJoin(browser(app), raffle, `Guest ${n}`)));
    expect((await step(raffle, 'approve', { all: true })).body).toEqual({
      changed: 200,
      skipped: 0,
      left: 50,
    });
    expect((await step(raffle, 'approve', { all: true })).body).toEqual({
      changed: 50,
      skipped: 0,
      left: 0,
    });
    const { groups } = await review(raffle);
    const network = groups.find((group) => group.kind === 'network');
    const body = { group: { kind: 'network', key: network?.key } };
    const remove = () => host.call('POST', `/api/raffles/${raffle.id}/participants/remove`, body);
    expect((await remove()).body).toEqual({ changed: 200, skipped: 0, left: 50 });
    expect((await remove()).body).toEqual({ changed: 50, skipped: 0, left: 0 });
    expect(await raffleOfHost(host, raffle)).toMatchObject({ joined_count: 0, entry_count: 250 });
  });

  test('H11: concurrent approvals add each entry once', async () => {
    const raffle = await checkedRaffle(host, { approval: true });
    await Promise.all(Array.from({ length: 20 }, (_, n) => tryJoin(browser(app), raffle, `Guest ${n}`)));
    const other = kind === 'postgres' ? await makeApp({ storage: app.storage, clock: app.clock }) : app;
    const cookies = host.cookies;
    const elsewhere = browser(other, '198.51.100.1');
    for (const [name, value] of cookies) elsewhere.cookies.set(name, value);
    const url = `/api/raffles/${raffle.id}/review/approve`;
    const both = await Promise.all([host, elsewhere].map((who) => who.call('POST', url, { all: true })));
    const changed = both.map((answer) => (answer.body as ReviewResult).changed);
    expect(changed.reduce((sum, one) => sum + one, 0)).toBe(20);
    expect(await raffleOfHost(host, raffle)).toMatchObject({
      entry_count: 20,
      joined_count: 20,
      waiting_count: 0,
    });
  });
});
