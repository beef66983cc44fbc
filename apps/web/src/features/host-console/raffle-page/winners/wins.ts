/** The wins of a raffle as rows under their prizes, and what the host finds in them (R60). Pure. */
import type { PrizeWins, WinnersAnswer, WinningPerson, WinningPlace } from '@glassdrum/contract';
import { matchingEntries } from '../../entries/sort-entries.ts';

/** What became of a place. In the order in which they are listed and counted. */
export const winStates = ['drawn', 'moved_up', 'empty'] as const;
export type WinState = (typeof winStates)[number];

type DrawOfWins = WinnersAnswer['draws'][number];

export interface Win {
  kind: 'win';
  key: string;
  prize: PrizeWins;
  draw: DrawOfWins;
  place: WinningPlace;
  state: WinState;
}

/** Stands above the wins of its prize. */
export interface PrizeHeading {
  kind: 'prize';
  key: string;
  prize: PrizeWins;
  draw: DrawOfWins;
}

export interface WinFilter {
  words: string;
  /** `passed`: somebody was passed over. Null for all. */
  state: WinState | 'passed' | null;
  drawId: string | null;
}

export const ALL_WINS: WinFilter = { words: '', state: null, drawId: null };

export function isAllWins({ words, state, drawId }: WinFilter): boolean {
  return words.trim() === '' && state === null && drawId === null;
}

function stateOf({ holder }: WinningPlace): WinState {
  if (holder === null) return 'empty';
  return holder.moved_up ? 'moved_up' : 'drawn';
}

/** In the order of draws and prizes. */
export function winsOf({ draws, prizes }: WinnersAnswer): Win[] {
  const drawOf = new Map(draws.map((draw) => [draw.draw_id, draw]));
  return prizes.flatMap((prize) => {
    const draw = drawOf.get(prize.draw_id);
    if (draw === undefined) return [];
    return prize.places.map((place): Win => ({
      kind: 'win',
      key: `${prize.draw_id} ${prize.prize} ${place.position}`,
      prize,
      draw,
      place,
      state: stateOf(place),
    }));
  });
}

/** By the name of the prize, or by number, name, address or note of anyone who holds it or held it. */
export function filteredWins(wins: readonly Win[], { words, state, drawId }: WinFilter): readonly Win[] {
  const text = words.trim().toLocaleLowerCase();
  return wins.filter(
    (win) =>
      (drawId === null || win.draw.draw_id === drawId) &&
      (state === null || win.state === state || (state === 'passed' && win.place.passed_over.length > 0)) &&
      (text === '' || isFound(win, text)),
  );
}

function isFound({ prize, place }: Win, text: string): boolean {
  if (prize.name?.toLocaleLowerCase().includes(text) === true) return true;
  const people: WinningPerson[] = [...(place.holder === null ? [] : [place.holder]), ...place.passed_over];
  if (people.some(({ note }) => note?.toLocaleLowerCase().includes(text) === true)) return true;
  const findable = people.map((row) => ({ ...row, display_name: row.display_name ?? '' }));
  return matchingEntries(findable, text).length > 0;
}

/** Each win under its prize; prizes without a win are left out. */
export function groupedWins(wins: readonly Win[]): (Win | PrizeHeading)[] {
  return wins.flatMap((win, index) => {
    const { prize, draw } = win;
    if (wins[index - 1]?.prize === prize) return [win];
    return [{ kind: 'prize' as const, key: `${prize.draw_id} ${prize.prize}`, prize, draw }, win];
  });
}

export interface WinCounts {
  all: number;
  states: Record<WinState, number>;
  passed: number;
  draws: ReadonlyMap<string, number>;
}

export function countWins(wins: readonly Win[]): WinCounts {
  const states: WinCounts['states'] = { drawn: 0, moved_up: 0, empty: 0 };
  const draws = new Map<string, number>();
  let passed = 0;
  for (const { state, place, draw } of wins) {
    states[state] += 1;
    if (place.passed_over.length > 0) passed += 1;
    draws.set(draw.draw_id, (draws.get(draw.draw_id) ?? 0) + 1);
  }
  return { all: wins.length, states, passed, draws };
}
