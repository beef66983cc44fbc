/**
 * Whatever happens in a raffle, its draws give what `fair-draw` computes (R11, R14, R22, R61–R70). Random evenings over HTTP: people
 * join, are entered by the host or buy paper tickets, leave, are removed, get and lose tickets and groups, spread tickets over
 * buckets, and are passed over between draws. A model beside the server knows what each entry should weigh in each pool; what a draw
 * then closed, drew and proved has to follow from the model alone.
 */
import { randomUUID } from 'node:crypto';
import type {
  DrawAnswer,
  ErrorBody,
  OwnEntry,
  ParticipantsAnswer,
  PrizeStatus,
  PublicRaffle,
  ResultsAnswer,
  UnplacedAnswer,
} from '@glassdrum/contract';
import {
  drawPrizes,
  type DrawProof,
  nextInOrder,
  planOfProof,
  prizeOrder,
  verifyProof,
} from '@glassdrum/fair-draw';
import { placementWithin } from '@glassdrum/raffle-rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkLogs, checkProofs } from '../../../../test/support/both-verifiers.ts';
import { drawNext, drawsOf, type Evening, openEvening, proofOf } from '../../../../test/support/evening.ts';
import { wholeLog } from '../../../../test/support/log-records.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { join, type Person, person, signUp } from '../../../../test/support/people.ts';
import { entryProblems } from '../../entries/test/check-entries.ts';
import { enterPeople } from '../../entries/test/people-list.ts';

/** Of each kind; few and rich: a draw takes a second. */
const EVENINGS = 3;
const SEED = 1407;
const KINDS = (['once', 'again'] as const).flatMap((policy) =>
  [false, true].map((buckets) => ({ policy, buckets })),
);
const MOST_TICKETS = 9;
const GROUPS = ['Members', 'Crew'];

// --- What can happen --------------------------------------------------------------------------------------------

const tickets = fc.integer({ min: 1, max: MOST_TICKETS });
const groups = fc.subarray(GROUPS);
/** Which of those whom it can concern. */
const at = fc.nat(30);

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('join' as const), tickets, groups }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('enter' as const),
      people: fc.array(fc.record({ tickets, groups }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('print' as const), size: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('sell', 'unsell'), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave', 'remove'), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), at, tickets }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('regroup' as const), at, groups }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      at,
      spread: fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      at,
      reason: fc.constantFrom('absent' as const, 'ineligible' as const),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const START: Act[] = [
  { do: 'join', tickets: 2, groups: [] },
  { do: 'enter', people: [1, 3, 5].map((count) => ({ tickets: count, groups: ['Members'] })) },
  { do: 'print', size: 3 },
];

const draw = fc.record({
  prizes: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), groups }), {
    minLength: 1,
    maxLength: 2,
  }),
  before: fc.array(act, { minLength: 8, maxLength: 16 }),
});

const someDraws = fc.array(draw, { minLength: 2, maxLength: 3 });
type Plan = (typeof KINDS)[number] & { draws: typeof someDraws extends fc.Arbitrary<infer T> ? T : never };

// --- What it should lead to -------------------------------------------------------------------------------------

interface ModelEntry {
  source: 'self' | 'host' | 'paper';
  state: 'in' | 'withdrawn' | 'removed';
  tickets: number;
  groups: string[];
  /** Tickets in each bucket. */
  placed: number[];
  phone: Person | null;
  /** In a draw, with tickets. */
  tookPart: boolean;
}

