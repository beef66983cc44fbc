/** Answers to the claim form (R74): with the claim, for the host alone, and gone with everything else that is personal. */
import type {
  ClaimActionAnswer,
  ClaimAnswersAnswer,
  ClaimFormInput,
  ClaimsAnswer,
  ErrorBody,
  HostExport,
  OwnClaimsAnswer,
} from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { allStored } from '../../../../test/support/all-stored.ts';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase, type TestApp } from '../../../../test/support/make-app.ts';
import {
  eventually,
  join,
  openRaffle,
  type Person,
  person,
  signUp,
} from '../../../../test/support/people.ts';

const FORM: ClaimFormInput = {
  fields: [
    { kind: 'address', label: 'Where should we send it?' },
    { kind: 'choice', label: '=Size', choices: ['S', '=L'] },
    { kind: 'text', label: 'Anything else?', required: false },
  ],
};
const STREET = '77 Quillfeather Crescent';
const WISH = '=HYPERLINK("https://example.org")';
const ADDRESS = { line1: STREET, line2: '', postcode: 'XK9 4QQ', city: 'Birdwhistle', country: 'GB' };
const ANSWERS = { f1: ADDRESS, f2: '=L', f3: WISH };
const PLANTED = [STREET, 'XK9 4QQ', 'Birdwhistle'];
const HOUR_MS = 3_600_000;

