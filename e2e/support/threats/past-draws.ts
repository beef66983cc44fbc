/** Rows 8 to 11: forged, replaced and dropped draws, wrong pass-overs, a second log. */
import type {
  DrawInLog,
  HostRaffle,
  LiveResult,
  PassedOverRow,
  PlaceClaim,
  PrizeHolder,
  PrizeStatus,
} from '@glassdrum/contract';
import { advanceRecord, logOrigin, signCheckpoint, voidRecord } from '@glassdrum/fair-draw';
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { writeOpening } from '../../../apps/server/src/features/draws/openings.ts';
import {
  appendPublicRecord,
  lastRecordHash,
} from '../../../apps/server/src/platform/public-log/public-log.ts';
import type { DishonestServer } from '../dishonest-server.ts';
import { forgedCourse, logOf } from '../forged-draw.ts';
import { until } from '../stories.ts';
import { type Phone, storesOpening } from '../watching-phone.ts';
import { NAMES, noRelays, OTHERS, type Raffle, type Row, SLOW_MS, type Stage } from './row.ts';

export const PAST_DRAWS: readonly Row[] = [
  {
    title: 'row 8: a draw that is forged as a past one while the phone is away',
    at: 'slow',
    seal: 'yellow',
    says: /saw the list too late to confirm that it was fixed first/,
    async cheat({ phone, raffle, draw, server }) {
      await phone.page.goto('about:blank');
      phone.rewritten.rewriting.answer = noRelays;
      const { t0 } = await draw();
      const isDrawn = async (): Promise<boolean> =>
        (await server.host.get<HostRaffle>(`/api/raffles/${raffle.id}`)).status === 'drawn';
      await until('the end of the draw', isDrawn, 90_000);
      await until('the time of the show', async () => Date.now() - SLOW_MS > t0, 90_000);
      await phone.page.goto(`/draw/${raffle.id}`);
    },
  },
  {
    title: 'row 8: another draw in the place of the one that the phone saw',
    seal: 'red',
    says: /the list of this draw was frozen twice/,
    greenBefore: true,
    async cheat({ server, phone, raffle, draw, list }) {
      await draw();
      const known = await list();
      await phone.seal('green');
      Object.assign(
        phone.rewritten.rewriting,
        forgedCourse(server, {
          change: ({ records }) => ({ close: { closed_at: (records?.close.closed_at ?? 0) - 1 } }),
          list: () => known,
          names: NAMES,
        }),
      );
      await phone.page.goto(`/draw/${raffle.id}`);
    },
  },
  {
    title: 'row 9: a pass-over to another entry than the next in order',
    fields: { max_winners: 1 },
    seal: 'red',
    says: /prize 1 went on to another than the next in its order/,
    greenBefore: true,
    cheat: (stage) => passOverTo(stage, ({ alternates }) => alternates[1]?.entry_number ?? 0),
  },
  {
    title: 'row 9: a pass-over to an entry that does not exist',
    seal: 'red',
    says: /prize 1 went on to another than the next in its order/,
    greenBefore: true,
    cheat: (stage) => passOverTo(stage, () => 99),
  },
  {
    title: 'row 9: a pass-over that is shown and not recorded',
    seal: 'red',
    says: /a prize went on to another entry than the public log says/,
    greenBefore: true,
    async cheat({ phone, draw }) {
      const { draw_id: drawId } = await draw();
      await phone.seal('green');
      const winner = shownWinner(phone);
      const { prize, position, entry_number, display_name } = winner;
      const friend = (entry_number % OTHERS) + 1;
      const moved_up = { entry_number: friend, display_name: NAMES[friend - 1] ?? null };
      const claim: PlaceClaim = { claim_by: null, extension: null, claimed: null, handed_over_at: null };
      const passed: PassedOverRow = {
        prize,
        position,
        entry_number,
        display_name,
        reason: 'absent',
        at: Date.now(),
        moved_up,
        text: null,
        claim,
        late: false,
      };
      const holder: PrizeHolder = { ...winner, ...moved_up, moved_up: true, state: 'drawn', claim };
      const standing: PrizeStatus = { passed_over: [passed], current_winners: [holder] };
      phone.rewritten.send({ type: 'draw:advance', data: { drawId, standing } });
    },
  },
  {
    title: 'row 10: a second log under the same key',
    seal: 'red',
    says: /the public log was changed after this device saw it/,
    async cheat({ server, phone, draw }) {
      const { rewritten } = phone;
      const { keys, database } = server.parts;
      // Another first record, and everything after it as in the real log.
      const forged = async () => {
        const rows = await database.query
          .selectFrom('public_log')
          .select('text')
          .orderBy('log_index')
          .execute();
        return logOf(rows.map(({ text }, index) => (index === 0 ? `another ${text}` : text)));
      };
      rewritten.rewriting.answer = async (path, ask) => {
        if (path === '/api/log') {
          const log = await ask();
          const { size } = log as { size: number };
          const root = (await forged()).root(size);
          const origin = logOrigin(keys.publicKey);
          const checkpoint = signCheckpoint({ origin, size, root }, keys.publicKey, (text) =>
            keys.sign(text),
          );
          return { ...log, checkpoint, root };
        }
        const [, from, to] = /^\/api\/log\/consistency\?from=(\d+)&to=(\d+)$/.exec(path) ?? [];
        if (from === undefined || to === undefined) return undefined;
        const consistency = (await forged()).consistency(Number(from), Number(to));
        return { from: Number(from), to: Number(to), path: consistency };
      };
      await draw();
    },
  },
  {
    title: 'row 11: a draw that is dropped when its result is known, and frozen again',
    seal: 'red',
    says: /the list of this draw was frozen twice/,
    async cheat({ server, phone, draw, list }) {
      const plan = await draw();
      const known = await list();
      await expect(phone.page.locator('html')).toHaveAttribute('data-step', 'main', { timeout: 30_000 });
      const again = forgedCourse(server, {
        change: ({ frozen_at: at }) => ({
          freeze: { frozen_at: at + 12, show_at: at + 14, draw_at: at + 36 },
        }),
        list: () => known,
        names: NAMES,
      });
      Object.assign(phone.rewritten.rewriting, again);
      const { animation_style: animationStyle, total_entries: totalEntries } = plan;
      const [starting] = again.frame({ type: 'draw:starting', data: { animationStyle, totalEntries, plan } });
      phone.rewritten.send(starting);
    },
  },
  {
    title: 'row 11: a draw that is called off when its result is known, and drawn again',
    seal: 'red',
    says: /an earlier draw of this raffle was dropped after its list was fixed/,
    async cheat({ server, phone, raffle, draw }) {
      await callOffLate({ server, phone, raffle, draw });
      await draw();
    },
  },
  {
    title: 'row 11: a draw that is called off when its result is known, which the log does not say',
    seal: 'red',
    says: /an earlier draw of this raffle was dropped after its list was fixed/,
    async cheat({ server, phone, raffle, draw }) {
      const drawId = await callOffLate({ server, phone, raffle, draw });
      phone.rewritten.rewriting.answer = async (path, ask) => {
        if (path !== `/api/log/draws/${drawId}`) return undefined;
        const told = (await ask()) as DrawInLog;
        return { ...told, records: told.records.filter(({ kind }) => kind !== 'void') };
      };
      await draw();
    },
  },
  {
    title: 'row 11: a draw that is called off after its result was shown, which the log says late',
    seal: 'red',
    says: /an earlier draw of this raffle was dropped after its list was fixed/,
    greenBefore: true,
    async cheat({ server, phone, raffle, draw }) {
      const { rewriting } = phone.rewritten;
      const { draw_id: drawId } = await draw();
      await phone.seal('green');
      rewriting.frame = (message) => (message.type === 'draw:void' ? [] : [message]);
      const next = await callOff(server, raffle, drawId);
      await phone.page.reload();
      await storesOpening(phone, next);
      const asked = new Set<string>();
      rewriting.answer = async (path, ask) => {
        if (!path.startsWith('/api/log/draws/') || asked.has(path)) return undefined;
        asked.add(path);
        // As if the log's newest checkpoint were still the one before the calling off.
        const { records, ...told } = (await ask()) as DrawInLog;
        const size =
          records.find(({ kind }) => kind === (path.endsWith(drawId) ? 'void' : 'close'))?.index ?? 0;
        return { ...told, size, records: records.filter(({ index }) => index < size) };
      };
      await draw();
    },
  },
  {
    title: 'row 11: a draw that nobody was shown, and another one in its place',
    seal: 'yellow',
    says: /This device did not see in time how an earlier draw of this raffle ended/,
    async cheat({ server, phone, raffle, draw }) {
      const { rewriting } = phone.rewritten;
      rewriting.frame = (message) => (message.type === 'time' ? [message] : []);
      const { draw_id: drawId } = await draw();
      const next = await callOff(server, raffle, drawId);
      rewriting.frame = (message) => [message];
      await phone.page.reload();
      await storesOpening(phone, next);
      await draw();
    },
  },
];

