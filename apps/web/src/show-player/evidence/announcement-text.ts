/**
 * The result in plain words, for a post, a newsletter or a notice board (R76): the raffle, when it was drawn, each prize with who holds
 * it, how many took part, and where everyone can check it. Names are those of the public results.
 */
import type { ResultsAnswer } from '@glassdrum/contract';
import { m } from '../../messages/generated/messages.js';
import { formatDateTime } from '../../ui/date-time.tsx';
import { namedPrizes, prizeTitle } from '../prize-names.ts';
import { nameOf } from '../winners.ts';

/** More winners of one prize, and more prizes, are counted: nobody reads a post of a thousand names. */
export const NAMES_OF_PRIZE = 20;
export const PRIZES_NAMED = 50;

/**
 * @param options.url of the results page of this draw
 * @param options.several whether the raffle has several draws (R69): then the text says which one this is
 */
export function announcementText(
  results: ResultsAnswer,
  { url, several }: { url: string; several: boolean },
): string {
  const { title, draw } = results;
  const lines = [
    several && draw.name !== null ? m.announce_title_draw({ title, draw: draw.name }) : title,
    several && draw.name === null
      ? m.announce_drawn_number({ number: draw.number, time: formatDateTime(results.drawn_at) })
      : m.announce_drawn({ time: formatDateTime(results.drawn_at) }),
    '',
    ...prizeLines(results),
    '',
    entriesText(results),
    m.announce_check({ url }),
  ];
  return lines.join('\n');
}

function prizeLines(results: ResultsAnswer): string[] {
  const prizes = namedPrizes(results.prizes);
  if (prizes.length === 0) {
    const isOne = results.prizes[0]?.quantity === 1;
    return [`${isOne ? m.announce_winner() : m.announce_winners()} ${winnersOf(results, 1)}`];
  }
  const lines = prizes.slice(0, PRIZES_NAMED).map(({ prize, quantity }) => {
    const name = prizeTitle(prizes, prize);
    const shown = quantity === 1 ? name : m.prizes_quantity({ count: quantity, name });
    return m.announce_prize({ prize: shown, winners: winnersOf(results, prize) });
  });
  const more = prizes.length - PRIZES_NAMED;
  if (more > 0)
    lines.push(more === 1 ? m.announce_one_prize_more() : m.announce_prizes_more({ count: more }));
  return lines;
}

/** "Ada (#17), Grace (#3) and 12 more". */
function winnersOf({ current_winners: holders }: ResultsAnswer, prize: number): string {
  const rows = holders.filter((row) => row.prize === prize);
  if (rows.length === 0) return m.announce_nobody();
  const isCut = rows.length > NAMES_OF_PRIZE;
  const names = rows
    .slice(0, isCut ? NAMES_OF_PRIZE - 1 : NAMES_OF_PRIZE)
    .map((row) => m.announce_person({ name: nameOf(row), number: row.entry_number }))
    .join(', ');
  return isCut
    ? m.announce_more({ names, count: (rows.length - NAMES_OF_PRIZE + 1).toLocaleString() })
    : names;
}

function entriesText({ total_entries: total, unsold_entries: unsold, presence }: ResultsAnswer): string {
  const count = presence === null ? total - unsold : presence.present;
  return count === 1 ? m.announce_one_entry() : m.announce_entries({ count: count.toLocaleString() });
}
