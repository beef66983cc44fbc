/** The checker of fault tests notices what it is there for: each planted fault is named, and nothing else. */
import { expect, test } from 'vitest';
import { brokenPromises } from '../support/checker.ts';
import { drawnRaffle } from '../support/drawn.ts';
import { forEachDatabase } from '../support/make-app.ts';
import { openRaffle, signUp } from '../support/people.ts';

forEachDatabase((makeApp) => {
  test('the checker is silent about a sound installation, and names each planted fault', async () => {
    const app = await makeApp();
    const host = await signUp(app);
    const { id, entrants } = await drawnRaffle(app, host, 5);
    const { id: open } = await openRaffle(host);
    const { database } = app.parts;
    const { query } = database;
    const { chain } = app.testChain;
    const acknowledged = entrants.map((entrant) => entrant.joined);
    const check = (more: Partial<Parameters<typeof brokenPromises>[1]> = {}): Promise<string[]> =>
      brokenPromises(database, { acknowledged, chain, drawn: [id], ...more });
    expect(await check()).toEqual([]);

    expect(await check({ drawn: [open] })).toEqual([`the draw of ${open} is not complete`]);
    const [first] = acknowledged;
    if (first === undefined) throw new Error('There are five.');
    expect(await check({ acknowledged: [{ ...first, entry_number: 3 }] })).toEqual([
      'entry 3 was acknowledged, stored is 1',
    ]);
    expect(await check({ acknowledged: [{ ...first, invitee_id: 'nobody' }] })).toEqual([
      'entry 1 was acknowledged, stored is nothing',
    ]);

    const draw = await query.selectFrom('draws').selectAll().executeTakeFirstOrThrow();
    const rows = query.updateTable('draw_rows').where('role', '=', 'winner').where('position', '=', 1);
    await rows.set((set) => ({ entry_number: set('entry_number', '+', 100) })).execute();
    expect(await check()).toEqual([`the rows of draw ${draw.id} are not those of its proof`]);
    await rows.set((set) => ({ entry_number: set('entry_number', '-', 100) })).execute();

    const otherDigit = (_all: string, start: string, digit: string): string =>
      start + (digit === '0' ? '1' : '0');
    const proof = (draw.proof ?? '').replace(/("entries_root":")(.)/, otherDigit);
    expect(proof).not.toBe(draw.proof);
    await query.updateTable('draws').set({ proof }).execute();
    expect(await check()).toEqual([expect.stringMatching(/^the proof of draw .* fails at /)]);
    await query.updateTable('draws').set({ proof: null }).execute();
    expect(await check()).toEqual([`draw ${draw.id} has a result without a proof`]);
    await query.updateTable('draws').set({ proof: draw.proof }).execute();

    await query
      .deleteFrom('participations')
      .where('raffle_id', '=', id)
      .where('entry_number', '=', 2)
      .execute();
    const lost = await check();
    expect(lost).toContain(`raffle ${id}: the numbers have gaps or doubles`);
    expect(lost).toContain('entry 2 was acknowledged, stored is nothing');
  });
});