interface HeldDraw {
  proof: DrawProof;
  /** Who holds which prize now. */
  holders: { prize: number; entryNumber: number }[];
  /** Who ever held which. */
  everHeld: { prize: number; entryNumber: number }[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** One evening on the server, and beside it what it should be. */
class ModelledEvening {
  readonly entries: ModelEntry[] = [];
  readonly held: HeldDraw[] = [];
  /** Draws that are over, from 0. */
  private readonly over = new Set<number>();
  private readonly skipped = new Set<number>();
  /** What each pool is for; in buckets the pools are the prizes. */
  private readonly pools: string[][] = [[]];
  private readonly poolOfPrize: number[];
  private readonly drawOfBucket: number[];

  readonly real: Evening;
  readonly plan: Plan;

  constructor(real: Evening, plan: Plan) {
    this.real = real;
    this.plan = plan;
    const prizes = plan.draws.flatMap(({ prizes: list }, index) =>
      list.map((prize) => ({ ...prize, draw: index })),
    );
    this.poolOfPrize = prizes.map((prize, index) => {
      if (plan.buckets) return index;
      const wanted = prize.groups.toSorted();
      const found = this.pools.findIndex((pool) => pool.join() === wanted.join());
      return found === -1 ? this.pools.push(wanted) - 1 : found;
    });
    this.drawOfBucket = prizes.map((prize) => prize.draw);
  }

  /** Of a draw, with their pools counted from 0. */
  private prizesOf(number: number): { quantity: number; pool: number }[] {
    const before = sum(this.plan.draws.slice(0, number - 1).map(({ prizes }) => prizes.length));
    return (this.plan.draws[number - 1]?.prizes ?? []).map(({ quantity }, index) => ({
      quantity,
      pool: this.poolOfPrize[before + index] ?? -1,
    }));
  }

  private get drawnBuckets(): Set<number> {
    return new Set(this.drawOfBucket.flatMap((of, index) => (this.over.has(of) ? [index + 1] : [])));
  }

  weightsOf(entry: ModelEntry): number[] {
    if (this.plan.buckets) return entry.placed;
    return this.pools.map((pool) =>
      pool.length === 0 || pool.some((label) => entry.groups.includes(label)) ? entry.tickets : 0,
    );
  }

  /** Numbers of the entries that hold a prize of these draws. */
  private holdersOf(draws: readonly HeldDraw[]): Set<number> {
    return new Set(draws.flatMap(({ holders }) => holders.map((row) => row.entryNumber)));
  }

  /** Who holds a prize and can win no other. */
  private sittingOut(): Set<number> {
    const isOut = this.plan.policy === 'once' && this.plan.draws.length > 1;
    return isOut ? this.holdersOf(this.held) : new Set();
  }

  /** State and weights of each entry in a draw that closed now. */
  closed(): { state: string; weights: number[] }[] {
    const holders = this.sittingOut();
    return this.entries.map((entry, index) => {
      const weights = this.weightsOf(entry);
      if (entry.state !== 'in' || !holders.has(index + 1)) return { state: entry.state, weights };
      return { state: 'holder', weights: weights.map(() => 0) };
    });
  }

  /** Of an entry, as the host's table has it. */
  private async inviteeOf(number: number): Promise<string> {
    const { host, id } = this.real;
    const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants?limit=500`))
      .body;
    const found = participants.find((row) => row.entry_number === number);
    if (found === undefined) throw new Error(`Entry ${number} is not in the table.`);
    return found.invitee_id;
  }

  private add(entry: Pick<ModelEntry, 'source' | 'tickets' | 'groups'> & { phone?: Person }): void {
    this.entries.push({
      state: 'in',
      phone: null,
      tookPart: false,
      ...entry,
      placed: this.drawOfBucket.map(() => 0),
    });
  }

  private chosen(number: number): { entry: ModelEntry; number: number } {
    const index = number % this.entries.length;
    const entry = this.entries[index];
    if (entry === undefined) throw new Error('There is always somebody.');
    return { entry, number: index + 1 };
  }

  private empty(entry: ModelEntry): void {
    entry.tickets = 0;
    entry.placed = entry.placed.map(() => 0);
  }

  async perform(step: Act): Promise<void> {
    const { app, host, id, link } = this.real;
    const path = `/api/raffles/${id}`;
    switch (step.do) {
      case 'join': {
        const phone = await join(app, link, `Guest ${this.entries.length + 1}`);
        expect(phone.joined.entry_number).toBe(this.entries.length + 1);
        this.add({ source: 'self', tickets: 1, groups: [], phone });
        await this.setTickets(this.entries.length, step.tickets);
        if (step.groups.length > 0) await this.regroup(this.entries.length, step.groups);
        return;
      }
      case 'enter': {
        const rows = step.people.map((row, index) => ({
          name: `Person ${this.entries.length + 1 + index}`,
          ...row,
        }));
        const { first_number: first } = await enterPeople(host, this.real, rows);
        expect(first).toBe(this.entries.length + 1);
        for (const row of step.people) this.add({ source: 'host', ...row });
        return;
      }
      case 'print': {
        expect((await host.post(`${path}/paper/runs`, { size: step.size })).status).toBe(201);
        for (let n = 0; n < step.size; n += 1) this.add({ source: 'paper', tickets: 0, groups: [] });
        return;
      }
      case 'sell':
      case 'unsell': {
        const papers = this.entries.flatMap(({ source }, index) => (source === 'paper' ? [index] : []));
        const { entry, number } = this.chosen(papers[step.at % papers.length] ?? 0);
        const sale = { client_id: randomUUID(), action: step.do, numbers: String(number) };
        expect((await host.post(`${path}/paper/sales`, sale)).status).toBe(200);
        if (entry.state !== 'in') return;
        // What took part in a draw stays sold.
        if (step.do === 'unsell') {
          if (!entry.tookPart) this.empty(entry);
        } else if (entry.tickets === 0) entry.tickets = 1;
        return;
      }
      case 'leave': {
        const { entry, number } = this.chosen(step.at);
        if (entry.phone === null || entry.state !== 'in') return;
        const stays = this.sittingOut().has(number);
        expect((await entry.phone.post(`${path}/leave`)).status).toBe(stays ? 409 : 200);
        if (stays) return;
        this.empty(entry);
        entry.state = 'withdrawn';
        return;
      }
      case 'remove': {
        const { entry, number } = this.chosen(step.at);
        const gone = await host.remove(`${path}/participants/${await this.inviteeOf(number)}`);
        const unsold = entry.source === 'paper' && entry.state === 'in' && entry.tickets === 0;
        const stays = entry.state === 'in' && this.sittingOut().has(number);
        expect(gone.status).toBe(unsold || stays ? 409 : 200);
        if (unsold || stays || entry.state !== 'in') return;
        this.empty(entry);
        entry.state = 'removed';
        return;
      }
      case 'cut': {
        const { number } = this.chosen(step.at);
        return this.setTickets(number, step.tickets);
      }
      case 'regroup': {
        const { number } = this.chosen(step.at);
        return this.regroup(number, step.groups);
      }
      case 'place': {
        const { entry, number } = this.chosen(step.at);
        return this.place(entry, number, step.spread);
      }
      case 'pass':
        return this.passOver(step);
    }
  }

  private async setTickets(number: number, count: number): Promise<void> {
    const { host, id } = this.real;
    const { entry } = this.chosen(number - 1);
    const path = `/api/raffles/${id}/participants/${await this.inviteeOf(number)}/tickets`;
    const { status } = await host.patch(path, { tickets: count });
    const unsold = entry.source === 'paper' && entry.tickets === 0;
    expect(status).toBe(entry.state === 'in' && !unsold ? 200 : 409);
    if (status !== 200) return;
    entry.tickets = count;
    entry.placed = placementWithin(entry.placed, count, this.drawnBuckets);
  }

  private async regroup(number: number, labels: readonly string[]): Promise<void> {
    const { host, id } = this.real;
    const { entry } = this.chosen(number - 1);
    const answer = await host.post(`/api/raffles/${id}/people/groups`, {
      people: [await this.inviteeOf(number)],
      add: labels,
      remove: GROUPS.filter((label) => !labels.includes(label)),
    });
    expect(answer.status).toBe(200);
    entry.groups = [...labels];
  }

  private async place(entry: ModelEntry, number: number, spread: readonly number[]): Promise<void> {
    const { host, id } = this.real;
    if (!this.plan.buckets || entry.state !== 'in' || entry.tickets === 0) return;
    const fixed = (of: number): boolean => this.over.has(of) || this.skipped.has(of);
    const wanted = entry.placed.map((before, index) =>
      fixed(this.drawOfBucket[index] ?? 0) ? before : (spread[index] ?? 0),
    );
    const placed = wanted.flatMap((count, index) =>
      count > 0 ? [{ bucket: index + 1, tickets: count }] : [],
    );
    let status: number;
    if (entry.phone === null) {
      const { entries } = (await host.get<UnplacedAnswer>(`/api/raffles/${id}/unplaced`)).body;
      const row = entries.find((one) => one.entry_number === number);
      expect(row?.placement.left).toBe(
        sum(entry.placed) === entry.tickets ? undefined : entry.tickets - sum(entry.placed),
      );
      if (row === undefined) return;
      const body = { revision: row.placement.revision, placed };
      ({ status } = await host.put(`/api/raffles/${id}/participants/${row.invitee_id}/placement`, body));
    } else {
      const { placement } = (await entry.phone.get<OwnEntry>(`/api/raffles/${id}/me`)).body;
      const body = { revision: placement?.revision ?? 0, placed };
      ({ status } = await entry.phone.put(`/api/raffles/${id}/me/placement`, body));
    }
    const fits = sum(wanted) <= entry.tickets;
    expect(status).toBe(fits ? 200 : 422);
    if (fits) entry.placed = wanted;
  }

  private async passOver({ at: which, reason }: Extract<Act, { do: 'pass' }>): Promise<void> {
    const { host, id } = this.real;
    const places = this.held.flatMap((one) => one.holders.map((holder) => ({ one, holder })));
    const chosen = places[which % places.length];
    if (chosen === undefined) return;
    const { one, holder } = chosen;
    const { prize, entryNumber } = holder;
    const { plan } = one.proof;
    const order = () =>
      prizeOrder({
        combinedSeed: one.proof.combined_seed,
        plan: planOfProof(plan),
        weights: one.proof.entries.map(([, , weights]) => weights),
        prize,
        winners: one.proof.winners.map((row) => ({ prize: row.prize, entryNumber: row.entry_number })),
      });
    const elsewhere =
      plan.earlier_winners === 'out'
        ? this.holdersOf(this.held.filter((other) => other !== one))
        : new Set<number>();
    const following = (): number | null => {
      const before = one.everHeld.filter((row) => plan.policy === 'once' || row.prize === prize);
      return nextInOrder(order(), new Set(before.map((row) => row.entryNumber)), elsewhere);
    };
    const answer = await host.post<PrizeStatus>(`/api/raffles/${id}/pass-over`, {
      draw_id: one.proof.draw_id,
      prize,
      entry_number: entryNumber,
      reason,
      text: 'Works for the sponsor.',
    });
    expect(answer.status).toBe(200);
    one.holders.splice(one.holders.indexOf(holder), 1);
    // Who is gone gives the place to the next one at once.
    let from = entryNumber;
    for (;;) {
      const next = following();
      const row = answer.body.passed_over.find(
        (passed) => passed.prize === prize && passed.entry_number === from,
      );
      expect(row?.moved_up?.entry_number ?? null).toBe(next);
      if (next === null) return;
      one.everHeld.push({ prize, entryNumber: next });
      const taker = this.entries[next - 1];
      if (taker?.state === 'in' && taker.tickets > 0) {
        one.holders.push({ prize, entryNumber: next });
        return;
      }
      from = next;
    }
  }

  /** Holds the next draw, or has it refused where nobody can win; then its proof is the model's. */
  async hold(number: number): Promise<void> {
    const { real, plan } = this;
    const expected = this.closed();
    const total = (pool: number): number => sum(expected.map(({ weights }) => weights[pool] ?? 0));
    if (plan.buckets) {
      const { body } = await person(real.app).get<PublicRaffle>(`/api/raffles/${real.id}`);
      const buckets = this.drawOfBucket.map((_, index) =>
        sum(this.entries.map(({ placed }) => placed[index] ?? 0)),
      );
      expect(body.bucket_totals?.slice(0, buckets.length)).toEqual(buckets);
    }
    if (this.prizesOf(number).every(({ pool }) => total(pool) === 0)) {
      const refused = await real.host.post<DrawAnswer & ErrorBody>(`/api/raffles/${real.id}/draw`);
      const nobody = this.entries.every((entry) => entry.tickets === 0);
      expect([refused.status, refused.body.error.code]).toEqual([
        409,
        nobody ? 'no_entries' : 'nobody_can_win',
      ]);
      const skip = await real.host.post(`/api/raffles/${real.id}/draws/${number}/skip`, {
        reason: 'Nobody is left.',
      });
      if (skip.status === 200) {
        this.skipped.add(number - 1);
        return;
      }
      throw new NobodyLeft();
    }
    const results = await drawNext(real);
    for (const entry of this.entries) entry.tookPart ||= entry.tickets > 0;
    const proof = await proofOf(real, results.draw_id);

    expect(proof.entries.map(([state, source]) => [state, source])).toEqual(
      expected.map(({ state }, index) => [state, this.entries[index]?.source]),
    );
    const used = expected[0]?.weights.length ?? 0;
    expect(proof.entries.map(([, , weights]) => weights.slice(0, used))).toEqual(
      expected.map(({ weights }) => weights),
    );
    expect(proof.entries.every(([, , weights]) => weights.slice(used).every((weight) => weight === 0))).toBe(
      true,
    );
    expect(proof.close.pool_totals.slice(0, used)).toEqual(
      Array.from({ length: used }, (_, pool) => total(pool)),
    );
    this.checkRows(proof, results, number);

    const winners = proof.winners.map((row) => ({ prize: row.prize, entryNumber: row.entry_number }));
    this.over.add(number - 1);
    this.held.push({ proof, holders: [...winners], everHeld: [...winners] });
    const chains = [real.app.testChain.chain];
    const earlier = this.held.slice(0, -1).map((one) => one.proof);
    const { verdict, steps } = verifyProof(proof, earlier.length > 0 ? { chains, earlier } : { chains });
    expect([verdict, steps.filter(({ status }) => status === 'FAIL')]).toEqual(['VERIFIED', []]);
  }

  /** Winners and alternates are those of `fair-draw`, and nobody won who can't. */
  private checkRows(proof: DrawProof, results: ResultsAnswer, number: number): void {
    expect(proof.plan.prizes.map(({ quantity, pool }) => ({ quantity, pool: pool - 1 }))).toEqual(
      this.prizesOf(number),
    );
    const computed = drawPrizes({
      combinedSeed: proof.combined_seed,
      plan: planOfProof(proof.plan),
      weights: proof.entries.map(([, , weights]) => weights),
    });
    const shown = (rows: ResultsAnswer['winners'] | ResultsAnswer['alternates'] | DrawProof['winners']) =>
      rows.map((row) => [row.prize, row.position, row.entry_number, row.selection_index]);
    const rows = (list: typeof computed.winners) =>
      list.map((row) => [row.prize, row.position, row.entryNumber, row.selectionIndex]);
    expect(shown(proof.winners)).toEqual(rows(computed.winners));
    expect(shown(proof.alternates)).toEqual(rows(computed.alternates));
    expect(shown(results.winners)).toEqual(rows(computed.winners));
    expect(shown(results.alternates)).toEqual(rows(computed.alternates));
    for (const row of [...proof.winners, ...proof.alternates]) {
      const [state, , weights] = proof.entries[row.entry_number - 1] ?? [];
      const pool = (proof.plan.prizes[row.prize - 1]?.pool ?? 0) - 1;
      expect([state, (weights?.[pool] ?? 0) > 0]).toEqual(['in', true]);
    }
    const won = proof.winners.map(
      (row) => (this.plan.policy === 'once' ? '' : `${row.prize}:`) + row.entry_number,
    );
    expect(new Set(won).size).toBe(won.length);
  }
}

const isOfKind = (plan: Plan, kind: (typeof KINDS)[number]): boolean =>
  plan.policy === kind.policy && plan.buckets === kind.buckets;

/** No draw can be held any more, and the last one isn't skipped. */
class NobodyLeft extends Error {}

forEachDatabase((makeApp) => {
  async function play(app: TestApp, plan: Plan): Promise<ModelledEvening> {
    const host = await signUp(app);
    const prizes = plan.draws.flatMap(({ prizes: list }, index) =>
      list.map((prize, place) => ({
        name: `Prize ${index + 1}.${place + 1}`,
        quantity: prize.quantity,
        draw: index + 1,
        groups: plan.buckets ? [] : prize.groups,
      })),
    );
    const real = await openEvening({ app, host }, prizes, {
      policy: plan.policy,
      buckets: plan.buckets,
      fields: { max_tickets: MOST_TICKETS },
    });
    const model = new ModelledEvening(real, plan);
    for (const step of START) await model.perform(step);
    try {
      for (const [index, { before }] of plan.draws.entries()) {
        for (const step of before) await model.perform(step);
        expect(await entryProblems(app.parts.database, real.id)).toEqual([]);
        await model.hold(index + 1);
      }
    } catch (error) {
      if (!(error instanceof NobodyLeft)) throw error;
    }
    return model;
  }

  test(`R14 R22 R63 R64 R70 ${EVENINGS} random evenings of each kind: every draw is what fair-draw computes from the model, and proves it`, async () => {
    const app = await makeApp({ env: { JOIN_LIMIT: 'off' } });
    const played: ModelledEvening[] = [];
    for (const kind of KINDS) {
      await fc.assert(
        fc.asyncProperty(someDraws, async (list) => {
          played.push(await play(app, { ...kind, draws: list }));
        }),
        { seed: SEED, numRuns: EVENINGS, endOnFailure: true },
      );
      // Or nothing was shown of earlier draws in later ones.
      const several = played.filter(({ plan, held }) => isOfKind(plan, kind) && held.length > 1);
      expect({ ...kind, several: several.length > 0 }).toEqual({ ...kind, several: true });
    }
    // As everyone can check them later: with what happened after the draws, all the earlier ones, and in both languages.
    const longest = played.toSorted((one, other) => other.held.length - one.held.length)[0];
    if (longest === undefined) throw new Error('Nothing was played.');
    const { id } = longest.real;
    const proofs: DrawProof[] = [];
    for (const { draw_id: drawId } of await drawsOf(longest.real)) {
      if (drawId !== null && longest.held.some(({ proof }) => proof.draw_id === drawId)) {
        proofs.push(await proofOf({ app, id }, drawId));
      }
    }
    const outcomes = checkProofs(
      app,
      proofs.map((proof, index) => ({ proof, ...(index > 0 && { earlier: proofs.slice(0, index) }) })),
    );
    for (const { ours, python } of outcomes) expect([ours.fails, python.fails]).toEqual([[], []]);
    await wholeLog(app);
    const log = (await person(app).get<Parameters<typeof checkLogs>[0][number]>('/api/log/file?proofs=1'))
      .body;
    expect(checkLogs([log]).map(({ ours, python }) => [ours.verdict, python.verdict])).toEqual([
      ['VERIFIED', 'VERIFIED'],
    ]);
  });
});
