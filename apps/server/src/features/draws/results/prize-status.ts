/**
 * The prizes after the draw (R14): who was passed over, who moved up, who holds each prize now. The draw's own rows never
 * change; everything here follows from them and the rows of passed_over.
 */
import type { PrizeStatus, LiveResult, PrizeHolder, ResultsAnswer } from '@glassdrum/contract';
import { heldState, isLapseLate } from '@glassdrum/raffle-rules';
import { type DrawClaims, presentClaim } from '../claims/draw-claims.ts';
import { holdersOf, movedUpAtOf, type PassedOver } from './passed-over.ts';

/** @param names `nameOf` gives null once names were erased */
export function presentPrizeStatus(
  winners: LiveResult['winners'],
  passed: readonly PassedOver[],
  { nameOf, claims }: { nameOf: (entryNumber: number) => string | null; claims: DrawClaims },
): PrizeStatus {
  return {
    passed_over: passed.map((row) => {
      const of = { prize: row.prize, entryNumber: row.from_entry_number };
      const held = claims.heldPrize({ ...of, movedUpAt: movedUpAtOf(passed, of) });
      return {
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
        text: row.text,
        claim: presentClaim(held, claims.rowOf(of)),
        late: row.reason === 'unclaimed' && isLapseLate(held, row.at),
      };
    }),
    current_winners: holdersOf(winners, passed).map((holder): PrizeHolder => {
      const held = claims.heldPrize(holder);
      return {
        id: `holder-${holder.prize}-${holder.position}`,
        prize: holder.prize,
        position: holder.position,
        display_name: nameOf(holder.entryNumber),
        entry_number: holder.entryNumber,
        selection_index: holder.selectionIndex,
        moved_up: holder.movedUp,
        state: heldState(held),
        claim: presentClaim(held, claims.rowOf(holder)),
      };
    }),
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
