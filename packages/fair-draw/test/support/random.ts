/** Numbers for tests, the same from the same seed on every machine; no part of any draw. */
import { sha256Hex } from '../../src/index.ts';

export interface Random {
  /** 0 … n-1 */
  below(n: number): number;
  /** True once in n times. */
  oneIn(n: number): boolean;
  /** As many hex digits, at most 64. */
  hex(digits: number): string;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** One of a list, or undefined of an empty one. */
  any<T>(choices: readonly T[]): T | undefined;
}

export function seededRandom(seed: string): Random {
  let counter = 0;
  const next = (): string => {
    counter += 1;
    return sha256Hex(`${seed}#${counter}`);
  };
  const below = (n: number): number => Number.parseInt(next().slice(0, 12), 16) % n;
  return {
    below,
    oneIn: (n) => below(n) === 0,
    hex: (digits) => next().slice(0, digits),
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    any: (choices) => choices[below(Math.max(1, choices.length))],
  };
}
