/** The loose heap with which the drum begins, from the seed. */
import { between, randomFrom } from '../engine/random.ts';
import type { Balls } from './contacts.ts';

const PER_ROW = 7;

/** Puts the balls into layers between the glass faces (at ±`half`), turned at random. */
export function heapUp({ count, radius, position, turn }: Balls, half: number, seedHex: string): void {
  const random = randomFrom(seedHex, 'heap');
  for (let index = 0; index < count; index += 1) {
    const layer = index % 3;
    const row = Math.floor(index / (3 * PER_ROW));
    const column = Math.floor(index / 3) % PER_ROW;
    position[3 * index] = (column - 3) * 2.02 * radius + between(random, -0.02, 0.02);
    position[3 * index + 1] = -0.52 + row * 2.1 * radius + between(random, 0, 0.02);
    position[3 * index + 2] = (layer - 1) * (half - radius) * 0.98;
    const q = [0, 1, 2, 3].map(() => between(random, -1, 1));
    const length = Math.sqrt(q.reduce((sum, part) => sum + part * part, 1e-9));
    turn.set(
      q.map((part) => part / length),
      4 * index,
    );
  }
}