forEachDatabase((makeApp) => {
  async function scene(fields: object = {}) {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, public_link: link } = await openRaffle(host, { max_winners: 1, ...fields });
    expect((await host.put(`/api/raffles/${id}/claim-form`, FORM)).status).toBe(200);
    const guests = [await join(app, link, 'Ada Apple'), await join(app, link, 'Bo Bell')];
    const { draw_id: drawId, winners } = await drawToTheEnd(app, host, id);
    const winner = guests.find(({ joined }) => joined.entry_number === winners[0]?.entry_number) ?? guests[0];
    const other = guests.find((guest) => guest !== winner);
    if (winner === undefined || other === undefined) throw new Error('One of two wins.');
    const place = { draw_id: drawId, prize: 1, entry_number: winner.joined.entry_number };
    const claim = (who: Person, answers?: object, path = 'me/claims') =>
      who.post<OwnClaimsAnswer & ClaimActionAnswer & ErrorBody>(`/api/raffles/${id}/${path}`, {
        ...place,
        ...(answers !== undefined && { answers }),
      });
    const query = `draw_id=${drawId}&prize=1&entry_number=${place.entry_number}`;
    const answersFor = (who: Person) =>
      who.get<ClaimAnswersAnswer>(`/api/raffles/${id}/claims/answers?${query}`);
    const stateOf = async (): Promise<string[]> =>
      (await host.get<ClaimsAnswer>(`/api/raffles/${id}/claims`)).body.rows.map(({ answers }) => answers);
    return { app, host, id, winner, other, place, claim, answersFor, stateOf };
  }

  const foundIn = async (app: TestApp): Promise<string[]> => {
    const all = await allStored(app);
    return PLANTED.filter((text) => all.includes(text));
  };

  describe('R74 answers', () => {
    it('R74 are required with the claim, each with its sentence, and nothing is claimed before they are good', async () => {
      const { winner, host, claim, answersFor, stateOf } = await scene();
      const empty = await claim(winner);
      expect([empty.status, empty.body.error.code]).toEqual([400, 'invalid_input']);
      expect(empty.body.error.fields).toEqual({
        'answers.f1': 'Please enter your postal address.',
        'answers.f2': 'Please choose one.',
      });
      const wrong = await claim(winner, { f1: { ...ADDRESS, postcode: '' }, f2: 'XXL', f9: 'x' });
      expect(wrong.body.error.fields).toEqual({
        'answers.f1.postcode': 'Please enter the postcode.',
        'answers.f2': 'Please choose one.',
        'answers.f9': 'This form has no such field. Please load the page again.',
      });
      for (const answers of ['x', { f1: 7 }, { f2: ['S'] }, { f1: { line1: 'x'.repeat(1001) } }]) {
        expect((await claim(winner, answers as object)).status).toBe(400);
      }
      expect(await stateOf()).toEqual(['none']);
      expect((await answersFor(host)).body.given).toBeNull();
      const claimed = await claim(winner, ANSWERS);
      expect([claimed.status, claimed.body.prizes[0]?.state]).toEqual([200, 'claimed']);
      expect(await stateOf()).toEqual(['given']);
      const { fields, given } = (await answersFor(host)).body;
      expect(fields.map(({ id }) => id)).toEqual(['f1', 'f2', 'f3']);
      expect([given?.answers, given?.by]).toEqual([ANSWERS, 'device']);
    });

    it('R74 are replaced by the same call until the prize is handed over; without answers it changes nothing', async () => {
      const { app, winner, host, id, place, claim, answersFor } = await scene();
      await claim(winner, ANSWERS);
      const claimedAt = (await claim(winner)).body.prizes[0]?.claim.claimed?.at;
      await app.clock.advance(60_000);
      const again = await claim(winner, { ...ANSWERS, f2: 'S' });
      expect([again.status, again.body.prizes[0]?.claim.claimed?.at]).toEqual([200, claimedAt]);
      expect((await answersFor(host)).body.given?.answers).toEqual({ ...ANSWERS, f2: 'S' });
      expect((await claim(winner, { f2: 'S' })).status).toBe(400);
      expect((await host.post(`/api/raffles/${id}/claims/hand-over`, place)).status).toBe(200);
      expect((await claim(winner, ANSWERS)).status).toBe(200);
      expect((await answersFor(host)).body.given?.answers).toEqual({ ...ANSWERS, f2: 'S' });
    });

    it('R74 a host who claims for somebody enters what is known, and adds the rest later', async () => {
      const { winner, host, claim, answersFor, stateOf } = await scene();
      expect((await claim(host, { f2: 'XXL' }, 'claims')).body.error.fields).toEqual({
        'answers.f2': 'Please choose one.',
      });
      expect((await claim(host, undefined, 'claims')).status).toBe(200);
      expect(await stateOf()).toEqual(['none']);
      expect((await claim(host, { f2: 'S' }, 'claims')).status).toBe(200);
      expect((await answersFor(host)).body.given).toMatchObject({ answers: { f2: 'S' }, by: 'host' });
      expect((await claim(winner, ANSWERS)).status).toBe(200);
      expect((await answersFor(host)).body.given).toMatchObject({ answers: ANSWERS, by: 'device' });
    });

    it('R74 are for the host’s team alone: in no other answer, no activity, no export of somebody else', async () => {
      const { app, winner, other, host, id, claim, answersFor } = await scene();
      const claimed = await claim(winner, ANSWERS);
      const stranger = await signUp(app, 'Otto Other');
      const statuses = await Promise.all(
        [person(app), winner, other, stranger, host].map(async (who) => (await answersFor(who)).status),
      );
      expect(statuses).toEqual([401, 401, 401, 404, 200]);
      const paths = [
        '',
        '/results',
        '/replay',
        '/proof',
        '/me',
        '/me/claims',
        '/me/claim-form',
        '/winners',
        '/claims',
      ];
      const texts = [JSON.stringify(claimed.body)];
      for (const path of [...paths, '/audit', '/messages', '/participants']) {
        for (const who of [person(app), winner, other, host]) {
          texts.push((await who.get(`/api/raffles/${id}${path}`)).text);
        }
      }
      texts.push((await host.get('/api/audit')).text, (await person(app).get('/api/log/records')).text);
      texts.push((await stranger.get('/api/settings/export')).text, ...app.logLines);
      for (const planted of PLANTED) expect(texts.filter((text) => text.includes(planted))).toEqual([]);
    });

    it('M1 R74 are a column of the host’s files for each question, and never a formula', async () => {
      const { winner, host, id, claim } = await scene();
      await claim(winner, ANSWERS);
      const [head = '', line = ''] = (await host.get(`/api/raffles/${id}/claims/export`)).text.split('\r\n');
      expect(head).toContain('Answer: Where should we send it?,Answer: =Size,Answer: Anything else?');
      expect(line).toContain(`"${STREET}, XK9 4QQ Birdwhistle, United Kingdom",'=L,`);
      expect(line).toContain(`"'${WISH.replaceAll('"', '""')}"`);
      const { raffles } = (await host.get<HostExport>('/api/settings/export')).body;
      const [raffle] = raffles;
      expect(raffle?.claim_form.map(({ label }) => label)).toEqual(FORM.fields.map(({ label }) => label));
      expect(raffle?.claim_answers).toMatchObject([
        { draw: 1, prize: 1, entry_number: winner.joined.entry_number, answers: { '=Size': '=L' } },
      ]);
    });

    it('R53 R74 are erased by retention, and found in no table, file or log any more', async () => {
      const { app, winner, host, claim } = await scene();
      expect((await host.put('/api/settings/retention', { retention_days: 2 })).status).toBe(200);
      await claim(winner, ANSWERS);
      expect(await foundIn(app)).toEqual(PLANTED);
      await app.clock.jump(47 * HOUR_MS);
      await app.clock.advance(1000);
      expect(await foundIn(app)).toEqual(PLANTED);
      await app.clock.jump(2 * HOUR_MS);
      await eventually(app, 'answers are erased', async () => (await foundIn(app)).length === 0, HOUR_MS / 4);
    });

    it('H16 R74 are erased with their entrant, and with the raffle, everywhere', async () => {
      const { app, winner, host, id, claim } = await scene();
      await claim(winner, ANSWERS);
      expect(await foundIn(app)).toEqual(PLANTED);
      expect((await host.post(`/api/raffles/${id}/people/${winner.joined.invitee_id}/erase`)).status).toBe(
        200,
      );
      expect(await foundIn(app)).toEqual([]);
      const second = await scene();
      await second.claim(second.winner, ANSWERS);
      expect((await second.host.post(`/api/raffles/${second.id}/erase`)).status).toBe(200);
      expect(await foundIn(second.app)).toEqual([]);
    });
  });
});
