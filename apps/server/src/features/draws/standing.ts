/**
 * What became of the prizes after the draw (R14): who was passed over, who moved up, who holds each prize now. The draw's
 * own rows never change; everything here follows from them and the rows of passed_over.
 */
import type { DrawStanding, LiveResult, PrizeHolder, ResultsAnswer } from '@glassdrum/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export type PassedOver = Selectable<Tables['passed_over']>;

/** In the order in which it happened. */
export function passedOverOf(query: Kysely<Tables>, drawId: string): Promise<PassedOver[]> {
  return query
    .selectFrom('passed_over')
    .selectAll()
    .where('draw_id', '=', drawId)
    .orderBy('number')
    .execute();
}

/** Who holds a prize; keys are prizes, which are positions of winners as drawn. */
export interface Holder {
  entryNumber: number;
  selectionIndex: string;
  movedUp: boolean;
}

export function holdersOf(
  winners: readonly { position: number; entry_number: number; selection_index: string }[],
  passed: readonly PassedOver[],
): Map<number, Holder> {
  const holders = new Map<number, Holder>(
    winners.map(({ position, entry_number: entryNumber, selection_index: selectionIndex }) => [
      position,
      { entryNumber, selectionIndex, movedUp: false },
    ]),
  );
  for (const { prize, to_entry_number: entryNumber, to_selection_index: selectionIndex } of passed) {
    if (entryNumber === null || selectionIndex === null) holders.delete(prize);
    else holders.set(prize, { entryNumber, selectionIndex, movedUp: true });
  }
  return holders;
}

/** @param nameOf null once names were erased */
export function presentStanding(
  winners: LiveResult['winners'],
  passed: readonly PassedOver[],
  nameOf: (entryNumber: number) => string | null,
): DrawStanding {
  const holders = [...holdersOf(winners, passed)].toSorted(([one], [other]) => one - other);
  return {
    passed_over: passed.map((row) => ({
      position: row.prize,
      entry_number: row.from_entry_number,
      display_name: nameOf(row.from_entry_number),
      reason: row.reason,
      at: row.at,
      moved_up:
        row.to_entry_number === null
          ? null
          : { entry_number: row.to_entry_number, display_name: nameOf(row.to_entry_number) },
    })),
    current_winners: holders.map(([position, holder]): PrizeHolder => ({
      id: `holder-${position}`,
      position,
      display_name: nameOf(holder.entryNumber),
      entry_number: holder.entryNumber,
      selection_index: holder.selectionIndex,
      moved_up: holder.movedUp,
    })),
  };
}

/** The draw's rows as drawn, each with what became of it. */
export function withStates(
  rows: LiveResult,
  { passed_over: passed }: DrawStanding,
): Pick<ResultsAnswer, 'winners' | 'alternates'> {
  const gone = new Set(passed.map((row) => row.entry_number));
  const prizes = new Map(passed.map((row) => [row.moved_up?.entry_number, row.position]));
  return {
    winners: rows.winners.map((row) => ({
      ...row,
      state: gone.has(row.entry_number) ? ('passed_over' as const) : ('winner' as const),
    })),
    alternates: rows.alternates.map((row) => {
      const prize = prizes.get(row.entry_number) ?? null;
      if (prize === null) return { ...row, state: 'alternate' as const, prize };
      return {
        ...row,
        state: gone.has(row.entry_number) ? ('passed_over' as const) : ('moved_up' as const),
        prize,
      };
    }),
  };
}
