/** C13: a host's socket lives as long as the session, however the session ends. */
import { LIVE_CLOSE } from '@glassdrum/contract';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { manualClock } from '../../src/platform/clock/manual-clock.ts';
import type { LiveSocket, SocketIdentity } from '../../src/platform/live/live-socket.ts';
import {
  type SocketServer,
  type SocketServerParts,
  startSocketServer,
} from '../../src/platform/live/socket-server.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { eventually, join, openRaffle, type Person, signUp } from '../support/people.ts';
import { connect, type Watch } from '../support/watch.ts';

const HOUR = 3_600_000;

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
  });

  /** The host's open sockets. */
  let open: Watch[] = [];

  const openSocket = (who: Person): Promise<Watch> =>
    connect(app, address, { ...who.headers, origin: address });

  async function inRoom(who: Person, raffleId: string): Promise<Watch> {
    const socket = await openSocket(who);
    socket.send({ type: 'join-room', data: { raffleId } });
    await socket.next('chat-you');
    return socket;
  }

  async function inConsole(who: Person): Promise<Watch> {
    const socket = await openSocket(who);
    socket.send({ type: 'join-console' });
    await socket.next('console:joined');
    return socket;
  }

  /** Puts the host's sessions into the past, and has open sockets learn when they end. */
  async function age(host: Person, times: { updated_at?: number; created_at?: number }): Promise<void> {
    const { id } = (await host.get<{ id: string }>('/api/auth/me')).body;
    await app.parts.database.query.updateTable('sessions').set(times).where('user_id', '=', id).execute();
    app.parts.bus.publish({ topic: 'resync' });
    // A check is a few turns of the event loop; an answer comes after the checks that were asked for before.
    for (const socket of open) await answer(socket);
  }

  async function answer(socket: Watch): Promise<void> {
    const before = socket.received.length;
    socket.send({ type: 'time', data: { sent: 1 } });
    await socket.next('time', before);
  }

  it('C13 a session that ends by idling ends its sockets at that moment', async () => {
    const host = await signUp(app);
    const { id } = await openRaffle(host);
    open = [await inRoom(host, id), await inConsole(host)];
    await age(host, { updated_at: app.clock.now() - 12 * HOUR + 60_000 });
    await app.clock.advance(59_999);
    for (const socket of open) await answer(socket);
    await app.clock.advance(1);
    for (const socket of open) expect(await socket.closed).toBe(LIVE_CLOSE.identityGone);
  });

  it('C13 nothing is accepted or sent once the session has ended', async () => {
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host);
    const room = await inRoom(host, id);
    open = [room, await inConsole(host)];
    const guest = await join(app, link, 'Ada Lovelace');
    const witness = await connect(app, address, guest.headers);
    witness.send({ type: 'join-room', data: { raffleId: id } });
    await witness.next('chat-you');
    await age(host, { updated_at: app.clock.now() - 12 * HOUR + 60_000 });
    await app.clock.advance(60_000);
    const before = open.map(({ received }) => received.length);
    room.send({ type: 'chat-message', data: { text: 'Too late, in the name of the host' } });
    await guest.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'the last line' });
    await eventually(
      app,
      'the last line',
      async () => witness.received.some(({ text }) => text.includes('the last line')),
      500,
    );
    for (const socket of open) expect(await socket.closed).toBe(LIVE_CLOSE.identityGone);
    expect(witness.received.some(({ text }) => text.includes('Too late'))).toBe(false);
    expect(open.map(({ received }) => received.length)).toEqual(before);
  });

  it('C13 a session that is used goes on with its sockets, and ends after 14 days all the same', async () => {
    const host = await signUp(app);
    open = [await inConsole(host)];
    await age(host, { updated_at: app.clock.now() - 12 * HOUR + 60_000 });
    await app.clock.advance(59_000);
    expect((await host.get('/api/auth/me')).status).toBe(200);
    await app.clock.advance(2_000);
    for (const socket of open) await answer(socket);
    await age(host, { created_at: app.clock.now() - 14 * 24 * HOUR + 60_000 });
    await app.clock.advance(60_000);
    for (const socket of open) expect(await socket.closed).toBe(LIVE_CLOSE.identityGone);
  });

  it('C13 an open socket alone keeps no session going', async () => {
    const host = await signUp(app);
    open = [await inConsole(host)];
    await age(host, { updated_at: app.clock.now() - 12 * HOUR + 120_000 });
    await app.clock.advance(119_000);
    app.parts.bus.publish({ topic: 'resync' });
    for (const socket of open) await answer(socket);
    await app.clock.advance(1_000);
    for (const socket of open) expect(await socket.closed).toBe(LIVE_CLOSE.identityGone);
  });
});

