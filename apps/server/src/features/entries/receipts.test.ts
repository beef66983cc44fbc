/** Receipts of entries, and the device keys in them (R40, R42, R87, R89; draw protocol §9). */
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { JoinAnswer, OwnEntry } from '@glassdrum/contract';
import { type Receipt, receiptRecord } from '@glassdrum/fair-draw';
import { beforeAll, expect, test } from 'vitest';
import { newDevice } from '../../../test/support/device.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { entryProblems } from './test/check-entries.ts';
import { type Browser, browser, codeOf, newHost } from '../../../test/support/browser.ts';
import { invitePerson, joinPublic, openRaffle } from './test/people.ts';

/** RFC 8410: what precedes the 32 bytes of an Ed25519 public key. */
const SPKI_ED25519 = '302a300506032b6570032100';

function isSigned(receipt: Receipt, publicKey: string): boolean {
  const key = createPublicKey({
    key: Buffer.from(SPKI_ED25519 + publicKey, 'hex'),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(receiptRecord(receipt)), key, Buffer.from(receipt.signature, 'hex'));
}

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Browser;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
  });

  test('R40, R42: a reloaded page finds its entry with a receipt that the installation signed', async () => {
    const raffle = await openRaffle(host);
    const ada = browser(app);
    const joined = await joinPublic(ada, raffle, 'Ada');
    const own = (await ada.call<OwnEntry>('GET', `/api/raffles/${raffle.id}/me`)).body;
    expect(own).toEqual({
      invitee_id: joined.invitee_id,
      entry_number: 1,
      display_name: 'Ada',
      tickets: 1,
      state: 'in',
      joined_at: app.clock.now(),
      receipt: joined.receipt,
      changes: [],
      check_in: null,
      placement: null,
      host_name: null,
      name_publication: 'full',
    });
    const { series_id, draw_id, open_hash } = await app.parts.database.query
      .selectFrom('raffles as r')
      .innerJoin('draw_openings as o', 'o.id', 'r.draw_id')
      .select(['r.series_id', 'r.draw_id', 'o.open_hash'])
      .where('r.id', '=', raffle.id)
      .executeTakeFirstOrThrow();
    expect(joined.receipt).toMatchObject({
      format: 'draw-receipt/2',
      series_id,
      draw_id,
      open_hash,
      entry_number: 1,
      display_name: 'Ada',
      state: 'in',
      source: 'self',
      weights: [1],
      device_key: '-',
      entropy_commit: '-',
    });
    expect(isSigned(joined.receipt, app.parts.keys.publicKey)).toBe(true);
    for (const other of [{ weights: [2] }, { state: 'removed' as const }, { device_key: 'ab'.repeat(32) }]) {
      expect(isSigned({ ...joined.receipt, ...other }, app.parts.keys.publicKey)).toBe(false);
    }
  });

  test('R87, R89: what a device made is in the receipt, and stays with the entry that joined with it', async () => {
    const raffle = await openRaffle(host);
    const [ada, device] = [browser(app), newDevice()];
    const headers = { 'idempotency-key': randomUUID() };
    const body = { public_link: raffle.publicLink, display_name: 'Ada', ...device.fields };
    const joined = (await ada.call<JoinAnswer>('POST', '/api/join/public', body, headers)).body;
    expect(joined.receipt).toMatchObject(device.fields);
    expect(isSigned(joined.receipt, app.parts.keys.publicKey)).toBe(true);

    // The answer got lost together with the device's keys: the entry is there, with the key that it was made with.
    const again = { ...body, ...newDevice().fields };
    const lost = await browser(app).call('POST', '/api/join/public', again, headers);
    expect([lost.status, (lost.body as JoinAnswer).receipt]).toEqual([200, joined.receipt]);

    const { token } = await invitePerson(app, raffle.id, { name: 'Ben Bit' });
    const bens = newDevice();
    const ben = await browser(app).call('POST', '/api/join', { token, ...bens.fields });
    expect((ben.body as JoinAnswer).receipt).toMatchObject(bens.fields);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R87: a device key makes one entry of a raffle, also in one batch; another raffle may have it too', async () => {
    const [raffle, other] = [await openRaffle(host), await openRaffle(host)];
    const device = newDevice();
    const join = (publicLink: string) =>
      browser(app).call('POST', '/api/join/public', {
        public_link: publicLink,
        display_name: 'Ada',
        device_key: device.fields.device_key,
      });
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(raffle.publicLink)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(
      Array.from({ length: 9 }, () => [409, 'device_key_taken']),
    );
    expect(codeOf(await join(raffle.publicLink))).toBe('device_key_taken');
    expect((await join(other.publicLink)).status).toBe(201);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test.each([
    ['no point of the curve', `02${'00'.repeat(31)}`, [422, 'device_key_invalid']],
    [
      'a point of order 8',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      [422, 'device_key_invalid'],
    ],
    ['the neutral point', `01${'00'.repeat(31)}`, [422, 'device_key_invalid']],
    ['an unreduced number', `ee${'ff'.repeat(30)}7f`, [422, 'device_key_invalid']],
    ['too short', 'ab', [400, 'invalid_input']],
  ])('R87: %s is no device key', async (_, key, refusal) => {
    const raffle = await openRaffle(host);
    const { token } = await invitePerson(app, raffle.id, { name: 'Ben Bit' });
    for (const answer of [
      await browser(app).call('POST', '/api/join', { token, device_key: key }),
      await browser(app).call('POST', '/api/join/public', {
        public_link: raffle.publicLink,
        display_name: 'Ada',
        device_key: key,
      }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual(refusal);
    }
    expect((await host.call('GET', `/api/raffles/${raffle.id}/participants`)).body).toMatchObject({
      participants: [],
    });
  });

  test('§9: a raffle that was drawn before version 2 keeps its entries, without receipts of the old form', async () => {
    const raffle = await openRaffle(host);
    const ada = browser(app);
    const { token } = await invitePerson(app, raffle.id, { name: 'Ada' });
    await ada.call('POST', '/api/join', { token });
    // As the migration leaves it.
    await app.parts.database.query
      .updateTable('raffles')
      .set({ series_id: null, status: 'drawn', draw_started: 1 })
      .where('id', '=', raffle.id)
      .execute();
    const own = (await ada.call<OwnEntry>('GET', `/api/raffles/${raffle.id}/me`)).body;
    expect(own).toMatchObject({ entry_number: 1, tickets: 1, receipt: null });
    const again = await ada.call('POST', '/api/join', { token });
    expect([again.status, codeOf(again)]).toEqual([409, 'already_drawn']);
  });
});
