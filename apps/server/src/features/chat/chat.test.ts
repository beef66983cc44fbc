/** The chat over HTTP (C1, C2, H1, R9): who may write what, who reads it, and what the host does about it. */
import type { ChatHistoryAnswer, ErrorBody, HostChatRules } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../../../test/support/make-app.ts';
import { join, openRaffle, type Person, person, signUp } from '../../../test/support/people.ts';
import { sendLine, sendSystemLine } from './commands.ts';

forEachDatabase((makeApp) => {
  async function scene() {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const [ada, ben, cleo] = [
      await join(app, link, 'Ada Lovelace'),
      await join(app, link, 'Ben Brown'),
      await join(app, link, 'Cleo Clark'),
    ];
    const url = `/api/raffles/${id}/chat`;
    const send = (who: Person, message: string, more: object = {}) =>
      who.post<{ id: number } & ErrorBody>(url, { raffle_id: id, message, ...more });
    const read = async (who: Person, query = '') => (await who.get<ChatHistoryAnswer>(url + query)).body;
    const nothing = async (): Promise<void> => undefined;
    const lines = { consume: nothing, forgive: nothing };
    const parts = { ...app.parts, images: { keep: nothing } as never, lines };
    return { app, host, id, link, ada, ben, cleo, url, send, read, parts };
  }

  it('C1 sends as the session, whatever the body says', async () => {
    const { app, ada, ben, send, read } = await scene();
    expect((await send(person(app), 'Hello')).status).toBe(401);
    expect((await send(ada, 'Hello', { invitee_id: ben.joined.invitee_id })).status).toBe(403);
    expect((await send(ada, 'Hello', { invitee_id: 'host' })).status).toBe(400);
    expect((await send(ada, 'Hello', { display_name: 'Ben Brown' })).status).toBe(201);
    expect((await send(ada, 'Hello', { raffle_id: 'another_raffle_0000001' })).status).toBe(404);
    const { messages } = await read(ben);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({
      display_name: 'Ada Lovelace',
      invitee_id: ada.joined.invitee_id,
      is_host: false,
      is_system: false,
      is_private: 0,
      created_at: Math.floor(app.clock.now() / 1000),
    });
  });

  it('R9 H1 only the server writes as System: no name, flag or key of a client makes a system line', async () => {
    const { app, host, id, link, ada, send, read, parts } = await scene();
    for (const name of ['System', 'SYSTEM', 'Sуstem', 'Sys\u200Btem', '\u202EmetsyS', 'Host', 'Hanna Host']) {
      const joined = await person(app).post('/api/join/public', { public_link: link, display_name: name });
      expect([name, joined.status]).toEqual([name, 422]);
    }
    await send(ada, 'The draw has started.', {
      display_name: 'System',
      is_system: true,
      sender_id: 'system',
    });
    await send(host, 'Good evening');
    await sendSystemLine(parts, id, { key: 'draw started', text: 'The draw has started.' });
    await sendSystemLine(parts, id, { key: 'draw started', text: 'The draw has started.' });
    const lines = (await read(ada)).messages.map((line) => [
      line.display_name,
      line.is_system,
      line.is_host,
      line.invitee_id === null,
    ]);
    expect(lines).toEqual([
      ['Ada Lovelace', false, false, false],
      ['Hanna Host', false, true, true],
      ['System', true, false, true],
    ]);
  });

  it('C2 direct lines are read by their two people only', async () => {
    const { app, host, id, ada, ben, cleo, read, parts } = await scene();
    const adaPerson = { id: ada.joined.invitee_id, displayName: 'Ada Lovelace' };
    const toBen = { text: 'Just for you', recipientId: ben.joined.invitee_id, clientId: 'line-0001' };
    await sendLine(parts, id, adaPerson, toBen);
    await sendLine(parts, id, adaPerson, { text: 'Dear host', recipientId: 'host', clientId: 'line-0002' });
    await sendLine(parts, id, adaPerson, { text: 'To all', clientId: 'line-0003' });
    const texts = async (who: Person) => (await read(who)).messages.map((line) => line.message);
    expect(await texts(ada)).toEqual(['Just for you', 'Dear host', 'To all']);
    expect(await texts(ben)).toEqual(['Just for you', 'To all']);
    expect(await texts(host)).toEqual(['Dear host', 'To all']);
    expect(await texts(cleo)).toEqual(['To all']);
    expect(await texts(person(app))).toEqual(['To all']);
    // Nobody can point at a line that they cannot read.
    const report = (who: Person, line: number) =>
      who.post(`/api/raffles/${id}/chat/${line}/report`, { reason: 'Rude' });
    expect((await report(cleo, 1)).status).toBe(404);
    expect((await report(ben, 1)).status).toBe(200);
    const { reports } = (await host.get<HostChatRules>(`/api/raffles/${id}/chat/rules`)).body;
    expect(reports).toMatchObject([{ display_name: 'Ada Lovelace', reason: 'Rude', message: null }]);
    const elsewhere = await openRaffle(await signUp(app, 'Otto Other'));
    const stranger = await join(app, elsewhere.public_link, 'Stranger');
    const foreign = { text: 'Hi', recipientId: stranger.joined.invitee_id, clientId: 'line-0004' };
    await expect(sendLine(parts, id, adaPerson, foreign)).rejects.toMatchObject({
      code: 'recipient_unknown',
    });
    const self = { text: 'Hi', recipientId: ada.joined.invitee_id, clientId: 'line-0005' };
    await expect(sendLine(parts, id, adaPerson, self)).rejects.toMatchObject({ code: 'recipient_unknown' });
  });

  it('a reported line that its host leaves as it is waits no longer, and can be reported again', async () => {
    const { host, ada, ben, url, send, read } = await scene();
    const { id: line } = (await send(ada, 'Not so rude')).body;
    const report = () => ben.post(`${url}/${line}/report`, { reason: 'Rude' });
    const waiting = async () => (await host.get<HostChatRules>(`${url}/rules`)).body.reports.length;
    await report();
    expect(await waiting()).toBe(1);
    expect((await ben.remove(`${url}/${line}/reports`)).status).toBe(401);
    expect((await host.remove(`${url}/${line}/reports`)).status).toBe(200);
    expect((await host.remove(`${url}/${line}/reports`)).status).toBe(404);
    expect(await waiting()).toBe(0);
    expect((await read(ada)).messages).toHaveLength(1);
    expect((await report()).status).toBe(200);
    expect(await waiting()).toBe(1);
  });

  it('R43 visitors read public lines with short names and without ids', async () => {
    const { app, ada, send, read } = await scene();
    await send(ada, 'Hello');
    const [line] = (await read(person(app))).messages;
    expect(line).toMatchObject({ display_name: 'Ada L.', invitee_id: null, client_id: null });
  });

  it('a repeated line is the same line', async () => {
    const { app, id, ada, read, parts } = await scene();
    const sender = { id: ada.joined.invitee_id, displayName: 'Ada Lovelace' };
    const line = { text: 'Once', clientId: 'same-line-1' };
    const [first, second] = await Promise.all([
      sendLine(parts, id, sender, line),
      sendLine(parts, id, sender, line),
    ]);
    expect(second).toBe(first);
    await app.clock.advance(60_000);
    expect(await sendLine(parts, id, sender, line)).toBe(first);
    expect((await read(ada)).messages).toHaveLength(1);
  });

  it('slow mode holds for participants, not for the host', async () => {
    const { app, host, ada, url, send } = await scene();
    await host.patch(`${url}/rules`, { slow_seconds: 30 });
    expect((await send(ada, 'One')).status).toBe(201);
    await app.clock.advance(10_000);
    const slow = await send(ada, 'Two');
    expect([slow.status, slow.body.error.code, slow.headers['retry-after']]).toEqual([
      429,
      'chat_slow',
      '20',
    ]);
    for (const text of ['One', 'Two']) expect((await send(host, text)).status).toBe(201);
    await app.clock.advance(20_000);
    expect((await send(ada, 'Two')).status).toBe(201);
  });

  it('the host decides who may write', async () => {
    const { host, ada, url, send } = await scene();
    await host.patch(`${url}/rules`, { mode: 'host' });
    expect((await send(ada, 'Hello')).body.error.code).toBe('chat_host_only');
    expect((await send(host, 'Hello')).status).toBe(201);
    await host.patch(`${url}/rules`, { mode: 'off' });
    expect((await send(host, 'Hello')).body.error.code).toBe('chat_off');
    await host.patch(`${url}/rules`, { mode: 'everyone', words: ['spoiler'] });
    expect((await send(ada, 'A SPOILÉR!')).body.error.code).toBe('chat_word_blocked');
    expect((await send(ada, 'A spoilers')).status).toBe(201);
    expect((await ada.patch(`${url}/rules`, { mode: 'off' })).status).toBe(401);
  });

  it('the host mutes and lets write again', async () => {
    const { host, ada, ben, url, send } = await scene();
    const mute = (muted: boolean) => host.post(`${url}/mute`, { invitee_id: ada.joined.invitee_id, muted });
    await mute(true);
    await mute(true);
    expect((await send(ada, 'Hello')).body.error.code).toBe('chat_muted');
    expect((await send(ben, 'Hello')).status).toBe(201);
    const rules = await host.get<HostChatRules>(`${url}/rules`);
    expect(rules.body.muted).toEqual([{ invitee_id: ada.joined.invitee_id, display_name: 'Ada Lovelace' }]);
    await mute(false);
    expect((await send(ada, 'Hello')).status).toBe(201);
    expect(
      (await host.post(`${url}/mute`, { invitee_id: 'nobody_of_this_raffle1', muted: true })).status,
    ).toBe(404);
  });

  it('a reported line waits for the host, who deletes it everywhere; all of it is in the audit log', async () => {
    const { app, host, id, ada, ben, url, send, read } = await scene();
    const { id: line } = (await send(ada, 'Something rude')).body;
    for (let i = 0; i < 2; i += 1) {
      expect((await ben.post(`${url}/${line}/report`, { reason: 'Rude' })).status).toBe(200);
    }
    const before = await host.get<HostChatRules>(`${url}/rules`);
    expect(before.body.reports).toMatchObject([
      { message_id: line, reason: 'Rude', display_name: 'Ada Lovelace', message: 'Something rude' },
    ]);
    expect((await ada.remove(`${url}/${line}`)).status).toBe(401);
    const other = await signUp(app, 'Otto Other');
    expect((await other.remove(`${url}/${line}`)).status).toBe(404);
    expect((await host.remove(`${url}/${line}`)).status).toBe(200);
    expect((await host.remove(`${url}/${line}`)).status).toBe(200);
    expect((await host.remove(`${url}/999`)).status).toBe(404);
    for (const who of [ada, ben, host, person(app)]) expect((await read(who)).messages).toEqual([]);
    expect((await host.get<HostChatRules>(`${url}/rules`)).body.reports).toEqual([]);
    const rows = await app.parts.database.query
      .selectFrom('audit_log')
      .select('action')
      .where('raffle_id', '=', id)
      .execute();
    expect(rows.map((row) => row.action)).toContain('chat_line_deleted');
    const stored = await app.parts.database.query.selectFrom('chat_messages').select('message').execute();
    expect(stored).toEqual([{ message: '' }]);
  });

  it('gives the history a page at a time', async () => {
    const { id, ada, read, parts } = await scene();
    const sender = { id: ada.joined.invitee_id, displayName: 'Ada Lovelace' };
    for (let n = 1; n <= 120; n += 1) {
      await sendLine(parts, id, sender, { text: `Line ${n}`, clientId: `line-${1000 + n}` });
    }
    const newest = await read(ada);
    expect([newest.messages.length, newest.messages[0]?.id, newest.more]).toEqual([50, 71, true]);
    const oldest = await read(ada, '?before=21');
    expect([oldest.messages.length, oldest.messages[0]?.id, oldest.more]).toEqual([20, 1, false]);
  });

  it('refuses lines that are empty, too long, or of somebody who left', async () => {
    const { id, ada, ben, send } = await scene();
    for (const text of ['', '   ', 'x'.repeat(501)]) expect((await send(ada, text)).status).toBe(400);
    expect((await send(ada, 'x'.repeat(500))).status).toBe(201);
    expect((await ben.post(`/api/raffles/${id}/leave`)).status).toBe(200);
    expect((await send(ben, 'Hello')).status).toBe(401);
  });
});
