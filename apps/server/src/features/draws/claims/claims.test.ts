/** R73: claims by winners, desk and host, windows that end, and who moves up, through HTTP. */
import type {
  AuditPage,
  ClaimActionAnswer,
  ClaimsAnswer,
  DeskClaimsAnswer,
  DeskLinkAnswer,
  ErrorBody,
  HostExport,
  OwnClaimsAnswer,
  PaperAnswer,
  PrizeList,
  ResultsAnswer,
} from '@glassdrum/contract';
import type { DrawProof, LogFile } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { checkLogs, checkProofs } from '../../../../test/support/both-verifiers.ts';
import { codeOf } from '../../../../test/support/browser.ts';
import {
  drawNext,
  type Evening,
  openEvening,
  type PrizeFields,
  proofOf,
  savePrizes,
} from '../../../../test/support/evening.ts';
import { forEachDatabase, type MakeApp, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  type Person,
  person,
  signInAgain,
  signUp,
} from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';

const MINUTE_MS = 60_000;
const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;
const TEN_MINUTES = 600;

interface Drawn extends Evening {
  guests: Awaited<ReturnType<typeof join>>[];
  results: ResultsAnswer;
  path: string;
}

/** A drawn raffle with these prizes. */
async function drawn(app: TestApp, prizes: readonly PrizeFields[], guests = 8): Promise<Drawn> {
  const host = await signUp(app);
  const scene = await openEvening({ app, host }, prizes);
  const people = [];
  for (let number = 1; number <= guests; number += 1) {
    people.push(await join(app, scene.link, `Guest ${number}`));
  }
  const results = await drawNext(scene);
  return { ...scene, guests: people, results, path: `/api/raffles/${scene.id}` };
}

const withWindow = (claimWindow: number | null, more: PrizeFields = {}): PrizeFields => ({
  name: 'Basket',
  claim_window: claimWindow,
  ...more,
});

const winnerOf = ({ results }: Drawn, index = 0): number => results.winners[index]?.entry_number ?? 0;
const guestOf = ({ guests }: Drawn, entry: number): Person => {
  const guest = guests[entry - 1];
  if (guest === undefined) throw new Error(`Nobody is number ${entry}.`);
  return guest;
};
const claim = (scene: Drawn, entry: number, more: object = {}) =>
  guestOf(scene, entry).post<OwnClaimsAnswer & ErrorBody>(`${scene.path}/me/claims`, {
    prize: 1,
    entry_number: entry,
    ...more,
  });
const resultsOf = async ({ app, path }: Drawn): Promise<ResultsAnswer> =>
  (await person(app).get<ResultsAnswer>(`${path}/results`)).body;
const holderOf = async (scene: Drawn) => (await resultsOf(scene)).current_winners[0];
const actionsOf = async ({ host, id }: Drawn): Promise<string[]> =>
  (await host.get<AuditPage>(`/api/audit?raffle_id=${id}`)).body.entries.map(({ action }) => action);

/** Until the first lapse is done; the clock only moves to that time. */
async function lapsed(scene: Drawn, passed = 1): Promise<ResultsAnswer> {
  return eventually(scene.app, `${passed} lapses`, async () => {
    const results = await resultsOf(scene);
    return results.passed_over.length >= passed && results;
  });
}

/** Both verifiers accept the proof with everything that was recorded after it, and the whole log. */
async function expectVerified(scene: Drawn, records: number): Promise<void> {
  const { app, results } = scene;
  const proof: DrawProof = await eventually(app, 'all records in the proof', async () => {
    const found = await proofOf(scene, results.draw_id);
    return found.log?.after.length === records && found;
  });
  const [outcome] = checkProofs(app, [{ proof }]);
  expect(outcome?.ours).toMatchObject({ verdict: 'VERIFIED', fails: [] });
  expect(outcome?.python.fails).toEqual([]);
  const { body: log } = await person(app).get<LogFile>('/api/log/file?proofs=1');
  const [whole] = checkLogs([log]);
  expect([whole?.ours.fails, whole?.python.fails]).toEqual([[], []]);
}

