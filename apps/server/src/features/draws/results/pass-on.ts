/**
 * How a prize goes on from its holder to the next in line (R14, R73, draw protocol §6 "Moving up"): a redraw is never a new draw.
 * The host's passing over, a winner who gives a prize back, and a claim window that ends all come here.
 *
 * 1. Under the raffle's lock, only after the draw is complete, and not while another one of the raffle runs.
 * 2. The next in the order of the prize who has not held a prize of this draw before moves up: the announced alternates first;
 *    when they run out, the order is continued from the stored seed and list. If nobody is left, the place stays empty.
 * 3. Somebody who has left the raffle since doesn't take the place: they are passed over in the same moment, as declined or, if
 *    the host removed them or their paper ticket was given back, as ineligible. So nobody holds a prize who is not in, and the
 *    lists of later draws can name all holders.
 * 4. The rows, the public `advance` records and the audit records are written together; the caller notifies after the commit.
 */
import type { AuditAction } from '@glassdrum/contract';
import { advanceRecord, type DrawPlan, type DrawnRow, nextInOrder, prizeOrder } from '@glassdrum/fair-draw';
import { type HeldPrize, phaseOf } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import { type AuditAuthor, writeAudit } from '../../../audit/audit.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { appendPublicRecord, lockLog, timeInLog } from '../../../platform/public-log/public-log.ts';
import { RefusalError } from '../../../platform/refusal.ts';
import { type DrawClaims, claimsOfDraw } from '../claims/draw-claims.ts';
import type { DrawRow } from '../draw-rows.ts';
import { closedEntries } from '../freeze/entries-list.ts';
import { openingById, planOf } from '../openings.ts';
import { agreeReceipts } from '../presence/receipts.ts';
import { holdersOfOtherDraws } from './holders.ts';
import { type Holder, holdersOf, movedUpAtOf, type PassedOver, passedOverOf } from './passed-over.ts';

interface DrawnPlace {
  prize: number;
  position: number;
  entry_number: number;
  selection_index: string;
}

/** A complete draw, who holds its prizes, and what became of them. */
export interface CompleteDraw {
  draw: DrawRow;
  /** Of the planned draw. */
  drawNumber: number;
  plan: DrawPlan;
  winners: DrawnPlace[];
  alternates: DrawnPlace[];
  /** In chronological order. */
  passed: PassedOver[];
  holders: Holder[];
  claims: DrawClaims;
}

/** @throws RefusalError draw_not_complete; also for draws of version 1, which are shown as they ended */
export async function completeDrawOf(query: Kysely<Tables>, draw: DrawRow | null): Promise<CompleteDraw> {
  if (draw === null || draw.completed_at === null || draw.protocol !== 2)
    throw new RefusalError('draw_not_complete');
  const opening = await openingById(query, draw.id);
  const rows = await query
    .selectFrom('draw_rows')
    .select(['role', 'prize', 'position', 'entry_number', 'selection_index'])
    .where('draw_id', '=', draw.id)
    .orderBy('prize')
    .orderBy('position')
    .execute();
  const winners = rows.filter(({ role }) => role === 'winner');
  const passed = await passedOverOf(query, draw.id);
  return {
    draw,
    drawNumber: opening.draw_number,
    plan: planOf(opening),
    winners,
    alternates: rows.filter(({ role }) => role === 'alternate'),
    passed,
    holders: holdersOf(winners, passed),
    claims: await claimsOfDraw(query, draw),
  };
}

/** A prize as an entry holds or held it, with how it was passed over; null for one that never had it. */
export function placeOf(
  { holders, passed, claims }: CompleteDraw,
  { prize, entryNumber }: { prize: number; entryNumber: number },
): { held: HeldPrize; holder: Holder; ended: null } | { held: HeldPrize; ended: PassedOver } | null {
  const holder = holders.find((one) => one.prize === prize && one.entryNumber === entryNumber);
  if (holder !== undefined) return { held: claims.heldPrize(holder), holder, ended: null };
  const ended = passed.find((row) => row.prize === prize && row.from_entry_number === entryNumber);
  if (ended === undefined) return null;
  const movedUpAt = movedUpAtOf(passed, { prize, entryNumber });
  return { held: claims.heldPrize({ prize, entryNumber, movedUpAt }), ended };
}

const ANOTHER_DRAW_RUNS = 'The next draw is running. Please wait until it is complete, then pass over.';

/**
 * Who moves up depends on who holds prizes of other draws, and must not tell of one whose result is still secret (R4).
 * @throws RefusalError draw_running
 */
function requireNoRunningDraw(raffle: RaffleRow): void {
  if (phaseOf(raffleFacts(raffle)) === 'drawing') {
    throw new RefusalError('draw_running', { message: ANOTHER_DRAW_RUNS });
  }
}

export interface PassOnParts {
  database: Database;
  keys: Keys;
  clock: Clock;
}

/** A holder whose prize goes on, and why. */
export interface PassOn {
  holder: Holder;
  reason: PassedOver['reason'];
  /** Public; with `ineligible`. */
  text: string | null;
}

type PassOnRecord = AuditAuthor & { action: AuditAction };

/**
 * In the caller's transaction, under the raffle's lock.
 * @param input `check` throws where the prizes may not go on at this time, epoch ms
 */
