/**
 * Passing over a winner who is absent, declines or doesn't claim (R14, draw protocol §2 "a redraw is never a new draw").
 *
 * 1. Under the raffle's lock, only after the draw is complete. Asked again with the same reason: the same answer.
 * 2. The next of the fixed order moves up: the announced alternates first; when they run out, the order is computed
 *    further from the stored seed and list. Nobody left with a ticket: the prize stays without a holder.
 * 3. The row, the public `advance` record and the audit line are written together; the nodes are told after commit.
 */
import type { DrawStanding, PassOverBody } from '@glassdrum/contract';
import { advanceRecord, type DrawnRow, drawOrder } from '@glassdrum/fair-draw';
import type { Bus } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import { lockRaffle, type Database, type Trx } from '../../database/database.ts';
import { CallError } from '../../http/errors.ts';
import type { Keys } from '../../keys/keys.ts';
import { appendPublicRecord } from '../../public-log/public-log.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import type { OwnRaffle } from '../raffles/raffle-gate.ts';
import { type DrawRow, drawRow, standingOfDraw } from './queries.ts';
import { holdersOf, type PassedOver, passedOverOf } from './standing.ts';

export interface PassOverParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

/** @throws CallError draw_not_complete, not_a_prize_holder, passed_over_already */
export async function passOver(
  parts: PassOverParts,
  own: OwnRaffle,
  wish: PassOverBody,
  from: CallerHashes,
): Promise<DrawStanding> {
  const { database, bus } = parts;
  const isNew = await database.transaction((trx) => advance(parts, trx, own, { wish, from }));
  if (isNew) bus.publish({ topic: 'draw-advanced', raffleId: own.id, step: 'advance' });
  const draw = await drawRow(database.query, own.id);
  if (draw === null) throw new Error('A draw is never deleted.');
  return standingOfDraw(database, draw);
}

async function advance(
  { database, keys, clock }: PassOverParts,
  trx: Trx,
  own: OwnRaffle,
  { wish, from }: { wish: PassOverBody; from: CallerHashes },
): Promise<boolean> {
  const raffle = await lockRaffle(database, trx, own.id);
  if (raffle === undefined) throw new CallError('not_found');
  const draw = await drawRow(trx, raffle.id);
  if (draw === null || draw.completed_at === null) throw new CallError('draw_not_complete');
  const passed = await passedOverOf(trx, draw.id);
  const { entry_number: entryNumber, reason } = wish;
  const earlier = passed.find((row) => row.from_entry_number === entryNumber);
  if (earlier?.reason === reason) return false;
  if (earlier !== undefined) throw new CallError('passed_over_already');

  const rows = await rowsAsDrawn(trx, draw.id);
  const holders = holdersOf(rows.winners, passed);
  const prize = [...holders].find(([, holder]) => holder.entryNumber === entryNumber)?.[0];
  if (prize === undefined) throw new CallError('not_a_prize_holder');
  const next = await nextInOrder(trx, draw, rows, passed);
  const now = clock.now();
  await trx
    .insertInto('passed_over')
    .values({
      draw_id: draw.id,
      number: passed.length + 1,
      prize,
      from_entry_number: entryNumber,
      to_entry_number: next?.entryNumber ?? null,
      to_selection_index: next?.selectionIndex ?? null,
      reason,
      at: now,
    })
    .execute();
  const text = advanceRecord({
    drawId: draw.id,
    freezeHash: draw.freeze_hash,
    fromEntryNumber: entryNumber,
    toEntryNumber: next?.entryNumber ?? null,
    reasonCode: reason,
    at: Math.floor(now / 1000),
  });
  const onceSuffix = String(entryNumber);
  await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'advance', text, now, onceSuffix });
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'host',
    action: 'winner_passed_over',
    ts: now,
    details: { prize, entry_number: entryNumber, reason, moved_up: next?.entryNumber ?? null },
    from,
  });
  return true;
}

interface RowsAsDrawn {
  winners: { position: number; entry_number: number; selection_index: string }[];
  alternates: { position: number; entry_number: number; selection_index: string }[];
}

async function rowsAsDrawn(trx: Trx, drawId: string): Promise<RowsAsDrawn> {
  const rows = await trx
    .selectFrom('draw_rows')
    .select(['role', 'position', 'entry_number', 'selection_index'])
    .where('draw_id', '=', drawId)
    .orderBy('position')
    .execute();
  return {
    winners: rows.filter(({ role }) => role === 'winner'),
    alternates: rows.filter(({ role }) => role === 'alternate'),
  };
}

/** Every prefix of the order is stable, so whoever moved up earlier says how far it was used. */
async function nextInOrder(
  trx: Trx,
  draw: DrawRow,
  rows: RowsAsDrawn,
  passed: readonly PassedOver[],
): Promise<DrawnRow | null> {
  const movedUp = passed.filter((row) => row.to_entry_number !== null).length;
  const announced = rows.alternates[movedUp];
  if (announced !== undefined) {
    return { entryNumber: announced.entry_number, selectionIndex: announced.selection_index };
  }
  const { combined_seed: combinedSeed } = draw;
  if (combinedSeed === null) throw new Error('A complete draw has its seed.');
  const entries = await trx
    .selectFrom('participations')
    .select('tickets')
    .where('raffle_id', '=', draw.raffle_id)
    .orderBy('entry_number')
    .execute();
  const place = rows.winners.length + movedUp;
  const order = drawOrder({ combinedSeed, tickets: entries.map((row) => row.tickets), rows: place + 1 });
  return order[place] ?? null;
}
