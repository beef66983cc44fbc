/**
 * Everybody comes back at once: a server stops in the middle of a draw, the next one starts on the same data, and its
 * database is asked for the room, not for each socket. Eight thousand of them are in bench/reconnect.ts.
 */
import { LIVE_CLOSE } from '@glassdrum/contract';
import { expect, test, vi } from 'vitest';
import { drawToTheEnd } from '../support/drawn.ts';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { join, openRaffle, person, signUp } from '../support/people.ts';
import { connect, type Watch } from '../support/watch.ts';

const ENTRANTS = 150;
const VISITORS = 150;
/** Of the reads that many sockets share there are at most fifty a second each, and few besides. */
const MOST_STATEMENTS = 60;

/** Counts what the database is asked outside transactions from now on. */
function statementsAt({ parts }: TestApp): () => number {
  const spy = vi.spyOn(parts.database.query.getExecutor(), 'executeQuery');
  return () => spy.mock.calls.length;
}

/** Opens every socket, then joins with all of them in the same moment. */
async function crowdAt(
  app: TestApp,
  id: string,
  people: readonly Record<string, string>[],
): Promise<Watch[]> {
  const address = await app.listen();
  const sockets = await Promise.all(people.map((headers) => connect(app, address, headers)));
  for (const socket of sockets) socket.send({ type: 'join-room', data: { raffleId: id } });
  await Promise.all(sockets.map((socket) => socket.next('chat-history')));
  return sockets;
}

const snapshotOf = (socket: Watch) => socket.next('snapshot').then(({ data }) => data);

forEachDatabase((makeApp) => {
  test('300 sockets reconnect at once in mid-draw: all in the right place, the database asked a few times', async () => {
    const first = await makeApp();
    const host = await signUp(first);
    const { id, public_link: link } = await openRaffle(host);
    const names = Array.from({ length: ENTRANTS }, (_, i) => `Guest ${i + 1}`);
    const entrants = await Promise.all(names.map((name) => join(first, link, name)));
    await host.post(`/api/raffles/${id}/draw`);
    await first.clock.advance(10_000);
    const people = [
      ...entrants.map(({ headers }) => headers),
      ...Array.from({ length: VISITORS }, () => ({
        authorization: `Bearer ${'of-another-time'.padEnd(43, '-')}`,
      })),
    ];
    const before = await crowdAt(first, id, people);
    const plan = (await snapshotOf(before[0] as Watch)).draw;
    // The show starts two seconds after the freeze.
    expect(plan?.t0).toBe(first.clock.now() - 8_000);
    await first.close();
    const codes = await Promise.all(before.map((socket) => socket.closed));
    expect(new Set(codes)).toEqual(new Set([LIVE_CLOSE.restart]));

    const second = await makeApp({ storage: first.storage, clock: first.clock });
    const statements = statementsAt(second);
    const after = await crowdAt(second, id, people);
    expect(statements()).toBeLessThan(MOST_STATEMENTS);
    const snapshots = await Promise.all(after.map(snapshotOf));
    expect(new Set(snapshots.map(({ draw }) => JSON.stringify(draw)))).toEqual(
      new Set([JSON.stringify(plan)]),
    );
    expect(snapshots.map(({ me }) => me?.inviteeId)).toEqual([
      ...entrants.map(({ joined }) => joined.invitee_id),
      ...Array.from({ length: VISITORS }, () => undefined),
    ]);

    const { winners } = await drawToTheEnd(second, person(second, host.headers), id);
    const ends = await Promise.all(after.map((socket) => socket.next('draw:done')));
    const numbers = ends.map(({ data }) => data.winners.map((row) => row.entry_number).join());
    expect(new Set(numbers)).toEqual(new Set([winners.map((row) => row.entry_number).join()]));
    for (const socket of after) socket.close();
  });
});