forEachDatabase((makeApp: MakeApp, kind) => {
  describe('R73 the setting', () => {
    it('is edited with the other prizes, shown to everyone, and part of the plan that the draw freezes', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const scene = await openEvening({ app, host }, [withWindow(TEN_MINUTES), withWindow(null)]);
      const list = (await person(app).get<PrizeList>(`/api/raffles/${scene.id}/prize-list`)).body;
      expect(list.prizes.map((prize) => prize.claim_window)).toEqual([TEN_MINUTES, null]);
      for (const wrong of [0, 61, 1860, DAY_S - 60, 61 * DAY_S]) {
        const answer = await savePrizes(host, scene.id, [withWindow(wrong)]);
        expect([answer.status, answer.body.error.fields]).toEqual([
          400,
          { 'prizes.0.claim_window': 'A claim window is 1 to 30 minutes, or 1 to 60 days.' },
        ]);
      }
      const changed = await savePrizes(host, scene.id, [withWindow(60 * DAY_S)]);
      expect(changed.body.prizes.map((prize) => prize.claim_window)).toEqual([60 * DAY_S]);
      await join(app, scene.link, 'Ada');
      const results = await drawNext(scene);
      expect(results.prizes.map((prize) => prize.claim_window)).toEqual([60 * DAY_S]);
      const proof = await proofOf(scene, results.draw_id);
      expect(proof.plan.prizes.map((prize) => prize.claim_window)).toEqual([60 * DAY_S]);
      expect((await savePrizes(host, scene.id, [withWindow(60)])).status).toBe(409);
    });
  });

  describe('R73 claiming', () => {
    it('a winner claims with one call, publicly; again, it changes nothing; the desk hands it over', async () => {
      const app = await makeApp();
      const address = await app.listen();
      const scene = await drawn(app, [withWindow(TEN_MINUTES)]);
      const winner = winnerOf(scene);
      const { completed_at: end } = await app.parts.database.query
        .selectFrom('draws')
        .select('completed_at')
        .executeTakeFirstOrThrow();
      const { current_winners: before } = await resultsOf(scene);
      // The whole window counts from the end of the show.
      expect(before).toMatchObject([
        {
          state: 'drawn',
          claim: { claim_by: (end ?? 0) + TEN_MINUTES * 1000, claimed: null, extension: null },
        },
      ]);

      const guest = await watch(app, address, scene.id);
      const { status, body } = await claim(scene, winner);
      expect(status).toBe(200);
      expect(body.prizes).toMatchObject([{ entry_number: winner, prize: 1, state: 'claimed', ended: null }]);
      const { data } = await guest.next('draw:claims');
      expect(data).toEqual({
        drawId: scene.results.draw_id,
        standing: await (async () => {
          const { passed_over, current_winners } = await resultsOf(scene);
          return { passed_over, current_winners };
        })(),
      });
      guest.close();
      const at = app.clock.now();
      expect((await holderOf(scene))?.claim.claimed).toEqual({ at, by: 'device' });
      await app.clock.advance(5_000);
      expect((await claim(scene, winner)).status).toBe(200);
      expect((await holderOf(scene))?.claim.claimed).toEqual({ at, by: 'device' });

      const given = await scene.host.post<ClaimActionAnswer>(`${scene.path}/claims/hand-over`, {
        prize: 1,
        entry_number: winner,
      });
      expect(given.body.rows).toMatchObject([{ state: 'handed_over', has_device: true }]);
      expect(given.body.standing.current_winners[0]).toMatchObject({ state: 'handed_over' });
      // Nothing lapses after a claim.
      await app.clock.advance(TEN_MINUTES * 1000 + 10 * MINUTE_MS);
      expect((await resultsOf(scene)).passed_over).toEqual([]);
      expect((await actionsOf(scene)).slice(0, 2)).toEqual(['prize_handed_over', 'prize_claimed']);
      await expectVerified(scene, 1);
    });

    it('a prize without a window is claimed and never lapses', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(null)]);
      await app.clock.jump(20 * DAY_MS);
      expect((await claim(scene, winnerOf(scene))).status).toBe(200);
      expect(await holderOf(scene)).toMatchObject({ state: 'claimed', claim: { claim_by: null } });
      await expectVerified(scene, 1);
    });

    it('only the own entry, only a prize that it holds, and not before the draw is over', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const open = await openEvening({ app, host }, [withWindow(60)]);
      const early = await join(app, open.link, 'Ada');
      const body = { prize: 1, entry_number: 1 };
      const first = await early.post(`/api/raffles/${open.id}/me/claims`, body);
      expect([first.status, codeOf(first)]).toEqual([409, 'claim_not_begun']);
      expect((await early.get(`/api/raffles/${open.id}/me/claims`)).body).toEqual({ prizes: [] });

      const scene = await drawn(app, [withWindow(TEN_MINUTES)]);
      const winner = winnerOf(scene);
      const other = winner === 1 ? 2 : 1;
      const path = `${scene.path}/me/claims`;
      const foreign = await guestOf(scene, other).post(path, { prize: 1, entry_number: winner });
      expect([foreign.status, codeOf(foreign)]).toEqual([403, 'wrong_identity']);
      expect(codeOf(await claim(scene, other))).toBe('not_a_prize_holder');
      expect((await person(app).post(path, { prize: 1, entry_number: winner })).status).toBe(401);
      expect((await guestOf(scene, winner).post(path, { prize: 0 })).status).toBe(400);
      const host2 = await signUp(app);
      expect((await host2.post(`${scene.path}/claims`, { prize: 1, entry_number: winner })).status).toBe(404);
      expect((await holderOf(scene))?.state).toBe('drawn');
    });

    it('the host claims for somebody, publicly labelled so, and paper tickets are claimed at the desk', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const scene = await openEvening({ app, host }, [withWindow(TEN_MINUTES, { quantity: 2 })]);
      const path = `/api/raffles/${scene.id}`;
      await host.post<PaperAnswer>(`${path}/paper/runs`, { size: 2 });
      await host.post(`${path}/paper/sales`, {
        client_id: 'sale-0123456789abcdef',
        action: 'sell',
        numbers: '1-2',
      });
      const results = await drawNext(scene);
      const paper: Drawn = { ...scene, guests: [], results, path };
      const [one = 0, two = 0] = results.winners.map((row) => row.entry_number);
      const claimed = await host.post<ClaimActionAnswer>(`${path}/claims`, { prize: 1, entry_number: one });
      expect(claimed.body.rows).toMatchObject([
        { entry_number: one, state: 'claimed', has_device: false, claim: { claimed: { by: 'host' } } },
      ]);
      const { code } = await app.parts.database.query
        .selectFrom('paper_tickets')
        .select('code')
        .where('entry_number', '=', two)
        .executeTakeFirstOrThrow();
      const { url } = (await host.post<DeskLinkAnswer>(`${path}/desk-link`)).body;
      const key = new URL(url).searchParams.get('key') ?? '';
      const desk = person(app);
      const look = await desk.get<DeskClaimsAnswer>(`${path}/desk/claims?key=${key}&code=${code}`);
      expect(look.body).toMatchObject({
        entry_number: two,
        prizes: [{ state: 'drawn', prize_name: 'Basket' }],
      });
      const handOver = () =>
        desk.post<DeskClaimsAnswer>(`${path}/desk/claims?key=${key}`, { action: 'hand_over', code });
      expect((await handOver()).body.prizes).toMatchObject([
        { state: 'handed_over', claim: { claimed: { by: 'desk' } } },
      ]);
      expect((await handOver()).status).toBe(200);
      expect(JSON.stringify((await handOver()).body)).not.toContain('display_name');
      expect((await desk.post(`${path}/desk/claims?key=wrong`, { action: 'claim', code })).status).toBe(404);
      const both = await desk.post(`${path}/desk/claims?key=${key}`, { action: 'claim', code, token: 'x' });
      expect(both.status).toBe(400);
      expect((await resultsOf(paper)).current_winners.map((row) => [row.entry_number, row.state])).toEqual([
        [one, 'claimed'],
        [two, 'handed_over'],
      ]);
      await expectVerified(paper, 2);
    });
  });

  describe('R73 giving a prize back, and public reasons', () => {
    it('a winner gives it back, also after claiming, and the next has a full window', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(TEN_MINUTES)]);
      const winner = winnerOf(scene);
      await claim(scene, winner);
      await app.clock.advance(3 * MINUTE_MS);
      const back = await guestOf(scene, winner).post<OwnClaimsAnswer>(`${scene.path}/me/claims/decline`, {
        prize: 1,
        entry_number: winner,
      });
      expect(back.body.prizes).toMatchObject([{ state: 'declined', ended: { reason: 'declined' } }]);
      expect(await holderOf(scene)).toMatchObject({
        entry_number: scene.results.alternates[0]?.entry_number,
        moved_up: true,
        state: 'drawn',
        claim: { claim_by: app.clock.now() + TEN_MINUTES * 1000, claimed: null },
      });
      expect(codeOf(await claim(scene, winner))).toBe('prize_moved_on');
      expect((await actionsOf(scene))[0]).toBe('prize_declined');
      await expectVerified(scene, 2);
    });

    it('the host declines only for people without a device, and says in public why somebody is not eligible', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(TEN_MINUTES)]);
      const winner = winnerOf(scene);
      const place = { prize: 1, entry_number: winner };
      await claim(scene, winner);
      const { host, path } = scene;
      expect(codeOf(await host.post(`${path}/claims/decline`, place))).toBe('declines_on_device');
      expect(codeOf(await host.post(`${path}/pass-over`, { ...place, reason: 'declined' }))).toBe(
        'declines_on_device',
      );
      expect(codeOf(await host.post(`${path}/pass-over`, { ...place, reason: 'absent' }))).toBe(
        'claimed_already',
      );
      expect((await host.post(`${path}/pass-over`, { ...place, reason: 'ineligible' })).status).toBe(400);
      expect((await host.post(`${path}/claims/ineligible`, { ...place, text: ' ' })).status).toBe(400);
      expect((await host.post(`${path}/claims/ineligible`, { ...place, text: 'x'.repeat(201) })).status).toBe(
        400,
      );
      const text = 'Works for the sponsor of this prize.';
      const done = await host.post<ClaimActionAnswer>(`${path}/claims/ineligible`, { ...place, text });
      expect(done.body.rows.map((row) => [row.entry_number, row.state])).toEqual([
        [winner, 'ineligible'],
        [scene.results.alternates[0]?.entry_number, 'drawn'],
      ]);
      expect((await resultsOf(scene)).passed_over).toMatchObject([{ reason: 'ineligible', text }]);
      // What was written about a person goes with the person's data.
      expect((await guestOf(scene, winner).post(`${path}/erase-me`)).status).toBe(200);
      expect((await resultsOf(scene)).passed_over).toMatchObject([{ reason: 'ineligible', text: null }]);
      await expectVerified(scene, 2);
    });
  });

  describe('R73 a window that ends', () => {
    it('not a millisecond early: the next moves up with a full window, and so on until nobody is left', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(60)], 3);
      const first = await holderOf(scene);
      const end = first?.claim.claim_by ?? 0;
      await app.clock.advance(end - app.clock.now() - 1);
      expect((await resultsOf(scene)).passed_over).toEqual([]);
      await app.clock.advance(1);
      const after = await lapsed(scene);
      expect(after.passed_over).toMatchObject([
        {
          entry_number: winnerOf(scene),
          reason: 'unclaimed',
          at: end,
          late: false,
          claim: { claim_by: end },
        },
      ]);
      expect(after.current_winners).toMatchObject([{ moved_up: true, claim: { claim_by: end + MINUTE_MS } }]);
      for (const passed of [2, 3]) {
        await app.clock.advance(MINUTE_MS);
        await lapsed(scene, passed);
      }
      const over = await resultsOf(scene);
      expect(over.passed_over.map((row) => [row.reason, row.moved_up === null])).toEqual([
        ['unclaimed', false],
        ['unclaimed', false],
        ['unclaimed', true],
      ]);
      expect(over.current_winners).toEqual([]);
      expect((await actionsOf(scene)).slice(0, 3)).toEqual(['prize_lapsed', 'prize_lapsed', 'prize_lapsed']);
      await expectVerified(scene, 3);
    });

    it('in the same millisecond the clock decides: the lapse wins, the claim is told so, and both are logged', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(60, { quantity: 2 })]);
      const [first = 0, second = 0] = scene.results.winners.map((row) => row.entry_number);
      const end = (await holderOf(scene))?.claim.claim_by ?? 0;
      await app.clock.jump(end - app.clock.now() - 1);
      expect((await claim(scene, second)).status).toBe(200);
      // The clock reaches the millisecond while the claim is under way; the job is due in the same one.
      const moving = app.clock.advance(1);
      const answers = await Promise.all([claim(scene, first), claim(scene, first), moving]);
      const late = answers[0];
      expect([late.status, codeOf(late)]).toEqual([409, 'claim_over']);
      expect(late.body.error.message).toContain('The time to claim this prize is over');
      const results = await lapsed(scene);
      expect(results.passed_over.map((row) => row.entry_number)).toEqual([first]);
      expect(codeOf(await claim(scene, first))).toBe('claim_over');
      const actions = await actionsOf(scene);
      expect(actions.filter((action) => action === 'claim_too_late')).toHaveLength(1);
      expect(actions.filter((action) => action === 'prize_lapsed')).toHaveLength(1);
      expect(actions.filter((action) => action === 'prize_claimed')).toHaveLength(1);
      await expectVerified(scene, 2);
    });

    it('is extended once, in public, and then ends later', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(60)]);
      const winner = winnerOf(scene);
      const end = (await holderOf(scene))?.claim.claim_by ?? 0;
      const extend = (seconds: number) =>
        scene.host.post<ClaimActionAnswer & ErrorBody>(`${scene.path}/claims/extend`, {
          prize: 1,
          entry_number: winner,
          seconds,
        });
      expect((await extend(90)).status).toBe(400);
      const at = app.clock.now();
      expect((await extend(120)).body.standing.current_winners[0]?.claim).toMatchObject({
        claim_by: end + 120_000,
        extension: { seconds: 120, at },
      });
      expect(codeOf(await extend(120))).toBe('claim_extended');
      await app.clock.advance(end + 120_000 - app.clock.now() - 1);
      expect((await resultsOf(scene)).passed_over).toEqual([]);
      await app.clock.advance(1);
      await lapsed(scene);
      await expectVerified(scene, 2);
    });

    it('runs on through a restart and the change to summer time; after a day of downtime it lapses late, and says so', async () => {
      const app = await makeApp();
      // In the night of 30 March 2031 the clocks of Europe go forward: that day has 23 hours.
      await app.clock.jump(Date.UTC(2031, 2, 29, 18) - app.clock.now());
      const scene = await drawn(app, [withWindow(DAY_S), withWindow(2 * DAY_S)]);
      const [{ claim: short } = { claim: null }, { claim: long } = { claim: null }] = (await resultsOf(scene))
        .current_winners;
      const end = short?.claim_by ?? 0;
      expect((long?.claim_by ?? 0) - end).toBe(DAY_MS);
      await app.close();
      await app.clock.jump(end - app.clock.now() - 1000);
      const again = await makeApp({ storage: app.storage, clock: app.clock });
      const restarted: Drawn = { ...scene, app: again };
      expect((await resultsOf(restarted)).passed_over).toEqual([]);
      await again.clock.advance(1000);
      expect((await lapsed(restarted)).passed_over).toMatchObject([{ at: end, late: false }]);
      await again.close();

      await again.clock.jump(3 * DAY_MS);
      const third = await makeApp({ storage: app.storage, clock: app.clock });
      const late: Drawn = { ...scene, app: third };
      const now = third.clock.now();
      const results = await lapsed(late, 3);
      expect(results.passed_over.slice(1).map((row) => [row.reason, row.at >= now, row.late])).toEqual([
        ['unclaimed', true, true],
        ['unclaimed', true, true],
      ]);
      // Whoever moved up late has a full window all the same.
      expect(results.current_winners.map((row) => (row.claim.claim_by ?? 0) >= now + DAY_MS)).toEqual([
        true,
        true,
      ]);
      await expectVerified(late, 3);
    });

    it('waits for the end of another draw of the raffle, which decides who is next', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const scene = await openEvening({ app, host }, [withWindow(60), { name: 'Second', draw: 2 }]);
      for (let number = 1; number <= 5; number += 1) await join(app, scene.link, `Guest ${number}`);
      const results = await drawNext(scene);
      const path = `/api/raffles/${scene.id}`;
      const of: Drawn = { ...scene, guests: [], results, path };
      const first = async (): Promise<ResultsAnswer> =>
        (await person(app).get<ResultsAnswer>(`${path}/results?draw_id=${results.draw_id}`)).body;
      const end = (await first()).current_winners[0]?.claim.claim_by ?? 0;
      await app.clock.advance(end - app.clock.now() - 10_000);
      await host.post(`${path}/draw`);
      await app.clock.advance(12_000);
      expect((await first()).passed_over).toEqual([]);
      const passed = await eventually(app, 'the lapse', async () => (await first()).passed_over[0], 500);
      expect(passed).toMatchObject({ reason: 'unclaimed', moved_up: { entry_number: expect.any(Number) } });
      expect(passed.at).toBeGreaterThan(end);
      await expectVerified(of, 1);
    });

    it.runIf(kind === 'postgres')(
      'three nodes at the same instant: each prize moves on exactly once',
      async () => {
        const app = await makeApp();
        const scene = await drawn(app, [withWindow(60, { quantity: 3 })], 9);
        const others = [
          await makeApp({ storage: app.storage, clock: app.clock }),
          await makeApp({ storage: app.storage, clock: app.clock }),
        ];
        expect(others).toHaveLength(2);
        const end = (await holderOf(scene))?.claim.claim_by ?? 0;
        await app.clock.advance(end - app.clock.now());
        await lapsed(scene, 3);
        await app.clock.advance(5_000);
        const { passed_over: passed, current_winners: holders } = await resultsOf(scene);
        expect(passed).toHaveLength(3);
        expect(new Set(passed.map((row) => row.entry_number))).toEqual(
          new Set(scene.results.winners.map((row) => row.entry_number)),
        );
        expect(holders.map((row) => row.entry_number)).toEqual(
          scene.results.alternates.map((row) => row.entry_number),
        );
        expect((await actionsOf(scene)).filter((action) => action === 'prize_lapsed')).toHaveLength(3);
        await expectVerified(scene, 3);
      },
    );
  });

  describe('R73 the host', () => {
    it('has a table with everyone who ever held a prize, filtered, searched, a page at a time, and as files', async () => {
      const app = await makeApp();
      const scene = await drawn(
        app,
        [
          withWindow(TEN_MINUTES, { name: '=Baskets', quantity: 60 }),
          withWindow(null, { name: 'Wine', quantity: 2 }),
        ],
        70,
      );
      const { host, path } = scene;
      const [first = 0, second = 0] = scene.results.winners.map((row) => row.entry_number);
      await claim(scene, first);
      await host.post(`${path}/claims/ineligible`, {
        prize: 1,
        entry_number: second,
        text: 'Left the club.',
      });
      const page = async (query = ''): Promise<ClaimsAnswer> =>
        (await host.get<ClaimsAnswer>(`${path}/claims${query}`)).body;
      const all = await page();
      expect([all.rows.length, all.total]).toEqual([50, 63]);
      expect(all.counts).toEqual({
        drawn: 61,
        claimed: 1,
        handed_over: 0,
        declined: 0,
        lapsed: 0,
        ineligible: 1,
        absent: 0,
      });
      const rest = await page(`?after=${all.next}`);
      expect([rest.rows.length, rest.next]).toEqual([13, null]);
      expect(rest.rows.at(-1)).toMatchObject({ prize: 2, prize_name: 'Wine', claim_window: null });
      expect((await page('?state=claimed')).rows.map((row) => row.entry_number)).toEqual([first]);
      expect((await page('?state=ineligible')).rows).toMatchObject([
        {
          entry_number: second,
          ended: { text: 'Left the club.' },
          person: { display_name: `Guest ${second}` },
        },
      ]);
      expect((await page(`?draw_id=${scene.results.draw_id}&prize=2`)).total).toBe(2);
      expect((await page(`?search=${first}`)).rows.map((row) => row.entry_number)).toEqual([first]);
      expect((await page(`?search=guest%20${first}&prize=1`)).rows[0]?.entry_number).toBe(first);
      expect((await host.get(`${path}/claims?state=other`)).status).toBe(400);

      const csv = await host.get(`${path}/claims/export`);
      expect(csv.text.split('\n')[0]).toContain('Claim by');
      expect(csv.text).toContain("'=Baskets");
      expect(csv.text).toContain('Left the club.');
      expect((await host.get(`${path}/claims/export?format=xlsx`)).headers['content-type']).toContain(
        'spreadsheet',
      );
      const exported = (await host.get<HostExport>('/api/settings/export')).body.raffles[0];
      expect(exported?.prizes.map((prize) => prize.claim_window)).toEqual([TEN_MINUTES, null]);
      expect(exported?.draw?.passed_over).toMatchObject([{ text: 'Left the club.' }]);
      expect(exported?.draw?.current_winners.filter((row) => row.state === 'claimed')).toHaveLength(1);
    });
  });

  describe('R53 R73 retention', () => {
    it('begins when no claim window is open, and counts from the last claim; public reasons are erased', async () => {
      const app = await makeApp();
      const scene = await drawn(app, [withWindow(60 * DAY_S, { quantity: 2 })], 4);
      const [first = 0, second = 0] = scene.results.winners.map((row) => row.entry_number);
      const names = async () => (await resultsOf(scene)).current_winners.map((row) => row.display_name);
      await scene.host.post(`${scene.path}/claims/ineligible`, {
        prize: 1,
        entry_number: second,
        text: 'Twin of Ada.',
      });
      await app.clock.jump(50 * DAY_MS);
      const cleanUp = async (): Promise<void> => {
        const again = await signInAgain(app);
        await again.post('/api/settings/cleanup');
      };
      await cleanUp();
      expect(await names()).not.toContain(null);
      expect((await claim(scene, first)).status).toBe(200);
      const moved = (await resultsOf(scene)).current_winners.find((row) => row.moved_up)?.entry_number ?? 0;
      expect((await claim(scene, moved)).status).toBe(200);
      await app.clock.jump(29 * DAY_MS);
      await cleanUp();
      expect(await names()).not.toContain(null);
      await app.clock.jump(2 * DAY_MS);
      await cleanUp();
      expect(await names()).toEqual([null, null]);
      expect((await resultsOf(scene)).passed_over[0]?.text).toBe(null);
    });
  });
});
