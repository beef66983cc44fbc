/**
 * An operator who changes what a draw gives, or its file, is found out: both verifiers fail at exactly the checks that read what
 * was changed (draw protocol §7, §8, §12; R62, R63, R69, R70). The proofs are a real server's, of an evening with two draws,
 * pools, a changed plan and a winner who was passed over. First the file is changed, as far as its owner cares to go; then the
 * database under the server is, so that the file itself is sound and only its neighbours tell.
 */
import type { HostPrizes, ResultsAnswer } from '@glassdrum/contract';
import {
  clientSeed,
  closeHash,
  combinedSeed,
  drawPrizes,
  type DrawnRow,
  type DrawProof,
  freezeHash,
  type LogFile,
  planHash,
  planOfProof,
  type ProofEntry,
} from '@glassdrum/fair-draw';
import { beforeAll, describe, expect, it } from 'vitest';
import { enterPeople } from '../../src/features/entries/test/people-list.ts';
import { type BothOutcomes, checkLogs, checkProofs, type ProofToCheck } from '../support/both-verifiers.ts';
import { drawNext, type Evening, openEvening, proofOf, savePrizes } from '../support/evening.ts';
import { wholeLog } from '../support/log-records.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { join, person, signUp } from '../support/people.ts';

const MOST_TICKETS = 9;
const PEOPLE = 12;

interface Drawn extends Evening {
  first: DrawProof;
  second: DrawProof;
}

/** What both say; this project's verifier also checks the beacon's signature. */
const failing = (fails: string[]): BothOutcomes => ({
  ours: expect.objectContaining({ verdict: 'FAILED', fails }) as BothOutcomes['ours'],
  python: expect.objectContaining({ verdict: 'FAILED', fails }) as BothOutcomes['python'],
});

const SOUND: BothOutcomes = {
  ours: expect.objectContaining({ verdict: 'VERIFIED', fails: [] }) as BothOutcomes['ours'],
  python: expect.objectContaining({ verdict: 'INCOMPLETE', fails: [] }) as BothOutcomes['python'],
};

const rowsOf = (proof: DrawProof): ReturnType<typeof drawPrizes> =>
  drawPrizes({
    combinedSeed: proof.combined_seed,
    plan: planOfProof(proof.plan),
    weights: proof.entries.map(([, , weights]) => weights),
  });

const numbersOf = (rows: readonly { prize: number; entryNumber: number }[]): string =>
  rows.map(({ prize, entryNumber }) => `${prize}:${entryNumber}`).join();

const withEntry = (proof: DrawProof, number: number, change: (old: ProofEntry) => ProofEntry): DrawProof => ({
  ...proof,
  entries: proof.entries.map((entry, index) => (index === number - 1 ? change(entry) : entry)),
});

/** Rows as the file shows them, without names. */
const unnamed = (rows: readonly DrawnRow[]): DrawProof['winners'] =>
  rows.map(({ prize, position, entryNumber, selectionIndex }) => ({
    prize,
    position,
    entry_number: entryNumber,
    display_name: null,
    salt: null,
    selection_index: selectionIndex,
  }));

const withRowsRedone = (proof: DrawProof): DrawProof => {
  const { winners, alternates } = rowsOf(proof);
  return { ...proof, winners: unnamed(winners), alternates: unnamed(alternates) };
};

/** The first of these changes after which other entries win. */
function thatChangesWinners(proof: DrawProof, changes: Iterable<DrawProof>): DrawProof {
  const present = numbersOf(rowsOf(proof).winners);
  for (const changed of changes) if (numbersOf(rowsOf(changed).winners) !== present) return changed;
  throw new Error('No change makes others win.');
}

function* weightsChanged(proof: DrawProof, pool: number): Generator<DrawProof> {
  for (const [index, [state, , weights]] of proof.entries.entries()) {
    if (state !== 'in' || (weights[pool - 1] ?? 0) === 0) continue;
    for (let weight = 1; weight <= MOST_TICKETS; weight += 1) {
      yield withEntry(proof, index + 1, ([, source, old, ...rest]) => [
        state,
        source,
        old.with(pool - 1, weight),
        ...rest,
      ]);
    }
  }
}