function shownWinner(phone: Phone): LiveResult['winners'][number] {
  const told = phone.rewritten.received.findLast((message) => message.data?.winners?.length > 0);
  if (told === undefined) throw new Error('The page was told no winner.');
  return told.data.winners[0] as LiveResult['winners'][number];
}

/** Row 9: the operator records an advance of its own, under the same key and in the same log. */
async function passOverTo(
  { server, phone, raffle, draw }: Stage,
  choose: (result: LiveResult) => number,
): Promise<void> {
  const { draw_id: drawId, freeze_hash: freezeHash } = await draw();
  await phone.seal('green');
  const { database, keys, bus } = server.parts;
  const result = await server.host.get<LiveResult>(`/api/raffles/${raffle.id}/results`);
  const [winner] = result.winners;
  if (winner === undefined) throw new Error('Nobody has won.');
  const { prize, position, entry_number: fromEntry } = winner;
  const toEntry = choose(result);
  const now = Date.now();
  const at = Math.floor(now / 1000);
  const text = advanceRecord({ drawId, freezeHash, prize, fromEntry, toEntry, reason: 'absent', at });
  await database.transaction(async (trx) => {
    await trx
      .insertInto('passed_over')
      .values({
        draw_id: drawId,
        number: 1,
        prize,
        position,
        from_entry_number: fromEntry,
        to_entry_number: toEntry,
        to_selection_index: winner.selection_index,
        reason: 'absent',
        at: now,
      })
      .execute();
    await appendPublicRecord(trx, keys, { drawId, kind: 'advance', text, now, onceSuffix: '1' });
  });
  bus.publish({ topic: 'draw-advanced', raffleId: raffle.id, step: 'advance' });
}

