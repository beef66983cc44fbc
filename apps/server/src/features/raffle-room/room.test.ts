/** The live room from outside: real sockets, the manual clock, both databases. */
import { expect, it } from 'vitest';
import type { DrawAnswer, ResultsAnswer } from '@glassdrum/contract';
import { LIVE_CLOSE } from '@glassdrum/contract';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, person, signUp } from '../../../test/support/people.ts';
import { connect, watch } from '../../../test/support/watch.ts';

forEachDatabase((makeApp, kind) => {
  async function scene(entrants = 3) {
    const app = await makeApp();
    const address = await app.listen();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, { max_tickets: 5 });
    const people = [];
    for (let i = 1; i <= entrants; i += 1) people.push(await join(app, link, `Guest Number ${i}`));
    return { app, address, host, id, link, entrants: people };
  }

  /** A page of the product sends its origin with its cookie. */
  const asPage = (who: Person, address: string): Record<string, string> => ({
    ...who.headers,
    origin: address,
  });

  async function resultsAfterDraw(app: TestApp, id: string): Promise<ResultsAnswer> {
    return eventually(
      app,
      'the end of the draw',
      async () => {
        const raffle = await person(app).get<{ status: string }>(`/api/raffles/${id}`);
        if (raffle.body.status !== 'drawn') return false;
        return (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
      },
      500,
    );
  }

  it('I3 takes the identity from the handshake and ignores what frames say', async () => {
    const { app, address, id, entrants } = await scene();
    const [first, second] = entrants;
    const socket = await connect(app, address, first?.headers);
    socket.send({
      type: 'join-room',
      data: { raffleId: id, inviteeId: second?.joined.invitee_id, displayName: 'Somebody Else' },
    });
    const { data } = await socket.next('snapshot');
    expect(data.me).toEqual({
      inviteeId: first?.joined.invitee_id,
      entryNumber: 1,
      displayName: 'Guest Number 1',
      tickets: 1,
    });
    const visitor = await watch(app, address, id);
    expect(visitor.snapshot.me).toBeNull();
  });

  it('C1 whoever joins is told of the chat right after the snapshot, before anything that happens later', async () => {
    const { app, address, id, entrants } = await scene(2);
    const [first, second] = entrants;
    // What everybody is told is read for the first one.
    await (await watch(app, address, id)).next('chat-history');
    for (const who of [undefined, first, second]) {
      const socket = await watch(app, address, id, who?.headers);
      await socket.next('chat-history');
      expect(socket.received.slice(0, 4).map(({ message }) => message.type)).toEqual([
        'snapshot',
        'chat-you',
        'chat-rules',
        'chat-history',
      ]);
      expect((await socket.next('chat-you')).data.id).toBe(who?.joined.invitee_id ?? null);
    }
  });

  it('I3 C10 refuses foreign pages, and cookies without a page', async () => {
    const { app, address, host } = await scene(0);
    await expect(connect(app, address, { origin: 'https://elsewhere.example' })).rejects.toThrow('403');
    await expect(connect(app, address, host.headers)).rejects.toThrow('403');
    const own = await connect(app, address, asPage(host, address));
    own.close();
  });

  it('I3 closes the sockets of a removed participant and of a host who signed out', async () => {
    const { app, address, host, id, entrants } = await scene();
    const participant = await watch(app, address, id, entrants[0]?.headers);
    const bystander = await watch(app, address, id, entrants[1]?.headers);
    const hostSocket = await watch(app, address, id, asPage(host, address));
    await host.remove(`/api/raffles/${id}/participants/${entrants[0]?.joined.invitee_id ?? ''}`);
    expect(await participant.closed).toBe(LIVE_CLOSE.identityGone);
    await host.post('/api/auth/logout');
    expect(await hostSocket.closed).toBe(LIVE_CLOSE.identityGone);
    bystander.send({ type: 'time', data: { sent: 5 } });
    expect((await bystander.next('time')).data).toEqual({ sent: 5, server: app.clock.now() });
  });

  it('R43 R44 entries arrive live: in full for entrants and the host, shortened for visitors', async () => {
    const { app, address, host, id, link, entrants } = await scene(1);
    const visitor = await watch(app, address, id);
    const entrant = await watch(app, address, id, entrants[0]?.headers);
    const hostSocket = await watch(app, address, id, asPage(host, address));
    await join(app, link, 'Ada Lovelace');
    const short = await visitor.next('entries-added');
    const full = await entrant.next('entries-added');
    expect(short.data).toEqual({
      entries: [{ entry_number: 2, display_name: 'Ada L.' }],
      entryCount: 2,
      unsoldCount: 0,
      participantCount: 2,
      sources: { self: 2, host: 0, paper: 0 },
      ticketTotal: 2,
      bucketTotals: null,
    });
    expect(full.data.entries).toEqual([{ entry_number: 2, display_name: 'Ada Lovelace' }]);
    expect((await hostSocket.next('entries-added')).data.entries).toEqual(full.data.entries);
  });

  it('numbers every event without a gap, and gives a new snapshot when asked', async () => {
    const { app, address, id, link } = await scene(0);
    const socket = await watch(app, address, id);
    for (let i = 0; i < 5; i += 1) {
      await join(app, link, `Guest ${i}`);
      await app.clock.advance(1000);
      await eventually(app, 'the entry on the socket', async () =>
        socket.events().some((event) => event.type === 'entries-added' && event.data.entryCount === i + 1),
      );
    }
    const numbers = socket.events().map((event) => event.seq);
    expect(numbers).toEqual(numbers.map((_, index) => socket.snapshot.seq + 1 + index));
    const before = socket.received.length;
    socket.send({ type: 'resync' });
    const again = await socket.next('snapshot', before);
    expect(again.data.seq).toBeGreaterThanOrEqual(numbers.at(-1) ?? 0);
    expect(again.data.raffle.entry_count).toBe(5);
  });

  it('counts the watchers', async () => {
    const { app, address, id } = await scene(0);
    const first = await watch(app, address, id);
    const second = await watch(app, address, id);
    const seen = (count: number) =>
      eventually(
        app,
        `${count} watchers`,
        async () => first.events().findLast((event) => event.type === 'room-info')?.data.watchers === count,
        500,
      );
    await seen(2);
    second.close();
    await seen(1);
  });

  it('votes are sent live', async () => {
    const { app, address, id, entrants } = await scene(1);
    const socket = await watch(app, address, id);
    const vote = (style: string) =>
      entrants[0]?.post(`/api/raffles/${id}/vote-animation`, { animation_style: style });
    await vote('neon');
    expect((await socket.next('votes')).data).toEqual({ votes: [{ animation_style: 'neon', count: 1 }] });
    await vote('cosmic');
    await eventually(
      app,
      'the changed vote',
      async () => JSON.stringify(socket.events().findLast(({ type }) => type === 'votes')).includes('cosmic'),
      200,
    );
  });

  it('C3 C5 R4 every frame of a draw: one start, all steps in order, nothing early', async () => {
    const { app, address, host, id, entrants } = await scene(6);
    const sockets = [
      await watch(app, address, id),
      await watch(app, address, id, entrants[0]?.headers),
      await watch(app, address, id, asPage(host, address)),
    ];
    const t0 = (await host.post<DrawAnswer>(`/api/raffles/${id}/draw`)).body.t0 ?? Number.NaN;
    const results = await resultsAfterDraw(app, id);
    for (const socket of sockets) await socket.next('draw:done');
    const plan = (await person(app).get<{ beacon_at: number }>(`/api/raffles/${id}/draw`)).body;
    const revealAt = Math.max(t0 + 25_000, plan.beacon_at) + 3000;
    const secrets = [
      ...[...results.winners, ...results.alternates].map((row) => row.selection_index),
      results.proof.combined_seed,
    ];
    for (const socket of sockets) {
      const events = socket.events();
      expect(events.filter((event) => event.type === 'draw:starting')).toHaveLength(1);
      const steps = events.flatMap((event) =>
        event.type === 'draw:frame' ? [`${event.data.step}${event.data.index ?? ''}`] : [],
      );
      expect(steps).toEqual([
        'countdown3',
        'countdown2',
        'countdown1',
        'warmup',
        'main',
        'slowdown',
        'pause',
        'runup',
        'reveal',
      ]);
      const seed = socket.received.filter(({ text }) => text.includes(results.proof.seed_reveal));
      expect(seed.length).toBeGreaterThan(0);
      expect(seed.every(({ at }) => at >= t0 + 3000)).toBe(true);
      const revealing = socket.received.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
      expect(revealing.length).toBeGreaterThan(0);
      expect(revealing.every(({ at }) => at >= revealAt)).toBe(true);
      const done = events.find((event) => event.type === 'draw:done');
      expect(results.winners).toMatchObject(done?.data.winners ?? []);
    }
  });

  it('R40 a socket that joins mid-draw gets the plan, and after the reveal the winners', async () => {
    const { app, address, host, id, entrants } = await scene(4);
    await host.post(`/api/raffles/${id}/draw`);
    await app.clock.advance(10_000);
    const midway = await watch(app, address, id, entrants[1]?.headers);
    expect(midway.snapshot.draw?.freeze_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(midway.snapshot.result).toBeNull();
    const results = await resultsAfterDraw(app, id);
    expect(results.winners).toMatchObject((await midway.next('draw:done')).data.winners);
    const late = await watch(app, address, id);
    expect(results.winners).toMatchObject(late.snapshot.result?.winners ?? []);
  });

  it('closes sockets for rooms that do not exist, and for drafts', async () => {
    const { app, address, host } = await scene(0);
    const draft = (await host.post<{ id: string }>('/api/raffles', { title: 'Not open yet' })).body.id;
    for (const raffleId of ['no-such-raffle-anywhere', draft]) {
      const socket = await connect(app, address);
      socket.send({ type: 'join-room', data: { raffleId } });
      expect((await socket.next('error')).data.code).toBe('unknown_room');
      expect(await socket.closed).toBe(LIVE_CLOSE.roomGone);
    }
  });

  it('H4 closes floods, big frames and sockets that join nothing', async () => {
    const { app, address, id } = await scene(0);
    const flood = await watch(app, address, id);
    for (let i = 0; i < 12; i += 1) flood.send({ type: 'join-room', data: { raffleId: id } });
    expect(await flood.closed).toBe(LIVE_CLOSE.flood);
    const big = await watch(app, address, id);
    big.send('x'.repeat(16 * 1024 + 1));
    expect(await big.closed).toBe(LIVE_CLOSE.tooBig);
    const silent = await connect(app, address);
    await app.clock.advance(10_000);
    expect(await silent.closed).toBe(LIVE_CLOSE.joinTimeout);
  });

  it('answers an invalid message with an error, and stays open', async () => {
    const { app, address, id } = await scene(0);
    const socket = await watch(app, address, id);
    for (const nonsense of ['not json', '{"type":"__proto__"}', '[]', '{"type":"join-room"}']) {
      const before = socket.received.length;
      socket.send(nonsense);
      expect((await socket.next('error', before)).data.code).toBe('bad_message');
    }
    socket.send({ type: 'time', data: { sent: 1 } });
    await socket.next('time');
  });

  it('closes every socket with 1012 when the server stops', async () => {
    const { app, address, id } = await scene(0);
    const socket = await watch(app, address, id);
    await app.close();
    expect(await socket.closed).toBe(LIVE_CLOSE.restart);
  });

  it.runIf(kind === 'postgres')(
    'C5 watchers of another node see the same draw, and are counted',
    async () => {
      const { app, address, host, id } = await scene(3);
      const other = await makeApp({ storage: app.storage, clock: app.clock });
      const here = await watch(app, address, id);
      const there = await watch(other, await other.listen(), id);
      await eventually(
        app,
        'both counted',
        async () => here.events().findLast((event) => event.type === 'room-info')?.data.watchers === 2,
        500,
      );
      await host.post(`/api/raffles/${id}/draw`);
      await there.next('draw:starting');
      await resultsAfterDraw(app, id);
      const [a, b] = [await here.next('draw:done'), await there.next('draw:done')];
      expect(a.data).toEqual(b.data);
    },
  );
});
