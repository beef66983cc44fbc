/** H10, R84: how many emails a host may send, that floods delay nobody else, and how recipients report a host. */
import type { HostRaffle, UnsubscribeState } from '@glassdrum/contract';
import { LIMITS } from '@glassdrum/raffle-rules';
import { expect, it } from 'vitest';
import { glassdrum } from '../../../../test/support/command.ts';
import { mailbox, type Mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { type Person, person, signUp } from '../../../../test/support/people.ts';
import { settled } from '../test/outbox.ts';

const DAY_MS = 86_400_000;
const PUBLIC_URL = 'https://raffles.example.org';
const { newHost: NEW, default: STANDARD } = LIMITS.mailPerDay;

forEachDatabase((makeApp, kind) => {
  async function scene(): Promise<{ app: TestApp; box: Mailbox; host: Person }> {
    const box = mailbox();
    const app = await makeApp({ env: { PUBLIC_URL }, mailer: box });
    return { app, box, host: await signUp(app, 'Greta Gastgeber') };
  }

  /** An open raffle with so many people on its list, whose invitations are put on their way. */
  async function invite(host: Person, people: number, name: string, fields: object = {}): Promise<string> {
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Summer party', ...fields });
    const { id } = draft.body;
    const invitees = Array.from({ length: people }, (_, n) => `${name} ${n},${name}${n}@example.org`).join(
      '\n',
    );
    expect((await host.post(`/api/raffles/${id}/invites`, { invitees })).status).toBe(200);
    expect((await host.post(`/api/raffles/${id}/open`)).status).toBe(200);
    expect((await host.post(`/api/raffles/${id}/invites/send`)).status).toBe(200);
    return id;
  }

  const age = (app: TestApp, days: number): Promise<unknown> =>
    app.parts.database.query
      .updateTable('users')
      .set({ created_at: app.clock.now() - days * DAY_MS })
      .execute();

  it('H10: a new host sends few emails a day, the rest on the next days', async () => {
    const { app, box, host } = await scene();
    const id = await invite(host, NEW + 10, 'ada');
    await settled(app);
    expect(box.messages).toHaveLength(NEW);
    const list = await host.get<{ mail: { state: string; reason: string | null } | null }[]>(
      `/api/raffles/${id}/invites`,
    );
    const held = list.body.filter(({ mail }) => mail?.state === 'waiting');
    expect(held.map(({ mail }) => mail?.reason)).toEqual(Array.from({ length: 10 }, () => 'daily_limit'));
    await app.clock.advance(DAY_MS);
    await settled(app);
    expect(new Set(box.messages.map(({ to }) => to)).size).toBe(NEW + 10);
  });

  it('H10: after a week without reports a host may send more, and a report reverts that', async () => {
    const { app, box, host } = await scene();
    await age(app, 8);
    await invite(host, NEW + 10, 'ada');
    await settled(app);
    expect(box.messages).toHaveLength(NEW + 10);

    const stop =
      /unsubscribe\/([\w-]+)/.exec(box.messages[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    for (let times = 0; times < 2; times += 1) {
      const reported = await person(app).post<UnsubscribeState>(`/api/unsubscribe/${stop}/report`);
      expect([reported.status, reported.body]).toMatchObject([200, { stopped: 'raffle' }]);
    }
    expect(await app.parts.database.query.selectFrom('sender_reports').selectAll().execute()).toHaveLength(1);
    // As on the next day.
    await app.parts.database.query.deleteFrom('mail_days').execute();
    await invite(host, NEW + 10, 'bob');
    await settled(app);
    expect(box.messages).toHaveLength(NEW + 10 + NEW);
    await app.close();
    const events = app.logLines.filter((line) => line.includes('sender_reported'));
    expect(events.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 'warn', count: 1 }]);
  });

  it('H10: nobody waits behind the flood of another host', async () => {
    const { app, box, host: flooder } = await scene();
    const other = await signUp(app, 'Otto Other');
    await age(app, 8);
    await invite(flooder, STANDARD + 200, 'flood');
    await invite(other, 3, 'otto');
    await settled(app);
    const mine = box.messages.flatMap(({ to }, place) => (to.startsWith('otto') ? [place] : []));
    expect(mine).toHaveLength(3);
    // The flood was a few emails ahead; of the rest each host is served by turns.
    expect(Math.max(...mine)).toBeLessThan(60);
    expect(box.messages).toHaveLength(STANDARD + 3);
  });

  it('H10: a raffle reaches at most two thousand people by email, and says so', async () => {
    const { app, box, host } = await scene();
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Summer party' });
    const { id } = draft.body;
    const invitees = Array.from(
      { length: LIMITS.mailRecipients.max + 1 },
      (_, n) => `Ada ${n},ada${n}@example.org`,
    ).join('\n');
    await host.post(`/api/raffles/${id}/invites`, { invitees });
    await host.post(`/api/raffles/${id}/open`);
    const refused = await host.post(`/api/raffles/${id}/invites/send`);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: { code: 'too_many_recipients', message: expect.stringMatching(/^At most 2,000 people/) } },
    ]);
    await settled(app);
    expect(box.messages).toHaveLength(0);
  });

  it('H10: nothing that a host wrote becomes a link in an email', async () => {
    const { app, box, host } = await scene();
    await invite(host, 1, 'ada', {
      title: 'Claim at https://evil.example/win <b>now</b>',
      description: 'See www.evil.example or write to thief@evil.example, mailto:thief@evil.example',
    });
    await settled(app);
    const [message] = box.messages;
    const texts = [message?.text ?? '', message?.html ?? '', message?.subject ?? ''];
    expect(texts.join('').match(/[\w.-]+[.@]evil|evil\.example|mailto:/g)).toBeNull();
    expect(message?.html).not.toContain('<b>');
    const sites = texts.join('').match(/https?:\/\/[\w.-]+/g) ?? [];
    expect(new Set(sites)).toEqual(new Set([PUBLIC_URL]));
    // To the eye it is what the host wrote.
    expect(message?.subject.replaceAll('\u200B', '')).toContain('https://evil.example/win');
  });

  it('H10: the operator sets how many emails a host may send', async () => {
    const { app, box, host } = await scene();
    const email = (await host.get<{ email: string }>('/api/auth/me')).body.email;
    if (kind === 'postgres') {
      const raised = await glassdrum(app.storage, 'mail-limit', email, '55');
      expect([raised.code, raised.stdout]).toEqual([
        0,
        `${email} may send 55 emails a day. Today: 0. Reports in the last week: 0.\n`,
      ]);
      const unknown = await glassdrum(app.storage, 'mail-limit', 'nobody@example.org');
      expect([unknown.code, unknown.stderr]).toEqual([
        1,
        'There is no host account with the address nobody@example.org.\n',
      ]);
    } else {
      await app.parts.database.query.updateTable('users').set({ mail_limit: 55 }).execute();
    }
    await invite(host, 60, 'ada');
    await settled(app);
    expect(box.messages).toHaveLength(55);
  });
});
