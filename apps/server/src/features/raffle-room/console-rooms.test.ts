/** The host's own live channel from outside: real sockets, the manual clock, both databases. */
import { beforeAll, expect, it } from 'vitest';
import type { HostRaffle, ParticipantsAnswer } from '@glassdrum/contract';
import { drawnRaffle, drawToTheEnd } from '../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, signUp } from '../../../test/support/people.ts';
import { connect, type Watch } from '../../../test/support/watch.ts';

forEachDatabase((makeApp, kind) => {
  let app: TestApp;
  let address: string;
  let host: Person;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
    host = await signUp(app);
  });

  async function consoleOf(who: Person, at = address): Promise<Watch> {
    const socket = await connect(app, at, { ...who.headers, origin: at });
    socket.send({ type: 'join-console' });
    await socket.next('console:joined');
    return socket;
  }

  /** Windows show links with the address that they were opened at; the test's calls come without a port. */
  const asThere = (body: HostRaffle): HostRaffle =>
    JSON.parse(JSON.stringify(body).replaceAll('http://localhost:80/', `${address}/`)) as HostRaffle;

  const raffles = (socket: Watch): HostRaffle[] =>
    socket.received
      .map(({ message }) => message)
      .filter((message) => message.type === 'console:raffle')
      .map((message) => message.data.raffle);
  const arrival = (
    socket: Watch,
    what: string,
    check: (raffle: HostRaffle) => boolean,
  ): Promise<HostRaffle> => eventually(app, what, async () => raffles(socket).find(check), 100);

  it('C7 two windows of one host stay in step, and another host gets nothing', async () => {
    const [one, two] = [await consoleOf(host), await consoleOf(host)];
    const stranger = await consoleOf(await signUp(app, 'Other Host'));
    const { body } = await host.post<HostRaffle>('/api/raffles', {
      title: 'Brand new',
      allow_public_join: true,
    });
    for (const window of [one, two]) {
      const events = await arrival(window, 'the new raffle', ({ id }) => id === body.id);
      expect(events).toEqual(asThere(body));
    }
    await host.patch(`/api/raffles/${body.id}`, { title: 'Renamed' });
    for (const window of [one, two])
      await arrival(window, 'the new name', ({ title }) => title === 'Renamed');
    await host.remove(`/api/raffles/${body.id}`);
    await app.clock.advance(1000);
    for (const window of [one, two]) {
      expect((await window.next('console:raffle-gone')).data).toEqual({ raffleId: body.id });
    }
    const numbers = one.received
      .map(({ message }) => ('seq' in message ? message.seq : null))
      .filter(Boolean);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(stranger.received.map(({ message }) => message.type)).toEqual(['console:joined']);
    for (const window of [one, two, stranger]) window.close();
  });

  it('C7 a socket without a signed-in host is refused', async () => {
    const { public_link: link } = await openRaffle(host);
    const guest = await join(app, link, 'Curious Guest');
    for (const headers of [{}, guest.headers]) {
      const socket = await connect(app, address, headers);
      socket.send({ type: 'join-console' });
      expect((await socket.next('error')).data.code).toBe('not_signed_in');
      socket.close();
    }
  });

  it('R44 a storm of joins makes at most two events a second, and ends with the true count', async () => {
    const { id, public_link: link } = await openRaffle(host);
    const socket = await consoleOf(host);
    const started = app.clock.now();
    for (let i = 1; i <= 40; i += 1) {
      await join(app, link, `Guest ${i}`);
      await app.clock.advance(25);
    }
    await arrival(socket, 'all forty', (raffle) => raffle.id === id && raffle.joined_count === 40);
    const events = raffles(socket).filter((raffle) => raffle.id === id);
    expect(events.length).toBeLessThanOrEqual(2 + Math.ceil((app.clock.now() - started) / 500));
    socket.close();
  });

  it('I3 a socket is a window or a watcher, never both', async () => {
    const { id } = await openRaffle(host);
    const socket = await consoleOf(host);
    socket.send({ type: 'join-room', data: { raffleId: id } });
    expect((await socket.next('error')).data.code).toBe('bad_message');
    const watcher = await connect(app, address, { ...host.headers, origin: address });
    watcher.send({ type: 'join-room', data: { raffleId: id } });
    await watcher.next('snapshot');
    watcher.send({ type: 'join-console' });
    expect((await watcher.next('error')).data.code).toBe('bad_message');
    socket.send({ type: 'resync' });
    await socket.next('console:joined', socket.received.length);
    socket.close();
    watcher.close();
  });

  it('I3 signing out closes the windows', async () => {
    const leaving = await signUp(app);
    const socket = await consoleOf(leaving);
    await leaving.post('/api/auth/logout');
    expect(await socket.closed).toBe(4401);
  });

  it('C5 the end of a draw is sent, and nothing of it before', async () => {
    const { id, public_link: link } = await openRaffle(host, { max_winners: 1 });
    await join(app, link, 'Only Guest');
    const socket = await consoleOf(host);
    await drawToTheEnd(app, host, id);
    const drawn = await arrival(socket, 'the drawn raffle', (raffle) => raffle.status === 'drawn');
    expect(drawn.id).toBe(id);
    const { body } = await host.get<HostRaffle>(`/api/raffles/${id}`);
    expect(drawn).toEqual(asThere(body));
    socket.close();
  });

  it('R14 C7 windows of the host are told at once that a winner was passed over, and nobody else is', async () => {
    const { id, results } = await drawnRaffle(app, host, 3, { max_winners: 1 });
    const windows = [await consoleOf(host), await consoleOf(host)];
    const stranger = await consoleOf(await signUp(app, 'Other Host'));
    const body = { entry_number: results.winners[0]?.entry_number, reason: 'absent' };
    expect((await host.post(`/api/raffles/${id}/pass-over`, body)).status).toBe(200);
    for (const window of windows) {
      expect((await window.next('console:winners-changed')).data).toEqual({ raffleId: id });
    }
    expect(stranger.received.map(({ message }) => message.type)).toEqual(['console:joined']);
    for (const window of [...windows, stranger]) window.close();
  });

  it('H16 C7 a window of the winners is told at once that a person was erased', async () => {
    const { id } = await drawnRaffle(app, host, 2, { max_winners: 1 });
    const window = await consoleOf(host);
    const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`)).body;
    const person = `/api/raffles/${id}/people/${participants[0]?.invitee_id}`;
    expect((await host.post(`${person}/erase`)).status).toBe(200);
    expect((await window.next('console:winners-changed')).data).toEqual({ raffleId: id });
    window.close();
  });

  it.runIf(kind === 'postgres')('C7 a window at another node gets it too', async () => {
    const second = await makeApp({ storage: app.storage, clock: app.clock });
    const socket = await consoleOf(host, await second.listen());
    const { body } = await host.post<HostRaffle>('/api/raffles', { title: 'From the first node' });
    await arrival(socket, 'the raffle of the other node', ({ id }) => id === body.id);
    socket.close();
  });
});
