/**
 * Who holds which prize of one draw after its result: claims, extensions and advances, record by record (draw protocol
 * §6 "Moving up", §8 "standing" and "A whole log"). Every record that is handed in counts for what follows even if it
 * breaks a rule, except a second extension and an advance whose `from_entry` does not hold the prize.
 */
import type { AdvanceFields, ClaimFields, ExtendFields } from '../draw-records.ts';
import { canDraw, type DrawnRow, drawPrizes, prizeOrder } from '../draw-prizes.ts';
import type { DrawPlan, Prize } from '../plan.ts';

/** Who has which prize, and nothing else: all that other draws of the raffle need. */
export interface Holders {
  /** @param prize number of the prize, from 1 */
  holds(prize: number, entryNumber: number): boolean;
  /** The entry got the prize. */
  give(prize: number, entryNumber: number): void;
  /** Moves the prize, to no one where `to` is null; false, with nothing changed, unless `from` holds it. */
  move(prize: number, from: number, to: number | null): boolean;
  /** Whether the entry holds any prize of the draw now. */
  holdsAny(entryNumber: number): boolean;
  /** All who hold a prize of the draw now. */
  entryNumbers(): number[];
}

/** @param winners the printed rows; the same row twice is one */
export function createHolders(winners: readonly Pick<DrawnRow, 'prize' | 'entryNumber'>[]): Holders {
  /** The prizes of an entry. */
  const prizes = new Map<number, Set<number>>();
  const give = (prize: number, entryNumber: number): void => {
    const own = prizes.get(entryNumber) ?? new Set();
    prizes.set(entryNumber, own.add(prize));
  };
  for (const { prize, entryNumber } of winners) give(prize, entryNumber);
  return {
    holds: (prize, entryNumber) => prizes.get(entryNumber)?.has(prize) ?? false,
    give,
    move(prize, from, to) {
      const own = prizes.get(from);
      if (own === undefined || !own.delete(prize)) return false;
      if (own.size === 0) prizes.delete(from);
      if (to !== null) give(prize, to);
      return true;
    },
    holdsAny: (entryNumber) => prizes.has(entryNumber),
    entryNumbers: () => [...prizes.keys()],
  };
}

/**
 * - right: as the rules require
 * - passed_by: right except that entries first in line were passed by, who may hold a prize of another draw
 * - wrong: against the rules; `reason` is a part of a sentence without anything from a file but numbers
 */
type AdvanceOutcome = { status: 'right' } | { status: 'passed_by' } | { status: 'wrong'; reason: string };

export interface PrizeHolding {
  /** Who holds a prize now. */
  readonly holders: Pick<Holders, 'holds' | 'holdsAny' | 'entryNumbers'>;
  /** @returns what is wrong with the claim, or null */
  claim(claim: Pick<ClaimFields, 'prize' | 'entryNumber'>): string | null;
  /** @returns what is wrong with the extension, or null */
  extend(extension: Pick<ExtendFields, 'prize' | 'entryNumber' | 'seconds'>): string | null;
  /**
   * @param holdsElsewhere whether an entry holds a prize of another draw of the raffle now; null where that is not
   *   known. Under `earlier_winners` = `in` it plays no part.
   */
  advance(
    advance: Pick<AdvanceFields, 'prize' | 'fromEntry' | 'toEntry' | 'reason' | 'at'>,
    holdsElsewhere: ((entryNumber: number) => boolean) | null,
  ): AdvanceOutcome;
}

export interface PrizeHoldingInput {
  plan: DrawPlan;
  /** For each entry its weight in each pool. */
  weights: readonly (readonly number[])[];
  /** 64 hex. */
  combinedSeed: string;
  /** The printed winners, who hold the prizes. The orders of the prizes follow from seed, plan and weights alone. */
  winners: readonly Pick<DrawnRow, 'prize' | 'entryNumber'>[];
  /** Time of the result record, Unix seconds: since then the winners hold their prizes. */
  resultAt: number;
}

/** A prize that an entry holds. */
interface Place {
  /** Unix seconds. */
  since: number;
  claimed: boolean;
  /** Seconds; null without an extension. */
  extension: number | null;
}

/** The state right after the result. Nothing here throws, whatever the winners, weights and records say. */
export function createPrizeHolding(input: PrizeHoldingInput): PrizeHolding {
  const { plan, winners, resultAt } = input;
  const holders = createHolders(winners);
  const places = new Map<string, Place>();
  const lines = createLines(input);
  const hold = (prize: number, entryNumber: number, since: number): void => {
    places.set(`${prize}:${entryNumber}`, { since, claimed: false, extension: null });
    lines.markHeld(prize, entryNumber);
  };
  for (const { prize, entryNumber } of winners) hold(prize, entryNumber, resultAt);
  const placeOf = (prize: number, entryNumber: number): Place | undefined =>
    holders.holds(prize, entryNumber) ? places.get(`${prize}:${entryNumber}`) : undefined;

  return {
    holders,
    claim({ prize, entryNumber }) {
      const place = placeOf(prize, entryNumber);
      if (place === undefined) return `entry ${entryNumber} claims prize ${prize} without holding it`;
      if (place.claimed) return `entry ${entryNumber} claims prize ${prize} a second time`;
      place.claimed = true;
      return null;
    },
    extend({ prize, entryNumber, seconds }) {
      const place = placeOf(prize, entryNumber);
      if (place === undefined)
        return `prize ${prize} is extended for entry ${entryNumber}, who does not hold it`;
      if (place.extension !== null)
        return `prize ${prize} is extended for entry ${entryNumber} a second time`;
      place.extension = seconds;
      if (place.claimed) return `prize ${prize} is extended for entry ${entryNumber}, who has claimed it`;
      return hasWindow(plan.prizes[prize - 1]) ? null : `prize ${prize} has no claim window to extend`;
    },
    advance({ prize, fromEntry, toEntry, reason, at }, holdsElsewhere) {
      const place = placeOf(prize, fromEntry);
      if (place === undefined) {
        return wrong(`entry ${fromEntry} is passed over for prize ${prize} without holding it`);
      }
      const unreasonable = reasonProblem(reason, place, plan.prizes[prize - 1], at);
      const known = plan.earlierWinners === 'in' ? (): boolean => false : holdsElsewhere;
      const moved = lines.check(prize, toEntry, known);
      holders.move(prize, fromEntry, toEntry);
      if (toEntry !== null) hold(prize, toEntry, at);
      if (unreasonable !== null) return wrong(`entry ${fromEntry} of prize ${prize} ${unreasonable}`);
      return moved === 'wrong'
        ? wrong(`prize ${prize} went on to another than the next in its order`)
        : { status: moved };
    },
  };
}

