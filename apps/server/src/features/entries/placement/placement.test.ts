/** The bucket raffle over HTTP and socket (R64): who puts how many tickets where, and what the draw makes of it. */
import type {
  ErrorBody,
  HostPrizes,
  HostRaffle,
  OwnEntry,
  ParticipantRow,
  PrizeList,
  PrizesBody,
  PublicRaffle,
  ResultsAnswer,
  UnplacedAnswer,
} from '@glassdrum/contract';
import { drawPrizes, planOfProof } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { checkProofs } from '../../../../test/support/both-verifiers.ts';
import { proofOf } from '../../../../test/support/evening.ts';
import { enterPeople } from '../test/people-list.ts';
import { watch } from '../../../../test/support/watch.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, type Person, person, signUp } from '../../../../test/support/people.ts';

type Fields = Partial<PrizesBody['prizes'][number]>;
type Placed = { bucket: number; tickets: number }[];

interface Raffle {
  app: TestApp;
  host: Person;
  id: string;
  link: string;
}

forEachDatabase((makeApp) => {
  const prizesOf = async (host: Person, id: string): Promise<HostPrizes> =>
    (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;

  async function save(host: Person, id: string, prizes: readonly Fields[], more: Partial<PrizesBody> = {}) {
    const { revision } = await prizesOf(host, id);
    const list = prizes.map((prize) => ({ quantity: 1, ...prize }));
    const body = { revision, policy: 'once', reveal_order: 'list', prizes: list, ...more };
    return host.put<HostPrizes & ErrorBody>(`/api/raffles/${id}/prizes`, body);
  }

  async function draftOf(prizes: readonly Fields[], more: Partial<PrizesBody> = {}): Promise<Raffle> {
    const app = await makeApp();
    const host = await signUp(app);
    const fields = { title: 'Fair', allow_public_join: true, max_tickets: 10 };
    const { id } = (await host.post<HostRaffle>('/api/raffles', fields)).body;
    expect((await save(host, id, prizes, { buckets: true, ...more })).status).toBe(200);
    return { app, host, id, link: '' };
  }

  async function opened(prizes: readonly Fields[], more: Partial<PrizesBody> = {}): Promise<Raffle> {
    const raffle = await draftOf(prizes, more);
    const { body } = await raffle.host.post<HostRaffle>(`/api/raffles/${raffle.id}/open`);
    return { ...raffle, link: body.public_link ?? '' };
  }

  const THREE = [{ name: 'Bicycle' }, { name: 'Wine', quantity: 2 }, { name: 'Cake' }];

  const meOf = async (one: Person, id: string): Promise<OwnEntry> =>
    (await one.get<OwnEntry>(`/api/raffles/${id}/me`)).body;

  const shown = async ({ app, id }: Raffle): Promise<PublicRaffle> =>
    (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body;

  const unplaced = async ({ host, id }: Raffle): Promise<UnplacedAnswer> =>
    (await host.get<UnplacedAnswer>(`/api/raffles/${id}/unplaced`)).body;

  async function place(one: Person, id: string, placed: Placed, revision?: number) {
    const now = revision ?? (await meOf(one, id)).placement?.revision ?? 0;
    return one.put<OwnEntry & ErrorBody>(`/api/raffles/${id}/me/placement`, { revision: now, placed });
  }

  async function guest({ app, host, id, link }: Raffle, name: string, tickets: number) {
    const one = await join(app, link, name);
    if (tickets > 1) {
      const path = `/api/raffles/${id}/participants/${one.joined.invitee_id}/tickets`;
      expect((await host.patch(path, { tickets })).status).toBe(200);
    }
    return one;
  }

  const totals = async (raffle: Raffle): Promise<number[]> =>
    ((await shown(raffle)).bucket_totals ?? []).slice(0, 4);

  async function drawn({ app, host, id }: Raffle): Promise<ResultsAnswer> {
    const started = await host.post<{ draw_id: string } & ErrorBody>(`/api/raffles/${id}/draw`);
    expect(started.status).toBe(200);
    const path = `/api/raffles/${id}/results?draw_id=${started.body.draw_id}`;
    return eventually(
      app,
      'the results',
      async () => {
        const answer = await person(app).get<ResultsAnswer>(path);
        return answer.status === 200 && answer.body;
      },
      500,
    );
  }

  describe('R64 the option', () => {
    it('belongs to drafts, has at most 20 prizes, and none for groups', async () => {
      const { host, id } = await draftOf(THREE);
      expect(await prizesOf(host, id)).toMatchObject({ buckets: true });
      const many = Array.from({ length: 21 }, (_, index) => ({ name: `Prize ${index}` }));
      const refused = async (...args: Parameters<typeof save>): Promise<[number, string]> => {
        const { status, body } = await save(...args);
        return [status, body.error.code];
      };
      expect(await refused(host, id, many)).toEqual([422, 'too_many_buckets']);
      expect(await refused(host, id, [{ groups: ['Members'] }])).toEqual([422, 'buckets_without_groups']);
      expect((await save(host, id, THREE, { buckets: false })).body.buckets).toBe(false);
      expect((await save(host, id, THREE, { buckets: true })).body.buckets).toBe(true);
      await host.post(`/api/raffles/${id}/open`);
      const rows = (await prizesOf(host, id)).prizes;
      expect(await refused(host, id, rows, { buckets: false })).toEqual([409, 'buckets_fixed']);
      const copy = (await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`)).body;
      expect(await prizesOf(host, copy.id)).toMatchObject({ buckets: true });
    });

    it('is not for a raffle that was opened without it, whose entrants have nothing to place', async () => {
      const raffle = await opened(THREE, { buckets: false });
      const one = await guest(raffle, 'Ada', 1);
      expect((await meOf(one, raffle.id)).placement).toBeNull();
      expect((await place(one, raffle.id, [])).body.error.code).toBe('no_buckets');
      expect((await shown(raffle)).bucket_totals).toBeNull();
      const { host, id } = raffle;
      expect((await save(host, id, THREE, { buckets: true })).body.error.code).toBe('buckets_fixed');
    });
  });

  describe('R64 placing tickets', () => {
    it('puts all of them at once, with a new receipt, a public change and new totals', async () => {
      const raffle = await opened(THREE);
      const { app, id } = raffle;
      const list = (await person(app).get<PrizeList>(`/api/raffles/${id}/prize-list`)).body;
      expect(list.prizes.map(({ bucket }) => bucket)).toEqual([1, 2, 3]);
      const ada = await guest(raffle, 'Ada', 5);
      const before = await meOf(ada, id);
      expect(before.placement).toMatchObject({ placed: [], left: 5 });
      const placed = [
        { bucket: 1, tickets: 3 },
        { bucket: 3, tickets: 1 },
      ];
      const { status, body } = await place(ada, id, placed);
      expect([status, body.placement?.placed, body.placement?.left]).toEqual([200, placed, 1]);
      expect(body.receipt?.weights.slice(0, 3)).toEqual([3, 0, 1]);
      expect(body.receipt?.issued_at).toBeGreaterThan(before.receipt?.issued_at ?? 0);
      expect(body.changes.at(-1)).toMatchObject({
        reason_code: 'tickets_placed_by_entrant',
        made_by: 'entrant',
        tickets: 5,
      });
      expect(await totals(raffle)).toEqual([3, 0, 1, 0]);
      expect(await unplaced(raffle)).toMatchObject({
        people: 1,
        tickets: 1,
        entries: [{ display_name: 'Ada', tickets: 5, by_host: false, placement: { left: 1 } }],
      });
    });

    it('refuses more than are held, a bucket without a prize, an old revision, and any change after the close', async () => {
      const raffle = await opened(THREE);
      const { host, id } = raffle;
      const ada = await guest(raffle, 'Ada', 2);
      const old = (await meOf(ada, id)).placement?.revision;
      const code = async (placed: Placed, revision?: number): Promise<string> =>
        (await place(ada, id, placed, revision)).body.error.code;
      expect(await code([{ bucket: 1, tickets: 3 }])).toBe('too_many_placed');
      expect(await code([{ bucket: 4, tickets: 1 }])).toBe('bucket_closed');
      expect((await place(ada, id, [{ bucket: 1, tickets: 2 }])).status).toBe(200);
      expect(await code([{ bucket: 2, tickets: 2 }], old)).toBe('placement_changed');
      await host.post(`/api/raffles/${id}/close`);
      expect(await code([{ bucket: 2, tickets: 2 }])).toBe('placing_closed');
      expect(await totals(raffle)).toEqual([2, 0, 0, 0]);
    });

    it('keeps what fits when the host takes tickets away, and nothing of anyone who leaves', async () => {
      const raffle = await opened(THREE);
      const { host, id } = raffle;
      const ada = await guest(raffle, 'Ada', 6);
      const ben = await guest(raffle, 'Ben', 1);
      await place(ben, id, [{ bucket: 2, tickets: 1 }]);
      await place(ada, id, [
        { bucket: 1, tickets: 2 },
        { bucket: 2, tickets: 3 },
      ]);
      const path = `/api/raffles/${id}/participants/${ada.joined.invitee_id}/tickets`;
      await host.patch(path, { tickets: 5 });
      expect(await totals(raffle)).toEqual([2, 4, 0, 0]);
      await host.patch(path, { tickets: 3 });
      expect((await meOf(ada, id)).placement).toMatchObject({
        placed: [
          { bucket: 1, tickets: 2 },
          { bucket: 2, tickets: 1 },
        ],
        left: 0,
      });
      expect(await totals(raffle)).toEqual([2, 2, 0, 0]);
      await host.patch(path, { tickets: 4 });
      expect((await unplaced(raffle)).tickets).toBe(1);
      await ada.post(`/api/raffles/${id}/leave`);
      expect(await totals(raffle)).toEqual([0, 1, 0, 0]);
      expect(await unplaced(raffle)).toEqual({ people: 0, tickets: 0, entries: [] });
    });

    it('is done by the host for people without a phone, and for nobody else', async () => {
      const raffle = await opened(THREE);
      const { host, id } = raffle;
      await guest(raffle, 'Ada', 1);
      await enterPeople(host, raffle, [{ name: 'Grandma', tickets: '3' }]);
      const sold = await host.post(`/api/raffles/${id}/paper/runs`, { size: 2 });
      expect(sold.status).toBeLessThan(300);
      const sale = await host.post(`/api/raffles/${id}/paper/sales`, {
        client_id: 'S'.repeat(22),
        action: 'sell',
        numbers: '3',
      });
      expect(sale.status).toBe(200);
      const placeFor = (invitee: string, placed: Placed, revision: number) =>
        host.put<ParticipantRow & ErrorBody>(`/api/raffles/${id}/participants/${invitee}/placement`, {
          revision,
          placed,
        });
      const { people, entries } = await unplaced(raffle);
      expect([people, entries.map(({ by_host: byHost }) => byHost)]).toEqual([3, [false, true, true]]);
      const [ada, grandma, paper] = entries.map(
        (entry) => (placed: Placed) => placeFor(entry.invitee_id, placed, entry.placement.revision),
      );
      const own = await ada?.([{ bucket: 1, tickets: 1 }]);
      expect([own?.status, own?.body.error.code]).toEqual([409, 'placed_by_entrant']);
      expect((await grandma?.([{ bucket: 2, tickets: 3 }]))?.status).toBe(200);
      expect((await grandma?.([{ bucket: 1, tickets: 3 }]))?.body.error.code).toBe('placement_changed');
      expect((await paper?.([{ bucket: 1, tickets: 1 }]))?.status).toBe(200);
      expect(await totals(raffle)).toEqual([1, 3, 0, 0]);
      // A ticket that is taken back lies in no bucket.
      await host.post(`/api/raffles/${id}/paper/sales`, {
        client_id: 'T'.repeat(22),
        action: 'unsell',
        numbers: '3',
      });
      expect(await totals(raffle)).toEqual([0, 3, 0, 0]);
    });

    it('reaches everyone in the room', async () => {
      const raffle = await opened(THREE);
      const { app, id } = raffle;
      const ada = await guest(raffle, 'Ada', 2);
      const visitor = await watch(app, await app.listen(), id);
      await place(ada, id, [{ bucket: 2, tickets: 2 }]);
      const { data } = await visitor.next('entries-added');
      expect(data.bucketTotals?.slice(0, 3)).toEqual([0, 2, 0]);
    });
  });

  describe('R64 prizes that change', () => {
    it('keep their tickets when they move, and give them back when they go', async () => {
      const raffle = await opened(THREE);
      const { host, id } = raffle;
      const ada = await guest(raffle, 'Ada', 4);
      const ben = await guest(raffle, 'Ben', 1);
      await place(ben, id, [{ bucket: 3, tickets: 1 }]);
      await place(ada, id, [
        { bucket: 1, tickets: 1 },
        { bucket: 2, tickets: 3 },
      ]);
      const [bicycle, wine, cake] = (await prizesOf(host, id)).prizes;
      await save(host, id, [{ ...cake }, { ...wine, name: 'Good wine' }, { ...bicycle }]);
      expect(await totals(raffle)).toEqual([1, 3, 1, 0]);

      await save(host, id, [{ ...cake }, { ...bicycle }]);
      expect(await totals(raffle)).toEqual([1, 0, 1, 0]);
      const own = await meOf(ada, id);
      expect(own.placement).toMatchObject({ placed: [{ bucket: 1, tickets: 1 }], left: 3 });
      expect(own.changes.at(-1)).toMatchObject({ reason_code: 'prize_removed_by_host', made_by: 'host' });
      expect((await meOf(ben, id)).changes).toHaveLength(1);

      // A new prize takes the bucket that is free, and it is empty.
      await save(host, id, [{ ...cake }, { ...bicycle }, { name: 'Ham' }]);
      expect((await place(ben, id, [{ bucket: 2, tickets: 1 }])).status).toBe(200);
      expect(await totals(raffle)).toEqual([1, 1, 0, 0]);
    });
  });

  describe('R64 the draw', () => {
    it('gives each prize to tickets of its bucket; the proof holds, and changed weights fail in both verifiers', async () => {
      const raffle = await opened(THREE);
      const { app, id } = raffle;
      const allocations: Placed[] = [
        [{ bucket: 1, tickets: 3 }],
        [
          { bucket: 1, tickets: 1 },
          { bucket: 2, tickets: 2 },
        ],
        [{ bucket: 2, tickets: 1 }],
        [],
        [
          { bucket: 2, tickets: 4 },
          { bucket: 3, tickets: 1 },
        ],
      ];
      for (const [index, placed] of allocations.entries()) {
        const one = await guest(raffle, `Guest ${index}`, 5);
        expect((await place(one, id, placed)).status).toBe(200);
      }
      const results = await drawn(raffle);
      expect(results.ticket_total).toBe(12);
      const proof = await proofOf(raffle, results.draw_id);
      const weights = proof.entries.map(([, , row]) => row);
      expect(proof.close.pool_totals.slice(0, 4)).toEqual([4, 7, 1, 0]);
      const expected = drawPrizes({
        combinedSeed: proof.combined_seed,
        plan: planOfProof(proof.plan),
        weights,
      });
      expect(results.winners.map(({ prize, entry_number: number }) => [prize, number])).toEqual(
        expected.winners.map(({ prize, entryNumber }) => [prize, entryNumber]),
      );
      for (const { prize, entry_number: number } of results.winners) {
        expect(allocations[number - 1]?.map(({ bucket }) => bucket)).toContain(prize);
      }
      expect(results.winners.some(({ entry_number: number }) => number === 4)).toBe(false);

      // One ticket moves from the bucket of the wine to that of the bicycle.
      const [, second] = proof.entries;
      if (second === undefined) throw new Error('There are five entries.');
      const moved = second[2].map((weight, index) => weight + ([1, -1][index] ?? 0));
      const changed = proof.entries.map((entry) =>
        entry === second
          ? ([second[0], second[1], moved, second[3], second[4], second[5]] as typeof entry)
          : entry,
      );
      expect(checkProofs(app, [{ proof }, { proof: { ...proof, entries: changed } }])).toMatchObject([
        { ours: { verdict: 'VERIFIED' }, python: { verdict: 'INCOMPLETE', fails: [] } },
        {
          ours: { fails: expect.arrayContaining(['entries']) as string[] },
          python: { fails: expect.arrayContaining(['entries']) as string[] },
        },
      ]);
    });

    it('of several, each has its own buckets: what was drawn stays, the others can change until their draw', async () => {
      const raffle = await opened(
        [
          { name: 'Cake', draw: 1 },
          { name: 'Bicycle', draw: 2 },
        ],
        { draws: [{ name: 'Dinner' }, { name: 'Dessert' }], policy: 'again' },
      );
      const { app, id } = raffle;
      const ada = await guest(raffle, 'Ada', 3);
      const ben = await guest(raffle, 'Ben', 1);
      await place(ada, id, [
        { bucket: 1, tickets: 1 },
        { bucket: 2, tickets: 1 },
      ]);
      await place(ben, id, [{ bucket: 2, tickets: 1 }]);
      const first = await drawn(raffle);
      expect(first.winners.map(({ entry_number: number }) => number)).toEqual([1]);
      await eventually(app, 'the end of the show', async () => (await shown(raffle)).draws.left === 1, 500);
      const refused = await place(ada, id, [{ bucket: 2, tickets: 3 }]);
      expect(refused.body.error.code).toBe('bucket_closed');
      const moved = [
        { bucket: 1, tickets: 1 },
        { bucket: 2, tickets: 0 },
      ];
      expect((await place(ada, id, moved)).status).toBe(200);
      const second = await drawn(raffle);
      expect(second.winners.map(({ entry_number: number }) => number)).toEqual([2]);
    });

    it('needs a ticket in some bucket', async () => {
      const raffle = await opened(THREE);
      await guest(raffle, 'Ada', 5);
      const started = await raffle.host.post<ErrorBody>(`/api/raffles/${raffle.id}/draw`);
      expect([started.status, started.body.error.code]).toEqual([409, 'nobody_can_win']);
    });
  });
});