/** A socket server alone, which is told of sessions what a test wants. */
async function serverWith(
  parts: Pick<SocketServerParts, 'identify' | 'hostSession'> & Partial<Pick<SocketServerParts, 'handlers'>>,
): Promise<{ publicUrl: string; sockets: SocketServer; stop: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const publicUrl = `http://127.0.0.1:${port}`;
  const sockets = startSocketServer({
    server,
    clock: manualClock(0),
    publicAddress: { publicUrl, publicUrlIsSet: true },
    addressOf: () => '127.0.0.1',
    handlers: { onMessage: () => {}, onClose: () => {} },
    headerLines: '',
    report: (error) => {
      throw error;
    },
    ...parts,
  });
  const stop = async (): Promise<void> => {
    await sockets.stop();
    server.close();
  };
  return { publicUrl, sockets, stop };
}

function openTo(publicUrl: string): { socket: WebSocket; closed: Promise<number> } {
  const socket = new WebSocket(`${publicUrl.replace('http', 'ws')}/ws`, { headers: { origin: publicUrl } });
  return { socket, closed: new Promise<number>((resolve) => socket.once('close', resolve)) };
}

const HOST: SocketIdentity = { sessionHash: null, hostId: 'the host', endsAt: 1000, access: 'owner' };

it('C13 a session that is ended during the handshake gives no socket', async () => {
  let onReading = (): void => {};
  const reading = new Promise<void>((resolve) => (onReading = resolve));
  let identified = (_identity: SocketIdentity): void => {};
  const identity = new Promise<SocketIdentity>((resolve) => (identified = resolve));
  const { publicUrl, sockets, stop } = await serverWith({
    identify: () => {
      onReading();
      return identity;
    },
    hostSession: async () => null,
  });
  const { closed } = openTo(publicUrl);
  await reading;
  await sockets.closeEndedHosts('the host');
  identified(HOST);
  expect(await closed).toBe(LIVE_CLOSE.identityGone);
  await stop();
});

it.each([
  ['has ended', null, LIVE_CLOSE.identityGone],
  ['has another role', { hostId: 'the host', access: 'observer', endsAt: 1000 }, LIVE_CLOSE.restart],
  ['goes on', { hostId: 'the host', access: 'owner', endsAt: 1000 }, null],
] as const)(
  'C13 while a session is checked nothing is accepted or sent; afterwards, where it %s',
  async (_what, outcome, code) => {
    let decide = (_session: typeof outcome): void => {};
    const decided = new Promise<typeof outcome>((resolve) => (decide = resolve));
    const accepted: string[] = [];
    let live: LiveSocket | undefined;
    const { publicUrl, sockets, stop } = await serverWith({
      identify: async () => HOST,
      hostSession: () => decided,
      handlers: {
        onMessage(socket, { type }) {
          live = socket;
          accepted.push(type);
        },
        onClose: () => {},
      },
    });
    const { socket, closed } = openTo(publicUrl);
    const received: string[] = [];
    socket.on('message', (data: Buffer) => received.push(data.toString('utf8')));
    await new Promise((resolve) => socket.once('open', resolve));
    const told = (): Promise<unknown> => new Promise((resolve) => socket.once('pong', resolve));
    socket.send('{"type":"join-console"}');
    await vi.waitUntil(() => accepted.length === 1);
    const checked = sockets.closeEndedHosts('the host');
    live?.sendMessage({ type: 'error', data: { code: 'bad_message', message: 'For the host alone.' } });
    socket.send('{"type":"join-console"}');
    // What was sent before the answer to a ping has arrived with it.
    socket.ping();
    await told();
    expect([accepted.length, received]).toEqual([1, []]);
    decide(outcome);
    await checked;
    if (code === null) {
      await vi.waitUntil(() => accepted.length === 2 && received.length === 1);
    } else {
      expect(await closed).toBe(code);
      expect([accepted.length, received]).toEqual([1, []]);
    }
    await stop();
  },
);