function wrong(reason: string): AdvanceOutcome {
  return { status: 'wrong', reason };
}

function hasWindow(prize: Prize | undefined): prize is Prize & { claimWindow: number } {
  return prize !== undefined && prize.claimWindow !== null;
}

function reasonProblem(
  reason: AdvanceFields['reason'],
  { since, claimed, extension }: Place,
  prize: Prize | undefined,
  at: number,
): string | null {
  switch (reason) {
    case 'unclaimed':
      if (claimed) return 'is passed over as unclaimed after a claim';
      if (!hasWindow(prize)) return 'is passed over as unclaimed without a claim window';
      return at >= since + prize.claimWindow + (extension ?? 0)
        ? null
        : 'is passed over before the claim window ended';
    case 'absent':
      return claimed ? 'is passed over as absent after a claim' : null;
    case 'declined':
    case 'ineligible':
      return null;
  }
}

/** The order of a prize, drawn only as far as needed. */
interface Order {
  /** All before this index have held a prize. */
  first: number;
  /** Winners, who are in no order. */
  excluded: ReadonlySet<number>;
  /** Entry number, or null after the last. */
  at(index: number): number | null;
}

function createOrder(rows: Iterator<DrawnRow, void>, excluded: ReadonlySet<number>): Order {
  const drawn: number[] = [];
  return {
    first: 0,
    excluded,
    at(index) {
      while (drawn.length <= index) {
        const next = rows.next();
        if (next.done === true) return null;
        drawn.push(next.value.entryNumber);
      }
      return drawn[index] ?? null;
    },
  };
}

interface Lines {
  /** The entry holds the prize from now on, and will for ever have held it. */
  markHeld(prize: number, entryNumber: number): void;
  /** Whether the prize goes on to the right entry. */
  check(
    prize: number,
    toEntry: number | null,
    holdsElsewhere: ((entryNumber: number) => boolean) | null,
  ): 'right' | 'passed_by' | 'wrong';
}

/**
 * The lines of those who wait for a prize. An order is drawn only as far as it is needed, and what lies before `first`
 * has held a prize and is never looked at again; so all advances together cost no more than one walk along each order.
 */
function createLines({ plan, weights, combinedSeed }: PrizeHoldingInput): Lines {
  const once = plan.policy === 'once';
  const heldByPrize = new Map<number, Set<number>>();
  const heldOf = (prize: number): Set<number> => {
    const key = once ? 0 : prize;
    const held = heldByPrize.get(key) ?? new Set();
    heldByPrize.set(key, held);
    return held;
  };
  const orders = new Map<number, Order>();
  let winners: readonly DrawnRow[] | null = null;
  const orderOf = (prize: number): Order => {
    const known = orders.get(prize);
    if (known !== undefined) return known;
    winners ??= drawPrizes({ combinedSeed, plan, weights }).winners;
    const excluded = winners.filter((row) => once || row.prize === prize).map((row) => row.entryNumber);
    const rows = prizeOrder({ combinedSeed, plan, weights, prize, winners });
    const order = createOrder(rows, new Set(excluded));
    orders.set(prize, order);
    return order;
  };
  /** The first in line for whom `isAway` is not true, or null. */
  const firstInLine = (prize: number, isAway: (entryNumber: number) => boolean): number | null => {
    const held = heldOf(prize);
    const order = orderOf(prize);
    for (let index = order.first; ; index += 1) {
      const entryNumber = order.at(index);
      if (entryNumber === null) return null;
      if (held.has(entryNumber)) {
        if (index === order.first) order.first += 1;
      } else if (!isAway(entryNumber)) return entryNumber;
    }
  };
  /** Whether the entry is somewhere in the line of the prize. */
  const waits = ({ pool }: Prize, prize: number, entryNumber: number): boolean =>
    (weights[entryNumber - 1]?.[pool - 1] ?? 0) > 0 &&
    !orderOf(prize).excluded.has(entryNumber) &&
    !heldOf(prize).has(entryNumber);
  const drawable = canDraw(plan.pools, weights);

  return {
    markHeld: (prize, entryNumber) => void heldOf(prize).add(entryNumber),
    check(number, toEntry, holdsElsewhere) {
      const prize = plan.prizes[number - 1];
      if (prize === undefined) return toEntry === null ? 'right' : 'wrong';
      if (!drawable) return 'wrong';
      if (firstInLine(number, holdsElsewhere ?? ((): boolean => false)) === toEntry) return 'right';
      if (holdsElsewhere !== null) return 'wrong';
      return toEntry === null || waits(prize, number, toEntry) ? 'passed_by' : 'wrong';
    },
  };
}
