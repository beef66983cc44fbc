/** Sentences about prizes that several parts of the editor say. */
import { m } from '../../../../messages/generated/messages.js';
import { counted } from '../../counted.ts';

/** @param number in the list, from 1 */
export function prizeLabel(name: string | null | undefined, number: number): string {
  const shown = name?.trim() ?? '';
  return shown === '' ? m.raffle_prizes_number({ number }) : shown;
}

/** "Members, Staff or Friends": one of them is enough to win. */
export function groupsText(groups: readonly string[]): string {
  const last = groups.at(-1) ?? '';
  return groups.length < 2
    ? last
    : m.raffle_prizes_groups_or({ groups: groups.slice(0, -1).join(', '), last });
}

/** "20 prizes, 34 wins" */
export function totalsText({ prizes, wins }: { prizes: number; wins: number }): string {
  return m.raffle_prizes_totals({
    prizes: counted(m.raffle_prizes_count, prizes),
    wins: counted(m.raffle_prizes_wins, wins),
  });
}

interface WinnersText {
  text: string;
  isWarning: boolean;
}

/**
 * Who can win a prize.
 * @param candidates entries with a ticket that can win it; undefined where that is not counted yet
 * @param everyone entries with a ticket
 */
export function winnersText(
  groups: readonly string[],
  { candidates, everyone }: { candidates: number | undefined; everyone: number },
): WinnersText {
  // As long as nobody has entered, that is no news about this prize.
  if (candidates === 0 && everyone > 0) {
    const text =
      groups.length === 0
        ? m.raffle_prizes_who_none()
        : m.raffle_prizes_who_none_in({ groups: groupsText(groups) });
    return { text, isWarning: true };
  }
  const entries =
    candidates === undefined || everyone === 0 ? null : counted(m.console_entries_count, candidates);
  return {
    text: groups.length === 0 ? everyoneText(entries) : limitedText(groups, entries),
    isWarning: false,
  };
}

function everyoneText(entries: string | null): string {
  return entries === null ? m.raffle_prizes_who_everyone() : m.raffle_prizes_who_everyone_count({ entries });
}

function limitedText(labels: readonly string[], entries: string | null): string {
  const groups = groupsText(labels);
  return entries === null
    ? m.raffle_prizes_who_groups({ groups })
    : m.raffle_prizes_who_groups_count({ groups, entries });
}
