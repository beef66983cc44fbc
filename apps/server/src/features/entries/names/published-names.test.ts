/**
 * R78 over HTTP and the socket: somebody who publishes no name is looked for in everything that others can get, by every route
 * there is, before, in and after the draw.
 */
import type {
  AuditPage,
  HostRaffle,
  JoinAnswer,
  OwnEntry,
  ParticipantsAnswer,
  PeopleAnswer,
  PrizeStatus,
  ResultsAnswer,
} from '@glassdrum/contract';
import { type DrawProof, verifyProof } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { browser, codeOf } from '../../../../test/support/browser.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import { pdfTexts } from '../../../../test/support/pdf-text.ts';
import { eventually, openRaffle, type Person, person, signUp } from '../../../../test/support/people.ts';
import { watch } from '../../../../test/support/watch.ts';
import { prizeCard, resultCard } from '../../sharing/cards/queries.ts';

const FORMS = ['full', 'initial', 'number'] as const;
const SECRET = 'Zanzibartholomew Quackenbush';
/** No part of the name may be read anywhere. */
const TRACES = /zanzibartholomew|quackenbush/iu;
const HALF = 'Ermintrude Wigglesworth';

interface Entrant extends Person {
  joined: JoinAnswer;
}

async function joinAs(app: TestApp, link: string, name: string, publication?: string): Promise<Entrant> {
  const body = {
    public_link: link,
    display_name: name,
    ...(publication && { name_publication: publication }),
  };
  const answer = await person(app).post<JoinAnswer>('/api/join/public', body);
  if (answer.status !== 201) throw new Error(`Joining answered ${answer.status}: ${answer.text}`);
  const token = answer.body.participant_token ?? '';
  return { ...person(app, { authorization: `Bearer ${token}` }), joined: answer.body };
}

/** Every GET route with what belongs to the raffle in its place, and the pages that link previews read. */
function addresses(app: TestApp, raffle: HostRaffle, values: Record<string, string>): string[] {
  const filled = app.routes
    .filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/docs'))
    .map(({ url }) => url.replaceAll(/:(\w+)/g, (_all, name: string) => values[name] ?? 'A'.repeat(22)));
  const pages = ['', 'draw', 'results', 'stage', 'join'].map((page) => `/${page}/${raffle.id}`);
  return [...filled, ...pages, `/api/raffles/${raffle.id}/stage?key=${values['stageKey'] ?? ''}`];
}

/** What `who` can read of the name by any route: the addresses of the answers that tell. */
async function tracesFor(who: Person, all: readonly string[], traces = TRACES): Promise<string[]> {
  const found: string[] = [];
  for (const url of all) {
    const { text, headers } = await who.get(url);
    if (traces.test(text) || traces.test(JSON.stringify(headers))) found.push(url);
  }
  return found;
}

