/** Talking in a raffle's room, from outside: real sockets, the manual clock, both databases (C1, C2, H4, H5, R9). */
import { LIVE_CLOSE, type LiveErrorCode, type OnlineUser } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, person, signUp } from '../../../test/support/people.ts';
import { connect, type Watch, watch } from '../../../test/support/watch.ts';

/** Everything of a type, numbered or direct. */
const heard = (socket: Watch, type: string) =>
  socket.received.filter(({ message }) => message.type === type).map(({ message }) => message.data);
const said = (socket: Watch) => heard(socket, 'chat-message') as { message: string; displayName: string }[];

forEachDatabase((makeApp, kind) => {
  async function scene() {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const ada = await join(app, link, 'Ada Lovelace');
    const ben = await join(app, link, 'Ben Brown');
    const cleo = await join(app, link, 'Cleo Clark');
    const open = (who: Person = person(app)) => watch(app, address, id, who.headers);
    const hostSocket = () => watch(app, address, id, { ...host.headers, origin: address });
    return { app, address, host, id, link, ada, ben, cleo, open, hostSocket };
  }
  const say = (socket: Watch, text: string, more: object = {}) =>
    socket.send({
      type: 'chat-message',
      data: { text, clientId: `line-${text.replaceAll(/\W/g, '_')}`, ...more },
    });
  const seen = (app: TestApp, socket: Watch, text: string) =>
    eventually(app, `"${text}"`, async () => said(socket).find(({ message }) => message === text));

  it('C1 a line is of the handshake, whatever the frame says; visitors are refused', async () => {
    const { app, id, ada, ben, open, hostSocket } = await scene();
    const [a, b, visitor, host] = [await open(ada), await open(ben), await open(), await hostSocket()];
    say(a, 'Hello', { inviteeId: ben.joined.invitee_id, displayName: 'System', isHost: true, raffleId: id });
    const hello = { message: 'Hello', isHost: false, isSystem: false, isPrivate: false };
    for (const socket of [a, b, host]) {
      expect(await seen(app, socket, 'Hello')).toMatchObject({
        ...hello,
        displayName: 'Ada Lovelace',
        inviteeId: ada.joined.invitee_id,
      });
    }
    const short = { ...hello, displayName: 'Ada L.', inviteeId: null, clientId: null };
    expect(await seen(app, visitor, 'Hello')).toMatchObject(short);
    say(visitor, 'Me too');
    const refused = await visitor.next('chat-refused');
    expect(refused.data).toMatchObject({ clientId: 'line-Me_too', code: 'not_a_participant' });
    say(host, 'Welcome');
    expect(await seen(app, a, 'Welcome')).toMatchObject({ isHost: true, inviteeId: null });
  });

  it('C2 a direct line reaches its two people alone: no third socket, no visitor, no history', async () => {
    const { app, ada, ben, cleo, open, hostSocket } = await scene();
    const [a, a2, b, c] = [await open(ada), await open(ada), await open(ben), await open(cleo)];
    const [visitor, host] = [await open(), await hostSocket()];
    say(a, 'Psst', { recipientId: ben.joined.invitee_id, isPrivate: true });
    for (const socket of [a, a2, b]) {
      expect(await seen(app, socket, 'Psst')).toMatchObject({
        isPrivate: true,
        recipientId: ben.joined.invitee_id,
        recipientName: 'Ben Brown',
      });
    }
    say(b, 'To the host', { recipientId: 'host' });
    await seen(app, host, 'To the host');
    say(a, 'All');
    for (const socket of [a, b, c, visitor, host]) await seen(app, socket, 'All');
    // What came later has arrived, so what did not come never will.
    const texts = (socket: Watch) => said(socket).map(({ message }) => message);
    expect(texts(c)).toEqual(['All']);
    expect(texts(visitor)).toEqual(['All']);
    expect(texts(host)).toEqual(['To the host', 'All']);
    for (const socket of [c, visitor])
      expect(socket.received.some(({ text }) => text.includes('Psst'))).toBe(false);
    // Direct lines take no number of the room.
    expect(visitor.events().map(({ seq }) => seq)).toEqual(
      visitor.events().map((_, at) => visitor.snapshot.seq + 1 + at),
    );

    const history = async (who?: Person) => {
      const { data } = await (await open(who)).next('chat-history');
      return data.messages.map(({ message }) => message);
    };
    expect(await history(ben)).toEqual(['Psst', 'To the host', 'All']);
    expect(await history(cleo)).toEqual(['All']);
    expect(await history()).toEqual(['All']);
  });

  it('C2 a recipient of another raffle, or none at all, is refused and nothing is said', async () => {
    const { app, ada, ben, open } = await scene();
    const elsewhere = await openRaffle(await signUp(app, 'Otto Other'));
    const stranger = await join(app, elsewhere.public_link, 'Stranger');
    const [a, b] = [await open(ada), await open(ben)];
    say(a, 'Wrong', { recipientId: stranger.joined.invitee_id });
    expect((await a.next('chat-refused')).data.code).toBe('recipient_unknown');
    say(a, 'Nobody', { isPrivate: true });
    const bad: LiveErrorCode = 'bad_message';
    expect((await a.next('error')).data.code).toBe(bad);
    say(a, 'After');
    await seen(app, b, 'After');
    expect(said(b).map(({ message }) => message)).toEqual(['After']);
  });

  it('a line sent again after a reconnect appears once', async () => {
    const { app, ada, ben, open } = await scene();
    const [first, b] = [await open(ada), await open(ben)];
    say(first, 'Hello');
    await seen(app, b, 'Hello');
    first.close();
    const again = await open(ada);
    expect((await again.next('chat-history')).data.messages).toMatchObject([{ client_id: 'line-Hello' }]);
    say(again, 'Hello');
    say(again, 'Bye');
    await seen(app, b, 'Bye');
    expect(said(b).map(({ message }) => message)).toEqual(['Hello', 'Bye']);
  });

  it('moderation reaches everybody: deleted lines, rules, and the refusal with its waiting time', async () => {
    const { app, host, id, ada, ben, open } = await scene();
    const [a, b] = [await open(ada), await open(ben)];
    say(a, 'Rude');
    const { id: line } = (await seen(app, b, 'Rude')) as unknown as { id: number };
    await host.remove(`/api/raffles/${id}/chat/${line}`);
    expect((await b.next('chat-deleted')).data).toEqual({ id: line });
    const late = await open(ben);
    expect((await late.next('chat-history')).data.messages).toEqual([]);

    await host.patch(`/api/raffles/${id}/chat/rules`, { slow_seconds: 30 });
    await eventually(app, 'the rules', async () =>
      heard(b, 'chat-rules').some((rules) => (rules as { slow_seconds: number }).slow_seconds === 30),
    );
    say(a, 'Again');
    const refused = await a.next('chat-refused');
    expect(refused.data).toMatchObject({ clientId: 'line-Again', code: 'chat_slow', retryAfter: 30 });
    expect((await (await open(ada)).next('chat-rules')).data).toEqual({ mode: 'everyone', slow_seconds: 30 });
  });

  it('H5 says who is there once a person: the host first, tabs together, visitors only counted', async () => {
    const { app, ada, ben, open, hostSocket } = await scene();
    const tabs = [await open(ada), await open(ada)];
    const b = await open(ben);
    await hostSocket();
    const visitor = await open();
    const shows = (socket: Watch, names: string[]) =>
      eventually(
        app,
        `the names ${names.join()}`,
        async () => {
          const newest = heard(socket, 'online-users').at(-1) as { users: OnlineUser[] } | undefined;
          return JSON.stringify(newest?.users.map((user) => user.displayName)) === JSON.stringify(names);
        },
        200,
      );
    const watchers = (count: number) =>
      eventually(
        app,
        `${count} watchers`,
        async () => JSON.stringify(heard(b, 'room-info').at(-1)) === JSON.stringify({ watchers: count }),
        200,
      );
    await shows(b, ['Hanna Host', 'Ada Lovelace', 'Ben Brown']);
    await shows(visitor, ['Hanna Host', 'Ada L.', 'Ben B.']);
    const { users } = heard(visitor, 'online-users').at(-1) as { users: OnlineUser[] };
    expect(users.map(({ inviteeId }) => inviteeId)).toEqual([null, null, null]);
    await watchers(4);
    tabs[0]?.close();
    tabs[1]?.close();
    await shows(b, ['Hanna Host', 'Ben Brown']);
    await watchers(3);
    await shows(await open(ben), ['Hanna Host', 'Ben Brown']);
  });

  it('H5 a crowd that comes at once is told in a few messages', async () => {
    const { app, link, ben, open } = await scene();
    const b = await open(ben);
    await eventually(app, 'the first list', async () => heard(b, 'online-users').length > 0, 200);
    const before = b.received.length;
    for (let i = 0; i < 30; i += 1) await open(await join(app, link, `Guest ${i}`));
    await eventually(
      app,
      'all names',
      async () => (heard(b, 'online-users').at(-1) as { users: OnlineUser[] }).users.length === 31,
      200,
    );
    const messages = b.received.slice(before).filter(({ message }) => message.type === 'online-users');
    expect(messages.length).toBeLessThanOrEqual(3);
  });

  it('votes are told live', async () => {
    const { app, id, ada, ben, open } = await scene();
    const b = await open(ben);
    await ada.post(`/api/raffles/${id}/vote-animation`, { animation_style: 'neon' });
    expect((await b.next('votes')).data).toEqual({ votes: [{ animation_style: 'neon', count: 1 }] });
    await ada.post(`/api/raffles/${id}/vote-animation`, { animation_style: 'cosmic' });
    await eventually(
      app,
      'the changed vote',
      async () => JSON.stringify(heard(b, 'votes').at(-1)).includes('cosmic'),
      200,
    );
  });

  it('reactions are gathered, at most two messages a second, and visitors have none', async () => {
    const { app, ada, ben, open } = await scene();
    const [a, b, visitor] = [await open(ada), await open(ben), await open()];
    visitor.send({ type: 'reaction', data: { kind: 'wow' } });
    for (let i = 0; i < 8; i += 1)
      a.send({ type: 'reaction', data: { kind: i % 2 === 0 ? 'clap' : 'heart' } });
    const total = () => {
      const sum: Record<string, number> = {};
      for (const data of heard(b, 'reactions')) {
        for (const [reaction, count] of Object.entries((data as { counts: Record<string, number> }).counts)) {
          sum[reaction] = (sum[reaction] ?? 0) + count;
        }
      }
      return sum;
    };
    const start = app.clock.now();
    await eventually(app, 'all reactions', async () => total()['clap'] === 4 && total()['heart'] === 4, 100);
    expect(Object.keys(total()).toSorted()).toEqual(['clap', 'heart']);
    const spans = Math.ceil((app.clock.now() - start) / 500) + 1;
    expect(heard(b, 'reactions').length).toBeLessThanOrEqual(spans);
  });

  it('H4 a flood of lines closes its socket with 1008; frames of 16 KiB and more with 1009', async () => {
    const { app, ada, ben, open } = await scene();
    const [a, b] = [await open(ada), await open(ben)];
    for (let i = 0; i < 12; i += 1) say(a, `Line ${i}`);
    expect(await a.closed).toBe(LIVE_CLOSE.flood);
    await seen(app, b, 'Line 0');
    const big = await open(ada);
    say(big, 'x'.repeat(20_000));
    expect(await big.closed).toBe(LIVE_CLOSE.tooBig);
    const huge = await open(ada);
    huge.send('x'.repeat(1_000_000));
    expect(await huge.closed).toBe(LIVE_CLOSE.tooBig);
    const long = await open(ada);
    say(long, 'x'.repeat(501));
    expect((await long.next('error')).data.code).toBe('bad_message');
  });

  it('H4 a reader who stops reading is closed, and the others have every line', async () => {
    const { app, address, id, ada, ben, open } = await scene();
    const b = await open(ben);
    const stopped = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers: ada.headers });
    const closed = new Promise<number>((resolve) => stopped.once('close', resolve));
    await new Promise((resolve) => stopped.once('open', resolve));
    stopped.send(JSON.stringify({ type: 'join-room', data: { raffleId: id } }));
    await new Promise((resolve) => stopped.once('message', resolve));
    stopped.pause();
    // One long line, told again and again: more than the connection's own buffers and the room's patience together.
    say(b, '漢'.repeat(500), { clientId: 'long-line-1' });
    await eventually(app, 'the line', async () => said(b).length === 1);
    const before = b.received.length;
    const rounds = 120;
    for (let round = 1; round <= rounds; round += 1) {
      for (let n = 0; n < 50; n += 1) app.parts.bus.publish({ topic: 'chat-said', raffleId: id, lineId: 1 });
      await eventually(app, 'all so far', async () => b.received.length >= before + round * 50);
    }
    expect(said(b)).toHaveLength(1 + rounds * 50);
    stopped.resume();
    expect([LIVE_CLOSE.slow, 1006]).toContain(await closed);
  });

  it('nobody talks before joining a room', async () => {
    const { app, address, ada } = await scene();
    const socket = await connect(app, address, ada.headers);
    say(socket, 'Hello');
    expect((await socket.next('error')).data.code).toBe('not_joined');
    socket.send({ type: 'reaction', data: { kind: 'clap' } });
    expect((await socket.next('error', 1)).data.code).toBe('not_joined');
  });

  it('R9 the server says when the draw starts and how many have joined, each once', async () => {
    const { app, host, id, link, ada, open } = await scene();
    const a = await open(ada);
    for (let i = 0; i < 8; i += 1) await join(app, link, `Guest ${i}`);
    await app.clock.advance(1000);
    const joined = await seen(app, a, '10 people have joined.');
    expect(joined).toMatchObject({ displayName: 'System', isSystem: true, isHost: false });
    await join(app, link, 'One More');
    await app.clock.advance(2000);
    // Also those who come just before it.
    for (let i = 0; i < 14; i += 1) await join(app, link, `Late ${i}`);
    await host.post(`/api/raffles/${id}/draw`, { assurance: 'operator' });
    await seen(app, a, 'The draw has started. Good luck!');
    await app.clock.advance(2000);
    expect(said(a).map(({ message }) => message)).toEqual([
      '10 people have joined.',
      '25 people have joined.',
      'The draw has started. Good luck!',
    ]);
  });

  it.runIf(kind === 'postgres')(
    'two nodes share lines, names and reactions, and one system line',
    async () => {
      const { app, host, id, ada, ben, open } = await scene();
      const node = await makeApp({ storage: app.storage, clock: app.clock });
      const there = await watch(node, await node.listen(), id, ben.headers);
      const here = await open(ada);
      say(here, 'Over there', { recipientId: ben.joined.invitee_id });
      await seen(app, there, 'Over there');
      say(there, 'Over here');
      await seen(app, here, 'Over here');
      for (const socket of [here, there]) {
        await eventually(
          app,
          'both names',
          async () =>
            (heard(socket, 'online-users').at(-1) as { users: OnlineUser[] } | undefined)?.users.length === 2,
          200,
        );
      }
      there.send({ type: 'reaction', data: { kind: 'ticket' } });
      await eventually(app, 'the reaction', async () => heard(here, 'reactions').length > 0, 200);
      await host.post(`/api/raffles/${id}/draw`, { assurance: 'operator' });
      for (const socket of [here, there]) await seen(app, socket, 'The draw has started. Good luck!');
      say(here, 'Last');
      for (const socket of [here, there]) await seen(app, socket, 'Last');
      expect(said(there).filter(({ displayName }) => displayName === 'System')).toHaveLength(1);
    },
  );
});
