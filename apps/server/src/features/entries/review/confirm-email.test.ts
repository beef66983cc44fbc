/** H11: entries that are confirmed by email. */
import type {
  HostRaffle,
  OwnEntryAnswer,
  OwnRequestAnswer,
  ReviewAnswer,
  WaitingAnswer,
} from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { mailbox } from '../../../../test/support/mailbox.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { eventually } from '../../../../test/support/people.ts';
import { type Browser, browser, codeOf, newHost } from '../../../../test/support/browser.ts';
import { openRaffle, setJoinChecks, tryJoin } from '../test/people.ts';

forEachDatabase((makeApp) => {
  test('H11: confirmation by email needs a mail server', async () => {
    const host = await newHost(await makeApp());
    const raffle = await openRaffle(host);
    expect(codeOf(await setJoinChecks(host, raffle, { confirm_email: true }))).toBe('mail_not_configured');
    expect((await setJoinChecks(host, raffle, { confirm_email: false })).status).toBe(200);
  });

  test('H11: with confirmation by email an entry is added once the code or the link is used', async () => {
    const box = mailbox();
    const mailed = await makeApp({ env: { PUBLIC_URL: 'https://raffles.example.org' }, mailer: box });
    const owner = await newHost(mailed);
    await mailed.parts.database.query.updateTable('users').set({ email_verified: 1 }).execute();
    const raffle = await openRaffle(owner);
    const patch = (body: object) => owner.call('PATCH', `/api/raffles/${raffle.id}/joining`, body);
    expect((await patch({ confirm_email: true })).status).toBe(200);
    expect(codeOf(await tryJoin(browser(mailed), raffle, 'No address'))).toBe('email_required');
    const ada = browser(mailed);
    const request = await tryJoin(ada, raffle, 'Ada Lovelace', { email: 'ada@example.org' });
    expect([request.status, (request.body as WaitingAnswer).waits_for]).toEqual([202, ['email']]);
    const emailTo = async (to: string) => {
      const find = () => box.messages.find((message) => message.to === to);
      await eventually(mailed, 'the email', async () => find() !== undefined, 100);
      return find()?.text ?? '';
    };
    const text = await emailTo('ada@example.org');
    // A stranger may have typed the address, so nothing else that they typed is in it.
    expect(text).not.toContain('Lovelace');
    const code = /: (\w{4} \w{4})$/m.exec(text)?.[1] ?? '';
    const confirm = (who: Browser, typed: string) =>
      who.call('POST', `/api/raffles/${raffle.id}/own-request/confirm`, { code: typed });
    expect(codeOf(await confirm(ada, 'AAAA AAAA'))).toBe('code_wrong');
    expect((await confirm(browser(mailed), code)).status).toBe(404);
    expect((await confirm(ada, code.toLowerCase())).body).toEqual({ joined: true });
    const entry = await ada.call('GET', `/api/raffles/${raffle.id}/own-entry`);
    expect((entry.body as OwnEntryAnswer).entry).toMatchObject({ entry_number: 1, state: 'in' });

    // By link, on a device that has no session and gets none, and with approval afterwards.
    await patch({ approval: true });
    const ben = browser(mailed);
    await tryJoin(ben, raffle, 'Ben', { email: 'ben@example.org' });
    const token = /#confirm=(\S+)/.exec(await emailTo('ben@example.org'))?.[1] ?? '';
    const link = (sent: string) => {
      const other = browser(mailed);
      return other.call('POST', '/api/join/confirm', { token: sent });
    };
    expect(codeOf(await link(`${token.slice(0, -1)}!`))).toBe('join_confirm_invalid');
    const confirmed = await link(token);
    expect([confirmed.body, confirmed.headers['set-cookie']]).toEqual([{ joined: false }, undefined]);
    expect((await link(token)).body).toEqual({ joined: false });
    const waiting = await owner.call('GET', `/api/raffles/${raffle.id}/review`);
    expect((waiting.body as ReviewAnswer).waiting).toMatchObject([
      { display_name: 'Ben', waits_for: ['approval'] },
    ]);
    await owner.call('POST', `/api/raffles/${raffle.id}/review/approve`, { all: true });
    const ownEntryOfBen = await ben.call('GET', `/api/raffles/${raffle.id}/own-entry`);
    expect((ownEntryOfBen.body as OwnEntryAnswer).entry).toMatchObject({ entry_number: 2 });
    expect((await link(token)).body).toEqual({ joined: true });

    // Approved before the address is confirmed, and too late.
    const cleo = browser(mailed);
    await tryJoin(cleo, raffle, 'Cleo', { email: 'cleo@example.org' });
    await owner.call('POST', `/api/raffles/${raffle.id}/review/approve`, { all: true });
    const own = await cleo.call('GET', `/api/raffles/${raffle.id}/own-request`);
    expect((own.body as OwnRequestAnswer).request?.waits_for).toEqual(['email']);
    // All means all who wait for the host, so she is not approved twice.
    const approve = (body: object) => owner.call('POST', `/api/raffles/${raffle.id}/review/approve`, body);
    expect((await approve({ all: true })).body).toMatchObject({ changed: 0 });

    // Nobody confirms what the host declined; approved after all, the person waits again.
    const dan = (await tryJoin(browser(mailed), raffle, 'Dan', { email: 'dan@example.org' }))
      .body as WaitingAnswer;
    const ofDan = /#confirm=(\S+)/.exec(await emailTo('dan@example.org'))?.[1] ?? '';
    const named = { invitee_ids: [dan.invitee_id] };
    await owner.call('POST', `/api/raffles/${raffle.id}/review/decline`, named);
    expect(codeOf(await link(ofDan))).toBe('join_confirm_invalid');
    const waitingNow = async () =>
      (await owner.call<HostRaffle>('GET', `/api/raffles/${raffle.id}`)).body.waiting_count;
    expect(await waitingNow()).toBe(1);
    expect((await approve(named)).body).toMatchObject({ changed: 1 });
    expect(await waitingNow()).toBe(2);
    expect((await link(ofDan)).body).toEqual({ joined: true });
    expect(await waitingNow()).toBe(1);
    const late = /#confirm=(\S+)/.exec(await emailTo('cleo@example.org'))?.[1] ?? '';
    await owner.call('POST', `/api/raffles/${raffle.id}/close`);
    expect(codeOf(await link(late))).toBe('raffle_closed');
  });
});
