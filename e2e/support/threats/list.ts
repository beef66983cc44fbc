/** Rows 5 to 7: another list, entries left out, numbers given twice. */
import type { CommitmentsAnswer } from '@glassdrum/contract';
import { audiencePath, audienceRecord, audienceRoot, type AudienceRow } from '@glassdrum/fair-draw';
import { expect } from '@playwright/test';
import type { Json } from '../dishonest-server.ts';
import { changedList, closeOf, forgedCourse } from '../forged-draw.ts';
import { join, newPhone } from '../watching-phone.ts';
import { NAMES, openingRow, OTHERS, rememberingOwnEntry, type Row, type Stage } from './row.ts';

export const LIST: readonly Row[] = [
  {
    title: 'row 5: another list for one phone, found by comparing with the stage',
    seal: 'green',
    says: /Everything agrees/,
    cheat: otherListForOnePhone,
  },
  {
    title: 'row 6: an entrant who is taken out of the draw, with a fresh and weaker receipt',
    seal: 'red',
    says: /your entry 4 is in the list with another state, tickets than on your receipt/,
    async cheat({ server, raffle, phone, draw }) {
      const { database, bus } = server.parts;
      const own = { raffle_id: raffle.id, entry_number: OTHERS + 1 };
      const row = await database.query
        .updateTable('participations')
        .set({ state: 'removed', tickets: 0, receipt_issued_at_s: Math.floor(Date.now() / 1000) + 1 })
        .where('raffle_id', '=', own.raffle_id)
        .where('entry_number', '=', own.entry_number)
        .returning('invitee_id')
        .executeTakeFirstOrThrow();
      await database.query
        .updateTable('raffles')
        .set({ active_count: OTHERS, ticket_total: OTHERS })
        .where('id', '=', raffle.id)
        .execute();
      const told = phone.page.waitForResponse(/\/own-entry$/);
      bus.publish({ topic: 'own-entry-changed', raffleId: raffle.id, inviteeId: row.invitee_id });
      await told;
      await draw();
    },
  },
  {
    title: 'row 6: an entrant whose entry is gone',
    seal: 'red',
    says: /your entry 4 is not in the list/,
    async cheat({ server, raffle, phone, draw }) {
      phone.rewritten.rewriting.answer = rememberingOwnEntry();
      const { query } = server.parts.database;
      await query
        .deleteFrom('participations')
        .where('raffle_id', '=', raffle.id)
        .where('entry_number', '=', OTHERS + 1)
        .execute();
      await query
        .updateTable('raffles')
        .set({ active_count: OTHERS, ticket_total: OTHERS, entry_count: OTHERS })
        .where('id', '=', raffle.id)
        .execute();
      await draw();
    },
  },
  {
    title: 'row 7: two people with one number',
    before: 0,
    seal: 'red',
    says: /your entry 1 is in the list with another name, device key than on your receipt/,
    async cheat({ browser, server, raffle, phone, draw }) {
      phone.rewritten.rewriting.answer = rememberingOwnEntry();
      const second = await newPhone(browser, server.url);
      await join(second, raffle, 'Grace Hopper');
      // Number 1 is now hers, on a receipt that is signed and true for the list.
      const { query } = server.parts.database;
      await query
        .deleteFrom('participations')
        .where('raffle_id', '=', raffle.id)
        .where('entry_number', '=', 1)
        .execute();
      await query
        .updateTable('participations')
        .set({ entry_number: 1 })
        .where('raffle_id', '=', raffle.id)
        .execute();
      await query
        .updateTable('raffles')
        .set({ active_count: 1, ticket_total: 1, entry_count: 1 })
        .where('id', '=', raffle.id)
        .execute();
      await draw();
      const seal = await phone.seal('red');
      await second.close();
      return seal;
    },
  },
];

/** Row 5: the phone gets a list in which a friend of the operator has all tickets that there may be. */
async function otherListForOnePhone({ server, phone, raffle, draw, list }: Stage): Promise<void> {
  const { keys } = server.parts;
  let forgedOwn: CommitmentsAnswer | null = null;
  const favour = (honest: CommitmentsAnswer): CommitmentsAnswer => ({
    ...honest,
    ...changedList(honest, (entries) => {
      const [first, friend, ...rest] = entries;
      if (first === undefined || friend === undefined) return;
      entries.splice(0, entries.length, first, { ...friend, weights: [5] }, ...rest);
    }),
  });
  const { query } = server.parts.database;
  const { id: drawId } = await openingRow(server, raffle);
  const course = forgedCourse(server, {
    change: () => ({ close: closeOf(drawId, forgedOwn as CommitmentsAnswer) }),
    list: () => forgedOwn as CommitmentsAnswer,
    names: NAMES,
  });
  // What the phone is told waits until the operator has made its list.
  const early: Json[] = [];
  phone.rewritten.rewriting.frame = (message) => {
    early.push(message);
    return [];
  };
  const honest = await draw();
  forgedOwn = favour(await list());
  let row: AudienceRow | null = null;
  let freezeHash = '';
  phone.rewritten.rewriting.frame = course.frame;
  phone.rewritten.rewriting.answer = async (path, ask, method, body) => {
    if (method === 'POST' && path.endsWith('/draw/seen')) {
      // Taken with thanks, and put under an audience record of its own.
      row = [OTHERS + 1, body.seen_at, body.signature];
      freezeHash = body.freeze_hash;
      return { ok: true };
    }
    if (!path.includes('/draw/audience/me') || row === null) return course.answer(path, ask, method, body);
    const root = audienceRoot(drawId, freezeHash, [row]);
    const text = audienceRecord({ drawId, freezeHash, root, count: 1, at: honest.draw_at - 3 });
    return {
      record: { text, key_id: keys.keyId, signature: keys.sign(text) },
      index: 0,
      seen_at: row[1],
      path: audiencePath(drawId, freezeHash, [row], 0),
    };
  };
  for (const message of early) for (const one of course.frame(message)) phone.rewritten.send(one);
  // The stage shows the other list, and people point their phones at its code.
  await expect(phone.page.locator('html')).toHaveAttribute('data-step', 'warmup', { timeout: 30_000 });
  await phone.page.evaluate((hash) => (location.hash = `freeze=${hash}`), honest.freeze_hash);
  await expect(phone.page.locator('[data-freeze-compare]')).toHaveAttribute('data-freeze-compare', 'other');
  expect(await query.selectFrom('draw_audience').selectAll().where('draw_id', '=', drawId).execute()).toEqual(
    [],
  );
}
