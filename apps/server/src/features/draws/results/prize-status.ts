/**
 * The prizes after the draw (R14): who was passed over, who moved up, who holds each prize now. The draw's own rows never
 * change; everything here follows from them and the rows of passed_over.
 */
import type { PrizeStatus, LiveResult, PrizeHolder, ResultsAnswer } from '@glassdrum/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';

export type PassedOver = Selectable<Tables['passed_over']>;

/** In chronological order. */
export function passedOverOf(query: Kysely<Tables>, drawId: string): Promise<PassedOver[]> {
  return query
    .selectFrom('passed_over')
    .selectAll()
    .where('draw_id', '=', drawId)
    .orderBy('number')
    .execute();
}

/** Who holds a place: one of a prize's quantity, identified by the position of the winner as drawn. */
export interface Holder {
  prize: number;
  position: number;
  entryNumber: number;
  selectionIndex: string;
  movedUp: boolean;
}

interface Place {
  prize: number;
  position: number;
}

const placeKey = ({ prize, position }: Place): string => `${prize}/${position}`;

/** In order of prizes and positions. An empty place has no holder. */
export function holdersOf(
  winners: readonly (Place & { entry_number: number; selection_index: string })[],
  passed: readonly PassedOver[],
): Holder[] {
  const holders = new Map<string, Holder>(
    winners.map(({ prize, position, entry_number: entryNumber, selection_index: selectionIndex }) => [
      placeKey({ prize, position }),
      { prize, position, entryNumber, selectionIndex, movedUp: false },
    ]),
  );
  for (const row of passed) {
    const { prize, position, to_entry_number: entryNumber, to_selection_index: selectionIndex } = row;
    const place = placeKey(row);
    if (entryNumber === null || selectionIndex === null) holders.delete(place);
    else holders.set(place, { prize, position, entryNumber, selectionIndex, movedUp: true });
  }
  return [...holders.values()].toSorted(
    (one, other) => one.prize - other.prize || one.position - other.position,
  );
}

/** @param nameOf null once names were erased */
export function presentPrizeStatus(
  winners: LiveResult['winners'],
  passed: readonly PassedOver[],
  nameOf: (entryNumber: number) => string | null,
): PrizeStatus {
  return {
    passed_over: passed.map((row) => ({
      prize: row.prize,
      position: row.position,
      entry_number: row.from_entry_number,
      display_name: nameOf(row.from_entry_number),
      reason: row.reason,
      at: row.at,
      moved_up:
        row.to_entry_number === null
          ? null
          : { entry_number: row.to_entry_number, display_name: nameOf(row.to_entry_number) },
    })),
    current_winners: holdersOf(winners, passed).map((holder): PrizeHolder => ({
      id: `holder-${holder.prize}-${holder.position}`,
      prize: holder.prize,
      position: holder.position,
      display_name: nameOf(holder.entryNumber),
      entry_number: holder.entryNumber,
      selection_index: holder.selectionIndex,
      moved_up: holder.movedUp,
    })),
  };
}

/** The draw's rows as drawn, each with its current state. */
export function withStates(
  rows: LiveResult,
  { passed_over: passed }: PrizeStatus,
): Pick<ResultsAnswer, 'winners' | 'alternates'> {
  const keyOf = (prize: number, entry: number | undefined): string => `${prize}/${entry}`;
  const passedOver = new Set(passed.map((row) => keyOf(row.prize, row.entry_number)));
  const places = new Map(passed.map((row) => [keyOf(row.prize, row.moved_up?.entry_number), row.position]));
  return {
    winners: rows.winners.map((row) => ({
      ...row,
      state: passedOver.has(keyOf(row.prize, row.entry_number))
        ? ('passed_over' as const)
        : ('winner' as const),
    })),
    alternates: rows.alternates.map((row) => {
      const key = keyOf(row.prize, row.entry_number);
      const movedTo = places.get(key) ?? null;
      if (movedTo === null) return { ...row, state: 'alternate' as const, moved_up_to: null };
      return {
        ...row,
        state: passedOver.has(key) ? ('passed_over' as const) : ('moved_up' as const),
        moved_up_to: movedTo,
      };
    }),
  };
}
