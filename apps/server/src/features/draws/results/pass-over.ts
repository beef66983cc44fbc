/**
 * Passing over a winner who is absent, declines, doesn't claim or isn't eligible (R14, draw protocol §6 "Moving up"): a redraw
 * is never a new draw.
 *
 * 1. Under the raffle's lock, only after the draw is complete, and not while another one of the raffle runs. Idempotent for the
 *    same reason.
 * 2. The next in the order of the prize who has not held a prize of this draw before moves up: the announced alternates first;
 *    when they run out, the order is continued from the stored seed and list. If nobody is left, the place stays empty.
 * 3. Somebody who has left the raffle since doesn't take the place: they are passed over in the same moment, as declined or, if
 *    the host removed them or their paper ticket was given back, as ineligible. So nobody holds a prize who is not in, and the lists of later draws can name all
 *    holders.
 * 4. The row, the public `advance` record and the audit record are written together; the nodes are notified after commit.
 */
import type { PrizeStatus, PassOverBody } from '@glassdrum/contract';
import { advanceRecord, type DrawnRow, nextInOrder, prizeOrder } from '@glassdrum/fair-draw';
import { phaseOf } from '@glassdrum/raffle-rules';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { openingById, openingOf, planOf } from '../openings.ts';
import { appendPublicRecord, lockLog } from '../../../platform/public-log/public-log.ts';
import { type CallerHashes, writeAudit } from '../../../audit/audit.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { lockExistingRaffle } from '../../raffles/commands.ts';
import { chosenDraw, type DrawRow } from '../draw-rows.ts';
import { closedEntries } from '../freeze/entries-list.ts';
import { agreeReceipts } from '../presence/receipts.ts';
import { holdersOfOtherDraws } from './holders.ts';
import { prizeStatusOfDraw } from './queries.ts';
import { type Holder, holdersOf, type PassedOver, passedOverOf } from './prize-status.ts';

export interface PassOverParts {
  database: Database;
  keys: Keys;
  clock: Clock;
  bus: Bus;
}

const ANOTHER_DRAW_RUNS = 'The next draw is running. Please wait until it is complete, then pass over.';

/** @throws RefusalError draw_not_complete, draw_running, not_a_prize_holder, passed_over_already, claim_still_possible */
export async function passOver(
  parts: PassOverParts,
  own: OwnRaffle,
  input: PassOverBody,
  from: CallerHashes,
): Promise<PrizeStatus> {
  const { database, bus } = parts;
  const isNew = await database.transaction((trx) => advance(parts, trx, own, { input, from }));
  if (isNew) bus.publish({ topic: 'draw-advanced', raffleId: own.id, step: 'advance' });
  const draw = await chosenDraw(database.query, own.id, input.draw_id);
  if (draw === null) throw new Error('A draw is never deleted.');
  return prizeStatusOfDraw(database, draw, 'host');
}

async function advance(
  { database, keys, clock }: PassOverParts,
  trx: Trx,
  own: OwnRaffle,
  { input, from }: { input: PassOverBody; from: CallerHashes },
): Promise<boolean> {
  const raffle = await lockExistingRaffle(database, trx, own.id);
  const draw = await chosenDraw(trx, raffle.id, input.draw_id);
  // Draws of version 1 are shown as they ended: no records of version 2 can be written for them.
  if (draw === null || draw.completed_at === null || draw.protocol !== 2)
    throw new RefusalError('draw_not_complete');
  // Who moves up depends on who holds prizes of other draws, and must not tell of one whose result is still secret (R4).
  if (phaseOf(raffleFacts(raffle)) === 'drawing') {
    throw new RefusalError('draw_running', { message: ANOTHER_DRAW_RUNS });
  }
  const passed = await passedOverOf(trx, draw.id);
  const { prize, entry_number: entryNumber, reason } = input;
  const earlier = passed.find((row) => row.prize === prize && row.from_entry_number === entryNumber);
  if (earlier?.reason === reason) return false;
  if (earlier !== undefined) throw new RefusalError('passed_over_already');

  const rows = await drawnPlaces(trx, draw.id);
  const holder = holdersOf(rows.winners, passed).find(
    (one) => one.prize === prize && one.entryNumber === entryNumber,
  );
  if (holder === undefined) throw new RefusalError('not_a_prize_holder');
  const steps = await stepsOf(trx, { draw, rows, passed, prize, entryNumber, reason });
  await lockLog(database, trx);
  const now = clock.now();
  if (reason === 'unclaimed') await requireEndedClaim(trx, { draw, holder, passed, now });
  for (const [index, step] of steps.entries()) {
    const number = passed.length + 1 + index;
    await writeStep({ keys }, trx, { raffle, draw, place: holder, step, number, from, now });
  }
  // R71: another entry sits the next draw out.
  await agreeReceipts(trx, raffle, now);
  return true;
}

