/** Draws from beginning to end (draw protocol §2): sealed, with an audience, with numbers made in the room, voided, and their proofs. */
import type {
  DrawAnswer,
  DrawPlan,
  ErrorBody,
  HostRaffle,
  PublicRaffle,
  RaffleTerms,
  RoomNumbersAnswer,
} from '@glassdrum/contract';
import {
  type BeaconChain,
  type DrawProof,
  openHash,
  parseLogRecord,
  planHash,
  planOfProof,
  rulesHash,
  rulesOfProof,
  signatureHolds,
  type Verification,
  verifyProof,
  type VerifyOptions,
} from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { type Device, newDevice } from '../../../../test/support/device.ts';
import { forEachDatabase, type MakeApp, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';
import { letWitness, startPretender, startWitness } from '../../../../test/support/witnesses.ts';

type Entrant = Awaited<ReturnType<typeof join>> & { device: Device };

interface Hall {
  app: TestApp;
  host: Person;
  id: string;
  link: string;
  people: Entrant[];
}

async function hall(
  app: TestApp,
  entrants: number,
  fields: Parameters<typeof openRaffle>[1] = {},
): Promise<Hall> {
  const host = await signUp(app);
  const { id, public_link: link } = await openRaffle(host, fields);
  const people: Entrant[] = [];
  for (let n = 1; n <= entrants; n += 1) {
    const device = newDevice();
    people.push({ ...(await join(app, link, `Guest ${n}`, device)), device });
  }
  return { app, host, id, link, people };
}

const planOf = async (app: TestApp, id: string): Promise<DrawPlan> =>
  (await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`)).body;

const raffleOf = async (app: TestApp, id: string): Promise<PublicRaffle> =>
  (await person(app).get<PublicRaffle>(`/api/raffles/${id}`)).body;

async function startDraw({ host, id }: Hall, body: object = {}): Promise<DrawAnswer> {
  const answer = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`, body);
  if (answer.status !== 200) throw new Error(`Drawing answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** Waits in real time, so that witnesses answer before the clock runs on. */
const sealed = ({ app, id }: Hall): Promise<DrawPlan> =>
  eventually(app, 'the sealing', async () => {
    const answer = await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`);
    return answer.status === 200 && answer.body.sealing.done && answer.body;
  });

/** All of them sign the freeze. */
async function signAll({ app, id, people }: Hall, draw: DrawPlan): Promise<void> {
  const seenAt = Math.floor(app.clock.now() / 1000);
  for (const { device, joined, ...who } of people) {
    const body = device.seen(draw, joined.entry_number, seenAt);
    const answer = await who.post(`/api/raffles/${id}/draw/seen`, body);
    if (answer.status !== 200) throw new Error(`Signing answered ${answer.status}: ${answer.text}`);
  }
}

async function finish({ app, id }: Hall): Promise<DrawProof> {
  await eventually(app, 'the end', async () => (await raffleOf(app, id)).status === 'drawn', 500);
  return proofOf(app, id);
}

const proofOf = (app: TestApp, id: string): Promise<DrawProof> =>
  eventually(app, 'a proof with its log', async () => {
    const { body } = await person(app).get<DrawProof>(`/api/raffles/${id}/proof`);
    return body?.log !== undefined && body;
  });

const statusOf = (verification: Verification, name: string): string =>
  verification.steps.find((step) => step.name === name)?.status ?? 'missing';

function check(app: TestApp, proof: DrawProof, options: VerifyOptions = {}): Verification {
  const chains: BeaconChain[] = [app.testChain.chain];
  return verifyProof(proof, { chains, logKey: app.parts.keys.publicKey, ...options });
}

/** An installation with witnesses of its own, all on one clock. */
async function witnessed(makeApp: MakeApp, names: string[]): Promise<{ app: TestApp; keys: string[] }> {
  const clockOf = await makeApp();
  const witnesses = [];
  for (const name of names) witnesses.push(await startWitness(makeApp, name, clockOf.clock));
  const app = await makeApp({
    clock: clockOf.clock,
    env: { WITNESSES: witnesses.map(({ entry }) => entry).join(',') },
  });
  for (const witness of witnesses) await letWitness(witness, app);
  return { app, keys: witnesses.map(({ entry }) => entry.slice(0, entry.lastIndexOf('=http'))) };
}

