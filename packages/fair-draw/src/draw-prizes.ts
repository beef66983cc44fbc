/**
 * The draw itself: for each prize, entries are struck out one after another with exactly their share of the weights
 * that are left (draw protocol §6).
 *
 * 1. Winners, prize by prize. Under `once` a winner is struck for good, from every pool; under `again` only while this
 *    prize is drawn.
 * 2. Alternates, prize by prize, when all winners are known: struck are the winners of the prize, or all of them under
 *    `once`, and the alternates so far. Afterwards they are put back for the next prize.
 *
 * One Fenwick tree for each pool serves all prizes: O(n + k log n) for n entries and k rows.
 */
import { MAX_WEIGHT } from './field-rules.ts';
import { createGenerator, type Stream } from './generator.ts';
import type { DrawPlan, Prize } from './plan.ts';
import { createWeightTree, type WeightTree } from './weight-tree.ts';

export interface DrawnRow {
  /** Number of the prize in the plan, from 1. */
  prize: number;
  /** From 1 within the prize's winners, and within its alternates. */
  position: number;
  /** From 1, in order of joining. */
  entryNumber: number;
  /** `<r>/<remaining>:<64 hex of the accepted block>` */
  selectionIndex: string;
}

export interface DrawInput {
  /** 64 hex. */
  combinedSeed: string;
  plan: Pick<DrawPlan, 'policy' | 'pools'> & {
    prizes: readonly Pick<Prize, 'quantity' | 'alternates' | 'pool'>[];
  };
  /** For each entry its weight in each pool; 0 for an entry that cannot win. */
  weights: readonly (readonly number[])[];
}

/** What the order of a prize depends on. */
export interface OrderInput extends DrawInput {
  /** Number of the prize, from 1. */
  prize: number;
  /** The winners of all prizes. */
  winners: readonly Pick<DrawnRow, 'prize' | 'entryNumber'>[];
}

/**
 * Winners and alternates in the order of drawing; fewer where the entries run out.
 * @throws RangeError for a malformed seed, weights out of range or a pool whose weights exceed 2^32-1
 */
export function drawPrizes({ combinedSeed, plan, weights }: DrawInput): {
  winners: DrawnRow[];
  alternates: DrawnRow[];
} {
  const streamOf = createGenerator(combinedSeed);
  const trees = createTrees(plan, weights);
  const strikeEverywhere = (entry: number): void => {
    for (const tree of trees.values()) tree.strike(entry);
  };

  const winners = plan.prizes.map((prize, index) => {
    const tree = treeOf(trees, prize.pool);
    const rows = takeRows(tree, streamOf('w', index + 1), index + 1, prize.quantity);
    for (const { entryNumber } of rows) {
      if (plan.policy === 'once') strikeEverywhere(entryNumber - 1);
      else tree.restore(entryNumber - 1);
    }
    return rows;
  });

  const alternates = plan.prizes.map((prize, index) => {
    const tree = treeOf(trees, prize.pool);
    const own = plan.policy === 'again' ? (winners[index] ?? []) : [];
    for (const { entryNumber } of own) tree.strike(entryNumber - 1);
    const rows = takeRows(tree, streamOf('a', index + 1), index + 1, prize.alternates);
    for (const { entryNumber } of [...own, ...rows]) tree.restore(entryNumber - 1);
    return rows;
  });
  return { winners: winners.flat(), alternates: alternates.flat() };
}

/**
 * The order of a prize: its alternates continued without limit, until no entry is left (draw protocol §6).
 * @throws RangeError for a prize that the plan does not have, or a pool whose weights exceed 2^32-1
 */
export function* prizeOrder({
  combinedSeed,
  plan,
  weights,
  prize,
  winners,
}: OrderInput): Generator<DrawnRow, void> {
  const pool = plan.prizes[prize - 1]?.pool;
  if (pool === undefined) throw new RangeError('The plan has no such prize.');
  const tree = createTree(weights, pool);
  for (const winner of winners) {
    if (plan.policy === 'once' || winner.prize === prize) tree.strike(winner.entryNumber - 1);
  }
  const stream = createGenerator(combinedSeed)('a', prize);
  for (let position = 1; ; position += 1) {
    const row = takeRow(tree, stream, prize, position);
    if (row === null) return;
    yield row;
  }
}

/**
 * Who moves up when a winner is passed over (draw protocol §6).
 * @param order the order of the prize
 * @param everHeld entries that ever held a prize of this draw; under `again`, that ever held this prize
 * @param holdsElsewhere entries that hold a prize of another draw of the raffle now; called only under `out`, so give an
 *   empty set otherwise
 * @returns an entry number, or null when no one moves up
 */
export function nextInOrder(
  order: Iterable<Pick<DrawnRow, 'entryNumber'>>,
  everHeld: ReadonlySet<number>,
  holdsElsewhere: ReadonlySet<number> = new Set(),
): number | null {
  for (const { entryNumber } of order) {
    if (!everHeld.has(entryNumber) && !holdsElsewhere.has(entryNumber)) return entryNumber;
  }
  return null;
}

/** Whether the weights of every pool, also of one without a prize, are small enough to draw from. */
export function canDraw(pools: number, weights: DrawInput['weights']): boolean {
  for (let pool = 0; pool < pools; pool += 1) {
    let total = 0;
    for (const entry of weights) total += entry[pool] ?? 0;
    if (total > MAX_WEIGHT) return false;
  }
  return true;
}

function takeRows(tree: WeightTree, stream: Stream, prize: number, count: number): DrawnRow[] {
  const rows: DrawnRow[] = [];
  while (rows.length < count) {
    const row = takeRow(tree, stream, prize, rows.length + 1);
    if (row === null) break;
    rows.push(row);
  }
  return rows;
}

/** One row, whose entry is struck; null when there is no candidate. */
function takeRow(tree: WeightTree, stream: Stream, prize: number, position: number): DrawnRow | null {
  const { remaining } = tree;
  if (remaining === 0) return null;
  const { value, block } = stream.below(remaining);
  const entry = tree.find(value);
  tree.strike(entry);
  return { prize, position, entryNumber: entry + 1, selectionIndex: `${value}/${remaining}:${block}` };
}

/** A tree for each pool that a prize is drawn from. */
function createTrees(plan: DrawInput['plan'], weights: DrawInput['weights']): Map<number, WeightTree> {
  if (!canDraw(plan.pools, weights)) {
    throw new RangeError('The weights of a pool add up to at most 2^32-1.');
  }
  const pools = new Set(plan.prizes.map(({ pool }) => pool));
  return new Map([...pools].map((pool) => [pool, createTree(weights, pool)]));
}

function createTree(weights: DrawInput['weights'], pool: number): WeightTree {
  return createWeightTree(Float64Array.from(weights, (entry) => entry[pool - 1] ?? 0));
}

function treeOf(trees: ReadonlyMap<number, WeightTree>, pool: number): WeightTree {
  const tree = trees.get(pool);
  if (tree === undefined) throw new RangeError('The plan has no such pool.');
  return tree;
}
