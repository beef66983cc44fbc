/** The chat in a raffle's room, over real sockets, and the limits of its senders (C1, C2, H4, H5, H13, R9). */
import { LIVE_CLOSE, type LiveErrorCode, type OnlineUser } from '@glassdrum/contract';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { connect, type Watch, watch } from '../../../../test/support/watch.ts';

/** Everything of a type, numbered or direct. */
const receivedOf = (socket: Watch, type: string) =>
  socket.received.filter(({ message }) => message.type === type).map(({ message }) => message.data);
const linesOf = (socket: Watch) =>
  receivedOf(socket, 'chat-message') as { message: string; displayName: string }[];

forEachDatabase((makeApp, kind) => {
  async function scene() {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const ada = await join(app, link, 'Ada Lovelace');
    const ben = await join(app, link, 'Ben Brown');
    const cleo = await join(app, link, 'Cleo Clark');
    const open = (who: Person = person(app), at = address) => watch(app, at, id, who.headers);
    const hostSocket = () => watch(app, address, id, { ...host.headers, origin: address });
    return { app, address, host, id, link, ada, ben, cleo, open, hostSocket };
  }
  const send = (socket: Watch, text: string, more: object = {}) =>
    socket.send({
      type: 'chat-message',
      data: { text, clientId: `line-${text.replaceAll(/\W/g, '_')}`, ...more },
    });
  const arrival = (app: TestApp, socket: Watch, text: string) =>
    eventually(app, `"${text}"`, async () => linesOf(socket).find(({ message }) => message === text));

  it('C1 a line has the sender of the handshake, whatever the frame says; visitors are refused', async () => {
    const { app, id, ada, ben, open, hostSocket } = await scene();
    const [a, b, visitor, host] = [await open(ada), await open(ben), await open(), await hostSocket()];
    send(a, 'Hello', { inviteeId: ben.joined.invitee_id, displayName: 'System', isHost: true, raffleId: id });
    const hello = { message: 'Hello', isHost: false, isSystem: false, isPrivate: false };
    for (const socket of [a, b, host]) {
      expect(await arrival(app, socket, 'Hello')).toMatchObject({
        ...hello,
        displayName: 'Ada Lovelace',
        inviteeId: ada.joined.invitee_id,
      });
    }
    const short = { ...hello, displayName: 'Ada L.', inviteeId: null, clientId: null };
    expect(await arrival(app, visitor, 'Hello')).toMatchObject(short);
    send(visitor, 'Me too');
    const refused = await visitor.next('chat-refused');
    expect(refused.data).toMatchObject({ clientId: 'line-Me_too', code: 'not_a_participant' });
    send(host, 'Welcome');
    expect(await arrival(app, a, 'Welcome')).toMatchObject({ isHost: true, inviteeId: null });
  });

  it('C2 a direct line reaches its two people alone: no third socket, no visitor, no history', async () => {
    const { app, ada, ben, cleo, open, hostSocket } = await scene();
    const [a, a2, b, c] = [await open(ada), await open(ada), await open(ben), await open(cleo)];
    const [visitor, host] = [await open(), await hostSocket()];
    send(a, 'Psst', { recipientId: ben.joined.invitee_id, isPrivate: true });
    for (const socket of [a, a2, b]) {
      expect(await arrival(app, socket, 'Psst')).toMatchObject({
        isPrivate: true,
        recipientId: ben.joined.invitee_id,
        recipientName: 'Ben Brown',
      });
    }
    send(b, 'To the host', { recipientId: 'host' });
    await arrival(app, host, 'To the host');
    send(a, 'All');
    for (const socket of [a, b, c, visitor, host]) await arrival(app, socket, 'All');
    // The later line has arrived, so one that has not arrived never will.
    const texts = (socket: Watch) => linesOf(socket).map(({ message }) => message);
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

  it('C2 a recipient of another raffle, or none at all, is refused and nothing is sent', async () => {
    const { app, ada, ben, open } = await scene();
    const elsewhere = await openRaffle(await signUp(app, 'Otto Other'));
    const stranger = await join(app, elsewhere.public_link, 'Stranger');
    const [a, b] = [await open(ada), await open(ben)];
    send(a, 'Wrong', { recipientId: stranger.joined.invitee_id });
    expect((await a.next('chat-refused')).data.code).toBe('recipient_unknown');
    send(a, 'Nobody', { isPrivate: true });
    const bad: LiveErrorCode = 'bad_message';
    expect((await a.next('error')).data.code).toBe(bad);
    send(a, 'After');
    await arrival(app, b, 'After');
    expect(linesOf(b).map(({ message }) => message)).toEqual(['After']);
  });

  it('a line sent again after a reconnect appears once', async () => {
    const { app, ada, ben, open } = await scene();
    const [first, b] = [await open(ada), await open(ben)];
    send(first, 'Hello');
    await arrival(app, b, 'Hello');
    first.close();
    const again = await open(ada);
    expect((await again.next('chat-history')).data.messages).toMatchObject([{ client_id: 'line-Hello' }]);
    send(again, 'Hello');
    send(again, 'Bye');
    await arrival(app, b, 'Bye');
    expect(linesOf(b).map(({ message }) => message)).toEqual(['Hello', 'Bye']);
  });

  it('moderation reaches everybody: deleted lines, rules, and the refusal with its waiting time', async () => {
    const { app, host, id, ada, ben, open } = await scene();
    const [a, b] = [await open(ada), await open(ben)];
    send(a, 'Rude');
    const { id: line } = (await arrival(app, b, 'Rude')) as unknown as { id: number };
    await host.remove(`/api/raffles/${id}/chat/${line}`);
    expect((await b.next('chat-deleted')).data).toEqual({ id: line });
    const late = await open(ben);
    expect((await late.next('chat-history')).data.messages).toEqual([]);

    await host.patch(`/api/raffles/${id}/chat/rules`, { slow_seconds: 30 });
    await eventually(app, 'the rules', async () =>
      receivedOf(b, 'chat-rules').some((rules) => (rules as { slow_seconds: number }).slow_seconds === 30),
    );
    send(a, 'Again');
    const refused = await a.next('chat-refused');
    expect(refused.data).toMatchObject({ clientId: 'line-Again', code: 'chat_slow', retryAfter: 30 });
    expect((await (await open(ada)).next('chat-rules')).data).toEqual({ mode: 'everyone', slow_seconds: 30 });
  });

  it('H5 lists each person once: the host first, tabs together, visitors only counted', async () => {
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
          const newest = receivedOf(socket, 'online-users').at(-1) as { users: OnlineUser[] } | undefined;
          return JSON.stringify(newest?.users.map((user) => user.displayName)) === JSON.stringify(names);
        },
        200,
      );
    const watchers = (count: number) =>
      eventually(
        app,
        `${count} watchers`,
        async () => JSON.stringify(receivedOf(b, 'room-info').at(-1)) === JSON.stringify({ watchers: count }),
        200,
      );
    await shows(b, ['Hanna Host', 'Ada Lovelace', 'Ben Brown']);
    await shows(visitor, ['Hanna Host', 'Ada L.', 'Ben B.']);
    const { users } = receivedOf(visitor, 'online-users').at(-1) as { users: OnlineUser[] };
    expect(users.map(({ inviteeId }) => inviteeId)).toEqual([null, null, null]);
    await watchers(4);
    tabs[0]?.close();
    tabs[1]?.close();
    await shows(b, ['Hanna Host', 'Ben Brown']);
    await watchers(3);
    await shows(await open(ben), ['Hanna Host', 'Ben Brown']);
  });

  it('H5 a crowd that joins at once takes a few messages', async () => {
    const { app, link, ben, open } = await scene();
    const b = await open(ben);
    await eventually(app, 'the first list', async () => receivedOf(b, 'online-users').length > 0, 200);
    const before = b.received.length;
    for (let i = 0; i < 30; i += 1) await open(await join(app, link, `Guest ${i}`));
    await eventually(
      app,
      'all names',
      async () => (receivedOf(b, 'online-users').at(-1) as { users: OnlineUser[] }).users.length === 31,
      200,
    );
    const messages = b.received.slice(before).filter(({ message }) => message.type === 'online-users');
    expect(messages.length).toBeLessThanOrEqual(3);
  });

  it('reactions are combined, at most two messages a second, and visitors have none', async () => {
    const { app, ada, ben, open } = await scene();
    const [a, b, visitor] = [await open(ada), await open(ben), await open()];
    visitor.send({ type: 'reaction', data: { kind: 'wow' } });
    for (let i = 0; i < 8; i += 1)
      a.send({ type: 'reaction', data: { kind: i % 2 === 0 ? 'clap' : 'heart' } });
    const total = () => {
      const sum: Record<string, number> = {};
      for (const data of receivedOf(b, 'reactions')) {
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
    expect(receivedOf(b, 'reactions').length).toBeLessThanOrEqual(spans);
  });

  it('H4 a flood of lines closes its socket with 1008; a line that is too long is refused', async () => {
    const { app, ada, ben, open } = await scene();
    const [a, b] = [await open(ada), await open(ben)];
    for (let i = 0; i < 12; i += 1) send(a, `Line ${i}`);
    expect(await a.closed).toBe(LIVE_CLOSE.flood);
    await arrival(app, b, 'Line 0');
    const long = await open(ada);
    send(long, 'x'.repeat(501));
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
    // One long line, sent again and again: more than the connection's buffers and the room's limit together.
    send(b, '漢'.repeat(500), { clientId: 'long-line-1' });
    await eventually(app, 'the line', async () => linesOf(b).length === 1);
    const before = b.received.length;
    const rounds = 120;
    for (let round = 1; round <= rounds; round += 1) {
      for (let n = 0; n < 50; n += 1)
        app.parts.bus.publish({ topic: 'chat-line-sent', raffleId: id, lineId: 1 });
      await eventually(app, 'all so far', async () => b.received.length >= before + round * 50);
    }
    expect(linesOf(b)).toHaveLength(1 + rounds * 50);
    stopped.resume();
    expect([LIVE_CLOSE.slow, 1006]).toContain(await closed);
  });

  it('nobody talks before joining a room', async () => {
    const { app, address, ada } = await scene();
    const socket = await connect(app, address, ada.headers);
    send(socket, 'Hello');
    expect((await socket.next('error')).data.code).toBe('not_joined');
    socket.send({ type: 'reaction', data: { kind: 'clap' } });
    expect((await socket.next('error', 1)).data.code).toBe('not_joined');
  });

  it('R9 the server writes when the draw starts and how many have joined, each once', async () => {
    const { app, host, id, link, ada, open } = await scene();
    const a = await open(ada);
    for (let i = 0; i < 8; i += 1) await join(app, link, `Guest ${i}`);
    await app.clock.advance(1000);
    const joined = await arrival(app, a, '10 people have joined.');
    expect(joined).toMatchObject({ displayName: 'System', isSystem: true, isHost: false });
    await join(app, link, 'One More');
    await app.clock.advance(2000);
    // Also those who join just before it.
    for (let i = 0; i < 14; i += 1) await join(app, link, `Late ${i}`);
    await host.post(`/api/raffles/${id}/draw`);
    await arrival(app, a, 'The draw has started. Good luck!');
    await app.clock.advance(2000);
    expect(linesOf(a).map(({ message }) => message)).toEqual([
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
      send(here, 'Over there', { recipientId: ben.joined.invitee_id });
      await arrival(app, there, 'Over there');
      send(there, 'Over here');
      await arrival(app, here, 'Over here');
      for (const socket of [here, there]) {
        await eventually(
          app,
          'both names',
          async () =>
            (receivedOf(socket, 'online-users').at(-1) as { users: OnlineUser[] } | undefined)?.users
              .length === 2,
          200,
        );
      }
      there.send({ type: 'reaction', data: { kind: 'ticket' } });
      await eventually(app, 'the reaction', async () => receivedOf(here, 'reactions').length > 0, 200);
      await host.post(`/api/raffles/${id}/draw`);
      for (const socket of [here, there]) await arrival(app, socket, 'The draw has started. Good luck!');
      send(here, 'Last');
      for (const socket of [here, there]) await arrival(app, socket, 'Last');
      expect(linesOf(there).filter(({ displayName }) => displayName === 'System')).toHaveLength(1);
    },
  );

  const line = (id: string, text: string) => ({ raffle_id: id, message: text });

  it('H13: of 100 lines of one person over calls and sockets of all nodes ten are sent in ten seconds', async () => {
    const { app, id, ada, ben, open } = await scene();
    // SQLite has one node.
    const second = kind === 'sqlite' ? app : await makeApp({ storage: app.storage, clock: app.clock });
    const secondAddress = kind === 'sqlite' ? undefined : await second.listen();
    const socket = await open(ada, secondAddress);
    for (let n = 0; n < 5; n += 1) {
      socket.send({ type: 'chat-message', data: { text: `Socket ${n}`, clientId: `socket-${n}` } });
    }
    await eventually(
      app,
      'the lines of the socket',
      async () => receivedOf(socket, 'chat-message').length === 5,
    );
    const calls = await Promise.all(
      Array.from({ length: 95 }, (_, n) =>
        (n % 2 === 0 ? app : second).http.inject({
          method: 'POST',
          url: `/api/raffles/${id}/chat`,
          headers: ada.headers,
          payload: line(id, `Call ${n}`),
        }),
      ),
    );
    const accepted = calls.filter(({ statusCode }) => statusCode === 201);
    const refused = calls.filter(({ statusCode }) => statusCode === 429);
    expect([accepted.length, refused.length]).toEqual([5, 90]);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const rows = await app.parts.database.query
      .selectFrom('chat_messages')
      .select('id')
      .where('raffle_id', '=', id)
      .where('sender_id', '=', ada.joined.invitee_id)
      .execute();
    expect(rows).toHaveLength(10);

    expect((await ben.post(`/api/raffles/${id}/chat`, line(id, 'Hello'))).status).toBe(201);
    await app.clock.advance(10_000);
    expect((await ada.post(`/api/raffles/${id}/chat`, line(id, 'Later'))).status).toBe(201);
  });

  it('H13: an entry has at most eight sockets; the newest stay, others stay open', async () => {
    const { app, ada, ben, open } = await scene();
    const neighbour = await open(ben);
    const sockets: Watch[] = [];
    for (let n = 0; n < 11; n += 1) sockets.push(await open(ada));
    const closed = await Promise.all(sockets.slice(0, 3).map((socket) => socket.closed));
    expect(closed).toEqual([LIVE_CLOSE.flood, LIVE_CLOSE.flood, LIVE_CLOSE.flood]);
    for (const socket of [neighbour, ...sockets.slice(3)]) {
      socket.send({ type: 'time', data: { sent: 1 } });
      await socket.next('time');
    }
    expect(app.logLines.join('')).not.toContain('something failed');
  });

  it.runIf(kind === 'postgres')(
    'H13: eight sockets of an entry over all nodes; a closed one makes room on any of them',
    async () => {
      const { app, ada, ben, open } = await scene();
      const second = await makeApp({ storage: app.storage, clock: app.clock });
      const there = await second.listen();
      const neighbour = await open(ben, there);
      const sockets: Watch[] = [];
      for (let n = 0; n < 10; n += 1) {
        sockets.push(await open(ada, n < 5 ? undefined : there));
        // Each has a time of its own, and the nodes report it.
        await app.clock.advance(300);
      }
      const codes: (number | null)[] = sockets.map(() => null);
      for (const [n, socket] of sockets.entries()) void socket.closed.then((code) => (codes[n] = code));
      await eventually(
        app,
        'two closed sockets',
        async () => codes.filter((code) => code !== null).length >= 2,
        300,
      );
      expect(codes).toEqual([LIVE_CLOSE.flood, LIVE_CLOSE.flood, ...Array.from({ length: 8 }, () => null)]);

      const reported: number[] = [];
      app.parts.bus.subscribe(['entry-sockets'], ({ times }) => reported.push(times.length));
      for (const socket of sockets.slice(7)) socket.close();
      // Two are left there, of which the first node has to know before it counts again.
      await eventually(app, 'the report', async () => reported.includes(2), 300);
      for (let n = 0; n < 3; n += 1) {
        sockets.push(await open(ada));
        await app.clock.advance(300);
      }
      for (const socket of [neighbour, ...sockets.slice(2, 7), ...sockets.slice(10)]) {
        socket.send({ type: 'time', data: { sent: 1 } });
        await socket.next('time');
      }
    },
  );

  it('H13: fifty snapshot requests get one answer, two seconds after the last snapshot', async () => {
    const { app, ada, open } = await scene();
    const socket = await open(ada);
    const snapshots = (): number => receivedOf(socket, 'snapshot').length;
    const settle = async (): Promise<void> => {
      const before = receivedOf(socket, 'time').length;
      socket.send({ type: 'time', data: { sent: 1 } });
      await socket.next('time', socket.received.length);
      expect(receivedOf(socket, 'time')).toHaveLength(before + 1);
    };
    expect(snapshots()).toBe(1);
    for (let n = 0; n < 50; n += 1) socket.send({ type: 'resync' });
    await settle();
    await app.clock.advance(1_999);
    await settle();
    expect(snapshots()).toBe(1);
    await app.clock.advance(1);
    await eventually(app, 'the second snapshot', async () => snapshots() === 2);
    await app.clock.advance(10_000);
    await settle();
    expect(snapshots()).toBe(2);
    socket.send({ type: 'resync' });
    await eventually(app, 'the third snapshot', async () => snapshots() === 3);
  });

  it('H13: reactions of one person count together on all sockets and nodes', async () => {
    const { app, ada, ben, open } = await scene();
    // SQLite has one node.
    const there =
      kind === 'sqlite'
        ? undefined
        : await (await makeApp({ storage: app.storage, clock: app.clock })).listen();
    const viewers = [await open(ben), await open(ben, there)];
    for (const socket of [await open(ada), await open(ada), await open(ada, there)]) {
      for (let n = 0; n < 8; n += 1) socket.send({ type: 'reaction', data: { kind: 'heart' } });
      socket.send({ type: 'time', data: { sent: 1 } });
      await socket.next('time');
    }
    const heartsAt = (viewer: Watch): number =>
      receivedOf(viewer, 'reactions')
        .map((data) => (data as { counts: { heart?: number } }).counts.heart ?? 0)
        .reduce((sum, one) => sum + one, 0);
    await eventually(app, 'ten hearts', async () => viewers.every((one) => heartsAt(one) >= 10), 250);
    await app.clock.advance(3_000);
    expect(viewers.map(heartsAt)).toEqual([10, 10]);
  });
});
