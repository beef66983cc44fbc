/** What the draw brought one entry, in words: every prize that it holds now (R14, R63). */
import type { LiveResult, PrizeHolder, PrizeStatus, ResultRow } from '@glassdrum/contract';
import { m } from '../messages/generated/messages.js';
import { placesOf, reasonText } from './places.ts';
import { type PrizeName, prizeTitle } from './prize-names.ts';

/** More are counted. */
const PRIZES_NAMED = 5;

/**
 * Which prizes an entry holds now.
 *
 * @param prizeStatus null while nothing is known of pass-overs; the winners as drawn hold their prizes then
 * @returns none for an entry that was not drawn, or whose prizes went on to the next in line
 */
export function ownPrizes(own: number, result: LiveResult, prizeStatus: PrizeStatus | null): PrizeHolder[] {
  const holders =
    prizeStatus?.current_winners ?? placesOf(result, null).flatMap(({ holder }) => holder ?? []);
  return holders.filter((row) => row.entry_number === own);
}

/** "Bottle of wine, Ham", and how many more there are. */
export function prizesText(prizes: readonly PrizeName[], rows: readonly Pick<ResultRow, 'prize'>[]): string {
  const titles = rows.slice(0, PRIZES_NAMED).map(({ prize }) => prizeTitle(prizes, prize));
  const more = rows.length - titles.length;
  const named = titles.join(', ');
  return more === 0 ? named : m.draw_prizes_and_more({ prizes: named, count: more });
}

/** What became of an entry, worded for its holder, as it stands now. */
export function ownOutcome(
  own: number,
  prizes: readonly PrizeName[],
  result: LiveResult,
  prizeStatus: PrizeStatus | null,
): { text: string; isGood: boolean } {
  const held = ownPrizes(own, result, prizeStatus);
  const passed = prizeStatus?.passed_over.filter((row) => row.entry_number === own) ?? [];
  const sentences = [
    ...wonSentence(
      prizes,
      held.filter((row) => !row.moved_up),
    ),
    ...movedUpSentence(
      prizes,
      held.filter((row) => row.moved_up),
    ),
    ...passed.map((row) => passedSentence(prizes, row)),
  ];
  if (sentences.length > 0) return { text: sentences.join(' '), isGood: held.length > 0 };
  const alternates = result.alternates.filter((row) => row.entry_number === own);
  return {
    text: alternateSentence(prizes, alternates) ?? m.draw_you_not_drawn({ number: own }),
    isGood: false,
  };
}

function wonSentence(prizes: readonly PrizeName[], rows: readonly ResultRow[]): string[] {
  if (prizes.length === 0) return rows.map(({ position }) => m.draw_you_won({ position }));
  return rows.length === 0 ? [] : [m.draw_you_won_prizes({ prizes: prizesText(prizes, rows) })];
}

function movedUpSentence(prizes: readonly PrizeName[], rows: readonly ResultRow[]): string[] {
  if (prizes.length === 0) return rows.map(({ position }) => m.draw_you_moved_up({ position }));
  return rows.length === 0 ? [] : [m.draw_you_moved_up_prizes({ prizes: prizesText(prizes, rows) })];
}

function passedSentence(
  prizes: readonly PrizeName[],
  { prize, reason }: PrizeStatus['passed_over'][number],
): string {
  return prizes.length === 0
    ? m.draw_you_passed_over({ reason: reasonText(reason) })
    : m.draw_your_prize_passed_on({ prize: prizeTitle(prizes, prize), reason: reasonText(reason) });
}

function alternateSentence(prizes: readonly PrizeName[], rows: readonly ResultRow[]): string | null {
  const [row] = rows;
  if (row === undefined) return null;
  const { prize, position } = row;
  if (prizes.length === 0) return m.draw_you_alternate({ position });
  return rows.length === 1
    ? m.draw_you_alternate_for({ position, prize: prizeTitle(prizes, prize) })
    : m.draw_you_alternate_several({ prizes: prizesText(prizes, rows) });
}
