import { expect, test } from 'vitest';
import { readWinnerCode, ticketTokenIn, viewOf, winnerTokenIn } from './ticket-address.ts';

const ticket = (letter: string): string => `https://raffle.example/ticket/${letter.repeat(22)}`;

test('R67 the QR code of a ticket holds its token, and no other address does', () => {
  expect(ticketTokenIn(ticket('a'))).toBe('a'.repeat(22));
  for (const text of [
    '',
    'a'.repeat(22),
    'https://raffle.example/join/abcdefghijklmnop',
    'ftp://x/ticket/abcdefghijklmnopq',
  ]) {
    expect(ticketTokenIn(text)).toBeNull();
  }
});

test('R67 the camera sells the one ticket in sight, and none of several', () => {
  expect(viewOf([], ticketTokenIn)).toEqual({ shows: 'nothing' });
  expect(viewOf(['https://example.org'], ticketTokenIn)).toEqual({ shows: 'other' });
  expect(viewOf([ticket('a')], ticketTokenIn)).toEqual({ shows: 'ticket', token: 'a'.repeat(22) });
  expect(viewOf([ticket('a'), 'https://example.org', ticket('a')], ticketTokenIn)).toMatchObject({
    shows: 'ticket',
  });
  expect(viewOf([ticket('a'), ticket('b')], ticketTokenIn)).toEqual({ shows: 'several' });
});

test("R73 a winner's code is a scanned address or what is typed", () => {
  const token = 'w'.repeat(24);
  const results = (hash: string) => `https://raffle.example/results/abcdefghijklmnopqrstuv${hash}`;
  for (const text of [ticket('w').replace(/w+$/u, token), `https://raffle.example/r/${token}`]) {
    expect(winnerTokenIn(text)).toBe(token);
  }
  expect(winnerTokenIn(results(`#winner=12.${token}`))).toBe(`12.${token}`);
  expect(readWinnerCode(`  ${results(`#winner=12.${token}`)}\n`)).toEqual({ token: `12.${token}` });
  for (const text of [results(''), results('#winner='), `https://raffle.example/join/${token}`]) {
    expect(winnerTokenIn(text)).toBeNull();
  }
  expect(readWinnerCode(' k7m 2pq ')).toEqual({ code: 'k7m 2pq' });
  expect(readWinnerCode('   ')).toBeNull();
});
