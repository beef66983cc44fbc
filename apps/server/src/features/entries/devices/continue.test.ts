/** R41 over HTTP and the socket: four ways to a further device, each once, each in time, and no way for anybody else. */
import type {
  ContinueAnswer,
  ContinueCodeAnswer,
  ContinueRequest,
  ContinueRequests,
  ContinueStatus,
  InviteInfo,
  OwnEntry,
} from '@glassdrum/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestHost, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { watch } from '../../../../test/support/watch.ts';

const TEN_MINUTES = 10 * 60 * 1000;

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  let host: TestHost;

  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
    host = await newHost(app);
  });

  let people = 0;

  /** An open raffle with one invited person who has joined, and the link that they used. */
  async function joined(): Promise<{
    raffleId: string;
    inviteeId: string;
    token: string;
    first: Browser;
    second: Browser;
  }> {
    people += 1;
    const { id: raffleId } = await host.draft({ allow_public_join: true });
    const added = await host.call('POST', `/api/raffles/${raffleId}/invites`, { invitees: 'Ada Lovelace' });
    const [ada] = (added.body as { invitees: { token: string; invitee_id: string }[] }).invitees;
    await host.call('POST', `/api/raffles/${raffleId}/open`);
    const [first, second] = [browser(app, `10.3.0.${people}`), browser(app, `10.4.0.${people}`)];
    const { token = '', invitee_id: inviteeId = '' } = ada ?? {};
    const join = await first.call('POST', '/api/join', { token });
    if (join.status !== 201) throw new Error(`Not joined: ${join.text}`);
    return { raffleId, inviteeId, token, first, second };
  }

  async function ask(device: Browser, token: string): Promise<ContinueRequest> {
    const answer = await device.call('POST', '/api/continue/request', { token });
    if (answer.status !== 200) throw new Error(`Not asked: ${answer.text}`);
    return answer.body as ContinueRequest;
  }

  const answerTo = (device: Browser, raffleId: string, requestId: string, word: 'approve' | 'refuse') =>
    device.call('POST', `/api/raffles/${raffleId}/me/continue-requests/${requestId}/${word}`);
  const statusOf = async (device: Browser, requestId: string): Promise<ContinueStatus> =>
    (await device.call('GET', `/api/continue/${requestId}`)).body as ContinueStatus;
  const headersOf = (device: Browser): Record<string, string> => ({
    origin: address,
    cookie: Array.from(device.cookies, ([name, value]) => `${name}=${value}`).join('; '),
  });

  describe('R41 by approval of the joined device', () => {
    test('R41 both devices show the same code; after the approval both have the same entry', async () => {
      const { raffleId, token, first, second } = await joined();
      const asked = await ask(second, token);
      expect(asked.code).toMatch(/^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{6}$/);
      expect(asked).toMatchObject({ mail_possible: false, expires_at: app.clock.now() + TEN_MINUTES });
      expect(await statusOf(second, asked.request_id)).toMatchObject({ state: 'waiting' });
      expect((await second.call('GET', `/api/raffles/${raffleId}/me`)).status).toBe(401);

      const seen = await first.call('GET', `/api/raffles/${raffleId}/me/continue-requests`);
      const { request_id, code, expires_at } = asked;
      expect(seen.body).toEqual({ requests: [{ request_id, code, expires_at }], code_expires_at: null });

      const approved = await answerTo(first, raffleId, request_id, 'approve');
      expect(approved.body).toEqual({ requests: [], code_expires_at: null });
      expect(await statusOf(second, request_id)).toMatchObject({
        state: 'approved',
        entry: { raffle_id: raffleId, entry_number: 1, display_name: 'Ada Lovelace' },
      });
      for (const device of [first, second]) {
        const own = (await device.call('GET', `/api/raffles/${raffleId}/me`)).body as OwnEntry;
        expect(own).toMatchObject({ entry_number: 1, display_name: 'Ada Lovelace', tickets: 1 });
      }
      const info = (await second.call('GET', `/api/invite/${token}`)).body as InviteInfo;
      expect(info.own_entry).toMatchObject({ entry_number: 1 });
    });

    test('R41 a client without cookies gets the outcome and acts with the same secret', async () => {
      const { raffleId, token, first } = await joined();
      const asked = await ask(browser(app), token);
      const bearer = { authorization: `Bearer ${asked.participant_token ?? ''}` };
      const program = browser(app);
      await answerTo(first, raffleId, asked.request_id, 'approve');
      const status = await program.call('GET', `/api/continue/${asked.request_id}`, undefined, bearer);
      expect(status.body).toMatchObject({ state: 'approved' });
      expect((await program.call('GET', `/api/raffles/${raffleId}/me`, undefined, bearer)).status).toBe(200);
    });

    test('R41 only the joined device is notified over its socket, nobody else in the room', async () => {
      const { raffleId, token, first, second } = await joined();
      const [own, visitor, hostSocket] = [
        await watch(app, address, raffleId, headersOf(first)),
        await watch(app, address, raffleId),
        await watch(app, address, raffleId, headersOf(host)),
      ];
      const { request_id: requestId, code, expires_at: expiresAt } = await ask(second, token);
      const notified = await own.next('continue-requests');
      expect(notified.data).toEqual({ requests: [{ requestId, code, expiresAt }], codeExpiresAt: null });

      const before = own.received.length;
      await answerTo(first, raffleId, requestId, 'refuse');
      expect((await own.next('continue-requests', before)).data.requests).toEqual([]);
      for (const other of [visitor, hostSocket]) {
        // A socket's messages arrive in order: anything sent before would arrive before the answer to this request.
        other.send({ type: 'time', data: { sent: 1 } });
        await other.next('time');
        expect(other.received.map(({ message }) => message.type)).not.toContain('continue-requests');
      }
    });

    test('R41 refused and expired requests stay so', async () => {
      const { raffleId, token, first, second } = await joined();
      const { request_id: refused } = await ask(second, token);
      expect((await answerTo(first, raffleId, refused, 'refuse')).status).toBe(200);
      expect(codeOf(await answerTo(first, raffleId, refused, 'approve'))).toBe('continue_request_over');
      expect(await statusOf(second, refused)).toEqual({ state: 'refused' });

      const { request_id: late } = await ask(second, token);
      await app.clock.advance(TEN_MINUTES);
      expect(await statusOf(second, late)).toEqual({ state: 'expired' });
      expect(codeOf(await answerTo(first, raffleId, late, 'approve'))).toBe('continue_request_over');
      expect((await second.call('GET', `/api/raffles/${raffleId}/me`)).status).toBe(401);
    });

    test('R41 repeated on one device it is the same request; two devices make two', async () => {
      const { raffleId, token, first, second } = await joined();
      const one = await ask(second, token);
      expect((await ask(second, token)).request_id).toBe(one.request_id);
      const other = await ask(browser(app, '10.5.0.1'), token);
      expect(other.request_id).not.toBe(one.request_id);
      const seen = await first.call('GET', `/api/raffles/${raffleId}/me/continue-requests`);
      expect((seen.body as ContinueRequests).requests).toHaveLength(2);
    });

    test('C1 R41 only the joined device can answer, and only the requesting device gets the outcome', async () => {
      const one = await joined();
      const other = await joined();
      const { request_id: requestId } = await ask(one.second, one.token);
      for (const [who, status] of [
        [browser(app), 401],
        [one.second, 401],
        [host, 403],
        [other.first, 401],
      ] as const) {
        expect((await answerTo(who, one.raffleId, requestId, 'approve')).status).toBe(status);
      }
      // Under a raffle of one's own the request does not exist.
      expect((await answerTo(other.first, other.raffleId, requestId, 'approve')).status).toBe(404);
      for (const who of [browser(app), one.first, other.first, host]) {
        expect((await who.call('GET', `/api/continue/${requestId}`)).status).toBe(404);
      }
      expect(await statusOf(one.second, requestId)).toMatchObject({ state: 'waiting' });
    });

    test('I1 R41 a session secret that this server never issued is not adopted', async () => {
      const { token, second } = await joined();
      const planted = 'p'.repeat(43);
      second.cookies.set('glassdrum', planted);
      const asked = await ask(second, token);
      expect(asked.participant_token).not.toBeNull();
      expect(second.cookies.get('glassdrum')).toBe(asked.participant_token);
      const look = await browser(app).call('GET', `/api/continue/${asked.request_id}`, undefined, {
        authorization: `Bearer ${planted}`,
      });
      expect(look.status).toBe(404);
    });
  });

  describe('R41 by a code of the joined device', () => {
    const makeCode = async (device: Browser, raffleId: string): Promise<ContinueCodeAnswer> =>
      (await device.call('POST', `/api/raffles/${raffleId}/me/continue-code`)).body as ContinueCodeAnswer;

    test('R41 the code opens the entry once, however it is typed, and the joined device sees that', async () => {
      const { raffleId, first, second } = await joined();
      const own = await watch(app, address, raffleId, headersOf(first));
      const { code, url, expires_at } = await makeCode(first, raffleId);
      expect(url).toBe(`http://localhost:80/continue#${code}`);
      expect(expires_at).toBe(app.clock.now() + TEN_MINUTES);
      expect((await own.next('continue-requests')).data.codeExpiresAt).toBe(expires_at);

      const before = own.received.length;
      const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
      const continued = await second.call('POST', '/api/continue/redeem', { code: typed });
      expect(continued.body as ContinueAnswer).toMatchObject({ raffle_id: raffleId, entry_number: 1 });
      expect((await second.call('GET', `/api/raffles/${raffleId}/me`)).status).toBe(200);
      expect((await own.next('continue-requests', before)).data.codeExpiresAt).toBeNull();
      const again = await browser(app, '10.6.0.1').call('POST', '/api/continue/redeem', { code });
      expect([again.status, codeOf(again)]).toEqual([404, 'continue_code_invalid']);
    });

    test('R41 it works the same for people who joined by the public link', async () => {
      const { raffleId } = await joined();
      const { public_link } = (await host.call('GET', `/api/raffles/${raffleId}`)).body as {
        public_link: string;
      };
      const [phone, laptop] = [browser(app, '10.6.1.1'), browser(app, '10.6.1.2')];
      await phone.call('POST', '/api/join/public', { public_link, display_name: 'Grace Hopper' });
      const { code } = await makeCode(phone, raffleId);
      await laptop.call('POST', '/api/continue/redeem', { code });
      const own = (await laptop.call('GET', `/api/raffles/${raffleId}/me`)).body as OwnEntry;
      expect(own).toMatchObject({ entry_number: 2, display_name: 'Grace Hopper' });
    });

    test('R41 of fifty devices that redeem one code at once, one gets the entry', async () => {
      const { raffleId, first } = await joined();
      const { code } = await makeCode(first, raffleId);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          browser(app, `10.7.0.${index}`).call('POST', '/api/continue/redeem', { code }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(49);
    });

    test('R41 a code expires with the next one and after ten minutes', async () => {
      const { raffleId, first, second } = await joined();
      const { code: older } = await makeCode(first, raffleId);
      const { code: newer } = await makeCode(first, raffleId);
      const redeem = (code: string) => second.call('POST', '/api/continue/redeem', { code });
      expect((await redeem(older)).status).toBe(404);
      await app.clock.advance(TEN_MINUTES);
      expect((await redeem(newer)).status).toBe(404);
    });

    test('R41 a code for a withdrawn entry does not work', async () => {
      const { raffleId, first, second } = await joined();
      const { code } = await makeCode(first, raffleId);
      await first.call('POST', `/api/raffles/${raffleId}/leave`);
      expect(codeOf(await second.call('POST', '/api/continue/redeem', { code }))).toBe('entry_withdrawn');
    });

    test('I4 R41 codes are hashed at rest, and written to no log', async () => {
      const { raffleId, first } = await joined();
      const { code } = await makeCode(first, raffleId);
      const rows = await app.parts.database.query.selectFrom('continue_codes').selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toContain(code);
      expect(app.logLines.join('\n')).not.toContain(code);
    });

    test('H6 R41 of 210 concurrent wrong codes from one address two hundred are checked; others are not locked out', async () => {
      const { raffleId, first, second } = await joined();
      const wrong = Array.from({ length: 210 }, () =>
        browser(app, '10.8.0.1').call('POST', '/api/continue/redeem', { code: 'ABCD2345' }),
      );
      const answers = await Promise.all(wrong);
      const limited = answers.filter(({ status }) => status === 429);
      expect([answers.filter(({ status }) => status === 404).length, limited.length]).toEqual([200, 10]);
      for (const answer of limited) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const { code } = await makeCode(first, raffleId);
      expect((await browser(app, '10.8.0.1').call('POST', '/api/continue/redeem', { code })).status).toBe(
        429,
      );
      expect((await second.call('POST', '/api/continue/redeem', { code })).status).toBe(200);
    });
  });

  test('H6 R41 one address can request an entry ten times in ten minutes, which does not affect others', async () => {
    const { raffleId, token, first, second } = await joined();
    const statuses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const flooding = browser(app, '10.9.0.1');
      await app.clock.advance(1);
      statuses.push((await flooding.call('POST', '/api/continue/request', { token })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    await app.clock.advance(1);
    const { request_id } = await ask(second, token);
    const seen = await first.call('GET', `/api/raffles/${raffleId}/me/continue-requests`);
    const { requests } = seen.body as ContinueRequests;
    expect(requests).toHaveLength(5);
    expect(requests.at(-1)?.request_id).toBe(request_id);
  });

  describe('R41 by a link that the host reissued', () => {
    const reissue = async (raffleId: string, inviteeId: string): Promise<{ token: string }> => {
      const answer = await host.call('POST', `/api/raffles/${raffleId}/invites/${inviteeId}/reissue`);
      if (answer.status !== 200) throw new Error(`Not re-issued: ${answer.text}`);
      return answer.body as { token: string };
    };

    test('R41 the new link opens the same entry once; the old link ends, and the joined device stays linked', async () => {
      const { raffleId, inviteeId, token: old, first, second } = await joined();
      const { token } = await reissue(raffleId, inviteeId);
      expect((await first.call('GET', `/api/raffles/${raffleId}/me`)).status).toBe(200);
      expect((await second.call('GET', `/api/invite/${old}`)).status).toBe(404);

      const info = (await second.call('GET', `/api/invite/${token}`)).body as InviteInfo;
      expect(info).toMatchObject({ is_redeemed: true, reissued: true, own_entry: null });
      const opened = await second.call('POST', '/api/continue/link', { token });
      expect(opened.body).toMatchObject({
        raffle_id: raffleId,
        entry_number: 1,
        display_name: 'Ada Lovelace',
      });
      for (const device of [first, second]) {
        expect((await device.call('GET', `/api/raffles/${raffleId}/me`)).status).toBe(200);
      }

      const third = browser(app, '10.10.0.1');
      const again = await third.call('POST', '/api/continue/link', { token });
      expect([again.status, codeOf(again)]).toEqual([404, 'invite_invalid']);
      const later = (await third.call('GET', `/api/invite/${token}`)).body as InviteInfo;
      expect(later).toMatchObject({ is_redeemed: true, reissued: false, own_entry: null });
      const { participants } = (await host.call('GET', `/api/raffles/${raffleId}/participants`)).body as {
        participants: unknown[];
      };
      expect(participants).toHaveLength(1);
    });

    test('R41 earlier requests and codes end with the new link', async () => {
      const { raffleId, inviteeId, token, first, second } = await joined();
      const { request_id } = await ask(second, token);
      const made = await first.call('POST', `/api/raffles/${raffleId}/me/continue-code`);
      await reissue(raffleId, inviteeId);
      const { code } = made.body as ContinueCodeAnswer;
      expect((await browser(app).call('POST', '/api/continue/redeem', { code })).status).toBe(404);
      expect((await second.call('GET', `/api/continue/${request_id}`)).status).toBe(404);
    });

    test('I4 GET does not consume a reissued link; an ordinary used link opens nothing', async () => {
      const { raffleId, inviteeId, token: used, second } = await joined();
      expect(codeOf(await second.call('POST', '/api/continue/link', { token: used }))).toBe('invite_invalid');
      const { token } = await reissue(raffleId, inviteeId);
      for (let round = 0; round < 3; round += 1) await browser(app).call('GET', `/api/invite/${token}`);
      expect((await second.call('POST', '/api/continue/link', { token })).status).toBe(200);
    });

    test('R11 R41 continuing and reissuing are in the audit log; joining again stays refused', async () => {
      const { raffleId, inviteeId, second } = await joined();
      const { token } = await reissue(raffleId, inviteeId);
      expect(codeOf(await second.call('POST', '/api/join', { token }))).toBe('already_joined');
      await second.call('POST', '/api/continue/link', { token });
      const log = (await host.call('GET', `/api/raffles/${raffleId}/audit`)).text;
      for (const words of ['invite_reissued', 'entry_continued', '"via":"link"'])
        expect(log).toContain(words);
    });
  });

  describe('R41 by a code to the email address', () => {
    test('R41 the email contains the code and this installation’s own address; the code opens the entry once', async () => {
      const box = mailbox();
      const mailing = await makeApp({ mailer: box, env: { PUBLIC_URL: 'https://raffles.example.org' } });
      const sender = await newHost(mailing);
      const { id } = await sender.draft({ title: 'Summer\r\nBcc: all@example.org' });
      const lines = 'Ada,ada@example.org\nBob';
      const added = await sender.call('POST', `/api/raffles/${id}/invites`, { invitees: lines });
      const [ada, bob] = (added.body as { invitees: { token: string }[] }).invitees;
      await sender.call('POST', `/api/raffles/${id}/open`);
      for (const one of [ada, bob]) {
        const join = await browser(mailing).call('POST', '/api/join', { token: one?.token });
        expect(join.status).toBe(201);
      }
      const second = browser(mailing, '10.11.0.1');
      const asked = await second.call('POST', '/api/continue/request', { token: ada?.token });
      expect(asked.body).toMatchObject({ mail_possible: true });
      const bobs = await second.call('POST', '/api/continue/request', { token: bob?.token });
      expect(bobs.body).toMatchObject({ mail_possible: false });

      // The caller may pretend that this is another site; the email must not link to it.
      const forged = { host: 'evil.example.com' };
      const sent = await second.call('POST', '/api/continue/mail', { token: ada?.token }, forged);
      expect(sent.body).toEqual({ expires_at: mailing.clock.now() + TEN_MINUTES });
      expect(box.messages).toHaveLength(1);
      const [message] = box.messages;
      expect(message?.to).toBe('ada@example.org');
      expect(message?.text).not.toContain('evil');
      const code = /https:\/\/raffles\.example\.org\/continue#([2-9A-Z]{8})/.exec(message?.text ?? '')?.[1];
      const redeemed = await second.call('POST', '/api/continue/redeem', { code });
      expect(redeemed.body).toMatchObject({ raffle_id: id, entry_number: 1 });
      expect((await second.call('POST', '/api/continue/redeem', { code })).status).toBe(404);
    });

    test('H6 R41 nobody can fill an inbox: one email a minute, and no address is revealed', async () => {
      const box = mailbox();
      const mailing = await makeApp({ mailer: box });
      const sender = await newHost(mailing);
      const { id } = await sender.draft();
      const added = await sender.call('POST', `/api/raffles/${id}/invites`, {
        invitees: 'Ada,ada@example.org',
      });
      const [ada] = (added.body as { invitees: { token: string }[] }).invitees;
      await sender.call('POST', `/api/raffles/${id}/open`);
      await browser(mailing).call('POST', '/api/join', { token: ada?.token });
      const mail = (from: string) =>
        browser(mailing, from).call('POST', '/api/continue/mail', { token: ada?.token });
      expect((await mail('10.12.0.1')).status).toBe(200);
      const soon = await mail('10.12.0.2');
      expect([soon.status, soon.headers['retry-after']]).toEqual([429, '60']);
      expect(soon.text).not.toContain('ada@');
      await mailing.clock.advance(60_000);
      expect((await mail('10.12.0.2')).status).toBe(200);
      const codes = box.messages.filter(({ subject }) => subject.startsWith('Your code'));
      expect(codes).toHaveLength(2);
    });
  });

  test('I4 R41 unknown and unused invites give no access, and without a mail server no code is sent', async () => {
    const { raffleId, token, second } = await joined();
    const call = (path: string, of: string) => second.call('POST', `/api/continue/${path}`, { token: of });
    const added = await host.call('POST', `/api/raffles/${raffleId}/invites`, { invitees: 'Zoe' });
    const unused = (added.body as { invitees: { token: string }[] }).invitees[0]?.token ?? '';
    expect(codeOf(await call('request', 'n'.repeat(32)))).toBe('invite_invalid');
    expect(codeOf(await call('request', unused))).toBe('invite_not_used');
    expect(codeOf(await call('mail', token))).toBe('continue_mail_impossible');
  });

  test('R41 it works after the draw is frozen', async () => {
    const { raffleId, token, first, second } = await joined();
    const drawn = await host.call('POST', `/api/raffles/${raffleId}/draw`);
    expect(drawn.status).toBe(200);
    const { request_id } = await ask(second, token);
    await answerTo(first, raffleId, request_id, 'approve');
    expect((await second.call('GET', `/api/raffles/${raffleId}/me`)).status).toBe(200);
  });
});
