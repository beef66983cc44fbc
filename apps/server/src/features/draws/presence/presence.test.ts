/** Presence over HTTP and the socket (R71): codes, desk, the list of the draw, and a check-in at the moment of the freeze. */
import { randomUUID } from 'node:crypto';
import type {
  AuditPage,
  CheckInCodeAnswer,
  DeskInfo,
  DrawPreview,
  HostExport,
  Invitation,
  PublicRaffle,
} from '@glassdrum/contract';
import { verifyProof } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { newDevice } from '../../../../test/support/device.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, person, signUp } from '../../../../test/support/people.ts';
import {
  type Guest,
  keyOf,
  presentRaffle,
  proofOf,
  receiptStatus,
  resultsOf,
  scanned,
} from '../../../../test/support/presence.ts';
import { watch } from '../../../../test/support/watch.ts';

forEachDatabase((makeApp) => {
  describe('R71 the code on the stage', () => {
    it('checks in for 60 seconds from when it was first shown, and not after', async () => {
      const { app, guests, openCheckIn, code, checkIn, raffle } = await presentRaffle(makeApp, [
        'Ada',
        'Bo',
        'Cy',
      ]);
      expect(await code()).toBeNull();
      const early = await checkIn(guests[0] as Guest, 'AAAAAA');
      expect([early.status, early.body.error.code]).toEqual([409, 'check_in_not_open']);
      expect((await openCheckIn()).body.presence?.check_in).toMatchObject({
        draw: 1,
        present: 0,
        expected: 3,
      });

      const before = await code();
      await app.clock.advance((before?.changes_at ?? 0) - app.clock.now());
      const shown = await code();
      expect(scanned(shown)).not.toBe(scanned(before));
      expect(shown?.valid_until).toBe(app.clock.now() + 60_000);
      const fresh = await checkIn(guests[0] as Guest, scanned(shown));
      expect([fresh.status, fresh.body.entries[0]?.check_in?.way]).toEqual([200, 'code']);
      await app.clock.advance(59_000);
      expect((await checkIn(guests[1] as Guest, scanned(shown))).status).toBe(200);
      await app.clock.advance(2_000);
      const late = await checkIn(guests[2] as Guest, scanned(shown));
      expect([late.status, late.body.error.code]).toEqual([403, 'check_in_code_wrong']);
      // The typed one is as good as the scanned one, however it is typed.
      const typed = (await code())?.typed ?? '';
      expect(typed).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/);
      const spelled = ` ${typed.slice(0, 3).toLowerCase()}-${typed.slice(3)} `;
      expect((await checkIn(guests[2] as Guest, spelled)).status).toBe(200);
      expect((await raffle()).presence?.check_in).toMatchObject({ present: 3, expected: 3 });
    });

    it('is for its raffle, its draw, and those who know the stage; guesses end', async () => {
      const { app, host, id, guests, openCheckIn, code, checkIn } = await presentRaffle(makeApp, ['Ada']);
      const other = await openRaffle(host, { must_be_present: true });
      await openCheckIn();
      await host.post(`/api/raffles/${other.id}/check-in`);
      const otherStage = await keyOf(host, other.id, 'stage');
      const foreign = await person(app).get<CheckInCodeAnswer>(
        `/api/raffles/${other.id}/check-in/code?key=${otherStage}`,
      );
      const [ada] = guests;
      if (ada === undefined) throw new Error('Ada joined.');
      expect((await checkIn(ada, scanned(foreign.body.code))).body.error.code).toBe('check_in_code_wrong');
      for (const key of ['', otherStage, 'x'.repeat(32)]) {
        const answer = await person(app).get(`/api/raffles/${id}/check-in/code?key=${key}`);
        expect([key, answer.status]).toEqual([key, 404]);
      }
      expect((await host.get(`/api/raffles/${id}/check-in/code`)).status).toBe(404);
      expect((await checkIn(person(app), scanned(await code()))).status).toBe(401);
      expect((await checkIn(host, scanned(await code()))).status).toBe(403);
      const statuses: number[] = [];
      for (let guess = 0; guess < 12; guess += 1) statuses.push((await checkIn(ada, `WRONG${guess}`)).status);
      expect(statuses.slice(-1)).toEqual([429]);
      await app.clock.advance(301_000);
      expect((await checkIn(ada, scanned(await code()))).status).toBe(200);
    });
  });

  describe('R71 the desk', () => {
    it('checks in by number, range and ticket, shows no names, and takes back what it did, not what a phone did', async () => {
      const { app, host, id, guests, desk, openCheckIn, code, checkIn, atDesk, me } = await presentRaffle(
        makeApp,
        ['Ada Lovelace', 'Bo', 'Cy'],
      );
      expect((await atDesk({ numbers: '1' })).body.error.code).toBe('check_in_not_open');
      await openCheckIn();
      const [ada, bo] = guests;
      if (ada === undefined || bo === undefined) throw new Error('They joined.');
      expect((await atDesk({ numbers: '2-3' })).body).toEqual({
        results: [{ first: 2, last: 3, result: 'checked_in' }],
        present: 2,
        expected: 3,
      });
      expect((await me(bo)).check_in).toMatchObject({ way: 'desk' });
      expect((await me(bo)).receipt).toMatchObject({ state: 'in', weights: [1] });
      expect((await checkIn(ada, scanned(await code()))).status).toBe(200);
      expect((await atDesk({ numbers: '1-3' }, 'take_back')).body).toEqual({
        results: [
          { first: 1, last: 1, result: 'own' },
          { first: 2, last: 3, result: 'taken_back' },
        ],
        present: 1,
        expected: 3,
      });
      expect((await me(bo)).check_in).toBeNull();
      expect((await me(bo)).receipt).toMatchObject({ state: 'absent', weights: [0] });
      // Checked in at the desk and then with the phone: it is the phone's own.
      await atDesk({ numbers: '2' });
      await checkIn(bo, scanned(await code()));
      expect((await atDesk({ numbers: '2' }, 'take_back')).body.results).toEqual([
        { first: 2, last: 2, result: 'own' },
      ]);
      expect((await atDesk({ numbers: '3, 7-8' })).body.error).toMatchObject({
        code: 'entry_unknown',
        message: 'These numbers are no entries of this raffle: 7–8.',
      });
      expect((await atDesk({ numbers: '3', draw: 2 })).body.error.code).toBe('check_in_over');
      const info = await person(app).get<DeskInfo>(`/api/raffles/${id}/desk?key=${desk}`);
      expect(info.body.check_in).toMatchObject({ draw: 1, present: 2, expected: 3 });
      expect(info.text).not.toContain('Lovelace');
      const wrong = await person(app).post(`/api/raffles/${id}/desk/check-ins?key=x`, {
        client_id: randomUUID(),
        action: 'check_in',
        numbers: '3',
      });
      expect(wrong.status).toBe(404);
      const { entries } = (await host.get<AuditPage>(`/api/audit?raffle_id=${id}`)).body;
      expect(entries.map(({ action, actor }) => `${action} ${actor}`)).toEqual(
        expect.arrayContaining([
          'check_in_opened host',
          'entries_checked_in desk',
          'check_ins_taken_back desk',
          'entry_checked_in participant',
        ]),
      );
    });

    it('a call that arrives again undoes nothing that was done since', async () => {
      const { openCheckIn, atDesk, raffle } = await presentRaffle(makeApp, ['Ada']);
      await openCheckIn();
      await atDesk({ numbers: '1' });
      const clientId = randomUUID();
      const first = await atDesk({ numbers: '1' }, 'take_back', clientId);
      await atDesk({ numbers: '1' });
      const again = await atDesk({ numbers: '1' }, 'take_back', clientId);
      expect(again.body).toEqual(first.body);
      expect((await raffle()).presence?.check_in?.present).toBe(1);
    });

    it('paper tickets by their code, unsold ones not; people on the list by their personal link', async () => {
      const { app, host, id, openCheckIn, atDesk, desk } = await presentRaffle(makeApp, ['Ada']);
      await host.post(`/api/raffles/${id}/paper/runs`, { size: 2 });
      await openCheckIn();
      await host.post(`/api/raffles/${id}/paper/sales`, {
        client_id: randomUUID(),
        action: 'sell',
        numbers: '2',
      });
      const ticket = async (number: number) =>
        (
          await person(app).get<{ code: string }>(
            `/api/raffles/${id}/desk/ticket?key=${desk}&numbers=${number}`,
          )
        ).body;
      expect((await atDesk({ code: (await ticket(2)).code })).body.results).toMatchObject([
        { result: 'checked_in' },
      ]);
      expect((await atDesk({ code: (await ticket(3)).code })).body.results).toMatchObject([
        { result: 'unsold' },
      ]);
      const entered = await host.post<{ added: number }>(`/api/raffles/${id}/people`, {
        mode: 'enter',
        people: '{"line":1,"name":"Grandma Rose"}',
      });
      expect([entered.status, entered.body.added]).toEqual([200, 1]);
      const people = (await host.get<Invitation[]>(`/api/raffles/${id}/invites`)).body;
      const token = people.find(({ display_name: name }) => name === 'Grandma Rose')?.token ?? '';
      expect((await atDesk({ token })).body.results).toEqual([{ first: 4, last: 4, result: 'checked_in' }]);
    });
  });

  describe('R71 the draw', () => {
    it('who is absent has no weight and is listed so; receipts, proof and results agree', async () => {
      const { app, host, id, guests, openCheckIn, code, checkIn, atDesk, draw, me } = await presentRaffle(
        makeApp,
        ['Ada', 'Bo', 'Cy', 'Di'],
      );
      const refusedFirst = await draw();
      expect([refusedFirst.status, refusedFirst.body.error.code]).toEqual([409, 'check_in_not_opened']);
      await app.clock.advance(5_000);
      await openCheckIn();
      const refused = await draw();
      expect([refused.status, refused.body.error.code]).toEqual([409, 'nobody_present']);
      const [ada, bo, cy, di] = guests;
      if (ada === undefined || bo === undefined || cy === undefined || di === undefined)
        throw new Error('joined');
      await app.clock.advance(5_000);
      await checkIn(ada, scanned(await code()));
      await atDesk({ numbers: '2' });
      await di.post(`/api/raffles/${id}/leave`);
      const { body: preview } = await host.get<DrawPreview>(`/api/raffles/${id}/draw/preview`);
      expect(preview.check_in).toMatchObject({ present: 2, expected: 3 });
      const absent = (await me(cy)).receipt;
      expect(absent).toMatchObject({ state: 'absent', weights: [0] });
      const present = (await me(bo)).receipt;
      await app.clock.advance(5_000);
      const { draw_id: drawId } = (await draw()).body;
      const late = await atDesk({ numbers: '3' });
      expect([late.status, late.body.error.code]).toEqual([409, 'draw_started']);
      const results = await resultsOf(app, id, drawId);
      expect(results.presence).toEqual({ present: 2, absent: [3] });
      expect([1, 2]).toContain(results.winners[0]?.entry_number);
      const proof = await proofOf(app, id, drawId);
      expect(proof.entries.map(([state, , weights]) => [state, weights])).toEqual([
        ['in', [1]],
        ['in', [1]],
        ['absent', [0]],
        ['withdrawn', [0]],
      ]);
      expect(verifyProof(proof, { chains: [app.testChain.chain] }).verdict).toBe('VERIFIED');
      expect(receiptStatus(app, proof, absent)).toBe('PASS');
      expect(receiptStatus(app, proof, present)).toBe('PASS');
      expect(receiptStatus(app, proof, (await me(cy)).receipt)).toBe('PASS');
      // A server that lists somebody as absent who checked in is contradicted by the receipt.
      const forged = structuredClone(proof);
      forged.entries = forged.entries.map(
        (entry, index) => (index === 1 ? entry.with(0, 'absent') : entry) as typeof entry,
      );
      expect(receiptStatus(app, forged, present)).toBe('FAIL');
    });

    it('a draw that is automatic waits for its host while nobody is present', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const deadline = app.clock.now() + 60_000;
      const { id, public_link: link } = await openRaffle(host, {
        must_be_present: true,
        auto_draw: true,
        deadline_at: deadline,
      });
      await join(app, link, 'Ada');
      await app.clock.advance(61_000);
      await eventually(
        app,
        'the note of the deadline',
        async () => {
          const { entries } = (await host.get<AuditPage>(`/api/audit?raffle_id=${id}`)).body;
          return entries.some(({ action }) => action === 'draw_without_presence');
        },
        100,
      );
      const { body } = await person(app).get<PublicRaffle>(`/api/raffles/${id}`);
      expect([body.status, body.draw_started]).toEqual(['closed', false]);
    });

    it('every check-in that was confirmed is on the list, however many come with the start of the draw', async () => {
      const names = Array.from({ length: 40 }, (_, index) => `Guest ${index + 1}`);
      const { app, id, guests, openCheckIn, code, checkIn, atDesk, draw } = await presentRaffle(
        makeApp,
        names,
      );
      await openCheckIn();
      const shown = scanned(await code());
      await checkIn(guests[0] as Guest, shown);
      const calls = guests
        .slice(1)
        .map((guest, index) =>
          index % 2 === 0 ? checkIn(guest, shown) : atDesk({ numbers: String(guest.joined.entry_number) }),
        );
      const [first, second] = [calls.slice(0, 20), calls.slice(20)];
      await Promise.all(first.slice(0, 10));
      const started = draw();
      const answers = await Promise.all([...first, ...second]);
      const { draw_id: drawId } = (await started).body;
      const confirmed = guests
        .slice(1)
        .filter((_, index) => answers[index]?.status === 200)
        .map(({ joined }) => joined.entry_number);
      const { body } = await person(app).get<{ entries: [string, ...unknown[]][] }>(
        `/api/raffles/${id}/draw/entries?draw_id=${drawId}`,
      );
      const listed = body.entries.flatMap(([state], index) => (state === 'in' ? [index + 1] : []));
      expect(listed).toEqual([1, ...confirmed]);
      expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    });
  });

  describe("R71 the host's files", () => {
    it('have who checked in and how, until the person is erased, and who was absent', async () => {
      const { app, host, id, guests, openCheckIn, code, checkIn, atDesk, draw, people } = await presentRaffle(
        makeApp,
        ['Ada', 'Bo', 'Cy'],
      );
      const table = async () => (await host.get(`/api/raffles/${id}/participants/export`)).text.split('\r\n');
      const everything = async () =>
        (await host.get<HostExport>('/api/settings/export?format=json')).body.raffles[0];
      await openCheckIn();
      const at = app.clock.now();
      await checkIn(guests[0] as Guest, scanned(await code()));
      await atDesk({ numbers: '2' });
      const byCode = [{ draw: 1, way: 'code', at }];
      const byDesk = [{ draw: 1, way: 'desk', at }];
      expect((await people()).map((row) => row.check_ins)).toEqual([byCode, byDesk, []]);
      expect((await people()).flatMap((row) => row.absent_in)).toEqual([]);
      await resultsOf(app, id, (await draw()).body.draw_id);
      expect((await people()).map((row) => row.absent_in)).toEqual([[], [], [1]]);
      const [head, ...rows] = await table();
      expect(head).toMatch(/,Checked in,Absent,Name shown$/);
      expect(rows.filter((row) => row !== '').map((row) => row.split(',').slice(-3, -1))).toEqual([
        ['1', ''],
        ['1', ''],
        ['', '1'],
      ]);
      const exported = (await everything())?.participants.map((row) => [row.check_ins, row.absent_in]);
      expect(exported).toEqual([
        [byCode, []],
        [byDesk, []],
        [[], [1]],
      ]);

      const ada = (await people())[0]?.invitee_id ?? '';
      expect((await host.post(`/api/raffles/${id}/people/${ada}/erase`)).status).toBe(200);
      expect((await people()).map((row) => row.check_ins)).toEqual([[], byDesk, []]);
      const stored = await app.parts.database.query.selectFrom('check_ins').select('entry_number').execute();
      expect(stored).toEqual([{ entry_number: 2 }]);
    });
  });

  describe('R71 live', () => {
    it('everyone in the room sees how many are here; joins count as expected; nothing tells a winner (R4)', async () => {
      const { app, id, guests, link, openCheckIn, atDesk } = await presentRaffle(makeApp, ['Ada', 'Bo']);
      const address = await app.listen();
      const room = await watch(app, address, id);
      const own = await watch(app, address, id, (guests[0] as Guest).headers);
      await openCheckIn();
      const changed = await room.next('raffle-changed');
      expect(changed.data.raffle.presence?.check_in).toMatchObject({ present: 0, expected: 2 });
      await atDesk({ numbers: '1' });
      expect((await room.next('check-ins')).data).toEqual({ draw: 1, present: 1, expected: 2 });
      await own.next('own-entry-changed');
      const seen = room.received.length;
      await join(app, link, 'Cy', newDevice());
      await eventually(
        app,
        'the count after a join',
        async () => room.events().some((event) => event.type === 'check-ins' && event.data.expected === 3),
        200,
      );
      expect(room.received.length).toBeGreaterThan(seen);
      room.close();
      own.close();
    });

    it('who joins while people check in has a receipt that says absent until checked in', async () => {
      const { app, link, openCheckIn, code, checkIn, me } = await presentRaffle(makeApp, ['Ada']);
      await openCheckIn();
      const late = await join(app, link, 'Late', newDevice());
      expect(late.joined.receipt).toMatchObject({ state: 'absent', weights: [0] });
      expect((await me(late)).tickets).toBe(1);
      await checkIn(late, scanned(await code()));
      expect((await me(late)).receipt).toMatchObject({ state: 'in', weights: [1] });
    });
  });
});
