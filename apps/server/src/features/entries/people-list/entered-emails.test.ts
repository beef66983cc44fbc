/** R66, R51, R84: emails to people whom the host entered. */
import type { Invitation, MailOverview, OwnEntry } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { browser, newHost, type TestHost } from '../../../../test/support/browser.ts';
import { mailbox, type Mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { settled } from '../../notifications/test/outbox.ts';
import { type OpenRaffle, openRaffle } from '../test/people.ts';
import { enterPeople, sendPeople } from '../test/people-list.ts';

const PUBLIC_URL = 'https://raffles.example.org';

forEachDatabase((makeApp) => {
  async function scene(): Promise<{ app: TestApp; host: TestHost; box: Mailbox; raffle: OpenRaffle }> {
    const box = mailbox();
    const app = await makeApp({ mailer: box, env: { PUBLIC_URL } });
    const host = await newHost(app);
    return { app, host, box, raffle: await openRaffle(host) };
  }

  test('R66 people with an address are told their number once, with the link that opens their entry and the receipt', async () => {
    const { app, host, box, raffle } = await scene();
    const answer = await enterPeople(host, raffle, [
      { name: 'Ada', email: 'ada@example.org' },
      { name: 'Bob' },
    ]);
    expect(answer.emails).toBe(1);
    await settled(app);
    expect(box.messages).toHaveLength(1);
    const [message] = box.messages;
    expect(message).toMatchObject({
      to: 'ada@example.org',
      subject: 'You are entered: number 1 in “Summer raffle”',
    });
    for (const body of [message?.text ?? '', message?.html ?? '']) {
      expect(body).toContain('Greta Gastgeber');
      expect(body).toContain('Hello Ada');
    }
    expect(message?.text).toContain('confirmed address');
    expect(message?.attachments?.map(({ filename }) => filename)).toEqual([
      `raffle-${raffle.id}-receipt.json`,
    ]);
    const token = new RegExp(`${PUBLIC_URL}/r/([\\w-]+)`).exec(message?.text ?? '')?.[1] ?? '';
    const phone = browser(app);
    expect((await phone.post('/api/continue/link', { token })).status).toBe(200);
    const own = (await phone.get<OwnEntry>(`/api/raffles/${raffle.id}/me`)).body;
    expect(JSON.parse(String(message?.attachments?.[0]?.content))).toEqual(own.receipt);
    const overview = (await host.get<MailOverview>(`/api/raffles/${raffle.id}/mail`)).body;
    expect(overview.counts).toEqual({ waiting: 0, sent: 1, failed: 0 });
  });

  test('R66 C8 people who are invited from a list get no email before the host sends it', async () => {
    const { app, host, box, raffle } = await scene();
    const rows = [{ name: 'Ada', email: 'ada@example.org' }];
    expect((await sendPeople(host, raffle, rows, { mode: 'invite' })).body).toMatchObject({ emails: 0 });
    await settled(app);
    expect(box.messages).toEqual([]);
  });

  test('R66 sending invitations reaches nobody who was entered', async () => {
    const { app, host, box, raffle } = await scene();
    await enterPeople(host, raffle, [{ name: 'Ada', email: 'ada@example.org' }]);
    await settled(app);
    expect((await host.post(`/api/raffles/${raffle.id}/invites/send`)).body).toEqual({ queued: 0 });
    const [ada] = (await host.get<Invitation[]>(`/api/raffles/${raffle.id}/invites`)).body;
    const one = await host.post(`/api/raffles/${raffle.id}/invites/${ada?.invitee_id}/send`);
    expect(one.status).toBe(409);
    await settled(app);
    expect(box.messages).toHaveLength(1);
  });

  test('R84 no more people get emails than one raffle may reach; everyone is entered all the same', async () => {
    const { app, host, box, raffle } = await scene();
    const rows = Array.from({ length: 2_001 }, (_, n) => ({ name: `P ${n}`, email: `p${n}@example.org` }));
    const answer = await enterPeople(host, raffle, rows);
    expect([answer.added, answer.emails]).toEqual([2_001, 2_000]);
    const more = await enterPeople(host, raffle, [{ name: 'Ada', email: 'ada@example.org' }]);
    expect([more.added, more.emails]).toEqual([1, 0]);
    await settled(app);
    // A new host's share of a day.
    expect(box.messages).toHaveLength(50);
    const { counts } = (await host.get<MailOverview>(`/api/raffles/${raffle.id}/mail`)).body;
    expect(counts).toEqual({ waiting: 1_950, sent: 50, failed: 0 });
  });

  test('C14 R66 a host whose address is not confirmed enters people, and the emails wait', async () => {
    const { app, host, box, raffle } = await scene();
    await app.parts.database.query.updateTable('users').set({ email_verified: 0 }).execute();
    await enterPeople(host, raffle, [{ name: 'Ada', email: 'ada@example.org' }]);
    await settled(app);
    expect(box.messages).toEqual([]);
    const { counts } = (await host.get<MailOverview>(`/api/raffles/${raffle.id}/mail`)).body;
    expect(counts).toEqual({ waiting: 1, sent: 0, failed: 0 });
  });
});
