import { isRoomText } from '@glassdrum/fair-draw';
import { describe, expect, it } from 'vitest';
import { isWhole, readNumbers, roomText } from './room-text.ts';

describe('numbers made in the room', () => {
  it.each([
    ['3 5 1', ['3', '5', '1']],
    [' 3,5;\n1 ', ['3', '5', '1']],
    ['007 0 00', ['7', '0', '0']],
    ['', []],
    ['1 2 3 4', ['1', '2', '3']],
  ])('R91: reads %j', (typed, numbers) => {
    expect(readNumbers(typed, 3)).toEqual(numbers);
  });

  it('R91: is whole only with as many numbers as the freeze record says', () => {
    expect(isWhole(['3', '5'], 3)).toBe(false);
    expect(isWhole(['3', '5', '1'], 3)).toBe(true);
    expect(isWhole(['3', '5', '1234567'], 3)).toBe(false);
  });

  it('R91: what is whole is a text that the protocol takes', () => {
    const numbers = readNumbers('06, 999999 0', 3);
    expect(isWhole(numbers, 3)).toBe(true);
    expect(isRoomText(roomText(numbers))).toBe(true);
  });
});