export async function passOn(
  { database, keys, clock }: PassOnParts,
  trx: Trx,
  input: {
    raffle: RaffleRow;
    state: CompleteDraw;
    outs: readonly PassOn[];
    check: (now: number) => void;
    record: PassOnRecord;
  },
): Promise<void> {
  const { raffle, state, outs, record } = input;
  requireNoRunningDraw(raffle);
  const { draw, passed } = state;
  const moved: MovedUp[] = [...passed];
  const steps: { place: Holder; step: Step; isFirst: boolean }[] = [];
  for (const out of outs) {
    for (const [index, step] of (await stepsOf(trx, { state, moved, out })).entries()) {
      steps.push({ place: out.holder, step, isFirst: index === 0 });
    }
  }
  await lockLog(database, trx);
  const now = await timeInLog(trx, draw.id, clock.now());
  input.check(now);
  for (const [index, { place, step, isFirst }] of steps.entries()) {
    const number = passed.length + 1 + index;
    const own = isFirst ? record : { ...record, action: 'winner_passed_over' as const };
    await writeStep({ keys }, trx, { raffle, state, place, step, number, record: own, now });
  }
  // R71: another entry sits the next draw out.
  await agreeReceipts(trx, raffle, now);
}

/** One entry that gives its place to the next one. */
interface Step extends Pick<PassOn, 'reason' | 'text'> {
  entryNumber: number;
  /** Null when nobody moves up. */
  next: DrawnRow | null;
}

type MovedUp = Pick<PassedOver, 'prize' | 'to_entry_number'>;

/**
 * The passing over that was asked for, and that of everyone who would move up then but has left the raffle.
 * @param context who moves up is added to `moved`
 */
async function stepsOf(
  trx: Trx,
  { state, moved, out }: { state: CompleteDraw; moved: MovedUp[]; out: PassOn },
): Promise<Step[]> {
  const { prize, entryNumber } = out.holder;
  const steps: Step[] = [];
  let leaving: Omit<Step, 'next'> | null = { entryNumber, reason: out.reason, text: out.text };
  while (leaving !== null) {
    const next = await nextHolder(trx, { state, moved, prize });
    steps.push({ ...leaving, next });
    moved.push({ prize, to_entry_number: next?.entryNumber ?? null });
    leaving = next === null ? null : await leftAlready(trx, state.draw.raffle_id, next.entryNumber);
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
  if (state === 'withdrawn') return { entryNumber, reason: 'declined', text: null };
  const isOut = state === 'removed' || tickets === 0;
  return isOut ? { entryNumber, reason: 'ineligible', text: LEFT_BEFORE } : null;
}

const LEFT_BEFORE = 'No longer in the raffle.';

async function writeStep(
  { keys }: Pick<PassOnParts, 'keys'>,
  trx: Trx,
  context: {
    raffle: RaffleRow;
    state: CompleteDraw;
    place: Holder;
    step: Step;
    /** Of the draw's passed-over rows. */
    number: number;
    record: PassOnRecord;
    now: number;
  },
): Promise<void> {
  const { raffle, state, place, step, number, record, now } = context;
  const { draw, drawNumber } = state;
  const { prize, position } = place;
  const { entryNumber, reason, text, next } = step;
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
      text,
      at: now,
    })
    .execute();
  const advance = advanceRecord({
    drawId: draw.id,
    freezeHash: draw.freeze_hash,
    prize,
    fromEntry: entryNumber,
    toEntry: next?.entryNumber ?? null,
    reason,
    at: Math.floor(now / 1000),
  });
  const onceSuffix = `${prize}:${entryNumber}`;
  await appendPublicRecord(trx, keys, { drawId: draw.id, kind: 'advance', text: advance, now, onceSuffix });
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    ts: now,
    details: {
      draw: drawNumber,
      prize,
      position,
      entry_number: entryNumber,
      reason,
      moved_up: next?.entryNumber ?? null,
    },
    ...record,
  });
}

/** Who moves up, with their row in the order; null when nobody does. */
async function nextHolder(
  trx: Trx,
  { state, moved, prize }: { state: CompleteDraw; moved: readonly MovedUp[]; prize: number },
): Promise<DrawnRow | null> {
  const { draw, plan } = state;
  const counts = (row: { prize: number }): boolean => plan.policy === 'once' || row.prize === prize;
  const everHeld = new Set([
    ...state.winners.filter(counts).map((row) => row.entry_number),
    ...moved.filter(counts).flatMap((row) => row.to_entry_number ?? []),
  ]);
  const elsewhere =
    plan.earlierWinners === 'out'
      ? await holdersOfOtherDraws(trx, { id: draw.raffle_id, draw_id: draw.id })
      : new Set<number>();
  const announced = state.alternates.filter((row) => row.prize === prize).map(drawn);
  const found = nextRow(announced, everHeld, elsewhere);
  // When there are fewer alternates than planned, nobody comes after them.
  if (found !== null || announced.length < (plan.prizes[prize - 1]?.alternates ?? 0)) return found;
  const { combined_seed: combinedSeed } = draw;
  if (combinedSeed === null) throw new Error('A complete draw has its seed.');
  const entries = await closedEntries(trx, draw.id);
  const winners = state.winners.map(drawn);
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