function* letIn(proof: DrawProof, number: number): Generator<DrawProof> {
  for (let weight = 1; weight <= MOST_TICKETS; weight += 1) {
    yield withEntry(proof, number, ([, source, old, ...rest]) => [
      'in',
      source,
      old.map(() => weight),
      ...rest,
    ]);
  }
}

const closeHashOf = ({ draw_id, open_hash, close }: DrawProof): string =>
  closeHash({
    drawId: draw_id,
    openHash: open_hash,
    planHash: close.plan_hash,
    holdersHash: close.holders_hash,
    entriesRoot: close.entries_root,
    entryCount: close.entry_count,
    poolTotals: close.pool_totals,
    closedAt: close.closed_at,
  });

const freezeHashOf = ({ draw_id, close_hash, freeze }: DrawProof): string => {
  const { kind, chain_hash, round } = freeze.beacon;
  return freezeHash({
    drawId: draw_id,
    closeHash: close_hash,
    contributionsHash: freeze.contributions_hash,
    kind,
    chainHash: chain_hash,
    round: round === '-' ? null : round,
    frozenAt: freeze.frozen_at,
    showAt: freeze.show_at,
    drawAt: freeze.draw_at,
  });
};

/**
 * Another prize after the freeze, and as many of the hashes above it redone as asked for.
 * @param redone how many of: plan's hash, close, freeze, client seed, combined seed, rows
 */
function withOtherPrize(proof: DrawProof, redone: number): DrawProof {
  const changed = structuredClone(proof);
  const [prize] = changed.plan.prizes;
  if (prize === undefined) throw new Error('A plan has prizes.');
  prize.name = 'Cheap cake';
  // Copies of the seeds, which may be missing.
  Reflect.deleteProperty(changed, 'proof');
  const { close, draw_id: drawId } = changed;
  const steps: (() => void)[] = [
    () => (close.plan_hash = planHash(drawId, planOfProof(changed.plan))),
    () => (changed.close_hash = closeHashOf(changed)),
    () => (changed.freeze_hash = freezeHashOf(changed)),
    () => (changed.client_seed = clientSeed(changed.freeze_hash, changed.beacon.value ?? null)),
    () => (changed.combined_seed = combinedSeed(changed.seed_reveal, changed.client_seed)),
    () => Object.assign(changed, withRowsRedone(changed)),
  ];
  for (const step of steps.slice(0, redone)) step();
  return changed;
}

const isReplan = (text: string): boolean => text.startsWith('draw.replan.v2\n');

