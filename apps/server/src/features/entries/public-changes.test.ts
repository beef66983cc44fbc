/** R94: what happens to an entry after joining can be seen by everybody, and at once by the person concerned. */
import type { ChangesAnswer, OwnEntry } from '@glassdrum/contract';
import { type Receipt, parseLogRecord, signatureHolds } from '@glassdrum/fair-draw';
import { beforeAll, expect, test } from 'vitest';
import { type Device, newDevice } from '../../../test/support/device.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { watch } from '../../../test/support/watch.ts';
import { manualClock } from '../../platform/clock/manual-clock.ts';
import { type Browser, browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { joinPublic, type OpenRaffle, openRaffle } from './test/people.ts';

const NOTHING_COUNTED = { counted: [], added: { host: null, paper: null } };

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
    host = await newHost(app);
  });

  const nowS = (): number => Math.floor(app.clock.now() / 1000);
  const leave = (who: Browser, raffle: OpenRaffle, body?: object) =>
    who.call('POST', `/api/raffles/${raffle.id}/leave`, body);
  const setTickets = (raffle: OpenRaffle, inviteeId: string, tickets: number) =>
    host.call('PATCH', `/api/raffles/${raffle.id}/participants/${inviteeId}/tickets`, { tickets });
  const remove = (raffle: OpenRaffle, inviteeId: string) =>
    host.call('DELETE', `/api/raffles/${raffle.id}/participants/${inviteeId}`);
  const changes = async (raffle: OpenRaffle, query = '') =>
    (await browser(app).call<ChangesAnswer>('GET', `/api/raffles/${raffle.id}/changes${query}`)).body;
  const me = async (who: Browser, raffle: OpenRaffle) =>
    (await who.call<OwnEntry>('GET', `/api/raffles/${raffle.id}/me`)).body;

  /** The change records of the raffle's draws, oldest first. */
  async function records(raffle: OpenRaffle) {
    const rows = await app.parts.database.query
      .selectFrom('public_log as l')
      .innerJoin('draw_openings as o', 'o.id', 'l.draw_id')
      .select(['l.draw_id', 'l.text', 'l.signature'])
      .where('o.raffle_id', '=', raffle.id)
      .where('l.kind', '=', 'change')
      .orderBy('l.log_index')
      .execute();
    return rows.map((row) => {
      expect(signatureHolds(app.parts.keys.publicKey, row.text, row.signature)).toBe(true);
      const parsed = parseLogRecord(row.text);
      if (parsed?.kind !== 'change') throw new Error(`No change record: ${row.text}`);
      return parsed.fields;
    });
  }

  /** An entry whose device has a key. */
  async function joined(raffle: OpenRaffle, name: string) {
    const [who, device] = [browser(app), newDevice()];
    const entry = await joinPublic(who, raffle, name, device.fields);
    return { who, device, entry };
  }

  test('R94, R20, R11: more tickets, fewer tickets and a removal make signed records of the draw, public rows and newer receipts', async () => {
    const raffle = await openRaffle(host, { max_tickets: 9 });
    await joined(raffle, 'Ada');
    const { who: ben, entry } = await joined(raffle, 'Ben');
    const receipts: (Receipt | null)[] = [entry.receipt];
    for (const change of [5, 2, null]) {
      await app.clock.advance(1000);
      const { invitee_id: id } = entry;
      const answer = await (change === null ? remove(raffle, id) : setTickets(raffle, id, change));
      expect(answer.status).toBe(200);
      receipts.push((await me(ben, raffle)).receipt);
    }
    // The same again is no change.
    await remove(raffle, entry.invitee_id);

    const by = { made_by: 'host', signature: null, signed_at: null, entry_number: 2 };
    const [tickets, removed] = ['tickets_changed_by_host', 'removed_by_host'];
    const at = (seconds: number) => app.clock.now() - 2000 + seconds * 1000;
    const expected = [
      { ...by, number: 1, state: 'in', tickets: 5, weights: [5], reason_code: tickets, at: at(0) },
      { ...by, number: 2, state: 'in', tickets: 2, weights: [2], reason_code: tickets, at: at(1) },
      { ...by, number: 3, state: 'removed', tickets: 0, weights: [0], reason_code: removed, at: at(2) },
    ];
    expect(await changes(raffle)).toEqual({ changes: expected.toReversed(), total: 3, ...NOTHING_COUNTED });
    expect((await me(ben, raffle)).changes).toEqual(expected);
    expect((await me(ben, raffle)).state).toBe('removed');
    const { draw_id: drawId } = entry.receipt;
    expect(await records(raffle)).toEqual(
      expected.map((one) => ({
        drawId,
        entryNumber: 2,
        state: one.state,
        weights: [one.tickets],
        reasonCode: one.reason_code,
        at: Math.floor(one.at / 1000),
      })),
    );
    expect(receipts.map((one) => [one?.state, one?.weights])).toEqual([
      ['in', [1]],
      ['in', [5]],
      ['in', [2]],
      ['removed', [0]],
    ]);
    const issued = receipts.map((one) => one?.issued_at ?? 0);
    expect(issued).toEqual([...new Set(issued)].toSorted((a, b) => a - b));
    expect(new Set(receipts.map((one) => one?.device_key))).toEqual(new Set([entry.receipt.device_key]));
  });

  test('R94, R45: a withdrawal that the device signed carries the signature; one without the key carries none', async () => {
    const raffle = await openRaffle(host);
    const [ada, ben, cleo] = [await joined(raffle, 'Ada'), await joined(raffle, 'Ben'), browser(app)];
    await joinPublic(cleo, raffle, 'Cleo');
    const signed = ada.device.leave(ada.entry.receipt, nowS() - 60);
    expect((await leave(ada.who, raffle, signed)).body).toMatchObject({ state: 'withdrawn', tickets: 0 });
    expect((await leave(ben.who, raffle)).body).toMatchObject({ state: 'withdrawn' });
    expect((await leave(cleo, raffle, {})).body).toMatchObject({ state: 'withdrawn' });

    const same = { state: 'withdrawn', tickets: 0, reason_code: 'withdrawn_by_entrant', made_by: 'entrant' };
    const list = (await changes(raffle)).changes.toReversed();
    expect(list).toMatchObject([
      { ...same, entry_number: 1, signature: signed.signature, signed_at: signed.at },
      { ...same, entry_number: 2, signature: null, signed_at: null },
      { ...same, entry_number: 3, signature: null, signed_at: null },
    ]);
    // What is public is enough to check it.
    const text = `draw.leave.v2\n${ada.entry.receipt.series_id}\n1\n${list[0]?.signed_at}\n`;
    expect(signatureHolds(ada.entry.receipt.device_key, text, list[0]?.signature ?? '')).toBe(true);
    expect(await records(raffle)).toMatchObject(
      [1, 2, 3].map((entryNumber) => ({ entryNumber, weights: [0] })),
    );
  });

  test('R94: a withdrawal with a wrong signature, entry, raffle or time is refused and changes nothing', async () => {
    const raffle = await openRaffle(host);
    const { who, device, entry } = await joined(raffle, 'Ada');
    const plain = browser(app);
    await joinPublic(plain, raffle, 'Ben');
    const at = nowS();
    const own = entry.receipt;
    const table: [Browser, object, number, string][] = [
      [who, newDevice().leave(own, at), 422, 'signature_wrong'],
      [who, device.leave({ ...own, entry_number: 2 }, at), 422, 'signature_wrong'],
      [who, device.leave({ ...own, series_id: raffle.id }, at), 422, 'signature_wrong'],
      [who, { ...device.leave(own, at), at: at - 1 }, 422, 'signature_wrong'],
      [who, device.leave(own, at - 601), 422, 'leave_time_wrong'],
      [who, device.leave(own, at + 602), 422, 'leave_time_wrong'],
      [plain, device.leave({ ...own, entry_number: 2 }, at), 409, 'no_device_key'],
      [who, { at }, 400, 'invalid_input'],
      [who, { signature: device.leave(own, at).signature }, 400, 'invalid_input'],
      [who, { at, signature: 'ab' }, 400, 'invalid_input'],
    ];
    for (const [caller, body, status, code] of table) {
      const answer = await leave(caller, raffle, body);
      expect([body, answer.status, codeOf(answer)]).toEqual([body, status, code]);
    }
    expect(await changes(raffle)).toEqual({ changes: [], total: 0, ...NOTHING_COUNTED });
    expect(await me(who, raffle)).toMatchObject({ tickets: 1, state: 'in', changes: [] });
    expect((await leave(who, raffle, device.leave(own, at - 600))).status).toBe(200);
  });

  test('R94, C11: once the list is closed nothing changes, and no record is written', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const { who, device, entry } = await joined(raffle, 'Ada');
    await app.parts.database.query
      .updateTable('raffles')
      .set({ status: 'closed', draw_started: 1 })
      .where('id', '=', raffle.id)
      .execute();
    for (const answer of [
      await leave(who, raffle, device.leave(entry.receipt, nowS())),
      await setTickets(raffle, entry.invitee_id, 2),
      await remove(raffle, entry.invitee_id),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([409, 'draw_started']);
    }
    expect(await records(raffle)).toEqual([]);
    expect(await changes(raffle)).toEqual({ changes: [], total: 0, ...NOTHING_COUNTED });
  });

  test('R94: only the sockets of the entry are notified, at once', async () => {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    const [ada, ben] = [await joined(raffle, 'Ada'), await joined(raffle, 'Ben')];
    const headersOf = (who: Browser) => ({
      origin: address,
      cookie: Array.from(who.cookies, ([name, value]) => `${name}=${value}`).join('; '),
    });
    const own = await watch(app, address, raffle.id, headersOf(ada.who));
    const others = [
      await watch(app, address, raffle.id, headersOf(ben.who)),
      await watch(app, address, raffle.id),
    ];
    await setTickets(raffle, ada.entry.invitee_id, 3);
    expect(await own.next('own-entry-changed')).toEqual({ type: 'own-entry-changed', data: {} });
    const before = own.received.length;
    await remove(raffle, ada.entry.invitee_id);
    await own.next('own-entry-changed', before);
    await own.closed;
    // Messages of a socket come in order: what was meant for the others would be there before this one's own.
    await setTickets(raffle, ben.entry.invitee_id, 2);
    await others[0]?.next('own-entry-changed');
    for (const [index, other] of others.entries()) {
      const notified = other.received.filter(({ message }) => message.type === 'own-entry-changed');
      expect(notified).toHaveLength(index === 0 ? 1 : 0);
      other.close();
    }
  });

  test('R94: the list is paged, newest first, with the total count', async () => {
    const raffle = await openRaffle(host, { max_tickets: 9 });
    const { entry } = await joined(raffle, 'Ada');
    for (let n = 1; n <= 103; n += 1) await setTickets(raffle, entry.invitee_id, 1 + (n % 9));
    const numbers = ({ changes: list }: ChangesAnswer) => list.map(({ number }) => number);
    const first = await changes(raffle);
    expect([first.total, numbers(first)]).toEqual([103, Array.from({ length: 100 }, (_, n) => 103 - n)]);
    expect(numbers(await changes(raffle, '?after=4'))).toEqual([3, 2, 1]);
    expect(numbers(await changes(raffle, '?after=1'))).toEqual([]);
    for (const after of ['0', '-1', 'x', '1.5', '']) {
      const answer = await host.call('GET', `/api/raffles/${raffle.id}/changes?after=${after}`);
      expect([after, answer.status]).toEqual([after, 400]);
    }
    expect((await host.call('GET', `/api/raffles/${'u'.repeat(22)}/changes`)).status).toBe(404);
  });

  test('R94, §8: times of records never decrease, even when a clock is set back between two changes', async () => {
    const first = await makeApp();
    host = await newHost(first);
    const raffle = await openRaffle(host, { max_tickets: 9 });
    const { invitee_id: id } = await joinPublic(browser(first), raffle, 'Ada');
    await first.clock.advance(5000);
    const late = first.clock.now();
    await setTickets(raffle, id, 2);
    await first.close();
    const second = await makeApp({ storage: first.storage, clock: manualClock(late - 3000) });
    const cookies = host.cookies;
    host = browser(second);
    for (const [name, value] of cookies) host.cookies.set(name, value);
    await setTickets(raffle, id, 3);
    await host.call('PATCH', `/api/raffles/${raffle.id}`, { max_winners: 2 });
    await host.call('POST', `/api/raffles/${raffle.id}/draw`);
    const texts = await second.parts.database.query
      .selectFrom('public_log')
      .select(['kind', 'text'])
      .where('kind', 'in', ['change', 'replan', 'close'])
      .orderBy('log_index')
      .execute();
    const time = Math.floor(late / 1000);
    expect(texts.map(({ kind, text }) => [kind, Number(text.trimEnd().split('\n').at(-1))])).toEqual([
      ['change', time],
      ['change', time],
      ['replan', time],
      ['close', time],
    ]);
    host = await newHost(app);
  });

  test('§9: a receipt stays the same when its draw is voided, and the next change names the new draw', async () => {
    const raffle = await openRaffle(host, { max_tickets: 9 });
    const [ada, ben]: { who: Browser; device: Device; entry: { invitee_id: string } }[] = [
      await joined(raffle, 'Ada'),
      await joined(raffle, 'Ben'),
    ];
    const before = (await me(ada?.who as Browser, raffle)).receipt;
    await app.clock.advance(20_000);
    const { query } = app.parts.database;
    const opening = await query
      .selectFrom('draw_openings')
      .selectAll()
      .where('raffle_id', '=', raffle.id)
      .executeTakeFirstOrThrow();
    const next = { id: `${opening.id.slice(1)}x`, open_hash: 'cd'.repeat(32) };
    await query
      .updateTable('draw_openings')
      .set({ voided_at: app.clock.now(), void_reason: 'too_few_witnesses', close_hash: 'ab'.repeat(32) })
      .where('id', '=', opening.id)
      .execute();
    await query
      .insertInto('draw_openings')
      .values({ ...opening, ...next, stage: 2, host_seq: opening.host_seq + 1000 })
      .execute();
    await query.updateTable('raffles').set({ draw_id: next.id }).where('id', '=', raffle.id).execute();
    expect((await me(ada?.who as Browser, raffle)).receipt).toEqual(before);
    await setTickets(raffle, ben?.entry.invitee_id ?? '', 2);
    expect((await me(ben?.who as Browser, raffle)).receipt).toMatchObject({
      draw_id: next.id,
      open_hash: next.open_hash,
    });
    // Only the draw that is still open has the record.
    expect((await records(raffle)).map(({ drawId }) => drawId)).toEqual([next.id]);
  });
});
