/** Who was passed over for the prizes of a draw, and who holds each prize now (R14): from the draw's rows, which never change. */
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
  /** Epoch ms; null for a winner of the draw. */
  movedUpAt: number | null;
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
      { prize, position, entryNumber, selectionIndex, movedUp: false, movedUpAt: null },
    ]),
  );
  for (const row of passed) {
    const { prize, position, to_entry_number: entryNumber, to_selection_index: selectionIndex, at } = row;
    const place = placeKey(row);
    if (entryNumber === null || selectionIndex === null) holders.delete(place);
    else {
      const moved = { movedUp: true, movedUpAt: at };
      holders.set(place, { prize, position, entryNumber, selectionIndex, ...moved });
    }
  }
  return [...holders.values()].toSorted(
    (one, other) => one.prize - other.prize || one.position - other.position,
  );
}

/** When an entry that was passed over for a prize had moved up to it; null for a winner of the draw. */
export function movedUpAtOf(
  passed: readonly PassedOver[],
  { prize, entryNumber }: { prize: number; entryNumber: number },
): number | null {
  return passed.find((row) => row.prize === prize && row.to_entry_number === entryNumber)?.at ?? null;
}