/** Row 11: when the result is known, with the next opening on the phone. @returns the draw that is called off */
async function callOffLate({
  server,
  phone,
  raffle,
  draw,
}: Pick<Stage, 'server' | 'phone' | 'raffle' | 'draw'>): Promise<string> {
  const { draw_id: drawId } = await draw();
  await resultOf(server, drawId);
  await storesOpening(phone, await callOff(server, raffle, drawId));
  return drawId;
}

/** Row 11: waits until the operator knows who would win; nobody who watches is shown any of it. */
async function resultOf({ parts }: DishonestServer, drawId: string): Promise<void> {
  const { query } = parts.database;
  // However busy the machine is: nothing comes between knowing and stopping.
  const stop = sql.id(`stop ${drawId}`);
  await sql`
    CREATE TRIGGER ${stop} AFTER UPDATE OF result_at ON draws WHEN new.id = ${sql.lit(drawId)}
    BEGIN UPDATE draws SET voided_at = new.result_at WHERE id = new.id; END
  `.execute(query);
  const computed = query.selectFrom('draws').select('result_at').where('id', '=', drawId);
  const isKnown = async (): Promise<boolean> => (await computed.executeTakeFirstOrThrow()).result_at !== null;
  await until('the result', isKnown, 60_000);
  await sql`DROP TRIGGER ${stop}`.execute(query);
}

/** Row 11: called off like a draw without enough witnesses, but late. @returns the id of the next draw */
async function callOff({ parts }: DishonestServer, raffle: Raffle, drawId: string): Promise<string> {
  const { database, keys, bus } = parts;
  const now = Date.now();
  const next = await database.transaction(async (trx) => {
    const gone = { voided_at: now, void_reason: 'no_quorum' };
    await trx.updateTable('draws').set(gone).where('id', '=', drawId).execute();
    await trx.updateTable('draw_openings').set(gone).where('id', '=', drawId).execute();
    const lastRecord = await lastRecordHash(trx, drawId);
    const at = Math.floor(now / 1000);
    const text = voidRecord({ drawId, lastRecordHash: lastRecord, reasonCode: 'no_quorum', at });
    await appendPublicRecord(trx, keys, { drawId, kind: 'void', text, now });
    const row = await trx
      .selectFrom('raffles')
      .selectAll()
      .where('id', '=', raffle.id)
      .executeTakeFirstOrThrow();
    const opening = await writeOpening(
      trx,
      keys,
      { ...row, series_id: row.series_id ?? '' },
      { number: 1, now },
    );
    await trx
      .updateTable('raffles')
      .set({ draw_id: opening.id, draw_started: 0, status: 'closed' })
      .where('id', '=', raffle.id)
      .execute();
    return opening.id;
  });
  bus.publish({ topic: 'draw-advanced', raffleId: raffle.id, step: 'void' });
  bus.publish({ topic: 'raffle-changed', raffleId: raffle.id });
  return next;
}