forEachDatabase((makeApp) => {
  const setUp = async (forms: readonly (typeof FORMS)[number][] = FORMS, maxWinners = 3) => {
    const app = await makeApp();
    const host = await signUp(app);
    const raffle = await openRaffle(host, { name_publications: [...forms], max_winners: maxWinners });
    return { app, host, raffle, link: raffle.public_link };
  };

  describe('R78 a winner by number only', () => {
    it('is in no answer, frame, image, page or file that others get, and proves by receipt to be the winner', async () => {
      const { app, host, raffle, link } = await setUp();
      const { id } = raffle;
      const address = await app.listen();
      const hidden = await joinAs(app, link, SECRET, 'number');
      const other = await joinAs(app, link, 'Otto Other');
      await joinAs(app, link, HALF, 'initial');
      const stage = await host.post<{ url: string }>(`/api/raffles/${id}/stage-link`);
      const stageKey = /key=([\w-]+)/.exec(stage.text)?.[1] ?? '';
      const sockets = [
        await watch(app, address, id),
        await watch(app, address, id, { authorization: other.headers['authorization'] ?? '' }),
        await watch(app, address, id, { cookie: host.headers['cookie'] ?? '', origin: address }),
        await watch(app, address, id, { authorization: hidden.headers['authorization'] ?? '' }),
      ];
      await hidden.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'Good luck to all!' });
      const values = {
        id,
        publicLink: link,
        code: raffle.join_code ?? '',
        inviteeId: hidden.joined.invitee_id,
        number: '1',
        stageKey,
      };
      const all = addresses(app, raffle, values);
      expect(all.length).toBeGreaterThan(60);
      const readers = [person(app), other];
      for (const who of readers) expect(await tracesFor(who, all)).toEqual([]);

      const results = await drawToTheEnd(app, host, id);
      expect(results.winners).toHaveLength(3);
      const passed = await host.post<ResultsAnswer>(`/api/raffles/${id}/pass-over`, {
        entry_number: 2,
        reason: 'absent',
      });
      expect(passed.status).toBe(200);
      for (const who of readers) expect(await tracesFor(who, all)).toEqual([]);
      for (const who of readers) expect(await tracesFor(who, all, /wigglesworth/iu)).toEqual([]);
      // The own frames hold the own name for its owner alone, and no room does.
      const frames = sockets.flatMap(({ received }) => received.map(({ message }) => message));
      const told = frames.filter((message) =>
        TRACES.test(JSON.stringify({ ...message, data: withoutOwn(message) })),
      );
      expect(told).toEqual([]);
      expect(frames.some(({ type }) => type === 'draw:done')).toBe(true);
      expect(frames.some((message) => JSON.stringify(message).includes('Number 1'))).toBe(true);
      for (const socket of sockets) socket.close();

      const { winners } = (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body;
      const named = new Map(winners.map((row) => [row.entry_number, row.display_name]));
      expect(named.get(1)).toBe('Number 1');
      expect(named.get(3)).toBe('Ermintrude W.');
      const card = await resultCard(app.parts.database, { raffleId: id, drawId: undefined }, app.clock.now());
      expect(card?.winners.map(({ name }) => name)).not.toContain(SECRET);
      const ofPrize = { raffleId: id, drawId: undefined, prize: 1, publicUrl: address };
      const prize = await prizeCard(app.parts.database, ofPrize, app.clock.now());
      expect(JSON.stringify(prize)).toContain('Number 1');
      expect(JSON.stringify(prize)).not.toMatch(TRACES);
      for (const who of readers) {
        // Its content is packed: no search of the answer finds it.
        const { rawPayload } = await app.http.inject({
          method: 'GET',
          url: `/api/raffles/${id}/results.pdf`,
          headers: who.headers,
        });
        const written = pdfTexts(rawPayload).flat().join(' ');
        expect(written).toContain('Number 1');
        expect(written).toContain('Ermintrude W.');
        expect(written).not.toMatch(TRACES);
        expect(written).not.toMatch(/wigglesworth/iu);
      }

      const proof = (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;
      const rowOf = (number: number) => proof.winners.find((row) => row.entry_number === number);
      expect([rowOf(1)?.display_name, rowOf(1)?.salt]).toEqual([null, null]);
      expect([rowOf(3)?.display_name, rowOf(3)?.salt]).toEqual([null, null]);
      expect(rowOf(2)?.display_name).toBe('Otto Other');
      const { receipt } = (await hidden.get<OwnEntry>(`/api/raffles/${id}/me`)).body;
      const { public_key: receiptKey } = (await person(app).get<{ public_key: string }>('/api/log')).body;
      const checked = verifyProof(proof, { receipt, receiptKey, chains: [app.testChain.chain] });
      const steps = new Map(checked.steps.map((step) => [step.name, step.status]));
      expect(steps.get('receipt')).toBe('PASS');
      expect(steps.get('names')).toBe('SKIP');
      expect(checked.verdict).toBe('VERIFIED');

      // The host reads all names, in the console and in the exports.
      const console = await host.get<ResultsAnswer>(`/api/raffles/${id}/winners/results`);
      expect(console.body.winners.map((row) => row.display_name)).toContain(SECRET);
      for (const path of [
        'winners',
        'participants',
        'winners/export?format=csv',
        'participants/export?format=csv',
      ]) {
        expect((await host.get(`/api/raffles/${id}/${path}`)).text).toContain(SECRET);
      }
      expect((await host.get('/api/settings/export')).text).toContain(SECRET);
    });
  });

  describe('R14 R78 somebody who moves up after all announced alternates', () => {
    it('is named as they publish their name, and in full for the host', async () => {
      const { app, host, raffle, link } = await setUp(FORMS, 1);
      const { id } = raffle;
      const people = 6;
      for (let number = 1; number <= people; number += 1) {
        await joinAs(app, link, `${SECRET} ${number}`, 'number');
      }
      const { winners, alternates } = await drawToTheEnd(app, host, id);
      const announced = [...winners, ...alternates].map((row) => row.entry_number);
      const unannounced = people - announced.length;
      expect([winners.length, unannounced]).toEqual([1, 2]);
      const watcher = await watch(app, await app.listen(), id);

      let holder = winners[0]?.entry_number ?? 0;
      const movedUp: number[] = [];
      for (let step = 1; step < people; step += 1) {
        const body = { entry_number: holder, reason: 'absent' };
        const passed = await host.post<PrizeStatus>(`/api/raffles/${id}/pass-over`, body);
        expect([passed.status, passed.text]).toEqual([200, passed.text]);
        const next = passed.body.passed_over.at(-1)?.moved_up;
        holder = next?.entry_number ?? 0;
        expect(next?.display_name).toBe(`${SECRET} ${holder}`);
        movedUp.push(holder);
      }
      const further = movedUp.filter((entry) => !announced.includes(entry));
      expect(further).toHaveLength(unannounced);

      const rows = (await person(app).get<ResultsAnswer>(`/api/raffles/${id}/results`)).body.passed_over;
      expect(rows.map((row) => row.moved_up?.display_name)).toEqual(
        movedUp.map((entry) => `Number ${entry}`),
      );
      // Who moved up first of them was passed over too.
      expect(rows.at(-1)?.display_name).toBe(`Number ${further[0]}`);
      const all = addresses(app, raffle, { id, publicLink: link });
      expect(await tracesFor(person(app), all)).toEqual([]);
      const { rawPayload } = await app.http.inject({ method: 'GET', url: `/api/raffles/${id}/results.pdf` });
      const written = pdfTexts(rawPayload).flat().join(' ');
      expect(written).toContain(`Number ${further[1]}`);
      expect(written).not.toMatch(TRACES);
      const isTold = async (): Promise<boolean> =>
        JSON.stringify(watcher.received).includes(`"moved_up":{"entry_number":${further[1]}`);
      await eventually(app, 'what watchers are told', isTold, 100);
      expect(JSON.stringify(watcher.received)).not.toMatch(TRACES);
      watcher.close();
    });
  });

  describe('R78 the choice', () => {
    it('is the fullest form without one, and refuses what the raffle does not allow', async () => {
      const { app, host, raffle, link } = await setUp(['number', 'initial']);
      expect(raffle.name_publications).toEqual(['initial', 'number']);
      const ada = await joinAs(app, link, 'Ada Lovelace');
      expect((await ada.get<OwnEntry>(`/api/raffles/${raffle.id}/me`)).body.name_publication).toBe('initial');
      const body = { public_link: link, display_name: 'Bo Berg', name_publication: 'full' };
      const refused = await person(app).post('/api/join/public', body);
      expect([refused.status, codeOf(refused)]).toEqual([422, 'name_publication_not_allowed']);
      const empty = await host.post('/api/raffles', { title: 'No form', name_publications: [] });
      expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('at least one form')]);
      const entered = await host.post<PeopleAnswer>(`/api/raffles/${raffle.id}/people`, {
        mode: 'enter',
        people: JSON.stringify({ line: 1, name: 'Cy Clone' }),
        skip_bad_rows: false,
      });
      expect([entered.status, entered.text]).toEqual([200, expect.stringContaining('"added":1')]);
      const { participants } = (await host.get<ParticipantsAnswer>(`/api/raffles/${raffle.id}/participants`))
        .body;
      expect(participants.map((row) => row.name_publication)).toEqual(['initial', 'initial']);
    });

    it('can be lowered by the person and by the host, also after the draw, and never raised', async () => {
      const { app, host, raffle, link } = await setUp();
      const { id } = raffle;
      const ada = await joinAs(app, link, 'Ada Lovelace');
      const bo = await joinAs(app, link, 'Bo Berg');
      const lower = (who: Person, form: string) =>
        who.put(`/api/raffles/${id}/me/name`, { name_publication: form });
      await ada.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'Hello' });
      expect((await lower(ada, 'initial')).status).toBe(200);
      const raised = await lower(ada, 'full');
      expect([raised.status, codeOf(raised)]).toEqual([409, 'name_publication_only_less']);
      expect(await tracesFor(bo, addresses(app, raffle, { id, publicLink: link }), /lovelace/iu)).toEqual([]);
      const byHost = await host.put(`/api/raffles/${id}/participants/${bo.joined.invitee_id}/name`, {
        name_publication: 'number',
      });
      expect(byHost.body).toMatchObject({ display_name: 'Bo Berg', name_publication: 'number' });

      await drawToTheEnd(app, host, id);
      expect((await lower(ada, 'number')).status).toBe(200);
      const all = addresses(app, raffle, { id, publicLink: link });
      for (const who of [person(app), bo])
        expect(await tracesFor(who, all, /\bada\b|lovelace/iu)).toEqual([]);
      const proof = (await person(app).get<DrawProof>(`/api/raffles/${id}/proof`)).body;
      expect(proof.winners.map((row) => row.display_name)).toEqual([null, null]);
      const audit = (await host.get<AuditPage>(`/api/audit?raffle_id=${id}`)).body.entries;
      const lowered = audit.filter(({ action }) => action === 'name_lowered');
      expect(lowered.map(({ actor }) => actor).toSorted()).toEqual(['host', 'participant', 'participant']);
    });

    it('stays while a draw runs', async () => {
      const { app, host, raffle, link } = await setUp();
      const ada = await joinAs(app, link, 'Ada Lovelace');
      expect((await host.post(`/api/raffles/${raffle.id}/draw`)).status).toBe(200);
      const refused = await ada.put(`/api/raffles/${raffle.id}/me/name`, { name_publication: 'number' });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'name_fixed_while_drawing']);
      await drawToTheEnd(app, host, raffle.id);
    });

    it('goes with somebody who waits for approval, and with a copy of the raffle', async () => {
      const { app, host, raffle, link } = await setUp();
      await host.patch(`/api/raffles/${raffle.id}/joining`, { approval: true });
      const body = { public_link: link, display_name: SECRET, name_publication: 'number' };
      expect((await browser(app).post('/api/join/public', body)).status).toBe(202);
      await host.post(`/api/raffles/${raffle.id}/review/approve`, { all: true });
      const all = addresses(app, raffle, { id: raffle.id, publicLink: link });
      expect(await tracesFor(person(app), all)).toEqual([]);
      await eventually(app, 'the entry', async () =>
        (await host.get(`/api/raffles/${raffle.id}/participants`)).text.includes(
          '"name_publication":"number"',
        ),
      );
      const copy = await host.post<HostRaffle>(`/api/raffles/${raffle.id}/duplicate`);
      expect(copy.body.name_publications).toEqual(['full', 'initial', 'number']);
    });
  });
});

/** What the session's own entry is told of itself. */
function withoutOwn(message: { data?: unknown }): unknown {
  const { me: _own, ...rest } = { me: null, ...(message.data as object | undefined) };
  return rest;
}
