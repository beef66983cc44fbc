/** What a draw gives away and to whom it may go: prizes, pools, and who sits it out (draw protocol §3). */
import { isIntegerIn, isLine, MAX_ALTERNATES, MAX_POOLS, MAX_PRIZES, MAX_QUANTITY } from './field-rules.ts';
import { recordOf, sha256Hex } from './text-records.ts';

export interface Prize {
  /** How many of it, from 1. */
  quantity: number;
  /** How many alternates are drawn with it. */
  alternates: number;
  /** Number of its pool, from 1. */
  pool: number;
  /** Seconds, from 1. */
  claimWindow: number | null;
  /** A line; null for an unnamed prize. */
  name: string | null;
}

export interface DrawPlan {
  /** once: an entry wins at most one prize of this draw; again: several, each at most once. */
  policy: 'once' | 'again';
  /** out: those who hold a prize of an earlier draw of the raffle sit this one out; in: they take part. */
  earlierWinners: 'out' | 'in';
  /** How many pools the raffle has. */
  pools: number;
  /** In draw order. */
  prizes: readonly Prize[];
}

/** The member `plan` of a proof. */
export interface ProofPlan {
  policy: 'once' | 'again';
  earlier_winners: 'out' | 'in';
  pools: number;
  prizes: { quantity: number; alternates: number; pool: number; claim_window: number | '-'; name: string }[];
}

/** `plan_hash`, 64 hex. @throws RangeError for a plan that breaks a rule of draw protocol §3 */
export function planHash(drawId: string, plan: DrawPlan): string {
  const problem = planProblem(plan);
  if (problem !== null) throw new RangeError(problem);
  const lines = plan.prizes.map(
    ({ quantity, alternates, pool, claimWindow, name }) =>
      `${quantity}:${alternates}:${pool}:${claimWindow ?? '-'}:${name ?? '-'}`,
  );
  const head = [plan.policy, plan.earlierWinners, String(plan.pools)];
  return sha256Hex(recordOf('draw.plan.v2', drawId, [...head, ...lines]));
}

/**
 * `holders_hash`, 64 hex; null without holders.
 * @param numbers entry numbers, ascending @throws RangeError unless they strictly ascend from 1
 */
export function holdersHash(drawId: string, numbers: readonly number[]): string | null {
  if (numbers.length === 0) return null;
  let last = 0;
  for (const number of numbers) {
    if (!isIntegerIn(number, last + 1)) throw new RangeError('Holders must ascend by entry number.');
    last = number;
  }
  return sha256Hex(recordOf('draw.holders.v2', drawId, numbers.map(String)));
}

/** What is wrong with a plan, as a sentence, or null. */
export function planProblem({ pools, prizes }: DrawPlan): string | null {
  if (!isIntegerIn(pools, 1, MAX_POOLS)) return `A plan has 1 to ${MAX_POOLS} pools.`;
  if (prizes.length < 1 || prizes.length > MAX_PRIZES) return `A plan has 1 to ${MAX_PRIZES} prizes.`;
  let [quantities, alternates] = [0, 0];
  for (const prize of prizes) {
    if (!isIntegerIn(prize.quantity, 1, MAX_QUANTITY)) return 'A prize is given at least once.';
    if (!isIntegerIn(prize.alternates, 0, MAX_ALTERNATES)) return 'Alternates are an integer from 0.';
    if (!isIntegerIn(prize.pool, 1, pools)) return "A prize's pool is one of the plan's.";
    if (prize.claimWindow !== null && !isIntegerIn(prize.claimWindow, 1)) {
      return 'A claim window is an integer from 1.';
    }
    if (prize.name !== null && !isLine(prize.name)) {
      return "A prize's name is 1 to 400 bytes without control characters.";
    }
    quantities += prize.quantity;
    alternates += prize.alternates;
  }
  if (quantities > MAX_QUANTITY) return `Quantities add up to at most ${MAX_QUANTITY}.`;
  return alternates > MAX_ALTERNATES ? `Alternates add up to at most ${MAX_ALTERNATES}.` : null;
}

/** The plan as a proof shows it. */
export function proofPlan({ policy, earlierWinners, pools, prizes }: DrawPlan): ProofPlan {
  return {
    policy,
    earlier_winners: earlierWinners,
    pools,
    prizes: prizes.map(({ quantity, alternates, pool, claimWindow, name }) => ({
      quantity,
      alternates,
      pool,
      claim_window: claimWindow ?? '-',
      name: name ?? '-',
    })),
  };
}

/** The plan out of a proof. */
export function planOfProof({ policy, earlier_winners, pools, prizes }: ProofPlan): DrawPlan {
  return {
    policy,
    earlierWinners: earlier_winners,
    pools,
    prizes: prizes.map(({ quantity, alternates, pool, claim_window, name }) => ({
      quantity,
      alternates,
      pool,
      claimWindow: claim_window === '-' ? null : claim_window,
      name: name === '-' ? null : name,
    })),
  };
}
