import type { ResultsAnswer } from '@glassdrum/contract';
import { expect, test } from 'vitest';
import { announcementText, NAMES_OF_PRIZE, PRIZES_NAMED } from './announcement-text.ts';

const url = 'https://raffle.example/results/AbCdEfGhIjKlMnOpQrStUv';

function answer(
  prizes: { name: string | null; quantity: number }[],
  more: Partial<ResultsAnswer> = {},
): ResultsAnswer {
  let number = 0;
  return {
    title: 'Summer party',
    draw: { number: 2, name: null },
    prizes: prizes.map((prize, index) => ({ ...prize, prize: index + 1 })),
    current_winners: prizes.flatMap(({ quantity }, index) =>
      Array.from({ length: quantity }, (_, at) => {
        number += 1;
        return { prize: index + 1, position: at + 1, entry_number: number, display_name: `Person ${number}` };
      }),
    ),
    total_entries: 1500,
    unsold_entries: 12,
    presence: null,
    drawn_at: 0,
    ...more,
  } as unknown as ResultsAnswer;
}

/** Without the line that tells the time. */
const linesOf = (results: ResultsAnswer, several = false): string[] =>
  announcementText(results, { url, several })
    .split('\n')
    .filter((line) => !line.includes('1970'));

test('R76 the text says what was won by whom, how many took part, and where to check it', () => {
  expect(
    linesOf(
      answer([
        { name: 'Bicycle', quantity: 1 },
        { name: 'Wine', quantity: 2 },
      ]),
    ),
  ).toEqual([
    'Summer party',
    '',
    'Bicycle: Person 1 (#1)',
    '2 × Wine: Person 2 (#2), Person 3 (#3)',
    '',
    '1,488 entries took part.',
    `Check the draw yourself: ${url}`,
  ]);
});

test('R61 R76 one unnamed prize needs no name; one entry is one entry', () => {
  const one = linesOf(answer([{ name: null, quantity: 1 }], { total_entries: 1, unsold_entries: 0 }));
  expect(one.slice(2, 5)).toEqual(['Winner: Person 1 (#1)', '', 'One entry took part.']);
  expect(linesOf(answer([{ name: null, quantity: 2 }]))[2]).toBe('Winners: Person 1 (#1), Person 2 (#2)');
});

test('R76 long lists are counted: at most so many names of a prize, and so many prizes', () => {
  const [, , exactly = ''] = linesOf(answer([{ name: null, quantity: NAMES_OF_PRIZE }]));
  expect(exactly).toMatch(/Person 20 \(#20\)$/);
  const [, , many = ''] = linesOf(answer([{ name: 'Wine', quantity: 1000 }]));
  expect(many).toMatch(/^1000 × Wine: Person 1 \(#1\), .*Person 19 \(#19\) and 981 more$/);
  const prizes = (count: number) => Array.from({ length: count }, () => ({ name: 'Soap', quantity: 1 }));
  expect(linesOf(answer(prizes(PRIZES_NAMED))).join('\n')).not.toContain('more prize');
  expect(linesOf(answer(prizes(PRIZES_NAMED + 1)))).toContain('and one more prize');
  expect(linesOf(answer(prizes(200)))).toContain('and 150 more prizes');
});

test('R14 R76 a prize that went on is its present holder’s; one that nobody holds, and an erased name, say so', () => {
  const results = answer(
    [
      { name: 'Bicycle', quantity: 1 },
      { name: 'Lamp', quantity: 1 },
    ],
    {
      current_winners: [{ prize: 1, position: 1, entry_number: 9, display_name: null }],
    } as unknown as Partial<ResultsAnswer>,
  );
  expect(linesOf(results).slice(2, 4)).toEqual(['Bicycle: Name erased (#9)', 'Lamp: nobody']);
});

test('R69 R71 R76 of several draws it says which one; absent people took no part', () => {
  const text = (name: string | null): string =>
    announcementText(
      answer([{ name: 'Ham', quantity: 1 }], {
        draw: { number: 2, name },
        presence: { present: 87, absent: [3] },
      }),
      { url, several: true },
    );
  expect(text('Children').split('\n')[0]).toBe('Summer party: Children');
  expect(text(null).split('\n')[1]).toMatch(/^Draw 2, drawn .*1970/);
  expect(text(null)).toContain('87 entries took part.');
});