/** One entry that gives its place to the next one. */
interface Step {
  entryNumber: number;
  reason: PassedOver['reason'];
  /** Null when nobody moves up. */
  next: DrawnRow | null;
}

/** The passing over that was asked for, and that of everyone who would move up then but has left the raffle. */
async function stepsOf(
  trx: Trx,
  context: { draw: DrawRow; rows: DrawnPlaces; passed: readonly PassedOver[]; prize: number } & Omit<
    Step,
    'next'
  >,
): Promise<Step[]> {
  const { draw, rows, prize } = context;
  const passed: MovedUp[] = [...context.passed];
  const steps: Step[] = [];
  let out: Omit<Step, 'next'> | null = context;
  while (out !== null) {
    const next = await nextHolder(trx, { draw, rows, passed, prize });
    steps.push({ entryNumber: out.entryNumber, reason: out.reason, next });
    passed.push({ prize, to_entry_number: next?.entryNumber ?? null });
    out = next === null ? null : await leftAlready(trx, draw.raffle_id, next.entryNumber);
  }
  return steps;
}

/** Null for somebody who is in and has a ticket; a paper ticket may have been given back. */
async function leftAlready(
  trx: Trx,
  raffleId: string,
  entryNumber: number,
): Promise<Omit<Step, 'next'> | null> {
  const { state, tickets } = await trx
    .selectFrom('participations')
    .select(['state', 'tickets'])
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .executeTakeFirstOrThrow();
  if (state === 'withdrawn') return { entryNumber, reason: 'declined' };
  return state === 'removed' || tickets === 0 ? { entryNumber, reason: 'ineligible' } : null;
}

async function writeStep(
  { keys }: Pick<PassOverParts, 'keys'>,
  trx: Trx,
  context: {
    raffle: RaffleRow;
    draw: DrawRow;
    place: Holder;
    step: Step;
    /** Of the draw's passed-over rows. */
    number: number;
    from: CallerHashes;
    now: number;
  },
): Promise<void> {
  const { raffle, draw, place, step, number, from, now } = context;
  const { prize, position } = place;
  const { entryNumber, reason, next } = step;
  await trx
    .insertInto('passed_over')
    .values({
      draw_id: draw.id,
      number,
      prize,
      position,
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
    prize,
    fromEntry: entryNumber,
    toEntry: next?.entryNumber ?? null,
    reason,
    at: Math.floor(now / 1000),
  });
  const onceSuffix = `${prize}:${entryNumber}`;
  await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'advance', text, now, onceSuffix });
  const { draw_number: drawNumber } = await openingById(trx, draw.id);
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'host',
    action: 'winner_passed_over',
    ts: now,
    details: {
      draw: drawNumber,
      prize,
      position,
      entry_number: entryNumber,
      reason,
      moved_up: next?.entryNumber ?? null,
    },
    from,
  });
}

