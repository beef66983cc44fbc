/** Winners in words, and what became of a prize: as drawn, or after somebody was passed over (R14, R53). */
import type { PrizeStatus, LiveResult, PassOverReason, PrizeHolder, ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';

export function nameOf({ display_name }: Pick<ResultRow, 'display_name'>): string {
  return display_name ?? m.draw_erased_name();
}

export function announcementOf(row: ResultRow): string {
  return m.draw_announce_winner({ rank: row.position, name: nameOf(row), number: row.entry_number });
}

export function reasonText(reason: PassOverReason): string {
  const texts = {
    absent: m.draw_reason_absent,
    declined: m.draw_reason_declined,
    unclaimed: m.draw_reason_unclaimed,
    ineligible: m.draw_reason_ineligible,
  } as const;
  return texts[reason]();
}

/** One step of a prize: who was passed over, why, and who moved up. */
export function passedOverText(row: PrizeStatus['passed_over'][number]): string {
  const passed = m.draw_passed_over({
    position: row.position,
    name: nameOf(row),
    number: row.entry_number,
    reason: reasonText(row.reason),
  });
  const next =
    row.moved_up === null
      ? m.draw_nobody_left()
      : m.draw_moved_up_next({ name: nameOf(row.moved_up), number: row.moved_up.entry_number });
  return `${passed} ${next}`;
}

/**
 * Which prize an entry holds now.
 *
 * @param prizeStatus null while nothing is known of pass-overs; the winners as drawn hold their prizes then
 * @returns null for an entry that was not drawn, or whose prize went on to the next in line
 */
export function ownPrize(
  own: number | null,
  result: LiveResult | null,
  prizeStatus: PrizeStatus | null,
): PrizeHolder | null {
  if (result === null) return null;
  if (prizeStatus !== null) {
    return prizeStatus.current_winners.find((row) => row.entry_number === own) ?? null;
  }
  const drawn = result.winners.find((row) => row.entry_number === own);
  return drawn === undefined ? null : { ...drawn, moved_up: false };
}

/** What became of an entry, worded for its holder, as it stands now. */
export function ownOutcome(
  own: number,
  result: LiveResult,
  prizeStatus: PrizeStatus | null,
): { text: string; isGood: boolean } {
  const prize = ownPrize(own, result, prizeStatus);
  if (prize !== null) {
    const { position } = prize;
    return {
      text: prize.moved_up ? m.draw_you_moved_up({ position }) : m.draw_you_won({ position }),
      isGood: true,
    };
  }
  const passed = prizeStatus?.passed_over.findLast((row) => row.entry_number === own);
  if (passed !== undefined) {
    return { text: m.draw_you_passed_over({ reason: reasonText(passed.reason) }), isGood: false };
  }
  const alternate = result.alternates.find((row) => row.entry_number === own);
  return {
    text:
      alternate === undefined
        ? m.draw_you_not_drawn({ number: own })
        : m.draw_you_alternate({ position: alternate.position }),
    isGood: false,
  };
}