forEachDatabase((makeApp) => {
  describe('R86 R87 R89 everything at once', () => {
    it('gives a proof that passes every check, with witnesses, devices, contributions and a changed plan', async () => {
      const { app, keys } = await witnessed(makeApp, ['one.example.org', 'two.example.org']);
      const scene = await hall(app, 6, {
        max_winners: 1,
        adds_chance: true,
        witness_quorum: 2,
        rules_text: 'One ticket for each guest.\n\nNo cash.',
      });
      const { host, id, people } = scene;
      const patched = await host.patch<HostRaffle>(`/api/raffles/${id}`, { max_winners: 2 });
      expect([patched.status, patched.body.max_winners]).toEqual([200, 2]);

      const begun = await startDraw(scene);
      expect([begun.t0, begun.freeze_hash]).toEqual([null, null]);
      expect(begun.assurance).toBe('participants');
      expect((await raffleOf(app, id)).contributing).toEqual({
        until: begun.contributions_until,
        received: 0,
        expected: 6,
      });
      for (const { device, ...who } of people.slice(0, 4)) {
        await who.post(`/api/raffles/${id}/draw/contribution`, { contribution: device.contribution });
      }
      await app.clock.advance(15_000);
      const plan = await sealed(scene);
      expect(plan.sealing).toMatchObject({
        known: 2,
        quorum: 2,
        cosigned: ['one.example.org', 'two.example.org'],
      });
      expect(plan.t0).toBe((plan.frozen_at + 12) * 1000);
      await signAll(scene, plan);
      const proof = await finish(scene);
      const options = { witnessKeys: keys, witnessQuorum: 2, receipt: people[4]?.joined.receipt };
      const result = check(app, proof, { ...options, receiptKey: app.parts.keys.publicKey });
      expect(result.verdict).toBe('VERIFIED');
      expect(result.steps.filter(({ status }) => status !== 'PASS').map(({ name }) => name)).toEqual([
        'standing',
        'series',
      ]);
      expect(result.notes.map(({ name }) => name)).toEqual(['plan', 'audience']);
      expect(proof.contributions.map(([entry]) => entry)).toEqual([1, 2, 3, 4]);
      expect(proof.audience).toHaveLength(6);
      expect(proof.assurance).toBe('participants');
      expect(proof.rules?.text).toBe('One ticket for each guest.\n\nNo cash.');
      const kinds = (proof.log?.more ?? []).map(({ text }) => parseLogRecord(text)?.kind);
      expect(kinds).toEqual(['replan', 'audience']);
    });

    it('R14 a passed-over prize is in the proof, and its check passes', async () => {
      const app = await makeApp();
      const scene = await hall(app, 7, { max_winners: 2 });
      await startDraw(scene);
      await finish(scene);
      const { body: results } = await person(app).get<{ winners: { entry_number: number }[] }>(
        `/api/raffles/${scene.id}/results`,
      );
      for (const reason of ['absent', 'ineligible'] as const) {
        const entry = results.winners.shift()?.entry_number;
        const passed = await scene.host.post(`/api/raffles/${scene.id}/pass-over`, {
          entry_number: entry,
          reason,
          ...(reason === 'ineligible' && { text: 'Works for the sponsor.' }),
        });
        expect(passed.status).toBe(200);
      }
      const proof = await eventually(app, 'both advances in the file', async () => {
        const now = await proofOf(app, scene.id);
        return now.log?.after.length === 2 && now;
      });
      const result = check(app, proof);
      expect([result.verdict, statusOf(result, 'standing'), statusOf(result, 'log')]).toEqual([
        'VERIFIED',
        'PASS',
        'PASS',
      ]);
    });

    it('R14 nobody is passed over as unclaimed where the prize has no claim period', async () => {
      const app = await makeApp();
      const scene = await hall(app, 5, { max_winners: 1 });
      await startDraw(scene);
      const proof = await finish(scene);
      const refused = await scene.host.post<ErrorBody>(`/api/raffles/${scene.id}/pass-over`, {
        entry_number: proof.winners[0]?.entry_number,
        reason: 'unclaimed',
      });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'claim_still_possible']);
      expect((await proofOf(app, scene.id)).log?.after).toEqual([]);
    });
  });

  describe('R86 a draw without its quorum', () => {
    it('is voided before its round is due, and the next draw of the raffle verifies', async () => {
      const silent = await startPretender(() => undefined);
      try {
        const { app, keys } = await witnessed(makeApp, ['one.example.org']);
        const [key = ''] = keys;
        const lonely = await makeApp({
          clock: app.clock,
          env: { WITNESSES: `${key}=${silent.url}` },
        });
        const scene = await hall(lonely, 4, { witness_quorum: 1 });
        const address = await lonely.listen();
        const watcher = await watch(lonely, address, scene.id);
        const first = await startDraw(scene);
        await eventually(lonely, 'the freeze', async () => (await planOf(lonely, scene.id)).freeze_hash);
        const started = await planOf(lonely, scene.id);
        expect(started.sealing).toMatchObject({ known: 1, quorum: 1, cosigned: [] });
        await eventually(lonely, 'the giving up', async () => (await planOf(lonely, scene.id)).voided, 500);
        const given = await planOf(lonely, scene.id);
        expect(given.draw_id).toBe(first.draw_id);
        expect(given.voided?.reason).toBe('no_quorum');
        expect(given.voided?.at).toBeGreaterThanOrEqual(given.t0);
        expect(given.voided?.at).toBeLessThan(given.draw_at * 1000);
        expect(given.seed_reveal).toBeNull();
        const sealing = await watcher.next('draw:sealing');
        expect(sealing.data.sealing).toMatchObject({ known: 1, quorum: 1, cosigned: [] });
        expect((await watcher.next('draw:void')).data).toEqual({
          drawId: first.draw_id,
          reason: 'no_quorum',
        });

        const back = await raffleOf(lonely, scene.id);
        expect([back.status, back.draw_started]).toEqual(['closed', false]);
        const terms = (await person(lonely).get<RaffleTerms>(`/api/raffles/${scene.id}/terms`)).body;
        expect(terms.draws.map(({ open }) => open.stage)).toEqual([1, 2]);
        expect(terms.draws[0]?.voided?.reason).toBe('no_quorum');
        expect(terms.draws[1]?.seed_commit_hash).not.toBe(terms.draws[0]?.seed_commit_hash);
        expect(terms.draws[1]?.open.previous).toBe(terms.draws[0]?.open_hash);

        // The raffle asks for its quorum in the next draw too; without the requirement it would go on.
        await lonely.parts.database.query
          .updateTable('raffles')
          .set({ witness_quorum: 0 })
          .where('id', '=', scene.id)
          .execute();
        const second = await startDraw(scene);
        expect(second.draw_id).not.toBe(first.draw_id);
        const proof = await finish(scene);
        expect(proof.open.stage).toBe(2);
        const result = check(lonely, proof, { witnessKeys: [key] });
        expect(result.steps.filter(({ status }) => status === 'FAIL')).toEqual([]);
        expect([statusOf(result, 'log'), statusOf(result, 'witnesses')]).toEqual(['PASS', 'SKIP']);
        const kinds = (proof.log?.more ?? []).map(({ text }) => parseLogRecord(text)?.kind);
        expect(kinds).toEqual(['open', 'void']);
      } finally {
        await silent.close();
      }
    });

    it('continues and reports what is missing where the raffle requires none', async () => {
      const silent = await startPretender(() => undefined);
      try {
        const { keys } = await witnessed(makeApp, ['one.example.org']);
        const app = await makeApp({ env: { WITNESSES: `${keys[0]}=${silent.url}` } });
        const scene = await hall(app, 4);
        await startDraw(scene);
        const proof = await finish(scene);
        const plan = await planOf(app, scene.id);
        expect(plan.sealing).toMatchObject({ known: 1, quorum: 0, cosigned: [], done: true });
        expect(check(app, proof).verdict).toBe('VERIFIED');
      } finally {
        await silent.close();
      }
    });
  });

  describe('R91 made in the room', () => {
    const NUMBERS = '3 1 4 1 5';

    async function roomDraw(): Promise<Hall> {
      const scene = await hall(await makeApp(), 5, { beacon_policy: 'room', room_numbers: 5 });
      await startDraw(scene);
      return scene;
    }
    const enter = (who: Person, id: string, text: string) =>
      who.post<RoomNumbersAnswer & ErrorBody>(`/api/raffles/${id}/draw/room-numbers`, { text });

    it('two devices that agree fix the numbers; only then does the server reveal its seed', async () => {
      const scene = await roomDraw();
      const { app, host, id, people } = scene;
      const [one, two] = people;
      if (one === undefined || two === undefined) throw new Error('Nobody is here.');
      const tooEarly = await enter(host, id, NUMBERS);
      expect([tooEarly.status, tooEarly.body.error.code]).toEqual([409, 'room_numbers_closed']);
      const { draw_at: drawAt, t0 } = await planOf(app, id);
      await app.clock.advance(t0 - app.clock.now());
      for (const wrong of ['3 1 4 1', '3 1 4 1 5 9', '3 1 4 1 05', 'three', '3,1,4,1,5']) {
        const refused = await enter(host, id, wrong);
        expect([wrong, refused.status]).toEqual([wrong, 422]);
      }
      expect((await enter(host, id, NUMBERS)).body).toEqual({ agreed: false, entered: 1 });
      expect((await enter(host, id, NUMBERS)).body).toEqual({ agreed: false, entered: 1 });
      expect((await enter(one, id, '6 6 6 6 6')).body).toEqual({ agreed: false, entered: 2 });
      await app.clock.advance(drawAt * 1000 + 60_000 - app.clock.now());
      const waiting = await planOf(app, id);
      expect([waiting.seed_reveal, waiting.beacon_value]).toEqual([null, null]);
      expect((await enter(person(app), id, NUMBERS)).status).toBe(401);
      expect((await enter(two, id, ` ${NUMBERS}  `)).body).toEqual({ agreed: true, entered: 3 });
      const late = await enter(one, id, '6 6 6 6 6');
      expect([late.status, late.body.error.code]).toEqual([409, 'room_numbers_closed']);
      const proof = await finish(scene);
      const plan = await planOf(app, id);
      expect([plan.beacon_text, plan.assurance]).toEqual([NUMBERS, 'room']);
      const { seed_revealed_at: shown } = await app.parts.database.query
        .selectFrom('draws')
        .select('seed_revealed_at')
        .where('id', '=', plan.draw_id)
        .executeTakeFirstOrThrow();
      expect(shown).toBeGreaterThanOrEqual(plan.beacon_at ?? Infinity);
      const result = check(app, proof);
      expect([result.verdict, result.assurance]).toEqual(['VERIFIED', 'room']);
    });

    it('numbers that agree too early are fixed at the announced time', async () => {
      const scene = await roomDraw();
      const { app, host, id, people } = scene;
      const { draw_at: drawAt, t0 } = await planOf(app, id);
      await app.clock.advance(t0 + 1_000 - app.clock.now());
      await enter(host, id, NUMBERS);
      expect((await enter(people[0] ?? host, id, NUMBERS)).body.agreed).toBe(false);
      await finish(scene);
      expect((await planOf(app, id)).beacon_at).toBeGreaterThanOrEqual(drawAt * 1000);
    });

    it('R93 a host cannot draw it in another way', async () => {
      const scene = await hall(await makeApp(), 3, { beacon_policy: 'room' });
      const refused = await scene.host.post<ErrorBody>(`/api/raffles/${scene.id}/draw`, {
        assurance: 'operator',
      });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'kind_not_allowed']);
    });
  });

  describe('R88 R94 the terms', () => {
    it('contain the signed open record with everything that it commits to, and each change of the plan', async () => {
      const app = await makeApp();
      const { host, id } = await hall(app, 2, {
        title: 'A title\twith a tab',
        max_winners: 3,
        max_tickets: 4,
        rules_text: 'Tabs\tand\r\nlines.',
        beacon_policy: 'lower',
      });
      const url = `/api/raffles/${id}/terms`;
      const opened = await person(app).get<RaffleTerms>(url);
      const { etag } = opened.headers;
      expect((await person(app, { 'if-none-match': String(etag) }).get(url)).status).toBe(304);
      const [draw] = opened.body.draws;
      if (draw === undefined) throw new Error('There is no draw.');
      const { open, rules } = draw;
      if (rules === null) throw new Error('There are no rules.');
      expect(rules.text).toBe('Tabs and\nlines.');
      expect(rules.title).toBe('A title with a tab');
      expect(rulesHash(rulesOfProof(rules))).toBe(open.rules_hash);
      expect(planHash(draw.draw_id, planOfProof(draw.plan))).toBe(open.plan_hash);
      const hash = openHash({
        drawId: draw.draw_id,
        hostId: open.host_id,
        hostSeq: open.host_seq,
        previous: open.previous === '-' ? null : open.previous,
        seriesId: open.series_id,
        stage: open.stage,
        seedCommitHash: draw.seed_commit_hash,
        planHash: open.plan_hash,
        rulesHash: open.rules_hash,
        openedAt: open.opened_at,
      });
      expect(hash).toBe(draw.open_hash);
      const { text, signature } = draw.open_record;
      expect(signatureHolds(opened.body.public_key, text, signature)).toBe(true);

      for (const winners of [5, 3, 5]) await host.patch(`/api/raffles/${id}`, { max_winners: winners });
      const [changed] = (await person(app).get<RaffleTerms>(url)).body.draws;
      expect(changed?.plan.prizes).toEqual([
        { quantity: 5, alternates: 5, pool: 1, claim_window: '-', name: '-' },
      ]);
      expect(changed?.open.plan_hash).toBe(open.plan_hash);
      expect(changed?.plan_hash).toBe(planHash(draw.draw_id, planOfProof(changed?.plan ?? draw.plan)));
      expect(changed?.replans).toHaveLength(3);
      const others = await host.patch<ErrorBody>(`/api/raffles/${id}`, { title: 'Another', max_winners: 2 });
      expect([others.status, others.body.error.code]).toEqual([409, 'raffle_not_draft']);
      await host.post(`/api/raffles/${id}/draw`);
      const late = await host.patch<ErrorBody>(`/api/raffles/${id}`, { max_winners: 2 });
      expect([late.status, late.body.error.code]).toEqual([409, 'draw_started']);
    });

    it('are not available for a draft', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = (await host.post<HostRaffle>('/api/raffles', { title: 'Draft' })).body;
      expect((await host.get(`/api/raffles/${id}/terms`)).status).toBe(404);
    });
  });
});
