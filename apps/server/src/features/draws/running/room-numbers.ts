/**
 * Numbers made in the room (R91, draw protocol §4): thrown in public after the freeze, typed on several devices, and fixed
 * once two of them agree. The host counts as one device, each entry as one.
 *
 * Once the numbers are fixed they cannot be corrected; before that each device may change its own. They are fixed no earlier
 * than the announced time of the draw.
 */
import type { RoomNumbersAnswer } from '@glassdrum/contract';
import { isRoomText, roomBeaconValue, roomNumberCount } from '@glassdrum/fair-draw';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Trx } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { progressOf, drawById, type DrawRow, lockDraw } from '../draw-rows.ts';

interface RoomParts {
  database: Database;
  clock: Clock;
  bus: Bus;
}

/** Who types: the host, or an entry of the draw. */
export type RoomSource = 'host' | number;

/** Devices that must agree. */
const AGREEING_DEVICES = 2;

/** @throws RefusalError room_numbers_closed, room_numbers_invalid */
export async function enterRoomNumbers(
  parts: RoomParts,
  input: { raffleId: string; source: RoomSource; text: string },
): Promise<RoomNumbersAnswer> {
  const { database, clock, bus } = parts;
  const progress = await progressOf(database.query, input.raffleId);
  const draw = progress?.draw ?? null;
  if (draw === null) throw new RefusalError('room_numbers_closed');
  const answer = await database.transaction(async (trx) => {
    await lockDraw(database, trx, draw.id);
    const present = await drawById(trx, draw.id);
    const now = clock.now();
    if (present === null || present.beacon_kind !== 'room' || present.voided_at !== null || now < draw.t0) {
      throw new RefusalError('room_numbers_closed');
    }
    const text = input.text.trim().replace(/\s+/g, ' ');
    if (!isRoomText(text) || roomNumberCount(text) !== present.round) {
      throw new RefusalError('room_numbers_invalid');
    }
    if (present.beacon_text !== null) {
      if (present.beacon_text !== text) throw new RefusalError('room_numbers_closed');
      return { agreed: true, entered: await countEntered(trx, draw.id) };
    }
    const row = { draw_id: draw.id, source: String(input.source), text, at: now };
    await trx
      .insertInto('room_entries')
      .values(row)
      .onConflict((conflict) => conflict.columns(['draw_id', 'source']).doUpdateSet({ text, at: now }))
      .execute();
    const agreed = await fixIfAgreed(trx, present, now);
    return { agreed, entered: await countEntered(trx, draw.id) };
  });
  bus.publish({ topic: 'draw-advanced', raffleId: draw.raffle_id, step: 'room' });
  return answer;
}

/** Fixes the text if two devices agree. True when this call did it. */
export async function fixRoomNumbers(
  { database, clock }: { database: Database; clock: Clock },
  draw: DrawRow,
): Promise<boolean> {
  return database.transaction(async (trx) => {
    await lockDraw(database, trx, draw.id);
    const present = await drawById(trx, draw.id);
    return present !== null && fixIfAgreed(trx, present, clock.now());
  });
}

async function fixIfAgreed(trx: Trx, draw: DrawRow, now: number): Promise<boolean> {
  if (draw.beacon_text !== null || draw.voided_at !== null || now < draw.draw_at_s * 1000) return false;
  const agreed = await trx
    .selectFrom('room_entries')
    .select('text')
    .where('draw_id', '=', draw.id)
    .groupBy('text')
    .having((build) => build.fn.countAll<number>(), '>=', AGREEING_DEVICES)
    .orderBy((build) => build.fn.min('at'))
    .limit(1)
    .executeTakeFirst();
  if (agreed === undefined) return false;
  const { text } = agreed;
  const { numUpdatedRows } = await trx
    .updateTable('draws')
    .set({ beacon_text: text, beacon_value: roomBeaconValue(text), beacon_at: now })
    .where('id', '=', draw.id)
    .where('beacon_value', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** How many devices typed the numbers, and whether they are fixed. */
export async function roomProgress(
  database: Database,
  drawId: string,
): Promise<{ entered: number; agreed: boolean }> {
  const draw = await drawById(database.query, drawId);
  return {
    entered: await countEntered(database.query, drawId),
    agreed: draw !== null && draw.beacon_text !== null,
  };
}

async function countEntered(query: Database['query'], drawId: string): Promise<number> {
  const { count } = await query
    .selectFrom('room_entries')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('draw_id', '=', drawId)
    .executeTakeFirstOrThrow();
  return count;
}
