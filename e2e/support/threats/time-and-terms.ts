/** Rows 12 to 15: the time of the show, the clock, prizes and rules. */
import { openHash, planHash, planOfProof, rulesHash, rulesOfProof } from '@glassdrum/fair-draw';
import { expect } from '@playwright/test';
import type { DishonestServer } from '../dishonest-server.ts';
import { noRelays, openingRow, type Raffle, type Row } from './row.ts';

export const TIME_AND_TERMS: readonly Row[] = [
  {
    title: 'row 12: a show that starts later than the record says',
    seal: 'red',
    says: /the show started (?:29|30|31) seconds after the recorded time/,
    async cheat({ phone, draw }) {
      const LATE_MS = 30_000;
      phone.rewritten.rewriting.frame = (message) => {
        if (message.type === 'time') message.data.server -= LATE_MS;
        if (message.type === 'snapshot') message.data.serverTime -= LATE_MS;
        return [message];
      };
      await phone.page.reload();
      await expect(phone.page.locator('html')).toHaveAttribute('data-live', 'true');
      await draw();
    },
  },
  {
    title: "row 13: a server's clock that is 10 minutes behind, with no relay in reach",
    at: 'slow',
    seal: 'yellow',
    says: /This device's clock is \d+ s ahead/,
    async cheat({ phone, draw }) {
      phone.rewritten.rewriting.answer = noRelays;
      await draw();
    },
  },
  {
    title: "row 13: a server's clock that is 10 minutes behind, against the relays",
    at: 'slow',
    seal: 'red',
    says: /the show started (?:599|600|601) seconds after the recorded time/,
    async cheat({ draw }) {
      await draw();
    },
  },
  {
    title: 'row 14: prizes that are changed after joining without a record',
    seal: 'red',
    says: /the prizes were changed after the opening without a record in the public log/,
    async cheat({ server, raffle, draw }) {
      const { query } = server.parts.database;
      const row = await openingRow(server, raffle);
      const plan = JSON.parse(row.plan) as { prizes: { quantity: number }[] };
      for (const prize of plan.prizes) prize.quantity = 2;
      const hash = planHash(row.id, planOfProof(plan as Parameters<typeof planOfProof>[0]));
      await query
        .updateTable('draw_openings')
        .set({ plan: JSON.stringify(plan), plan_hash: hash })
        .where('id', '=', row.id)
        .execute();
      await query.updateTable('raffles').set({ max_winners: 2 }).where('id', '=', raffle.id).execute();
      await draw();
    },
  },
  {
    title: 'row 15: rules that are changed after joining',
    seal: 'red',
    says: /the draw does not have the opening that was stored when you joined/,
    async cheat({ server, raffle, draw }) {
      const row = await openingRow(server, raffle);
      const rules = JSON.parse(row.rules ?? '{}') as Parameters<typeof rulesOfProof>[0];
      const changed = { ...rules, text: 'Friends of the host win twice.' };
      const rules_hash = rulesHash(rulesOfProof(changed));
      const open_hash = openHash({
        drawId: row.id,
        hostId: row.host_id,
        hostSeq: row.host_seq,
        previous: row.previous_open_hash,
        seriesId: await seriesOf(server, raffle),
        stage: row.stage,
        seedCommitHash: row.seed_commit_hash,
        planHash: row.opening_plan_hash,
        rulesHash: rules_hash,
        openedAt: row.opened_at_s,
      });
      await server.parts.database.query
        .updateTable('draw_openings')
        .set({ rules: JSON.stringify(changed), rules_hash, open_hash })
        .where('id', '=', row.id)
        .execute();
      await draw();
    },
  },
];

async function seriesOf({ parts }: DishonestServer, raffle: Raffle): Promise<string> {
  const row = await parts.database.query
    .selectFrom('raffles')
    .select('series_id')
    .where('id', '=', raffle.id)
    .executeTakeFirstOrThrow();
  return row.series_id ?? '';
}
