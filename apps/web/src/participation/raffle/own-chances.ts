/** Which prizes an entry can win (R63): its weights, as its receipt says, against the pools of the committed plans. Pure. */
import type { OwnEntry, PrizeList, RaffleTerms } from '@glassdrum/contract';

/**
 * @returns numbers in the list of the prizes that this entry can win; null where its receipt or a plan is missing, or does not
 *   fit the list (a change is on its way)
 */
export function winnablePrizes(
  receipt: Pick<NonNullable<OwnEntry['receipt']>, 'weights'> | null,
  { draws: terms }: { draws: readonly Pick<RaffleTerms['draws'][number], 'draw_id' | 'plan'>[] },
  { prizes, draws }: Pick<PrizeList, 'prizes' | 'draws'>,
): ReadonlySet<number> | null {
  if (receipt === null) return null;
  const winnable = new Set<number>();
  for (const { number, draw_id: id } of draws) {
    const own = prizes.filter(({ draw }) => draw === number);
    const plan = terms.find(({ draw_id: of }) => of === id)?.plan;
    if (plan?.prizes.length !== own.length) return null;
    for (const [index, { prize }] of own.entries()) {
      const pool = plan.prizes[index]?.pool ?? 0;
      if ((receipt.weights[pool - 1] ?? 0) > 0) winnable.add(prize);
    }
  }
  return winnable;
}
