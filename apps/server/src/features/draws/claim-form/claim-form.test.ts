/** The claim form over HTTP (R74): who defines it, who is shown it, and when it is fixed. */
import type {
  AuditEntry,
  ClaimFormInput,
  ErrorBody,
  HostClaimForm,
  HostPrizes,
  HostRaffle,
  OwnClaimFormAnswer,
  PlannedDraw,
  RaffleTemplate,
} from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { drawToTheEnd } from '../../../../test/support/drawn.ts';
import { forEachDatabase } from '../../../../test/support/make-app.ts';
import { eventually, join, openRaffle, type Person, signUp } from '../../../../test/support/people.ts';

const ADDRESS = { kind: 'address', label: 'Where should we send it?' } as const;
const SIZE = {
  kind: 'choice',
  label: 'Size',
  required: false,
  hint: 'They run small.',
  choices: ['S', 'L'],
} as const;
const form = (...fields: readonly object[]) => ({ fields }) as ClaimFormInput;
const kindsOf = (fields: readonly { kind: string }[]): string[] => fields.map(({ kind }) => kind);

forEachDatabase((makeApp) => {
  const change = (host: Person, id: string, body: object) =>
    host.put<HostClaimForm & ErrorBody>(`/api/raffles/${id}/claim-form`, body);
  const seenBy = async (host: Person, id: string): Promise<HostClaimForm> =>
    (await host.get<HostClaimForm>(`/api/raffles/${id}/claim-form`)).body;
  const formsOf = async (guest: Person, id: string) =>
    (await guest.get<OwnClaimFormAnswer>(`/api/raffles/${id}/me/claim-form`)).body.forms;

  describe('R74 the form', () => {
    it('R74 is defined by the host, stored clean, replaced and taken away, with a line in the activity', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = await openRaffle(host);
      expect(await seenBy(host, id)).toEqual({ fields: [], other_forms: [] });
      const changed = await change(
        host,
        id,
        form({ ...ADDRESS, label: ' Where should we\nsend it? ' }, SIZE),
      );
      const expected = [
        { id: 'f1', ...ADDRESS, required: true, hint: '', choices: [] },
        { id: 'f2', ...SIZE, choices: ['S', 'L'] },
      ];
      expect([changed.status, changed.body]).toEqual([200, { fields: expected, other_forms: [] }]);
      expect((await seenBy(host, id)).fields).toEqual(expected);
      expect((await change(host, id, form(SIZE))).body.fields).toEqual([{ id: 'f1', ...SIZE }]);
      expect((await change(host, id, form())).body.fields).toEqual([]);
      const entries = (await host.get<AuditEntry[]>(`/api/raffles/${id}/audit`)).body;
      const counts = entries
        .filter(({ action }) => action === 'claim_form_changed')
        .map(({ details }) => Number(details?.['fields']));
      expect(counts.toSorted((one, other) => one - other)).toEqual([0, 1, 2]);
    });

    it('R74 is refused with a sentence for each field that is wrong, and the old one stays', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = await openRaffle(host);
      await change(host, id, form(ADDRESS));
      const wrong = await change(
        host,
        id,
        form(ADDRESS, { ...SIZE, choices: ['S'] }, { ...SIZE, label: ' ' }),
      );
      expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_input']);
      expect(wrong.body.error.fields).toEqual({
        'fields.1.choices': 'Please enter at least 2 choices, one a line.',
        'fields.2.label': 'Please enter what you ask for.',
      });
      const seven = await change(
        host,
        id,
        form(...Array.from({ length: 7 }, (_, n) => ({ ...SIZE, label: `${n}` }))),
      );
      expect([seven.status, seven.body.error.fields]).toEqual([
        400,
        { fields: 'A form has at most 6 fields.' },
      ]);
      for (const body of [{}, { fields: [{ kind: 'password', label: 'Yours' }] }, { fields: 'x' }]) {
        expect((await change(host, id, body)).status).toBe(400);
      }
      expect(kindsOf((await seenBy(host, id)).fields)).toEqual(['address']);
    });

    it('R74 is fixed for a draw when it freezes, and shown to those who hold a prize of it, from the end of the draw', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host, { max_winners: 1 });
      await change(host, id, form(ADDRESS, SIZE));
      const guests = [await join(app, link, 'Ada'), await join(app, link, 'Bo')];
      expect((await host.post(`/api/raffles/${id}/draw`)).status).toBe(200);
      const late = await change(host, id, form(SIZE));
      expect([late.status, late.body.error.code]).toEqual([409, 'draw_started']);
      for (const guest of guests) expect(await formsOf(guest, id)).toEqual([]);
      const { winners, draw_id: drawId } = await drawToTheEnd(app, host, id);
      const over = await change(host, id, form());
      expect([over.status, over.body.error.code]).toEqual([409, 'already_drawn']);
      for (const guest of guests) {
        const isWinner = guest.joined.entry_number === winners[0]?.entry_number;
        const forms = await formsOf(guest, id);
        expect(forms.map((one) => [one.draw_id, kindsOf(one.fields)])).toEqual(
          isWinner ? [[drawId, ['address', 'choice']]] : [],
        );
      }
      // Who was passed over is asked no more, and who moved up is.
      const [first] = winners;
      await host.post(`/api/raffles/${id}/pass-over`, {
        entry_number: first?.entry_number,
        prize: 1,
        reason: 'absent',
      });
      for (const guest of guests) {
        const isFirst = guest.joined.entry_number === first?.entry_number;
        expect((await formsOf(guest, id)).length).toBe(isFirst ? 0 : 1);
      }
    });

    it('R69 R74 changes between two draws, for the winners of the later one', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id, public_link: link } = await openRaffle(host);
      const { revision } = (await host.get<HostPrizes>(`/api/raffles/${id}/prizes`)).body;
      const prizes = [
        { name: 'Wine', quantity: 1, draw: 1 },
        { name: 'Bike', quantity: 1, draw: 2 },
      ];
      const draws = [{ name: 'Starter' }, { name: 'Dessert' }];
      const listed = await host.put(`/api/raffles/${id}/prizes`, {
        revision,
        policy: 'again',
        reveal_order: 'list',
        prizes,
        draws,
      });
      expect(listed.status).toBe(200);
      const guest = await join(app, link, 'Ada');
      await change(host, id, form(SIZE));
      const planned = async (): Promise<PlannedDraw[]> =>
        (await host.get<{ draws: PlannedDraw[] }>(`/api/raffles/${id}/draws`)).body.draws;
      const drawn = (number: number): Promise<true> =>
        eventually(
          app,
          `draw ${number}`,
          async () => (await planned())[number - 1]?.state === 'drawn' || null,
          500,
        );
      await host.post(`/api/raffles/${id}/draw`);
      await drawn(1);
      expect((await change(host, id, form(ADDRESS))).status).toBe(200);
      const { fields, other_forms: others } = await seenBy(host, id);
      expect(kindsOf(fields)).toEqual(['address']);
      expect(others.map(({ draw, fields: fixed }) => [draw, kindsOf(fixed)])).toEqual([
        [{ number: 1, name: 'Starter' }, ['choice']],
      ]);
      await host.post(`/api/raffles/${id}/draw`);
      await drawn(2);
      expect((await formsOf(guest, id)).map((one) => kindsOf(one.fields))).toEqual([['choice'], ['address']]);
    });

    it('R74 R80 a duplicate and a template have the form', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const { id } = await openRaffle(host);
      const { fields } = (await change(host, id, form(ADDRESS, SIZE))).body;
      const duplicate = await host.post<HostRaffle>(`/api/raffles/${id}/duplicate`);
      const template = await host.post<RaffleTemplate>(`/api/raffles/${id}/template`, { name: 'Fair' });
      const made = await host.post<HostRaffle>(`/api/templates/${template.body.id}/raffles`);
      for (const copy of [duplicate, made]) {
        expect(copy.status).toBe(201);
        expect((await seenBy(host, copy.body.id)).fields).toEqual(fields);
      }
      await change(host, duplicate.body.id, form());
      expect((await seenBy(host, id)).fields).toEqual(fields);
    });

    it('R74 copies go with the raffle, and a host of another raffle finds nothing', async () => {
      const app = await makeApp();
      const host = await signUp(app);
      const other = await signUp(app, 'Otto Other');
      const { id, public_link: link } = await openRaffle(host, { max_winners: 1 });
      const guest = await join(app, link, 'Ada');
      await change(host, id, form(ADDRESS));
      await drawToTheEnd(app, host, id);
      const rows = () => app.parts.database.query.selectFrom('claim_forms').select('raffle_id').execute();
      expect((await rows()).length).toBe(2);
      expect((await other.get(`/api/raffles/${id}/claim-form`)).status).toBe(404);
      expect((await change(other, id, form())).status).toBe(404);
      expect((await change(guest, id, form())).status).toBe(401);
      await host.remove('/api/settings/delete-all');
      expect(await rows()).toEqual([]);
    });
  });
});
