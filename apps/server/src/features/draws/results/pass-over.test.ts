/** Passing over winners after the draw (R14), the preview before it (R31), and the winner list as a file. */
import { beforeAll, expect, it } from 'vitest';
import type {
  DrawPreview,
  PrizeStatus,
  ErrorBody,
  HostRaffle,
  PublicRecord,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, entryOfProof, planOfProof, prizeOrder, verifyProof } from '@glassdrum/fair-draw';
import { drawnRaffle } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';

forEachDatabase((makeApp) => {
  let app: TestApp;
  let host: Person;
  beforeAll(async () => {
    app = await makeApp();
    host = await signUp(app);
  });

  const passOver = (id: string, entry: number | undefined, reason = 'absent', by = host) =>
    by.post<PrizeStatus & ErrorBody>(`/api/raffles/${id}/pass-over`, { entry_number: entry, reason });
  const resultsOf = async (id: string): Promise<ResultsAnswer> =>
    (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
  const advances = async (id: string): Promise<string[]> =>
    (await person(app).get<{ records: PublicRecord[] }>(`/api/raffles/${id}/records`)).body.records
      .filter((record) => record.kind === 'advance')
      .map((record) => record.text);
  /** The proof without what the log says after the draw. */
  const drawOf = async (id: string): Promise<DrawProof> => {
    const { log: _log, ...proof } = (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;
    return proof;
  };

  it('R14 the next alternate moves up, publicly, and the proof stays the same', async () => {
    const { id, results } = await drawnRaffle(app, host, 8, { max_winners: 2 });
    const proof = await drawOf(id);
    const [first, second] = results.winners.map((row) => row.entry_number);
    const [alternate] = results.alternates;
    expect(results.current_winners.map((row) => row.entry_number)).toEqual([first, second]);
    expect(results.winners.map((row) => row.state)).toEqual(['winner', 'winner']);

    const answer = await passOver(id, second, 'absent');
    expect(answer.status).toBe(200);
    expect(answer.body.passed_over).toEqual([
      {
        prize: 1,
        position: 2,
        entry_number: second,
        display_name: `Guest ${second}`,
        reason: 'absent',
        at: app.clock.now(),
        moved_up: { entry_number: alternate?.entry_number, display_name: alternate?.display_name },
        text: null,
        claim: { claim_by: null, extension: null, claimed: null, handed_over_at: null },
        late: false,
      },
    ]);
    expect(answer.body.current_winners.map((row) => [row.position, row.entry_number, row.moved_up])).toEqual([
      [1, first, false],
      [2, alternate?.entry_number, true],
    ]);
    const later = await resultsOf(id);
    expect(later.winners.map((row) => [row.entry_number, row.state])).toEqual([
      [first, 'winner'],
      [second, 'passed_over'],
    ]);
    expect(later.alternates[0]).toMatchObject({ state: 'moved_up', moved_up_to: 2 });
    expect(later.passed_over).toEqual(answer.body.passed_over);
    expect(await drawOf(id)).toEqual(proof);
    const [record = ''] = await advances(id);
    expect(record.split('\n')).toMatchObject({
      0: 'draw.advance.v2',
      1: results.draw_id,
      2: results.freeze_hash,
      3: '1',
      4: String(second),
      5: String(alternate?.entry_number),
      6: 'absent',
    });
    const audit = (await host.get<{ action: string; details: unknown }[]>(`/api/raffles/${id}/audit`)).body;
    expect(audit[0]).toMatchObject({
      action: 'winner_passed_over',
      details: { entry_number: second, prize: 1, position: 2 },
    });
  });

  it('R14 passing over goes through the alternates, continues in the same order, and ends when nobody is left', async () => {
    const { id, results } = await drawnRaffle(app, host, 6, { max_winners: 1 });
    const proof = await drawOf(id);
    const behind = prizeOrder({
      combinedSeed: results.proof.combined_seed,
      plan: planOfProof(proof.plan),
      weights: proof.entries.map((entry) => entryOfProof(entry).weights),
      prize: 1,
      winners: proof.winners.map((row) => ({ prize: row.prize, entryNumber: row.entry_number })),
    });
    const order = [
      ...results.winners.map((row) => row.entry_number),
      ...[...behind].map((row) => row.entryNumber),
    ];
    expect(order).toHaveLength(6);
    for (const [place, entry] of order.entries()) {
      const { status, body } = await passOver(id, entry);
      expect(status).toBe(200);
      expect(body.passed_over).toHaveLength(place + 1);
      expect(body.passed_over.at(-1)?.moved_up?.entry_number).toBe(order[place + 1]);
      expect(body.current_winners.map((row) => row.entry_number)).toEqual(order.slice(place + 1, place + 2));
    }
    expect(await advances(id)).toHaveLength(6);
    expect((await advances(id)).at(-1)?.split('\n')[5]).toBe('-');
    const { alternates, winners } = await resultsOf(id);
    expect(winners.map((row) => row.state)).toEqual(['passed_over']);
    expect(alternates.map((row) => [row.state, row.moved_up_to])).toEqual(
      [1, 2, 3].map(() => ['passed_over', 1]),
    );
    const whole = await eventually(app, 'all advances in the file', async () => {
      const { body } = await person(app).get<DrawProof>(`/api/raffles/${id}/proof`);
      return body.log?.after.length === 6 && body;
    });
    const check = verifyProof(whole, { chains: [app.testChain.chain], logKey: app.parts.keys.publicKey });
    expect(check.steps.find(({ name }) => name === 'standing')).toEqual({ name: 'standing', status: 'PASS' });
    expect(check.verdict).toBe('VERIFIED');
  });

  it('R14 refuses entries without a prize, a second reason, other hosts, and an unfinished draw', async () => {
    const { id, results } = await drawnRaffle(app, host, 6, { max_winners: 1 });
    const [winner] = results.winners.map((row) => row.entry_number);
    const [, waiting] = results.alternates.map((row) => row.entry_number);
    const codeOf = async (answer: ReturnType<typeof passOver>) => (await answer).body.error.code;
    expect(await codeOf(passOver(id, waiting))).toBe('not_a_prize_holder');
    expect(await codeOf(passOver(id, 99))).toBe('not_a_prize_holder');
    expect((await passOver(id, winner, 'other')).status).toBe(400);
    expect((await passOver(id, winner, 'absent', await signUp(app))).status).toBe(404);
    expect((await passOver(id, winner)).status).toBe(200);
    expect(await codeOf(passOver(id, winner, 'declined'))).toBe('passed_over_already');

    const running = await openRaffle(host);
    await join(app, running.public_link, 'Early Bird');
    expect(await codeOf(passOver(running.id, 1))).toBe('draw_not_complete');
    await host.post(`/api/raffles/${running.id}/draw`);
    expect(await codeOf(passOver(running.id, 1))).toBe('draw_not_complete');
  });

  it('R14 forty calls at once pass each winner over once, and nobody moves up twice', async () => {
    const { id, results } = await drawnRaffle(app, host, 9, { max_winners: 3 });
    const winners = results.winners.map((row) => row.entry_number);
    const answers = await Promise.all(
      Array.from({ length: 39 }, (_, call) => passOver(id, winners[call % 3])),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const { passed_over: passed, current_winners: holders } = await resultsOf(id);
    expect(new Set(passed.map((row) => row.entry_number))).toEqual(new Set(winners));
    expect(passed).toHaveLength(3);
    expect(passed.map((row) => row.moved_up?.entry_number)).toEqual(
      results.alternates.map((row) => row.entry_number),
    );
    expect(holders.map((row) => row.position)).toEqual([1, 2, 3]);
    expect(await advances(id)).toHaveLength(3);
  });

  it('R14 everybody in the room is notified at once, and later watchers see it', async () => {
    const address = await app.listen();
    const { id, results } = await drawnRaffle(app, host, 5, { max_winners: 1 });
    const guest = await watch(app, address, id);
    expect(guest.snapshot.standing?.passed_over).toEqual([]);
    const { body } = await passOver(id, results.winners[0]?.entry_number);
    const { data } = await guest.next('draw:advance');
    expect(data).toEqual({ drawId: results.draw_id, standing: body });
    expect((await watch(app, address, id)).snapshot.standing).toEqual(body);
    guest.close();
  });

  it('R31 the preview counts what would be drawn and names the level', async () => {
    const { id, public_link: link } = await openRaffle(host, { max_winners: 2, max_tickets: 9 });
    const preview = async () => (await host.get<DrawPreview>(`/api/raffles/${id}/draw/preview`)).body;
    const level = {
      assurance: 'operator',
      beacon: 'test',
      witnesses: { known: 0, quorum: 0 },
      contributors: 0,
      draw: { number: 1, name: null },
      check_in: null,
      sitting_out: { holders: 0, absent: 0, unplaced: 0 },
    };
    expect(await preview()).toEqual({
      entries: 0,
      tickets: 0,
      winners: 0,
      alternates: 0,
      ...level,
      without_candidates: [{ prize: 1, name: null }],
    });
    const people = [await join(app, link, 'Ada'), await join(app, link, 'Bob'), await join(app, link, 'Cid')];
    await host.patch(`/api/raffles/${id}/participants/${people[0]?.joined.invitee_id}/tickets`, {
      tickets: 7,
    });
    await people[2]?.post(`/api/raffles/${id}/leave`);
    expect(await preview()).toEqual({
      entries: 2,
      tickets: 8,
      winners: 2,
      alternates: 0,
      ...level,
      without_candidates: [],
    });
  });

  it('R4 M1 the winner list is available as a file from the reveal on, without formulas', async () => {
    const { id, public_link: link } = await openRaffle(host, { max_winners: 1 });
    await join(app, link, '=HYPERLINK("x")');
    await join(app, link, '@sum');
    const url = `/api/raffles/${id}/winners/export`;
    expect((await host.get(url)).status).toBe(404);
    await host.post(`/api/raffles/${id}/draw`);
    expect((await host.get(url)).status).toBe(404);
    const done = async () => (await host.get<HostRaffle>(`/api/raffles/${id}`)).body.status === 'drawn';
    await eventually(app, 'the end of the draw', done, 500);
    const [winner] = (await resultsOf(id)).winners;
    await passOver(id, winner?.entry_number);
    const { text, headers } = await host.get(url);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="raffle-[\w-]+-winners\.csv"$/);
    expect(text.startsWith('\uFEFFPlace,State,Entry #,Name,')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain(`'@sum`);
    expect(text).toMatch(/1,moved up,/);
    expect(text).toMatch(/1,passed over,.*absent/);
  });
});
