/** Presence on an evening of several draws (R69, R71): it is for one draw at a time, may change, and goes with a skipped draw. */
import type {
  ErrorBody,
  HostPrizes,
  HostRaffle,
  ParticipantRow,
  PresenceAnswer,
  WinnersAnswer,
} from '@glassdrum/contract';
import { verifyProof } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { join, signUp } from '../../../../test/support/people.ts';
import {
  callsOf,
  drawsOf,
  type Guest,
  keyOf,
  proofOf,
  receiptStatus,
  resultsOf,
  scanned,
} from '../../../../test/support/presence.ts';

const NOBODY = { holders: 0, absent: 0, unplaced: 0 };

forEachDatabase((makeApp) => {
  describe('R71 R69 an evening with several draws', () => {
    async function evening(required: readonly boolean[]) {
      const app = await makeApp();
      const host = await signUp(app);
      const draft = await host.post<HostRaffle>('/api/raffles', { title: 'Gala', allow_public_join: true });
      const { id } = draft.body;
      const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
      await host.put(`/api/raffles/${id}/prizes`, {
        revision,
        policy: 'once',
        reveal_order: 'grand_last',
        prizes: required.map((_, index) => ({ name: `Prize ${index + 1}`, quantity: 1, draw: index + 1 })),
        draws: required.map(() => ({ name: null })),
      });
      const switchTo = (number: number, on: boolean) =>
        host.put<PresenceAnswer & ErrorBody>(`/api/raffles/${id}/draws/${number}/presence`, { required: on });
      for (const [index, on] of required.entries()) {
        if (on) expect((await switchTo(index + 1, true)).status).toBe(200);
      }
      const { body } = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
      const link = body.public_link ?? '';
      const [stage, desk] = [await keyOf(host, id, 'stage'), await keyOf(host, id, 'desk')];
      return { app, host, id, link, switchTo, ...callsOf(app, { host, id, stage, desk }) };
    }

    it('presence is for its draw only; who was absent takes part in the next, who holds a prize stays a holder', async () => {
      const { app, host, id, link, openCheckIn, atDesk, draw, me, raffle, preview, people } = await evening([
        false,
        true,
        false,
      ]);
      const marks = async (): Promise<Pick<ParticipantRow, 'sits_out' | 'absent_in'>[]> =>
        (await people()).map(({ sits_out, absent_in }) => ({ sits_out, absent_in }));
      const guests: Guest[] = [];
      for (const name of ['Ada', 'Bo', 'Cy', 'Di']) guests.push(await join(app, link, name));
      expect((await raffle()).presence).toMatchObject({ draws: [2], check_in: null });
      expect((await openCheckIn()).body.error.code).toBe('presence_not_required');
      expect(await preview()).toMatchObject({ entries: 4, tickets: 4, sitting_out: NOBODY });
      const first = await resultsOf(app, id, (await draw()).body.draw_id);
      const holder = first.winners[0]?.entry_number ?? 0;
      expect(await preview()).toMatchObject({
        entries: 0,
        tickets: 0,
        winners: 0,
        without_candidates: [{ prize: 1 }],
        sitting_out: { holders: 1, absent: 3, unplaced: 0 },
      });
      expect(first.presence).toBeNull();
      expect((await raffle()).presence?.check_in).toMatchObject({ draw: 2, opened_at: null, expected: 3 });
      await openCheckIn();
      const others = [1, 2, 3, 4].filter((number) => number !== holder);
      const [present, ...absent] = others;
      // The holder may check in too, and is not counted.
      await atDesk({ numbers: String(holder) });
      expect((await atDesk({ numbers: String(present) })).body).toMatchObject({ present: 1, expected: 3 });
      expect(await preview()).toMatchObject({
        entries: 1,
        tickets: 1,
        winners: 1,
        without_candidates: [],
        sitting_out: { holders: 1, absent: 2, unplaced: 0 },
      });
      const holderReceipt = (await me(guests[holder - 1] as Guest)).receipt;
      const away = guests[(absent[0] ?? 0) - 1] as Guest;
      const awayReceipt = (await me(away)).receipt;
      expect(awayReceipt?.state).toBe('absent');
      await app.clock.advance(5_000);
      const second = await resultsOf(app, id, (await draw()).body.draw_id);
      expect(second.winners.map((row) => row.entry_number)).toEqual([present]);
      expect(second.presence).toEqual({ present: 1, absent });
      const proof = await proofOf(app, id, second.draw_id);
      const earlier = [await proofOf(app, id, first.draw_id)];
      const checked = verifyProof(proof, { chains: [app.testChain.chain], earlier });
      expect(checked.verdict).toBe('VERIFIED');
      expect(proof.holders).toEqual([holder]);
      expect(receiptStatus(app, proof, holderReceipt)).toBe('PASS');
      expect(receiptStatus(app, proof, awayReceipt)).toBe('PASS');
      expect((await me(away)).receipt).toMatchObject({ state: 'in', weights: [1] });
      // For the host: who was absent, who sits out, and how many could not win.
      expect(await preview()).toMatchObject({
        entries: 2,
        tickets: 2,
        sitting_out: { holders: 2, absent: 0, unplaced: 0 },
      });
      expect(await marks()).toEqual(
        [1, 2, 3, 4].map((number) => ({
          sits_out: number === holder || number === present,
          absent_in: absent.includes(number) ? [2] : [],
        })),
      );
      const { body: winners } = await host.get<WinnersAnswer>(`/api/raffles/${id}/winners`);
      expect(winners.draws.map(({ presence }) => presence)).toEqual([null, { present: 1, absent: 2 }]);
      const third = await resultsOf(app, id, (await draw()).body.draw_id);
      expect(absent).toContain(third.winners[0]?.entry_number);
      expect((await marks()).filter(({ sits_out: sitsOut }) => sitsOut)).toEqual([]);
      const last = await proofOf(app, id, third.draw_id);
      expect(receiptStatus(app, last, (await me(away)).receipt)).toBe('PASS');
    });

    it('a check-in is for one draw, its code too, and the host may change presence until the list closes, publicly', async () => {
      const { app, id, link, switchTo, openCheckIn, code, checkIn, draw, me } = await evening([true, true]);
      const ada = await join(app, link, 'Ada');
      await join(app, link, 'Bo');
      await openCheckIn();
      const firstCode = scanned(await code());
      await checkIn(ada, firstCode);
      await resultsOf(app, id, (await draw()).body.draw_id);
      expect((await me(ada)).check_in).toBeNull();
      await openCheckIn();
      expect((await checkIn(ada, firstCode)).body.error.code).toBe('check_in_code_wrong');
      expect((await switchTo(1, false)).body.error.code).toBe('draw_not_planned');
      const changed = await switchTo(2, false);
      expect([changed.status, changed.body.presence?.draws]).toEqual([200, [1]]);
      const [, second] = await drawsOf(app, id);
      expect(second?.presence).toEqual({ required: false, changed_at: app.clock.now() });
      expect((await me(ada)).receipt?.state).toBe('in');
      const results = await resultsOf(app, id, (await draw()).body.draw_id);
      expect([results.presence, results.winners[0]?.entry_number]).toEqual([null, 2]);
    });

    it('its code goes with it when presence is lifted and required again', async () => {
      const { app, link, switchTo, openCheckIn, code, checkIn } = await evening([true, false]);
      const ada = await join(app, link, 'Ada');
      await openCheckIn();
      const before = scanned(await code());
      expect([(await switchTo(1, false)).status, (await switchTo(1, true)).status]).toEqual([200, 200]);
      await app.clock.advance(1);
      await openCheckIn();
      expect((await checkIn(ada, before)).body.error.code).toBe('check_in_code_wrong');
      expect((await checkIn(ada, scanned(await code()))).status).toBe(200);
    });

    it('who had not checked in for a draw is absent no longer once it is skipped', async () => {
      const { app, host, id, link, openCheckIn, me } = await evening([true, false]);
      const ada = await join(app, link, 'Ada');
      await openCheckIn();
      expect((await me(ada)).receipt?.state).toBe('absent');
      const skipped = await host.post(`/api/raffles/${id}/draws/1/skip`, { reason: 'It is too late.' });
      expect([skipped.status, (await me(ada)).receipt?.state]).toEqual([200, 'in']);
    });
  });
});
