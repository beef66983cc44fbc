import type { WinnersAnswer, WinningPerson } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { ALL_WINS, countWins, filteredWins, groupedWins, winsOf } from './wins.ts';

const human = (entry_number: number, display_name: string, note: string | null = null): WinningPerson => ({
  entry_number,
  display_name,
  email: `${display_name.toLowerCase()}@example.org`,
  note,
  source: 'self',
  groups: [],
});

const ANSWER: WinnersAnswer = {
  wins: 4,
  draws: [
    { draw_id: 'a', number: 1, name: 'Dinner', drawn_at: 1, can_pass_over: true, presence: null },
    { draw_id: 'b', number: 2, name: null, drawn_at: 2, can_pass_over: true, presence: null },
  ],
  prizes: [
    {
      draw_id: 'a',
      prize: 1,
      name: 'Wine',
      quantity: 2,
      image_url: null,
      next: [],
      places: [
        { position: 1, holder: { ...human(7, 'Ada', 'Table 4'), moved_up: false }, passed_over: [] },
        {
          position: 2,
          holder: { ...human(8, 'Bo'), moved_up: true },
          passed_over: [
            {
              ...human(12, 'Élodie'),
              reason: 'absent',
              at: 5,
              moved_up: { entry_number: 8, display_name: 'Bo' },
            },
          ],
        },
      ],
    },
    {
      draw_id: 'a',
      prize: 2,
      name: 'Cake',
      quantity: 1,
      image_url: null,
      next: [],
      places: [{ position: 1, holder: { ...human(70, 'Cy'), moved_up: false }, passed_over: [] }],
    },
    {
      draw_id: 'b',
      prize: 1,
      name: null,
      quantity: 1,
      image_url: null,
      next: [],
      places: [{ position: 1, holder: null, passed_over: [] }],
    },
  ],
};

describe('R60 wins of all draws', () => {
  const wins = winsOf(ANSWER);
  const found = (more: Partial<typeof ALL_WINS>) =>
    filteredWins(wins, { ...ALL_WINS, ...more }).map(({ key }) => key);

  it('stand under their prizes, and prizes without a found win are left out', () => {
    expect(groupedWins(wins).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'prize a 1',
      'win a 1 1',
      'win a 1 2',
      'prize a 2',
      'win a 2 1',
      'prize b 1',
      'win b 1 1',
    ]);
    expect(groupedWins(filteredWins(wins, { ...ALL_WINS, words: 'cake' })).map(({ key }) => key)).toEqual([
      'a 2',
      'a 2 1',
    ]);
  });

  it('are found by prize, name, number, address and note, also of somebody who was passed over', () => {
    expect(found({ words: 'wine' })).toEqual(['a 1 1', 'a 1 2']);
    expect(found({ words: 'élod' })).toEqual(['a 1 2']);
    expect(found({ words: '#7' })).toEqual(['a 1 1']);
    expect(found({ words: 'bo@example' })).toEqual(['a 1 2']);
    expect(found({ words: 'table 4' })).toEqual(['a 1 1']);
  });

  it('are filtered by what became of them and by draw', () => {
    expect(found({ state: 'drawn' })).toEqual(['a 1 1', 'a 2 1']);
    expect(found({ state: 'moved_up' })).toEqual(['a 1 2']);
    expect(found({ state: 'passed' })).toEqual(['a 1 2']);
    expect(found({ state: 'empty' })).toEqual(['b 1 1']);
    expect(found({ drawId: 'b' })).toEqual(['b 1 1']);
  });

  it('are counted', () => {
    const { all, states, passed, draws } = countWins(wins);
    expect({ all, states, passed }).toEqual({
      all: 4,
      states: { drawn: 2, moved_up: 1, empty: 1 },
      passed: 1,
    });
    expect([...draws]).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });
});
