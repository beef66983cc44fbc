/** The draw from the freeze to the proof, over HTTP, with a beacon chain of the test's own. */
import { describe, expect, it } from 'vitest';
import type {
  DrawAnswer,
  DrawPlan,
  ErrorBody,
  HostRaffle,
  ReplayAnswer,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, roundTime, verifyProof } from '@glassdrum/fair-draw';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import {
  eventually,
  join,
  makeOperator,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../test/support/people.ts';

/** Every route, as everybody, at every second of a draw: longer than all other tests. */
const THOUSANDS_OF_CALLS_MS = 900_000;

interface Scene {
  app: TestApp;
  host: Person;
  id: string;
  link: string;
  entrants: Awaited<ReturnType<typeof join>>[];
}

forEachDatabase((makeApp, kind) => {
  async function scene(entrants: number, fields: Parameters<typeof openRaffle>[1] = {}): Promise<Scene> {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, fields);
    const people = [];
    for (let i = 1; i <= entrants; i += 1) people.push(await join(app, link, `Guest ${i}`));
    return { app, host, id, link, entrants: people };
  }

  const planOf = async (app: TestApp, id: string): Promise<DrawPlan> =>
    (await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`)).body;

  /** Draws and waits for the end of the show. */
  async function drawToTheEnd({ app, host, id }: Pick<Scene, 'app' | 'host' | 'id'>): Promise<ResultsAnswer> {
    const draw = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    expect(draw.status).toBe(200);
    return finish(app, id);
  }

  async function finish(app: TestApp, id: string): Promise<ResultsAnswer> {
    await eventually(app, 'the seed', async () => (await planOf(app, id)).seed_reveal, 500);
    await eventually(app, 'the beacon', async () => (await planOf(app, id)).beacon_value, 500);
    return eventually(
      app,
      'the results',
      async () => {
        const answer = await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`);
        return answer.status === 200 && answer.body;
      },
      500,
    );
  }

  /** The proof with its place in the log, which it has from the first checkpoint after the reveal on. */
  const proofOf = (app: TestApp, id: string): Promise<DrawProof & Record<string, unknown>> =>
    eventually(app, 'a proof with its log', async () => {
      const { body } = await person(app).get<DrawProof & Record<string, unknown>>(`/api/raffles/${id}/proof`);
      return body.log !== undefined && body;
    });

  const ticketsOf = (proof: DrawProof): number[] => proof.entries.map(([, , [tickets = 0]]) => tickets);

  describe('a draw', () => {
    it('R36 gives a proof that verifies step by step, with a summary of the seeds', async () => {
      const { app, host, id } = await scene(12);
      const results = await drawToTheEnd({ app, host, id });
      expect(results.winners).toHaveLength(3);
      expect(results.alternates).toHaveLength(3);
      expect(results.total_entries).toBe(12);
      const proof = await proofOf(app, id);
      const check = verifyProof(proof, {
        chains: [app.testChain.chain],
        logKey: app.parts.keys.publicKey,
      });
      // Nobody watches with a device, nothing happened after the draw, and no witness is configured.
      const skipped = check.steps
        .filter((step) => step.status !== 'PASS')
        .map(({ name, status }) => `${status} ${name}`);
      expect(skipped).toEqual(['SKIP witnesses', 'SKIP audience', 'SKIP standing', 'SKIP series']);
      expect(check.verdict).toBe('VERIFIED');
      expect(proof.winners.map((row) => row.entry_number)).toEqual(
        results.winners.map((row) => row.entry_number),
      );
      expect(proof['raffle_id']).toBe(id);
      expect(proof['timestamp']).toBe(results.drawn_at);
      expect(proof['proof']).toEqual(results.proof);
      const records = await person(app).get<{ records: { kind: string }[] }>(`/api/raffles/${id}/records`);
      expect(records.body.records.map((record) => record.kind)).toEqual([
        'open',
        'close',
        'freeze',
        'reveal',
        'result',
      ]);
    });

    it('R13 C5 fifty parallel calls make one draw and the same answer', async () => {
      const { app, host, id } = await scene(4);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => host.post<DrawAnswer>(`/api/raffles/${id}/draw`)),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      const { query } = app.parts.database;
      expect(await query.selectFrom('draws').select('id').where('raffle_id', '=', id).execute()).toHaveLength(
        1,
      );
      const frozen = await query
        .selectFrom('public_log')
        .select('kind')
        .where('draw_id', '=', answers[0]?.body.draw_id ?? '')
        .orderBy('log_index')
        .execute();
      expect(frozen.map((row) => row.kind)).toEqual(['open', 'close', 'freeze']);
    });

    it('R22 the plan names entries without a ticket', async () => {
      const made = await scene(3);
      await made.host.remove(`/api/raffles/${made.id}/participants/${made.entrants[1]?.joined.invitee_id}`);
      await drawToTheEnd(made);
      const plan = await planOf(made.app, made.id);
      expect([plan.total_entries, plan.without_tickets]).toEqual([3, [2]]);
    });

    it('R13 refuses a draft and says why', async () => {
      const { host } = await scene(0);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Still a draft' })).body;
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([refused.status, refused.body.error]).toEqual([
        409,
        {
          code: 'raffle_still_draft',
          message:
            'This raffle is still a draft. Open it first, and draw once at least one person holds a ticket.',
        },
      ]);
    });

    it('R13 refuses a raffle without entries, a stranger and another host', async () => {
      const { app, host, id } = await scene(0);
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'no_entries']);
      expect((await person(app).post(`/api/raffles/${id}/draw`)).status).toBe(401);
      expect((await (await signUp(app, 'Other')).post(`/api/raffles/${id}/draw`)).status).toBe(404);
      expect((await person(app).get(`/api/raffles/${id}/draw`)).status).toBe(404);
    });

    it('R21 R22 a withdrawn entry keeps its number, is never drawn, and shifts nobody', async () => {
      const { app, host, id, entrants } = await scene(5, { max_winners: 2 });
      await entrants[1]?.post(`/api/raffles/${id}/leave`);
      const results = await drawToTheEnd({ app, host, id });
      const drawn = [...results.winners, ...results.alternates].map((row) => row.entry_number);
      expect(new Set(drawn)).toEqual(new Set([1, 3, 4, 5]));
      expect(drawn).toHaveLength(4);
      expect(ticketsOf(await proofOf(app, id))).toEqual([1, 0, 1, 1, 1]);
    });

    it('C11 nothing changes after the freeze', async () => {
      const { app, host, id, link, entrants } = await scene(3, { max_tickets: 5 });
      await host.post(`/api/raffles/${id}/draw`);
      const invitee = entrants[0]?.joined.invitee_id ?? '';
      const attempts = [
        await host.patch<ErrorBody>(`/api/raffles/${id}/participants/${invitee}/tickets`, { tickets: 5 }),
        await host.remove<ErrorBody>(`/api/raffles/${id}/participants/${invitee}`),
        await entrants[0]?.post<ErrorBody>(`/api/raffles/${id}/leave`),
        await host.post<ErrorBody>(`/api/raffles/${id}/reopen`),
        await person(app).post<ErrorBody>('/api/join/public', { public_link: link, display_name: 'Late' }),
      ];
      for (const attempt of attempts) expect(attempt?.status).toBe(409);
      const results = await finish(app, id);
      expect(results.total_entries).toBe(3);
      expect(ticketsOf(await proofOf(app, id))).toEqual([1, 1, 1]);
    });

    it('C11 changes concurrent with the draw are either in the frozen list or refused', async () => {
      const { app, host, id, entrants } = await scene(12, { max_tickets: 9 });
      const change = (entrant: Scene['entrants'][number], index: number) => {
        const url = `/api/raffles/${id}/participants/${entrant.joined.invitee_id}`;
        if (index % 3 === 0) return host.patch(`${url}/tickets`, { tickets: 7 });
        return index % 3 === 1 ? host.remove(url) : entrant.post(`/api/raffles/${id}/leave`);
      };
      const changes = entrants.slice(0, 9).map(change);
      const draw = host.post(`/api/raffles/${id}/draw`);
      const answers = await Promise.all([...changes, draw]);
      for (const answer of answers) expect([200, 204, 409]).toContain(answer.status);
      await finish(app, id);
      const expected = entrants.map((_, index) => {
        const status = answers[index]?.status ?? 409;
        if (index >= 9 || status === 409) return 1;
        return index % 3 === 0 ? 7 : 0;
      });
      expect(ticketsOf(await proofOf(app, id))).toEqual(expected);
    });

    it('draws a long list off the event loop, with the same kind of proof', async () => {
      const { app, host, id } = await scene(1);
      const { query } = app.parts.database;
      const template = await query.selectFrom('participations').selectAll().executeTakeFirstOrThrow();
      const numbers = Array.from({ length: 3_500 }, (_, i) => i + 2);
      for (let i = 0; i < numbers.length; i += 500) {
        const some = numbers.slice(i, i + 500);
        await query
          .insertInto('invitees')
          .values(
            some.map((n) => ({
              id: `invitee-${n}-of-the-crowd`,
              raffle_id: id,
              display_name: `Guest ${n}`,
              email: null,
              notes: null,
              source: 'public' as const,
              created_at: 0,
            })),
          )
          .execute();
        await query
          .insertInto('participations')
          .values(
            some.map((n) => ({ ...template, entry_number: n, invitee_id: `invitee-${n}-of-the-crowd` })),
          )
          .execute();
      }
      await query
        .updateTable('raffles')
        .set({ entry_count: 3_501, active_count: 3_501, ticket_total: 3_501 })
        .where('id', '=', id)
        .execute();
      const results = await drawToTheEnd({ app, host, id });
      expect(results.total_entries).toBe(3_501);
      const check = verifyProof(await proofOf(app, id), { chains: [app.testChain.chain] });
      expect(check.verdict).toBe('VERIFIED');
    });
  });

  describe('nothing leaves early', () => {
    it(
      'C3 C4 R4 no answer and no table reveals anything early, at any time of the draw',
      { timeout: THOUSANDS_OF_CALLS_MS },
      async () => {
        const { app, host, id, entrants } = await scene(8);
        const visitor = person(app);
        const operator = await makeOperator(app, await signUp(app));
        const { draw_id: drawId } = await app.parts.database.query
          .selectFrom('raffles')
          .select('draw_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const urls = app.routes
          .filter(({ method, url }) => method === 'GET' && url !== '*')
          .map(({ url }) => url.replace(':id', id).replace(':drawId', drawId ?? ''));
        const ofRaffle = urls.filter((url) => url.includes(id) || (drawId !== null && url.includes(drawId)));
        const received: { at: number; text: string }[] = [];
        const listen = async (addresses = urls): Promise<void> => {
          const asks = async (who: Person): Promise<void> => {
            for (const url of addresses)
              received.push({ at: app.clock.now(), text: (await who.get(url)).text });
          };
          await Promise.all([visitor, host, entrants[0] ?? visitor, operator].map(asks));
        };
        const tables = async (): Promise<string> => {
          const all = await app.parts.database.query.introspection.getTables();
          const dump = all.map(({ name }) =>
            app.parts.database.query
              .selectFrom(name as keyof Tables)
              .selectAll()
              .execute(),
          );
          return JSON.stringify(await Promise.all(dump));
        };
        await listen();
        const t0 = (await host.post<DrawAnswer>(`/api/raffles/${id}/draw`)).body.t0 ?? Number.NaN;
        await listen();
        const storedBeforeReveal = await tables();
        const loggedBeforeReveal = app.logLines.length;
        while (app.clock.now() < t0 + 40_000) {
          await app.clock.advance(1000);
          // What names no raffle in its path is asked for less often.
          await listen((app.clock.now() - t0) % 5000 < 1000 ? urls : ofRaffle);
        }
        const results = await finish(app, id);
        const plan = await planOf(app, id);
        const revealAt = Math.max(t0 + 25_000, plan.beacon_at ?? 0) + 3000;
        const seed = results.proof.seed_reveal;
        const winners = [...results.winners, ...results.alternates].map((row) => row.selection_index);
        const withSeed = received.filter(({ text }) => text.includes(seed));
        const withResult = received.filter(({ text }) =>
          [...winners, results.proof.combined_seed].some((secret) => text.includes(secret)),
        );
        expect(withSeed.length).toBeGreaterThan(0);
        expect(withResult.length).toBeGreaterThan(0);
        expect(withSeed.every(({ at }) => at >= t0 + 3000)).toBe(true);
        expect(withResult.every(({ at }) => at >= revealAt)).toBe(true);
        expect(storedBeforeReveal).not.toContain(seed);
        expect(app.logLines.slice(0, loggedBeforeReveal).join()).not.toContain(seed);
      },
    );
  });

  describe('the beacon', () => {
    it('R30 a late round delays the show and everything after it', async () => {
      const { app, host, id } = await scene(4);
      await host.post(`/api/raffles/${id}/draw`);
      app.relay.setLate(20_000);
      const plan = await eventually(
        app,
        'the time of the round',
        async () => {
          const current = await planOf(app, id);
          return app.clock.now() >= current.t0 + 38_000 && current;
        },
        500,
      );
      expect(plan.beacon_value).toBeNull();
      expect((await person(app).get(`/api/raffles/${id}/results`)).status).toBe(404);
      await finish(app, id);
      const done = await planOf(app, id);
      const round = Number(done.beacon.round);
      expect(done.beacon_at).toBeGreaterThanOrEqual(roundTime(round, app.testChain.chain) * 1000 + 20_000);
      expect(app.clock.now()).toBeGreaterThanOrEqual((done.beacon_at ?? 0) + 3000);
      const check = verifyProof(await proofOf(app, id), { chains: [app.testChain.chain] });
      expect(check.verdict).toBe('VERIFIED');
    });

    it('R31 R93 unreachable before the freeze: nothing is frozen, and policy lower lets the host choose', async () => {
      const { app, host, id } = await scene(4, { beacon_policy: 'lower' });
      app.relay.setDown(true);
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`);
      expect([refused.status, refused.body.error.code]).toEqual([409, 'beacon_unreachable']);
      expect((await person(app).get(`/api/raffles/${id}/draw`)).status).toBe(404);
      const chosen = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, { assurance: 'operator' });
      expect(chosen.body.assurance).toBe('operator');
      const results = await finish(app, id);
      expect(results.assurance).toBe('operator');
      const check = verifyProof(await proofOf(app, id));
      expect([check.verdict, check.assurance]).toEqual(['VERIFIED', 'operator']);
    });

    it('M9 R93 while the beacon is reachable, a host cannot choose a lower level', async () => {
      const { app, host, id } = await scene(4, { beacon_policy: 'lower' });
      const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`, { assurance: 'operator' });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'beacon_reachable']);
      const drawn = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
      expect(drawn.status).toBe(200);
      expect((await planOf(app, id)).beacon.kind).toBe('drand');
    });

    it('R93 policy wait: the host cannot lower the level, however long the beacon is unreachable', async () => {
      const { app, host, id } = await scene(4);
      app.relay.setDown(true);
      for (const [assurance, code] of [
        ['operator', 'kind_not_allowed'],
        ['room', 'kind_not_allowed'],
        ['beacon', 'beacon_unreachable'],
      ] as const) {
        const refused = await host.post<ErrorBody>(`/api/raffles/${id}/draw`, { assurance });
        expect([refused.status, refused.body.error.code]).toEqual([409, code]);
      }
      expect((await person(app).get(`/api/raffles/${id}/draw`)).status).toBe(404);
    });

    it('R93 policy none: a draw without a beacon, as its rules say', async () => {
      const { app, host, id } = await scene(4, { beacon_policy: 'none' });
      const results = await drawToTheEnd({ app, host, id });
      expect(results.assurance).toBe('operator');
      const check = verifyProof(await proofOf(app, id), { logKey: app.parts.keys.publicKey });
      expect([check.verdict, check.assurance]).toEqual(['VERIFIED', 'operator']);
    });

    it('R2 a test chain never claims the beacon level', async () => {
      const { app, host, id } = await scene(4);
      const results = await drawToTheEnd({ app, host, id });
      expect(results.assurance).toBe('operator');
    });
  });

  describe('R33 a node that crashes', () => {
    const points: [string, (app: TestApp, id: string) => Promise<void>][] = [
      ['right after the freeze', async () => {}],
      [
        'after the seed',
        async (app, id) => {
          await eventually(app, 'the seed', async () => (await planOf(app, id)).seed_reveal, 500);
        },
      ],
      [
        'after the beacon',
        async (app, id) => {
          await eventually(app, 'the beacon', async () => (await planOf(app, id)).beacon_value, 500);
        },
      ],
    ];
    it.each(points)('%s: the next one finishes the same draw', async (_where, until) => {
      const { app, host, id } = await scene(6);
      const draw = (await host.post<DrawAnswer>(`/api/raffles/${id}/draw`)).body;
      await until(app, id);
      const before = await planOf(app, id);
      await app.close();
      const next = await makeApp({ storage: app.storage, clock: app.clock });
      await finish(next, id);
      const after = await planOf(next, id);
      expect([after.t0, after.freeze_hash]).toEqual([draw.t0, before.freeze_hash]);
      const check = verifyProof(await proofOf(next, id), { chains: [next.testChain.chain] });
      expect(check.verdict).toBe('VERIFIED');
    });

    it.runIf(kind === 'postgres')('C5 three nodes, fifty calls, one draw, one of each record', async () => {
      const first = await scene(6);
      const nodes = [
        first.app,
        await makeApp({ storage: first.app.storage, clock: first.app.clock }),
        await makeApp({ storage: first.app.storage, clock: first.app.clock }),
      ];
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          person(nodes[i % 3] ?? first.app, first.host.headers).post<DrawAnswer>(
            `/api/raffles/${first.id}/draw`,
          ),
        ),
      );
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      // The results are there by the clock alone; only the end of the show comes after the record of the result.
      await eventually(
        first.app,
        'the end of the show',
        async () => (await first.host.get<HostRaffle>(`/api/raffles/${first.id}`)).body.status === 'drawn',
        500,
      );
      const records = await first.app.parts.database.query
        .selectFrom('public_log')
        .select('kind')
        .where('draw_id', '=', answers[0]?.body.draw_id ?? '')
        .execute();
      expect(records.map((row) => row.kind).toSorted()).toEqual([
        'close',
        'freeze',
        'open',
        'result',
        'reveal',
      ]);
    });
  });

  it('R34 the replay contains the finished plan and the results', async () => {
    const { app, host, id } = await scene(4);
    expect((await person(app).get(`/api/raffles/${id}/replay`)).status).toBe(404);
    const results = await drawToTheEnd({ app, host, id });
    const { body } = await person(app).get<ReplayAnswer>(`/api/raffles/${id}/replay`);
    expect(body.results).toEqual(results);
    expect(body.plan.seed_reveal).toBe(results.proof.seed_reveal);
  });
});