/** Draw protocol §8, `standing`: nobody is passed over as `unclaimed` before the prize's claim window has ended. */
async function requireEndedClaim(
  trx: Trx,
  {
    draw,
    holder,
    passed,
    now,
  }: { draw: DrawRow; holder: Holder; passed: readonly PassedOver[]; now: number },
): Promise<void> {
  const opening = await openingOf(trx, { draw_id: draw.id });
  const window = opening === null ? null : (planOf(opening).prizes[holder.prize - 1]?.claimWindow ?? null);
  const movedUp = passed.find(
    (row) => row.prize === holder.prize && row.to_entry_number === holder.entryNumber,
  );
  const since = movedUp?.at ?? (await announcedAt(trx, draw.id));
  const ended = window !== null && Math.floor(now / 1000) >= Math.floor(since / 1000) + window;
  if (!ended) throw new RefusalError('claim_still_possible');
}

/** When the result was announced in the log, epoch ms. */
async function announcedAt(trx: Trx, drawId: string): Promise<number> {
  const { logged_at: at } = await trx
    .selectFrom('public_log')
    .select('logged_at')
    .where('draw_id', '=', drawId)
    .where('kind', '=', 'result')
    .executeTakeFirstOrThrow();
  return at;
}

interface DrawnPlace {
  prize: number;
  position: number;
  entry_number: number;
  selection_index: string;
}

type MovedUp = Pick<PassedOver, 'prize' | 'to_entry_number'>;

interface DrawnPlaces {
  winners: DrawnPlace[];
  alternates: DrawnPlace[];
}

async function drawnPlaces(trx: Trx, drawId: string): Promise<DrawnPlaces> {
  const rows = await trx
    .selectFrom('draw_rows')
    .select(['role', 'prize', 'position', 'entry_number', 'selection_index'])
    .where('draw_id', '=', drawId)
    .orderBy('prize')
    .orderBy('position')
    .execute();
  return {
    winners: rows.filter(({ role }) => role === 'winner'),
    alternates: rows.filter(({ role }) => role === 'alternate'),
  };
}

/** Who moves up, with their row in the order; null when nobody does. */
async function nextHolder(
  trx: Trx,
  context: { draw: DrawRow; rows: DrawnPlaces; passed: readonly MovedUp[]; prize: number },
): Promise<DrawnRow | null> {
  const { draw, rows, passed, prize } = context;
  const opening = await openingOf(trx, { draw_id: draw.id });
  if (opening === null) throw new Error('A draw has its opening.');
  const plan = planOf(opening);
  const counts = (row: { prize: number }): boolean => plan.policy === 'once' || row.prize === prize;
  const everHeld = new Set([
    ...rows.winners.filter(counts).map((row) => row.entry_number),
    ...passed.filter(counts).flatMap((row) => row.to_entry_number ?? []),
  ]);
  const elsewhere =
    plan.earlierWinners === 'out'
      ? await holdersOfOtherDraws(trx, { id: draw.raffle_id, draw_id: draw.id })
      : new Set<number>();
  const announced = rows.alternates.filter((row) => row.prize === prize).map(drawn);
  const found = nextRow(announced, everHeld, elsewhere);
  // When there are fewer alternates than planned, nobody comes after them.
  if (found !== null || announced.length < (plan.prizes[prize - 1]?.alternates ?? 0)) return found;
  const { combined_seed: combinedSeed } = draw;
  if (combinedSeed === null) throw new Error('A complete draw has its seed.');
  const entries = await closedEntries(trx, draw.id);
  const winners = rows.winners.map(drawn);
  const weights = entries.map((entry) => entry.weights);
  return nextRow(prizeOrder({ combinedSeed, plan, weights, prize, winners }), everHeld, elsewhere);
}

function nextRow(
  order: Iterable<DrawnRow>,
  everHeld: ReadonlySet<number>,
  elsewhere: ReadonlySet<number>,
): DrawnRow | null {
  let last: DrawnRow | null = null;
  function* withLast(): Generator<DrawnRow> {
    for (const row of order) {
      last = row;
      yield row;
    }
  }
  return nextInOrder(withLast(), everHeld, elsewhere) === null ? null : last;
}

function drawn(row: DrawnPlace): DrawnRow {
  const { prize, position, entry_number: entryNumber, selection_index: selectionIndex } = row;
  return { prize, position, entryNumber, selectionIndex };
}
