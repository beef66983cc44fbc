/** A raffle's emails and notifications as its host sees them (R60): states, filters, pages, and nobody else. */
import type { HostRaffle, MessageCounts, MessagesPage } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';
import { settled } from '../test/outbox.ts';

forEachDatabase((makeApp) => {
  const pageOf = async (host: Person, id: string, query = ''): Promise<MessagesPage> => {
    const answer = await host.get<MessagesPage>(`/api/raffles/${id}/messages${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const countsOf = async (host: Person, id: string): Promise<MessageCounts> =>
    (await host.get<MessageCounts>(`/api/raffles/${id}/messages/counts`)).body;
  const totalOf = ({ counts }: MessageCounts): number => counts.reduce((sum, { count }) => sum + count, 0);

  /** Writes rows as earlier deliveries left them. */
  async function outboxRows(
    app: TestApp,
    raffleId: string,
    rows: readonly { inviteeId: string; state: 'sent' | 'failed' | 'dropped' | 'waiting'; reason?: string }[],
  ): Promise<void> {
    await app.parts.database.query
      .insertInto('outbox')
      .values(
        rows.map(({ inviteeId, state, reason }, index) => ({
          id: `mail:result:${raffleId}:${inviteeId}`,
          raffle_id: raffleId,
          invitee_id: inviteeId,
          channel: 'mail' as const,
          occasion: 'result' as const,
          state,
          issue: 0,
          attempts: 1,
          // Several of one instant, so that pages must not rely on the time alone.
          created_at: 1000 + Math.floor(index / 7),
          due_at: 9_000_000_000_000,
          useful_until: null,
          claimed_until: null,
          settled_at: state === 'waiting' ? null : 2000,
          reason: reason ?? null,
        })),
      )
      .execute();
  }

  it('R60 shows each email with its state and reason, finds them, and counts who has no address', async () => {
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' }, mailer: box });
    const host = await signUp(app);
    const { body: draft } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Party',
      allow_public_join: true,
    });
    const { id } = draft;
    const invitees = 'Élodie,elodie@example.org\nBo 100%,bo@example.org\nNo Address';
    await host.post(`/api/raffles/${id}/invites`, { invitees });
    await host.post(`/api/raffles/${id}/open`);
    await join(app, draft.public_link ?? '', 'Walk-in');
    expect(await countsOf(host, id)).toMatchObject({
      sends_mail: true,
      counts: [],
      without_address: 2,
      people: 4,
      with_device: 0,
    });
    expect((await host.post(`/api/raffles/${id}/invites/send`)).status).toBe(200);
    await settled(app);
    const { messages, next, found } = await pageOf(host, id);
    expect([next, found]).toEqual([null, 2]);
    expect(
      messages.map((row) => [row.display_name, row.email, row.channel, row.occasion, row.state]),
    ).toEqual(
      expect.arrayContaining([
        ['Élodie', 'elodie@example.org', 'mail', 'invitation', 'sent'],
        ['Bo 100%', 'bo@example.org', 'mail', 'invitation', 'sent'],
      ]),
    );
    const [elodie, bo] = ['Élodie', 'Bo 100%'].map((name) =>
      messages.find(({ display_name: one }) => one === name),
    );
    await outboxRows(app, id, [
      { inviteeId: elodie?.invitee_id ?? '', state: 'failed', reason: 'address_refused' },
      { inviteeId: bo?.invitee_id ?? '', state: 'dropped', reason: 'unsubscribed' },
    ]);
    const names = async (query: string): Promise<string[]> =>
      (await pageOf(host, id, query)).messages.map((row) => `${row.display_name} ${row.state}`);
    expect(await names('?state=failed')).toEqual(['Élodie failed']);
    expect((await pageOf(host, id, '?state=failed')).messages[0]?.reason).toBe('address_refused');
    expect(await names('?state=unsubscribed')).toEqual(['Bo 100% unsubscribed']);
    expect(await names('?state=not_needed')).toEqual([]);
    expect(await names('?channel=push')).toEqual([]);
    expect(await names('?occasion=result&words=élo')).toEqual(['Élodie failed']);
    expect(await names('?occasion=result&words=100%25')).toEqual(['Bo 100% unsubscribed']);
    expect(await names('?words=%25%25')).toEqual([]);
    expect(await names('?occasion=invitation&words=BO@EX')).toEqual(['Bo 100% sent']);
    expect(totalOf(await countsOf(host, id))).toBe(4);
    expect((await host.get(`/api/raffles/${id}/messages?state=unknown`)).status).toBe(400);
  });

  it('R60 pages through many messages, each once, in the same order', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id } = await openRaffle(host);
    const { query } = app.parts.database;
    const ids = Array.from({ length: 1050 }, (_, index) => `${'i'.repeat(17)}${10_000 + index}`);
    for (let start = 0; start < ids.length; start += 500) {
      const part = ids.slice(start, start + 500);
      await query
        .insertInto('invitees')
        .values(
          part.map((inviteeId, index) => ({
            id: inviteeId,
            raffle_id: id,
            display_name: `Person ${start + index}`,
            email: null,
            notes: null,
            source: 'list' as const,
            created_at: 1,
          })),
        )
        .execute();
      await outboxRows(
        app,
        id,
        part.map((inviteeId) => ({ inviteeId, state: 'sent' as const })),
      );
    }
    const seen: string[] = [];
    let after = '';
    for (;;) {
      const page = await pageOf(host, id, after);
      expect(page.found).toBe(1050);
      seen.push(...page.messages.map((row) => row.id));
      if (page.next === null) break;
      expect(page.messages).toHaveLength(200);
      after = `?after=${encodeURIComponent(page.next)}`;
    }
    expect(seen).toHaveLength(1050);
    expect(new Set(seen).size).toBe(1050);
  });

  it('R60 is for the raffle’s host alone, and says where no mail server is set up', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const guest = await join(app, link, 'Guest');
    const other = await signUp(app, 'Otto Other');
    expect((await countsOf(host, id)).sends_mail).toBe(false);
    for (const path of [`/api/raffles/${id}/messages`, `/api/raffles/${id}/messages/counts`]) {
      const statuses = await Promise.all(
        [person(app), guest, other, host].map(async (one) => (await one.get(path)).status),
      );
      expect(statuses).toEqual([401, 401, 404, 200]);
    }
  });
});
