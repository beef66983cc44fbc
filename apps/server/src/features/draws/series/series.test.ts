/** Several draws of one raffle, over HTTP (R69, R70). */
import type {
  ErrorBody,
  HostPrizes,
  HostRaffle,
  OwnEntry,
  PlannedDraws,
  PrizesBody,
  PrizeStatus,
  PublicRaffle,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, type Person, person, signUp } from '../../../../test/support/people.ts';

type Fields = Partial<PrizesBody['prizes'][number]>;

forEachDatabase((makeApp) => {
  async function save(
    host: Person,
    id: string,
    prizes: readonly Fields[],
    more: Partial<PrizesBody> = {},
  ): Promise<{ status: number; body: HostPrizes & ErrorBody }> {
    const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
    const list = prizes.map((prize) => ({ quantity: 1, ...prize }));
    const body = { revision, policy: 'once', reveal_order: 'grand_last', prizes: list, ...more };
    return host.put<HostPrizes & ErrorBody>(`/api/raffles/${id}/prizes`, body);
  }

  /** An open raffle with one prize in each of these draws. */
  async function evening(
    draws: readonly string[],
    more: Partial<PrizesBody> = {},
  ): Promise<{ app: TestApp; host: Person; id: string; link: string }> {
    const app = await makeApp();
    const host = await signUp(app);
    const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Gala', allow_public_join: true });
    const { id } = draft.body;
    const prizes = draws.map((name, index) => ({ name: `${name} prize`, draw: index + 1 }));
    const saved = await save(host, id, prizes, { draws: draws.map((name) => ({ name })), ...more });
    expect(saved.status).toBe(200);
    const { body } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
    return { app, host, id, link: body.public_link ?? '' };
  }

  const raffleOf = async (app: TestApp, id: string): Promise<PublicRaffle> =>
    (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body;

  const drawsOf = async (app: TestApp, id: string): Promise<PlannedDraws['draws']> =>
    (await person(app).get<PlannedDraws>(`/api/raffles/${id}/draws`)).body.draws;

  const resultsOf = async (app: TestApp, id: string, drawId: string): Promise<ResultsAnswer> =>
    (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results?draw_id=${drawId}`)).body;

  const proofOf = (app: TestApp, id: string, drawId: string): Promise<DrawProof> =>
    eventually(app, 'a proof with its log', async () => {
      const { body } = await person(app).get<DrawProof>(`/api/raffles/${id}/proof?draw_id=${drawId}`);
      return body.log !== undefined && body;
    });

  /** Draws the next one, to the end of its show. */
  async function drawNext(app: TestApp, host: Person, id: string): Promise<ResultsAnswer> {
    const started = await host.post<{ draw_id: string } & ErrorBody>(`/api/raffles/${id}/draw`);
    expect(started.text).toContain('draw_id');
    await eventually(
      app,
      'the end of the show',
      async () => {
        const draws = await drawsOf(app, id);
        return draws.find((draw) => draw.draw_id === started.body.draw_id)?.state === 'drawn';
      },
      500,
    );
    return resultsOf(app, id, started.body.draw_id);
  }

  describe('R69 one draw after another', () => {
    it('each has its own opening, freeze, show and proof, and together the proofs are a series', async () => {
      const { app, host, id, link } = await evening(['Dinner', 'Dessert', 'Midnight']);
      for (let i = 1; i <= 5; i += 1) await join(app, link, `Guest ${i}`);
      const promised = await drawsOf(app, id);
      expect(
        promised.map(({ number, name, state, stage, wins }) => [number, name, state, stage, wins]),
      ).toEqual([
        [1, 'Dinner', 'planned', 1, 1],
        [2, 'Dessert', 'planned', 2, 1],
        [3, 'Midnight', 'planned', 3, 1],
      ]);
      const winners: number[] = [];
      for (const [index, name] of ['Dinner', 'Dessert', 'Midnight'].entries()) {
        const results = await drawNext(app, host, id);
        expect([results.stage, results.draw.name, results.prizes[0]?.name]).toEqual([
          index + 1,
          name,
          `${name} prize`,
        ]);
        winners.push(results.winners[0]?.entry_number ?? 0);
        const raffle = await raffleOf(app, id);
        expect([raffle.status, raffle.draws.left]).toEqual(index < 2 ? ['open', 2 - index] : ['drawn', 0]);
      }
      expect(new Set(winners).size).toBe(3);

      const proofs: DrawProof[] = [];
      for (const { draw_id: drawId } of promised) proofs.push(await proofOf(app, id, drawId ?? ''));
      for (const [index, proof] of proofs.entries()) {
        const options = { chains: [app.testChain.chain], earlier: proofs.slice(0, index) };
        const { verdict, steps } = verifyProof(proof, index === 0 ? { chains: options.chains } : options);
        expect(verdict).toBe('VERIFIED');
        if (index > 0) expect(steps.find(({ name }) => name === 'series')?.status).toBe('PASS');
      }
      expect(proofs.map(({ holders }) => holders)).toEqual([
        [],
        [winners[0]],
        winners.slice(0, 2).toSorted((one, other) => one - other),
      ]);
      const again = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([again.status, (await raffleOf(app, id)).status]).toEqual([200, 'drawn']);
    });

    it('people join between draws, and take part in those that follow', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'Early');
      await drawNext(app, host, id);
      const late = await join(app, link, 'Late');
      expect(late.joined.entry_number).toBe(2);
      const [, second] = await drawsOf(app, id);
      expect(late.joined.receipt.draw_id).toBe(second?.draw_id);
      const results = await drawNext(app, host, id);
      expect(results.winners.map((row) => row.entry_number)).toEqual([2]);
      // The receipt of the first draw stays the same.
      const { body } = await late.get<OwnEntry>(`/api/raffles/${id}/me`);
      expect(body.receipt).toEqual(late.joined.receipt);
    });

    it('nobody joins after the host has closed the raffle, also between draws', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'Early');
      await join(app, link, 'Early too');
      await host.post(`/api/raffles/${id}/close`);
      await drawNext(app, host, id);
      expect((await raffleOf(app, id)).status).toBe('closed');
      await expect(join(app, link, 'Late')).rejects.toThrow('raffle_closed');
    });

    it('with several prizes per person, winners take part in later draws', async () => {
      const { app, host, id, link } = await evening(['First', 'Second'], { policy: 'again' });
      await join(app, link, 'The only guest');
      expect((await drawNext(app, host, id)).winners).toHaveLength(1);
      expect((await drawNext(app, host, id)).winners).toHaveLength(1);
    });

    it('a draw in which nobody is left to win is refused', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'The only guest');
      await drawNext(app, host, id);
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'no_entries']);
    });
  });

  describe('R70 holders', () => {
    it('who was passed over takes part in the next draw, and who moved up does not', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      for (let i = 1; i <= 3; i += 1) await join(app, link, `Guest ${i}`);
      const first = await drawNext(app, host, id);
      const winner = first.winners[0]?.entry_number ?? 0;
      const passed = await host.post<PrizeStatus>(`/api/raffles/${id}/pass-over`, {
        prize: 1,
        entry_number: winner,
        reason: 'absent',
      });
      const holder = passed.body.current_winners[0]?.entry_number ?? 0;
      expect(holder).not.toBe(winner);
      const second = await drawNext(app, host, id);
      const proof = await proofOf(app, id, second.draw_id);
      expect(proof.holders).toEqual([holder]);
      const earlier = [await proofOf(app, id, first.draw_id)];
      expect(verifyProof(proof, { chains: [app.testChain.chain], earlier }).verdict).toBe('VERIFIED');
      // A server that leaves a holder out, or smuggles one in, is found out.
      const smuggled = structuredClone(proof);
      smuggled.holders = [holder, winner].toSorted((one, other) => one - other);
      const { steps } = verifyProof(smuggled, { chains: [app.testChain.chain], earlier });
      expect(steps.filter(({ status }) => status === 'FAIL').map(({ name }) => name)).toContain('holders');
    });
  });

  describe('R69 changing the plan', () => {
    it('a draw that is added later is promised at once and marked with its time', async () => {
      const { app, host, id, link } = await evening(['First']);
      await join(app, link, 'Guest');
      const changed = await save(host, id, [{ name: 'First prize' }, { name: 'Second prize', draw: 2 }], {
        draws: [{ name: 'First' }, { name: 'Second' }],
      });
      expect(changed.status).toBe(200);
      const draws = await drawsOf(app, id);
      expect(draws.map(({ added_at: at, stage }) => [at !== null, stage])).toEqual([
        [false, 1],
        [true, 2],
      ]);
      await join(app, link, 'Another guest');
      await drawNext(app, host, id);
      expect((await drawNext(app, host, id)).stage).toBe(2);
    });

    it('prizes of a draw that is over stay as they are', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      for (let i = 1; i <= 3; i += 1) await join(app, link, `Guest ${i}`);
      const first = await drawNext(app, host, id);
      const moved = await save(host, id, [{ name: 'Sneaked in', draw: 1 }]);
      expect([moved.status, moved.body.error.code]).toEqual([409, 'draws_fixed']);
      const later = await save(host, id, [{ name: 'Other prize', draw: 2 }]);
      expect(later.body.prizes.map(({ name, draw }) => [name, draw])).toEqual([
        ['First prize', 1],
        ['Other prize', 2],
      ]);
      expect((await resultsOf(app, id, first.draw_id)).prizes.map(({ name }) => name)).toEqual([
        'First prize',
      ]);
      expect((await raffleOf(app, id)).max_winners).toBe(2);
    });

    it('each draw has a prize, an opened raffle keeps its draws, and there are at most 30', async () => {
      const { host, id } = await evening(['First', 'Second']);
      const code = async (
        prizes: readonly Fields[],
        draws?: PrizesBody['draws'],
      ): Promise<string | undefined> =>
        (await save(host, id, prizes, draws === undefined ? {} : { draws })).body.error?.code;
      expect(await code([{ draw: 1 }])).toBe('draw_without_prizes');
      expect(await code([{ draw: 1 }], [{ name: null }])).toBe('draws_fixed');
      const many = Array.from({ length: 31 }, () => ({ name: null }));
      expect(await code([{ draw: 1 }, { draw: 2 }], many)).toBe('too_many_draws');
    });

    it('a draft loses draws by leaving them out, and its copy has the same', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Gala' })).body;
      const two = [
        { name: 'A', draw: 1 },
        { name: 'B', draw: 2 },
      ];
      await save(host, id, two, { draws: [{ name: 'First' }, { name: 'Second' }] });
      const copy = (await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`)).body;
      const { body } = await save(host, id, [{ name: 'A' }], { draws: [{ name: 'Only' }] });
      expect(body.draws.map(({ name }) => name)).toEqual(['Only']);
      const copied = (await host.get<HostPrizes>(`/api/raffles/${copy.id}/prizes`)).body;
      expect(copied.draws.map(({ name }) => name)).toEqual(['First', 'Second']);
      expect([copy.draws.total, copied.prizes.length]).toEqual([2, 2]);
    });
  });

  describe('R69 skipping', () => {
    it('a skipped draw is void for good, with its public reason, and the others go on', async () => {
      const { app, host, id, link } = await evening(['First', 'Second', 'Third']);
      for (let i = 1; i <= 3; i += 1) await join(app, link, `Guest ${i}`);
      await drawNext(app, host, id);
      const skip = (number: number, reason = 'It is too late.') =>
        host.post<HostPrizes & ErrorBody>(`/api/raffles/${id}/draws/${number}/skip`, { reason });
      expect((await skip(1)).body.error.code).toBe('draw_not_planned');
      expect((await skip(2, '  ')).status).toBe(400);
      expect((await skip(2)).status).toBe(200);
      expect((await skip(2)).body.error.code).toBe('draw_not_planned');
      const [, second] = await drawsOf(app, id);
      expect([second?.state, second?.skipped?.reason]).toEqual(['skipped', 'It is too late.']);
      const third = await drawNext(app, host, id);
      expect([third.stage, third.draw.number]).toEqual([3, 3]);
      const earlier = [await proofOf(app, id, (await drawsOf(app, id))[0]?.draw_id ?? '')];
      const proof = await proofOf(app, id, third.draw_id);
      const { verdict, steps } = verifyProof(proof, { chains: [app.testChain.chain], earlier });
      expect([verdict, steps.find(({ name }) => name === 'series')?.status]).toEqual(['VERIFIED', 'PASS']);
      expect((await raffleOf(app, id)).status).toBe('drawn');
    });

    it('a raffle is drawn once its last draw is skipped, and its only draw is not skipped', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'Guest');
      const skip = (number: number) =>
        host.post<ErrorBody>(`/api/raffles/${id}/draws/${number}/skip`, { reason: 'Late.' });
      await drawNext(app, host, id);
      expect((await skip(2)).status).toBe(200);
      expect((await raffleOf(app, id)).status).toBe('drawn');
      const other = await evening(['Only']);
      const refused = await other.host.post<ErrorBody>(`/api/raffles/${other.id}/draws/1/skip`, {
        reason: 'Late.',
      });
      expect(refused.body.error.code).toBe('last_draw');
    });
  });

  describe('R72 the notice between two draws', () => {
    it('is what everyone sees until the host takes it down or the next draw begins', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'Guest');
      await join(app, link, 'Other Guest');
      await drawNext(app, host, id);
      const until = app.clock.now() + 30 * 60_000;
      const put = (pause: unknown) => host.put<ErrorBody>(`/api/raffles/${id}/pause`, { pause });
      expect((await put({ until, text: ' Dessert is served ' })).status).toBe(200);
      expect((await raffleOf(app, id)).pause).toEqual({ until, text: 'Dessert is served' });
      expect((await put(null)).status).toBe(200);
      expect((await raffleOf(app, id)).pause).toBeNull();
      expect((await put({ text: 'Coffee' })).status).toBe(200);
      const past = await put({ until: app.clock.now() - 1 });
      expect([past.status, past.body.error.code]).toEqual([422, 'pause_time']);
      expect((await raffleOf(app, id)).pause).toEqual({ until: null, text: 'Coffee' });
      expect((await host.post(`/api/raffles/${id}/draw`)).status).toBe(200);
      expect((await raffleOf(app, id)).pause).toBeNull();
      expect((await put({ text: 'Now?' })).body.error.code).toBe('draw_started');
    });
  });
});
