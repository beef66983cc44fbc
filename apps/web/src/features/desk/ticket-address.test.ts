import { expect, test } from 'vitest';
import { ticketTokenIn, viewOf } from './ticket-address.ts';

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
