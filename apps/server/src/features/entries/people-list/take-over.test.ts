/** R66, R41: the personal link of somebody whom the host entered opens the entry on a phone, once. */
import type {
  ContinueAnswer,
  Invitation,
  InviteInfo,
  OwnEntry,
  ParticipantsAnswer,
} from '@glassdrum/contract';
import { beforeAll, expect, test } from 'vitest';
import { browser, codeOf, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { newDevice } from '../../../../test/support/device.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { entryProblems } from '../test/check-entries.ts';
import { type OpenRaffle, openRaffle } from '../test/people.ts';
import { enterPeople } from '../test/people-list.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: TestHost;
  beforeAll(async () => {
    app = await makeApp();
    host = await newHost(app);
  });

  const invitationOf = async ({ id }: OpenRaffle): Promise<Invitation> => {
    const [one] = (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;
    if (one === undefined) throw new Error('Nobody is on the list.');
    return one;
  };

  /** An open raffle with one person whom the host entered, and that person's link. */
  async function entered(): Promise<{ raffle: OpenRaffle; token: string; inviteeId: string }> {
    const raffle = await openRaffle(host, { max_tickets: 3 });
    await enterPeople(host, raffle, [{ name: 'Ada Lovelace', tickets: 2 }]);
    const { token, invitee_id: inviteeId } = await invitationOf(raffle);
    return { raffle, token: token ?? '', inviteeId };
  }

  test('R66 the link says who was entered with which number, and opens the entry once, with its receipt', async () => {
    const { raffle, token } = await entered();
    const [phone, other] = [browser(app), browser(app)];
    for (let round = 0; round < 2; round += 1) {
      const info = (await phone.get<InviteInfo>(`/api/invite/${token}`)).body;
      expect(info).toMatchObject({
        invitee: { display_name: 'Ada Lovelace' },
        is_redeemed: true,
        reissued: true,
        entered_number: 1,
        own_entry: null,
      });
    }
    const opened = await phone.post<ContinueAnswer>('/api/continue/link', { token });
    expect(opened.body).toMatchObject({
      raffle_id: raffle.id,
      entry_number: 1,
      display_name: 'Ada Lovelace',
    });
    const own = (await phone.get<OwnEntry>(`/api/raffles/${raffle.id}/me`)).body;
    expect(own).toMatchObject({ entry_number: 1, tickets: 2, state: 'in', changes: [] });
    expect(own.receipt).toMatchObject({ source: 'host', weights: [2], device_key: '-', entropy_commit: '-' });

    const again = await other.post('/api/continue/link', { token });
    expect([again.status, codeOf(again)]).toEqual([404, 'invite_invalid']);
    expect((await other.get(`/api/raffles/${raffle.id}/me`)).status).toBe(401);
    const later = (await other.get<InviteInfo>(`/api/invite/${token}`)).body;
    expect(later).toMatchObject({ is_redeemed: true, reissued: false, own_entry: null });
    expect((await invitationOf(raffle)).state).toBe('joined');
    expect((await host.get(`/api/raffles/${raffle.id}/audit`)).text).toContain('"via":"link"');
  });

  test('R66 of fifty devices that open the link at once, one gets the entry', async () => {
    const { raffle, token } = await entered();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        browser(app, `10.20.0.${n}`).post('/api/continue/link', { token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R66 joining with the link makes no second entry, and adds no device key to the leaf', async () => {
    const { raffle, token } = await entered();
    const join = await browser(app).post('/api/join', { token, ...newDevice().fields });
    expect([join.status, codeOf(join)]).toEqual([409, 'already_joined']);
    const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${raffle.id}/participants`))
      .body;
    expect(participants).toHaveLength(1);
    const rows = await app.parts.database.query
      .selectFrom('participations')
      .select(['source', 'device_key'])
      .where('raffle_id', '=', raffle.id)
      .execute();
    expect(rows).toEqual([{ source: 'host', device_key: null }]);
  });

  test('R66 a new link ends the old one, and opens the entry once too; the link is not revoked', async () => {
    const { raffle, token, inviteeId } = await entered();
    const url = `/api/raffles/${raffle.id}/invites/${inviteeId}`;
    const revoked = await host.post(`${url}/revoke`);
    expect([revoked.status, codeOf(revoked)]).toEqual([409, 'already_joined']);
    const fresh = (await host.post<Invitation>(`${url}/reissue`)).body;
    expect(fresh.state).toBe('entered');
    expect((await browser(app).post('/api/continue/link', { token })).status).toBe(404);
    const phone = browser(app);
    expect((await phone.post('/api/continue/link', { token: fresh.token })).status).toBe(200);
    expect((await phone.get(`/api/raffles/${raffle.id}/me`)).status).toBe(200);
    expect((await phone.get<InviteInfo>(`/api/invite/${fresh.token}`)).body.own_entry).toMatchObject({
      entry_number: 1,
    });
  });

  test('R66 R45 who was entered can leave, and is then seen as a visitor; the link opens nothing', async () => {
    const { raffle, token } = await entered();
    const phone = browser(app);
    await phone.post('/api/continue/link', { token });
    const left = await phone.post<OwnEntry>(`/api/raffles/${raffle.id}/leave`);
    expect(left.body).toMatchObject({ tickets: 0, state: 'withdrawn' });
    expect(left.body.receipt).toMatchObject({ source: 'host', state: 'withdrawn', weights: [0] });
    expect(await entryProblems(app.parts.database, raffle.id)).toEqual([]);
  });

  test('R66 the link of somebody who was removed opens nothing', async () => {
    const { raffle, token, inviteeId } = await entered();
    await host.remove(`/api/raffles/${raffle.id}/participants/${inviteeId}`);
    expect(codeOf(await browser(app).post('/api/continue/link', { token }))).toBe('entry_withdrawn');
    const reissued = await host.post(`/api/raffles/${raffle.id}/invites/${inviteeId}/reissue`);
    expect(codeOf(reissued)).toBe('entry_withdrawn');
  });

  test('C7 the links of another host are not found', async () => {
    const { raffle, inviteeId } = await entered();
    const other = await newHost(app);
    expect((await other.get(`/api/raffles/${raffle.id}/invites`)).status).toBe(404);
    expect((await other.post(`/api/raffles/${raffle.id}/invites/${inviteeId}/reissue`)).status).toBe(404);
  });
});