forEachDatabase((makeApp) => {
  /** Two draws of four prizes; the first is drawn, one of its winners is passed over, the plan of the second changes. */
  async function afterFirstDraw(): Promise<Evening & { first: DrawProof }> {
    const app = await makeApp();
    const host = await signUp(app);
    const prizes = [
      { name: 'Bicycle', draw: 1 },
      { name: 'Wine', draw: 1, quantity: 2, groups: ['Members'] },
      { name: 'Cake', draw: 2, groups: ['Members'] },
      { name: 'Ham', draw: 2 },
    ];
    const evening = await openEvening({ app, host }, prizes, { fields: { max_tickets: MOST_TICKETS } });
    const { id, link } = evening;
    await join(app, link, 'Ada');
    await join(app, link, 'Ben');
    await enterPeople(
      host,
      evening,
      Array.from({ length: PEOPLE - 2 }, (_, index) => ({
        name: `Guest ${index}`,
        tickets: 1 + (index % 4),
        groups: index < 8 ? ['Members'] : [],
      })),
    );
    const { draw_id: drawId, winners } = await drawNext(evening);
    const passed = await host.post(`/api/raffles/${id}/pass-over`, {
      prize: 1,
      entry_number: winners[0]?.entry_number,
      reason: 'absent',
    });
    expect(passed.status).toBe(200);
    const { body } = await host.get<HostPrizes>(`/api/raffles/${id}/prizes`);
    const changed = body.prizes
      .filter(({ draw }) => draw === 2)
      .map((prize) => (prize.name === 'Cake' ? { ...prize, name: 'Great cake' } : prize));
    expect((await savePrizes(host, id, changed)).status).toBe(200);
    return { ...evening, first: await proofOf(evening, drawId) };
  }

  async function wholeEvening(): Promise<Drawn> {
    const evening = await afterFirstDraw();
    const { draw_id: drawId } = await drawNext(evening);
    return { ...evening, second: await proofOf(evening, drawId) };
  }

  async function logFileOf({ app }: Evening): Promise<LogFile> {
    await wholeLog(app);
    return (await person(app).get<LogFile>('/api/log/file?proofs=1')).body;
  }

  describe('R69 R70 the file of a draw, changed after it', () => {
    let drawn: Drawn;
    beforeAll(async () => {
      drawn = await wholeEvening();
    });

    /** The second draw's file beside the first's, as both verifiers see them. */
    const check = (...files: (DrawProof | ProofToCheck)[]): BothOutcomes[] =>
      checkProofs(
        drawn.app,
        files.map((file) => ('format' in file ? { proof: file, earlier: [drawn.first] } : file)),
      );

    it('holds as it came: the first alone, the second alone and beside the first, and the whole log', async () => {
      const { first, second } = drawn;
      const [alone, other, series] = check({ proof: first }, { proof: second }, second);
      expect([alone, other, series]).toEqual([SOUND, SOUND, SOUND]);
      expect(series?.ours.skips).not.toContain('series');
      expect([first.holders, second.holders.length]).toEqual([[], 3]);
      expect(first.log?.after.map(({ text }) => text.split('\n')[0])).toEqual(['draw.advance.v2']);
      const [whole] = checkLogs([await logFileOf(drawn)]);
      expect([whole?.ours.verdict, whole?.python.verdict]).toEqual(['VERIFIED', 'VERIFIED']);
    });

    it('R63 fails entries, and the rows that no longer follow, where weights of a pool were changed', () => {
      const { second } = drawn;
      const changed = thatChangesWinners(second, weightsChanged(second, second.plan.prizes[0]?.pool ?? 0));
      const [asListed, withRows] = check(changed, withRowsRedone(changed));
      expect(asListed).toEqual(failing(['entries', 'shuffle', 'winners']));
      // Rows that fit the new weights are not the ones in the log.
      expect(withRows).toEqual(failing(['entries', 'log']));
    });

    it('R70 fails entries and holders where somebody was made a holder to sit out, and where a holder was let in', () => {
      const { second } = drawn;
      const victim = second.winners[0]?.entry_number ?? 0;
      const out = withEntry(second, victim, ([, source, old, ...rest]) => [
        'holder',
        source,
        old.map(() => 0),
        ...rest,
      ]);
      const back = thatChangesWinners(second, letIn(second, second.holders[0] ?? 0));
      const rows = ['shuffle', 'winners'];
      expect(check(out, back)).toEqual([
        failing(['entries', 'holders', ...rows]),
        failing(['entries', 'holders', ...rows]),
      ]);
      // With the list of holders and its hash made to fit, it is the other draw and the records that tell.
      const listed = { ...out, holders: [...second.holders, victim].toSorted((a, b) => a - b) };
      const missing = { ...back, holders: second.holders.slice(1) };
      expect(check(listed, missing)).toEqual([
        failing(['entries', 'holders', ...rows, 'series']),
        failing(['entries', 'holders', ...rows, 'series']),
      ]);
    });

    it('R63 fails winners and log where a winner has no weight in the pool of the prize, or holds a prize already', () => {
      const { second } = drawn;
      const pool = second.plan.prizes[0]?.pool ?? 0;
      const outside = second.entries.findIndex(
        ([state, , weights]) => state === 'in' && weights[pool - 1] === 0 && weights.some((one) => one > 0),
      );
      const instead = (number: number): DrawProof => ({
        ...second,
        winners: second.winners.map((row, index) =>
          index === 0 ? { ...row, entry_number: number, display_name: null, salt: null } : row,
        ),
      });
      expect(outside).toBeGreaterThanOrEqual(0);
      expect(check(instead(outside + 1), instead(second.holders[0] ?? 0))).toEqual([
        failing(['winners', 'log']),
        failing(['winners', 'log']),
      ]);
    });

    it('R62 fails at the next hash, and in the end at the log, where a prize was changed after the freeze', () => {
      const { second } = drawn;
      const files = [0, 1, 2, 3, 4, 5, 6].map((redone) => withOtherPrize(second, redone));
      const more = { ...second, plan: structuredClone(second.plan) };
      const [cake] = more.plan.prizes;
      if (cake !== undefined) cake.quantity += 1;
      const outcomes = check(...files, more);
      const steps = outcomes.map(({ ours }) => ours.fails);
      expect(steps.slice(0, 5)).toEqual([
        ['plan'],
        ['records', 'log'],
        ['records', 'log'],
        ['client_seed', 'log'],
        ['combined_seed', 'log'],
      ]);
      expect(steps[5]).toEqual(expect.arrayContaining(['shuffle', 'log']));
      expect(steps[6]).toEqual(['log']);
      expect(steps[7]).toEqual(['plan', 'shuffle', 'winners']);
      expect(outcomes.map(({ python }) => python.fails)).toEqual(steps);
    });

    it('R62 fails log where the record of a changed plan was left out, and plans in the whole log', async () => {
      const { second } = drawn;
      const { log } = second;
      if (log === undefined) throw new Error('The proof has its log.');
      expect(log.more.filter(({ text }) => isReplan(text))).toHaveLength(1);
      const without = { ...second, log: { ...log, more: log.more.filter(({ text }) => !isReplan(text)) } };
      expect(check(without)).toEqual([failing(['log'])]);
      const file = await logFileOf(drawn);
      const cut = { ...file, records: file.records.filter((text) => !isReplan(text)) };
      expect(checkLogs([cut])).toEqual([failing(['plans'])]);
    });

    it('R69 fails series where the proof of the earlier draw was exchanged', async () => {
      const { app, host, first, second } = drawn;
      const other = await openEvening({ app, host }, [{ name: 'Bicycle', draw: 1 }, { draw: 2 }]);
      for (let index = 0; index < PEOPLE; index += 1) await join(app, other.link, `Guest ${index}`);
      const { draw_id: drawId } = await drawNext(other);
      const stranger = await proofOf(other, drawId);
      const [winner, ...others] = first.winners;
      const won = new Set(first.winners.map((row) => row.entry_number));
      const another = first.entries.findIndex((_, index) => !won.has(index + 1)) + 1;
      const changedRow = { ...winner, entry_number: another, display_name: null, salt: null };
      const changed = { ...first, winners: [changedRow, ...others] } as DrawProof;
      const exchanged = [[stranger], [changed], [second], [first, first]];
      expect(check(...exchanged.map((earlier) => ({ proof: second, earlier })))).toEqual(
        exchanged.map(() => failing(['series'])),
      );
    });
  });

  describe('R70 a server whose database was changed between two draws', () => {
    it('makes a file that is sound alone; beside the first draw, and in the whole log, the smuggled holder shows', async () => {
      const evening = await afterFirstDraw();
      const { app, id, first } = evening;
      const { query } = app.parts.database;
      const { body } = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
      const holding = new Set(body.current_winners.map((row) => row.entry_number));
      const victim = first.entries.findIndex((_, index) => !holding.has(index + 1)) + 1;
      // One winner more than there was, whom nobody will ask about the bicycle.
      await query
        .insertInto('draw_rows')
        .values({
          draw_id: first.draw_id,
          role: 'winner',
          prize: 1,
          position: 2,
          entry_number: victim,
          selection_index: '-',
        })
        .execute();
      const second = await proofOf(evening, (await drawNext(evening)).draw_id);
      expect(second.holders).toContain(victim);
      expect(checkProofs(app, [{ proof: second }, { proof: second, earlier: [first] }])).toEqual([
        SOUND,
        failing(['series']),
      ]);
      expect(checkLogs([await logFileOf(evening)])).toEqual([failing(['holders'])]);
    });

    it('lets somebody win twice under one prize per person, and is found out by the first draw', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const evening = await openEvening({ app, host }, [
        { name: 'Wine', draw: 1 },
        { name: 'Ham', draw: 2, quantity: 2 },
      ]);
      for (const name of ['Ada', 'Ben']) await join(app, evening.link, name);
      const first = await proofOf(evening, (await drawNext(evening)).draw_id);
      await app.parts.database.query.deleteFrom('draw_rows').where('draw_id', '=', first.draw_id).execute();
      const second = await proofOf(evening, (await drawNext(evening)).draw_id);
      const twice = first.winners[0]?.entry_number;
      expect(second.winners.map((row) => row.entry_number)).toContain(twice);
      expect(checkProofs(app, [{ proof: second }, { proof: second, earlier: [first] }])).toEqual([
        SOUND,
        failing(['series']),
      ]);
      expect(checkLogs([await logFileOf(evening)])).toEqual([failing(['holders'])]);
    });
  });
});
