/** R87, R89 over HTTP and the socket: what devices send to a draw, until when, and that it is in the proof. */
import type { DrawAnswer, DrawPlan, OwnAudienceAnswer, PublicRaffle } from '@glassdrum/contract';
import {
  type DrawProof,
  entropyCommit,
  parseLogRecord,
  signatureHolds,
  verifyAudienceInclusion,
} from '@glassdrum/fair-draw';
import { beforeAll, expect, test } from 'vitest';
import { type Device, newDevice } from '../../../../test/support/device.ts';
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
import { participantSessions } from '../../entries/participant-session.ts';
import { createAudienceCommands } from './commands.ts';

interface ErrorAnswer {
  error: { code: string };
}

forEachDatabase((makeApp, kind) => {
  let app: TestApp;
  let address: string;
  let host: Person;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
    host = await signUp(app);
  });

  const nowS = (): number => Math.floor(app.clock.now() / 1000);

  async function hall(devices: number, fields: object = {}) {
    const raffle = await openRaffle(host, fields);
    const people: (Awaited<ReturnType<typeof join>> & { device: Device })[] = [];
    for (let n = 1; n <= devices; n += 1) {
      const device = newDevice();
      people.push({ ...(await join(app, raffle.public_link, `Guest ${n}`, device)), device });
    }
    return { id: raffle.id, link: raffle.public_link, people };
  }

  async function startDraw(id: string): Promise<DrawAnswer> {
    const answer = await host.post<DrawAnswer>(`/api/raffles/${id}/draw`);
    if (answer.status !== 200) throw new Error(`Drawing answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }
  const planOf = async (id: string) => (await person(app).get<DrawPlan>(`/api/raffles/${id}/draw`)).body;
  const publicRaffle = async (id: string) =>
    (await person(app).get<{ raffle: PublicRaffle }>(`/api/raffles/${id}/entrants`)).body.raffle;
  const frozen = (id: string) => eventually(app, 'the freeze', async () => (await planOf(id)).freeze_hash);
  const contribute = (who: Person, id: string, body: object) =>
    who.post<ErrorAnswer>(`/api/raffles/${id}/draw/contribution`, body);
  const sendSeen = (who: Person, id: string, body: object, target: TestApp = app) =>
    person(target, who.headers).post<ErrorAnswer>(`/api/raffles/${id}/draw/seen`, body);
  const placeOf = async (who: Person, id: string) =>
    (await who.get<OwnAudienceAnswer>(`/api/raffles/${id}/draw/audience/me`)).body;
  const codes = (answers: readonly { status: number; body: ErrorAnswer }[]) =>
    answers.map(({ status, body }) => (status === 200 ? 'ok' : `${status} ${body.error.code}`));
  const stored = (table: 'draw_audience' | 'draw_contributions', drawId: string) =>
    app.parts.database.query
      .selectFrom(table)
      .select('entry_number')
      .where('draw_id', '=', drawId)
      .orderBy('entry_number')
      .execute();

  test('R89: contributions are accepted in time, once for each entry, and only as committed to', async () => {
    const { id, link, people } = await hall(3, { adds_chance: true });
    const plain = await join(app, link, 'Without a device');
    const [ada, ben, cleo] = people;
    if (ada === undefined || ben === undefined || cleo === undefined) throw new Error('Nobody is here.');
    const own = (who: typeof ada) => ({ contribution: who.device.contribution });
    expect(codes([await contribute(ada, id, own(ada))])).toEqual(['409 contributions_closed']);
    const { draw_id: drawId, contributions_until: until } = await startDraw(id);
    expect(until).toBe(app.clock.now() + 15_000);

    // Together, twice, somebody else's, without a commitment, and from nobody.
    const answers = await Promise.all([
      contribute(ada, id, own(ada)),
      contribute(ada, id, own(ada)),
      contribute(ben, id, own(cleo)),
      contribute(plain, id, own(ada)),
      contribute(person(app), id, own(ada)),
      contribute(ada, id, { contribution: 'ab' }),
    ]);
    expect(codes(answers)).toEqual([
      'ok',
      'ok',
      '422 contribution_wrong',
      '422 contribution_wrong',
      '401 not_a_participant',
      '400 invalid_input',
    ]);
    expect(codes([await contribute(ada, id, own(ada))])).toEqual(['ok']);
    await app.clock.advance(14_999);
    expect(codes([await contribute(cleo, id, own(cleo))])).toEqual(['ok']);
    expect((await publicRaffle(id)).contributing).toEqual({ until, received: 2, expected: 3 });
    await app.clock.advance(1);
    expect(codes([await contribute(ben, id, own(ben))])).toEqual(['409 contributions_closed']);
    await frozen(id);
    expect(codes([await contribute(ben, id, own(ben))])).toEqual(['409 contributions_closed']);
    expect((await stored('draw_contributions', drawId)).map((row) => row.entry_number)).toEqual([1, 3]);

    const entries = await person(app).get<{ contributions: [number, string][] }>(
      `/api/raffles/${id}/draw/entries`,
    );
    expect(entries.body.contributions).toEqual([
      [1, ada.device.contribution],
      [3, cleo.device.contribution],
    ]);
    expect(entropyCommit(ada.device.contribution)).toBe(ada.joined.receipt.entropy_commit);
  });

  test('R87: devices sign the freeze; each finds its place in the record, and all of them are in the proof', async () => {
    const { id, people } = await hall(5);
    await startDraw(id);
    const plan = await planOf(id);
    const room = await watch(app, address, id);
    const signers = people.filter((_, index) => index !== 2);
    const seenAt = nowS();
    const answers = await Promise.all(
      signers.map((who) => sendSeen(who, id, who.device.seen(plan, who.joined.entry_number, seenAt))),
    );
    expect(codes(answers)).toEqual(['ok', 'ok', 'ok', 'ok']);
    const first = signers[0];
    if (first === undefined) throw new Error('Nobody is here.');
    // The first one counts.
    const again = first.device.seen(plan, first.joined.entry_number, seenAt + 1);
    expect(codes([await sendSeen(first, id, again)])).toEqual(['ok']);
    expect(await placeOf(first, id)).toEqual({ record: null, index: null, seen_at: null, path: [] });
    await app.clock.advance(2000);
    expect((await room.next('draw:audience')).data).toMatchObject({
      audience: { count: 4, devices: 5, final: false },
    });
    room.close();

    await app.clock.advance(plan.draw_at * 1000 - 3000 - app.clock.now());
    await eventually(app, 'the audience record', async () => (await placeOf(first, id)).record);
    for (const [index, who] of signers.entries()) {
      const { record, ...place } = await placeOf(who, id);
      expect(place).toMatchObject({ index, seen_at: seenAt });
      const parsed = parseLogRecord(record?.text ?? '');
      if (parsed?.kind !== 'audience') throw new Error('This is no audience record.');
      expect(signatureHolds(app.parts.keys.publicKey, record?.text ?? '', record?.signature ?? '')).toBe(
        true,
      );
      const { root, count } = parsed.fields;
      const entryNumber = who.joined.entry_number;
      const { signature } = who.device.seen(plan, entryNumber, seenAt);
      const { draw_id: drawId, freeze_hash: freezeHash } = plan;
      const row = [entryNumber, seenAt, signature] as const;
      const evidence = { drawId, freezeHash, row, index, count, path: place.path, root };
      expect(verifyAudienceInclusion(evidence)).toBe(true);
      expect(verifyAudienceInclusion({ ...evidence, row: [entryNumber, seenAt + 1, signature] })).toBe(false);
    }
    const outside = people[2];
    if (outside === undefined) throw new Error('Nobody is here.');
    expect(await placeOf(outside, id)).toMatchObject({ index: null, seen_at: null, path: [] });
    const late = outside.device.seen(plan, outside.joined.entry_number, seenAt);
    expect(codes([await sendSeen(outside, id, late)])).toEqual(['409 audience_closed']);

    const proof = await eventually(
      app,
      'the proof',
      async () => {
        const answer = await person(app).get<DrawProof>(`/api/raffles/${id}/proof`);
        return answer.status === 200 && answer.body.audience !== undefined && answer.body;
      },
      500,
    );
    expect(proof.audience?.map(([entryNumber]) => entryNumber)).toEqual([1, 2, 4, 5]);
  });

  test('R45, R87, R89: an entry that left may not contribute, sign or look up its place, and nothing of it is stored', async () => {
    const { id, people } = await hall(2, { adds_chance: true });
    const [ada, ben] = people;
    if (ada === undefined || ben === undefined) throw new Error('Nobody is here.');
    expect((await ada.post(`/api/raffles/${id}/leave`)).status).toBe(200);
    const { draw_id: drawId } = await startDraw(id);
    const contributions = [ada, ben].map((who) =>
      contribute(who, id, { contribution: who.device.contribution }),
    );
    expect(codes(await Promise.all(contributions))).toEqual(['409 entry_withdrawn', 'ok']);
    await app.clock.advance(15_000);
    await frozen(id);
    const plan = await planOf(id);
    const signatures = [ada, ben].map((who) =>
      sendSeen(who, id, who.device.seen(plan, who.joined.entry_number, nowS())),
    );
    expect(codes(await Promise.all(signatures))).toEqual(['409 entry_withdrawn', 'ok']);
    const place = await ada.get<ErrorAnswer>(`/api/raffles/${id}/draw/audience/me`);
    expect(codes([place])).toEqual(['409 entry_withdrawn']);
    expect(await stored('draw_contributions', drawId)).toEqual([{ entry_number: 2 }]);
    expect(await stored('draw_audience', drawId)).toEqual([{ entry_number: 2 }]);
  });

  test('R87: signatures with a wrong key, freeze, entry or time are refused and not stored', async () => {
    const { id, link, people } = await hall(2);
    const [ada, ben] = people;
    if (ada === undefined || ben === undefined) throw new Error('Nobody is here.');
    const plain = await join(app, link, 'Without a device');
    const early = ada.device.seen({ draw_id: 'd', freeze_hash: 'ab'.repeat(32) }, 1, nowS());
    expect(codes([await sendSeen(ada, id, early)])).toEqual(['409 audience_closed']);
    await startDraw(id);
    const plan = await planOf(id);
    const at = nowS();
    const other = { ...plan, freeze_hash: 'cd'.repeat(32) };
    const good = ada.device.seen(plan, 1, at);
    const table: [string, Person, object][] = [
      ['422 signature_wrong', ada, ben.device.seen(plan, 1, at)],
      ['422 signature_wrong', ada, ada.device.seen(plan, 2, at)],
      ['422 signature_wrong', ada, ada.device.seen({ ...plan, draw_id: 'another-draw-of-it' }, 1, at)],
      ['422 signature_wrong', ada, { ...good, seen_at: at - 1 }],
      ['422 other_freeze', ada, ada.device.seen(other, 1, at)],
      ['422 signature_wrong', ada, { ...ada.device.seen(other, 1, at), freeze_hash: plan.freeze_hash }],
      ['422 seen_at_wrong', ada, ada.device.seen(plan, 1, plan.draw_at - 4)],
      ['422 seen_at_wrong', ada, ada.device.seen(plan, 1, plan.frozen_at - 61)],
      ['409 no_device_key', plain, ada.device.seen(plan, 3, at)],
      ['401 not_a_participant', person(app), good],
      ['403 forbidden', host, good],
      ['403 wrong_identity', ada, { ...ben.device.seen(plan, 2, at), invitee_id: ben.joined.invitee_id }],
      ['400 invalid_input', ada, { ...good, signature: good.signature.toUpperCase() }],
    ];
    for (const [expected, who, body] of table) {
      expect([body, ...codes([await sendSeen(who, id, body)])]).toEqual([body, expected]);
    }
    expect(await stored('draw_audience', plan.draw_id)).toEqual([]);
    expect(codes([await sendSeen(ada, id, { ...good, invitee_id: ada.joined.invitee_id })])).toEqual(['ok']);
    expect(await stored('draw_audience', plan.draw_id)).toEqual([{ entry_number: 1 }]);
  });

  test('R87, H6: thirty signatures a minute are checked for one entry', async () => {
    const { id, people } = await hall(1);
    const [ada] = people;
    if (ada === undefined) throw new Error('Nobody is here.');
    await startDraw(id);
    const plan = await planOf(id);
    const wrong = newDevice().seen(plan, 1, nowS());
    const answers = codes(await Promise.all(Array.from({ length: 40 }, () => sendSeen(ada, id, wrong))));
    expect(answers.filter((answer) => answer === '422 signature_wrong')).toHaveLength(30);
    expect(answers.filter((answer) => answer === '429 too_many_requests')).toHaveLength(10);
  });

  test('R87: a hall signs at once, each device twice and through two nodes: every entry is stored once', async () => {
    const { id, people } = await hall(60);
    await startDraw(id);
    const plan = await planOf(id);
    // One SQLite file belongs to one process; there the second node is the first one again.
    const other = kind === 'postgres' ? await makeApp({ storage: app.storage, clock: app.clock }) : app;
    const answers = await Promise.all(
      people.flatMap((who) => {
        const body = who.device.seen(plan, who.joined.entry_number, nowS());
        return [sendSeen(who, id, body), sendSeen(who, id, body, other)];
      }),
    );
    expect(new Set(codes(answers))).toEqual(new Set(['ok']));
    const rows = await stored('draw_audience', plan.draw_id);
    expect(rows.map((row) => row.entry_number)).toEqual(people.map((_, index) => index + 1));
    if (other !== app) await other.close();
  });

  test('R87, R89: writes that wait until the record or the freeze is written are refused, not lost', async () => {
    const { id, people } = await hall(1, { adds_chance: true });
    const [ada] = people;
    if (ada === undefined) throw new Error('Nobody is here.');
    const { database } = app.parts;
    const participant = await participantSessions({ database, secure: false }).require(ada.headers, id);
    let afterwards = (): Promise<unknown> => Promise.resolve();
    const slow = createAudienceCommands({
      ...app.parts,
      database: {
        ...database,
        async transaction(work) {
          await afterwards();
          return database.transaction(work);
        },
      },
    });

    const { draw_id: drawId } = await startDraw(id);
    await app.clock.advance(14_999);
    afterwards = async () => {
      await app.clock.advance(1);
      await frozen(id);
    };
    const contributed = slow.contribute(participant, ada.device.contribution);
    await expect(contributed).rejects.toMatchObject({ code: 'contributions_closed' });
    expect(await stored('draw_contributions', drawId)).toEqual([]);

    const plan = await planOf(id);
    await app.clock.advance(plan.draw_at * 1000 - 3001 - app.clock.now());
    afterwards = async () => {
      await app.clock.advance(1);
      await eventually(app, 'the audience record', async () => (await planOf(id)).audience.final);
    };
    const { signature } = ada.device.seen(plan, 1, plan.draw_at - 5);
    const signed = slow.sign(participant, {
      freezeHash: plan.freeze_hash,
      seenAt: plan.draw_at - 5,
      signature,
    });
    await expect(signed).rejects.toMatchObject({ code: 'audience_closed' });
    expect(await stored('draw_audience', drawId)).toEqual([]);
    slow.stop();
  });
});
