/** Several draws of one raffle, over HTTP (R69, R70). */
import type {
  DrawAnswer,
  DrawPreview,
  ErrorBody,
  HostPrizes,
  HostRaffle,
  OwnEntry,
  PrizesBody,
  PrizeStatus,
  PublicRaffle,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, type LogFile, verifyProof } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { checkLogs, checkProofs } from '../../../../test/support/both-verifiers.ts';
import {
  drawNext,
  drawsOf,
  type Evening,
  openEvening,
  type PrizeFields,
  proofOf,
  savePrizes,
} from '../../../../test/support/evening.ts';
import { wholeLog } from '../../../../test/support/log-records.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { eventually, join, person, signUp } from '../../../../test/support/people.ts';

forEachDatabase((makeApp) => {
  /** An open raffle with one prize in each of these draws. */
  async function evening(draws: readonly string[], more: Partial<PrizesBody> = {}): Promise<Evening> {
    const app = await makeApp();
    const host = await signUp(app);
    const prizes = draws.map((name, index) => ({ name: `${name} prize`, draw: index + 1 }));
    return openEvening({ app, host }, prizes, { draws: draws.map((name) => ({ name })), ...more });
  }

  const raffleOf = async (app: TestApp, id: string): Promise<PublicRaffle> =>
    (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body;

  const resultsOf = async (app: TestApp, id: string, drawId: string): Promise<ResultsAnswer> =>
    (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results?draw_id=${drawId}`)).body;

  describe('R69 the names of draws', () => {
    it('change until a draw begins, for everyone who looks, and leave its records alone', async () => {
      const { app, host, id, link } = await evening(['Dinner', 'Dessert']);
      await join(app, link, 'Ada');
      await join(app, link, 'Bo');
      const termsOf = async () => (await person(app).get(`/api/raffles/${id}/terms`)).text;
      const rename = (number: number, name: string | null, by = host) =>
        by.put<HostPrizes & ErrorBody>(`/api/raffles/${id}/draws/${number}/name`, { name });
      const promised = await termsOf();
      const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
      const renamed = await rename(2, '  Before dessert ');
      expect(renamed.body.draws.map(({ name }) => name)).toEqual(['Dinner', 'Before dessert']);
      expect((await drawsOf({ app, id })).map(({ name }) => name)).toEqual(['Dinner', 'Before dessert']);
      expect(await termsOf()).toBe(promised);
      // A list that was read before would bring the old name back.
      expect(renamed.body.revision).toBe(revision + 1);
      expect((await rename(2, 'x'.repeat(61))).status).toBe(400);
      expect((await rename(2, 'two\nlines')).status).toBe(400);
      expect((await rename(3, 'No such draw')).body.error.code).toBe('draw_not_planned');
      expect((await rename(1, null)).body.draws[0]?.name).toBeNull();
      expect((await rename(1, 'Theirs', await signUp(app, 'Otto Other'))).status).toBe(404);

      await drawNext({ app, host, id });
      expect((await rename(1, 'Too late')).body.error.code).toBe('draw_not_planned');
      expect((await rename(2, 'Midnight')).status).toBe(200);
      const results = await drawNext({ app, host, id });
      expect(results.draw).toEqual({ number: 2, name: 'Midnight' });
    });
  });

  describe('R69, R72 two devices start draws', () => {
    it('starts the draw that was meant, and never the next one in its place', async () => {
      const { app, host, id, link } = await evening(['Dinner', 'Dessert']);
      for (let i = 1; i <= 4; i += 1) await join(app, link, `Guest ${i}`);
      const preview = await host.get<DrawPreview>(`/api/raffles/${id}/draw/preview`);
      expect(preview.body.draw).toEqual({ number: 1, name: 'Dinner' });
      const start = (draw: number) => host.post<DrawAnswer & ErrorBody>(`/api/raffles/${id}/draw`, { draw });
      expect((await start(2)).body.error.code).toBe('draw_not_planned');
      const [one, other] = await Promise.all([start(1), start(1)]);
      expect([one.status, other.status]).toEqual([200, 200]);
      expect(other.body.draw_id).toBe(one.body.draw_id);
      expect((await start(2)).body.error.code).toBe('draw_not_planned');
      await eventually(
        app,
        'the end of the show',
        async () => (await drawsOf({ app, id }))[0]?.state === 'drawn',
        500,
      );
      // The other device asked again for the draw that is over.
      const late = await start(1);
      expect([late.status, late.body.error.code]).toEqual([409, 'draw_not_planned']);
      expect((await drawsOf({ app, id })).map(({ state }) => state)).toEqual(['drawn', 'planned']);
      expect((await start(2)).status).toBe(200);
    });
  });

  describe('R69 one draw after another', () => {
    it('each has its own opening, freeze, show and proof, and together the proofs are a series', async () => {
      const { app, host, id, link } = await evening(['Dinner', 'Dessert', 'Midnight']);
      for (let i = 1; i <= 5; i += 1) await join(app, link, `Guest ${i}`);
      const promised = await drawsOf({ app, id });
      expect(
        promised.map(({ number, name, state, stage, wins }) => [number, name, state, stage, wins]),
      ).toEqual([
        [1, 'Dinner', 'planned', 1, 1],
        [2, 'Dessert', 'planned', 2, 1],
        [3, 'Midnight', 'planned', 3, 1],
      ]);
      const winners: number[] = [];
      for (const [index, name] of ['Dinner', 'Dessert', 'Midnight'].entries()) {
        const results = await drawNext({ app, host, id });
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
      for (const { draw_id: drawId } of promised) proofs.push(await proofOf({ app, id }, drawId ?? ''));
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
      await drawNext({ app, host, id });
      const late = await join(app, link, 'Late');
      expect(late.joined.entry_number).toBe(2);
      const [, second] = await drawsOf({ app, id });
      expect(late.joined.receipt.draw_id).toBe(second?.draw_id);
      const results = await drawNext({ app, host, id });
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
      await drawNext({ app, host, id });
      expect((await raffleOf(app, id)).status).toBe('closed');
      await expect(join(app, link, 'Late')).rejects.toThrow('raffle_closed');
    });

    it('with several prizes per person, winners take part in later draws', async () => {
      const { app, host, id, link } = await evening(['First', 'Second'], { policy: 'again' });
      await join(app, link, 'The only guest');
      expect((await drawNext({ app, host, id })).winners).toHaveLength(1);
      expect((await drawNext({ app, host, id })).winners).toHaveLength(1);
    });

    it('a draw of which nobody can win a prize is refused, also where others hold tickets, and the evening goes on', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const prizes = [
        { name: 'Wine', draw: 1, groups: ['Members'] },
        { name: 'Ham', draw: 2 },
      ];
      const { id, link } = await openEvening({ app, host }, prizes);
      await join(app, link, 'Guest');
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'nobody_can_win']);
      expect((await drawsOf({ app, id })).map(({ state }) => state)).toEqual(['planned', 'planned']);
      await host.post(`/api/raffles/${id}/draws/1/skip`, { reason: 'Nobody is a member.' });
      expect((await drawNext({ app, host, id })).winners).toHaveLength(1);
    });

    it('a draw in which nobody is left to win is refused', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'The only guest');
      await drawNext({ app, host, id });
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'nobody_can_win']);
    });
  });

  describe('R70 holders', () => {
    it('who was passed over takes part in the next draw, and who moved up does not', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      for (let i = 1; i <= 3; i += 1) await join(app, link, `Guest ${i}`);
      const first = await drawNext({ app, host, id });
      const winner = first.winners[0]?.entry_number ?? 0;
      const passed = await host.post<PrizeStatus>(`/api/raffles/${id}/pass-over`, {
        prize: 1,
        entry_number: winner,
        reason: 'absent',
      });
      const holder = passed.body.current_winners[0]?.entry_number ?? 0;
      expect(holder).not.toBe(winner);
      const second = await drawNext({ app, host, id });
      const proof = await proofOf({ app, id }, second.draw_id);
      expect(proof.holders).toEqual([holder]);
      const earlier = [await proofOf({ app, id }, first.draw_id)];
      expect(verifyProof(proof, { chains: [app.testChain.chain], earlier }).verdict).toBe('VERIFIED');
      // A server that leaves a holder out, or smuggles one in, is found out.
      const smuggled = structuredClone(proof);
      smuggled.holders = [holder, winner].toSorted((one, other) => one - other);
      const { steps } = verifyProof(smuggled, { chains: [app.testChain.chain], earlier });
      expect(steps.filter(({ status }) => status === 'FAIL').map(({ name }) => name)).toContain('holders');
    });
  });

  describe('R4 R14 a winner of an earlier draw', () => {
    it('is passed over before and after the next draw, not while it runs: the one who moves up would tell of its result', async () => {
      const { app, host, id, link } = await evening(['First', 'Second', 'Third']);
      for (let i = 1; i <= 6; i += 1) await join(app, link, `Guest ${i}`);
      const first = await drawNext({ app, host, id });
      const pass = (reason: string, entryNumber = first.winners[0]?.entry_number) =>
        host.post<PrizeStatus & ErrorBody>(`/api/raffles/${id}/pass-over`, {
          draw_id: first.draw_id,
          prize: 1,
          entry_number: entryNumber,
          reason,
        });
      const { draw_id: drawId } = (await host.post<{ draw_id: string }>(`/api/raffles/${id}/draw`)).body;
      const { query } = app.parts.database;
      const computed = async (): Promise<boolean> =>
        (await query.selectFrom('draws').select('result_at').where('id', '=', drawId).executeTakeFirst())
          ?.result_at !== null;
      // In small steps: a slow database must not take longer than the result stays secret.
      await eventually(app, 'the result, before its reveal', computed, 50);
      expect((await person(app).get(`/api/raffles/${id}/results?draw_id=${drawId}`)).status).toBe(404);
      const refused = await pass('absent');
      expect([refused.status, refused.body.error.code]).toEqual([409, 'draw_running']);
      await eventually(
        app,
        'the end of the show',
        async () => (await drawsOf({ app, id }))[1]?.state === 'drawn',
        500,
      );
      const passed = await pass('absent');
      expect(passed.status).toBe(200);
      const second = await resultsOf(app, id, drawId);
      const moved = passed.body.current_winners[0]?.entry_number;
      expect(second.winners.map((row) => row.entry_number)).not.toContain(moved);
    });
  });

  describe('R45 R70 holders who leave', () => {
    it('a winner stays while other draws follow; an alternate who left is passed over when it would move up; the proofs hold', async () => {
      const { app, host, id, link } = await evening(['First', 'Second', 'Third']);
      const people: Awaited<ReturnType<typeof join>>[] = [];
      for (let i = 1; i <= 6; i += 1) people.push(await join(app, link, `Guest ${i}`));
      const first = await drawNext({ app, host, id });
      const [winner = 0] = first.winners.map((row) => row.entry_number);
      const [left = 0, following = 0] = first.alternates.map((row) => row.entry_number);
      const leave = async (number: number) =>
        (await people[number - 1]?.post<ErrorBody>(`/api/raffles/${id}/leave`))?.status;
      expect(await leave(left)).toBe(200);
      expect(await leave(winner)).toBe(409);
      const winnerId = people[winner - 1]?.joined.invitee_id ?? '';
      const removal = await host.remove<ErrorBody>(`/api/raffles/${id}/participants/${winnerId}`);
      expect([removal.status, removal.body.error.code]).toEqual([409, 'holds_a_prize']);
      const passed = await host.post<PrizeStatus>(`/api/raffles/${id}/pass-over`, {
        prize: 1,
        entry_number: winner,
        reason: 'absent',
      });
      expect(passed.body.passed_over.map((row) => [row.entry_number, row.reason])).toEqual([
        [winner, 'absent'],
        [left, 'declined'],
      ]);
      expect(passed.body.current_winners.map((row) => row.entry_number)).toEqual([following]);
      // Passed over, the winner holds nothing any more.
      expect(await leave(winner)).toBe(200);
      const second = await drawNext({ app, host, id });
      const [other = 0] = second.winners.map((row) => row.entry_number);
      expect((await people[other - 1]?.post(`/api/raffles/${id}/erase-me`))?.status).toBe(200);
      const third = await drawNext({ app, host, id });
      const proofs: DrawProof[] = [];
      for (const one of [first, second, third]) proofs.push(await proofOf({ app, id }, one.draw_id));
      expect(proofs.map(({ holders }) => holders)).toEqual([
        [],
        [following],
        [following, other].toSorted((one, two) => one - two),
      ]);
      const outcomes = checkProofs(
        app,
        proofs.map((proof, index) => ({ proof, ...(index > 0 && { earlier: proofs.slice(0, index) }) })),
      );
      expect(outcomes.map(({ ours, python }) => [ours.fails, python.fails])).toEqual(
        proofs.map(() => [[], []]),
      );
      await wholeLog(app);
      const { body } = await person(app).get<LogFile>('/api/log/file?proofs=1');
      const [log] = checkLogs([body]);
      expect([log?.ours.fails, log?.python.fails]).toEqual([[], []]);
    });

    it('where people may win several prizes a winner can leave; one prize per person is refused then until the prize is passed over', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const prizes = [1, 2].map((draw) => ({ name: `Prize ${draw}`, draw }));
      const { id, link } = await openEvening({ app, host }, prizes, { policy: 'again' });
      const people = [await join(app, link, 'Ada'), await join(app, link, 'Ben')];
      const [winner = 0] = (await drawNext({ app, host, id })).winners.map((row) => row.entry_number);
      expect((await people[winner - 1]?.post(`/api/raffles/${id}/leave`))?.status).toBe(200);
      const save = () => savePrizes(host, id, prizes.slice(1), { policy: 'once' });
      expect((await save()).status).toBe(409);
      await host.post(`/api/raffles/${id}/pass-over`, { prize: 1, entry_number: winner, reason: 'absent' });
      expect((await save()).status).toBe(200);
    });
  });

  describe('R69 changing the plan', () => {
    it('a draw that is added later is promised at once and marked with its time', async () => {
      const { app, host, id, link } = await evening(['First']);
      await join(app, link, 'Guest');
      const changed = await savePrizes(
        host,
        id,
        [{ name: 'First prize' }, { name: 'Second prize', draw: 2 }],
        {
          draws: [{ name: 'First' }, { name: 'Second' }],
        },
      );
      expect(changed.status).toBe(200);
      const draws = await drawsOf({ app, id });
      expect(draws.map(({ added_at: at, stage }) => [at !== null, stage])).toEqual([
        [false, 1],
        [true, 2],
      ]);
      await join(app, link, 'Another guest');
      await drawNext({ app, host, id });
      expect((await drawNext({ app, host, id })).stage).toBe(2);
    });

    it('prizes of a draw that is over stay as they are', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      for (let i = 1; i <= 3; i += 1) await join(app, link, `Guest ${i}`);
      const first = await drawNext({ app, host, id });
      const moved = await savePrizes(host, id, [{ name: 'Sneaked in', draw: 1 }]);
      expect([moved.status, moved.body.error.code]).toEqual([409, 'draws_fixed']);
      const later = await savePrizes(host, id, [{ name: 'Other prize', draw: 2 }]);
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
        prizes: readonly PrizeFields[],
        draws?: PrizesBody['draws'],
      ): Promise<string | undefined> =>
        (await savePrizes(host, id, prizes, draws === undefined ? {} : { draws })).body.error?.code;
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
      await savePrizes(host, id, two, { draws: [{ name: 'First' }, { name: 'Second' }] });
      const copy = (await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`)).body;
      const { body } = await savePrizes(host, id, [{ name: 'A' }], { draws: [{ name: 'Only' }] });
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
      await drawNext({ app, host, id });
      const skip = (number: number, reason = 'It is too late.') =>
        host.post<HostPrizes & ErrorBody>(`/api/raffles/${id}/draws/${number}/skip`, { reason });
      expect((await skip(1)).body.error.code).toBe('draw_not_planned');
      expect((await skip(2, '  ')).status).toBe(400);
      expect((await skip(2)).status).toBe(200);
      expect((await skip(2)).body.error.code).toBe('draw_not_planned');
      const [, second] = await drawsOf({ app, id });
      expect([second?.state, second?.skipped?.reason]).toEqual(['skipped', 'It is too late.']);
      const third = await drawNext({ app, host, id });
      expect([third.stage, third.draw.number]).toEqual([3, 3]);
      const earlier = [await proofOf({ app, id }, (await drawsOf({ app, id }))[0]?.draw_id ?? '')];
      const proof = await proofOf({ app, id }, third.draw_id);
      const { verdict, steps } = verifyProof(proof, { chains: [app.testChain.chain], earlier });
      expect([verdict, steps.find(({ name }) => name === 'series')?.status]).toEqual(['VERIFIED', 'PASS']);
      expect((await raffleOf(app, id)).status).toBe('drawn');
    });

    it('a raffle is drawn once its last draw is skipped, and its only draw is not skipped', async () => {
      const { app, host, id, link } = await evening(['First', 'Second']);
      await join(app, link, 'Guest');
      const skip = (number: number) =>
        host.post<ErrorBody>(`/api/raffles/${id}/draws/${number}/skip`, { reason: 'Late.' });
      await drawNext({ app, host, id });
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
      await drawNext({ app, host, id });
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
