import { describe, expect, it } from 'vitest';
import { BALL_RADIUS, createDrumScene, type DrumScene, RAIL_RADIUS, RAIL_Y } from './drum-scene.ts';

const hash = (digit: string): string => digit.repeat(64);
const ballsAt = (drum: DrumScene, seconds: number) => drum.ballsAt(seconds);
const scene = createDrumScene({ freezeHash: hash('3'), entries: 500, own: 321 });

describe('createDrumScene', () => {
  it('R35: is the same for the same freeze hash, bit by bit', () => {
    const again = createDrumScene({ freezeHash: hash('3'), entries: 500, own: 321 });
    for (let seconds = 0; seconds < 30; seconds += 0.5) {
      expect(ballsAt(again, seconds)).toEqual(ballsAt(scene, seconds));
    }
    expect(again.numbers).toEqual(scene.numbers);
    // Published once: another engine or another version must come to the same picture.
    expect(ballsAt(scene, 12).map(({ x, y }) => [x, y])).toMatchSnapshot();
  });

  it('moves the same for everybody, whoever watches', () => {
    const watcher = createDrumScene({ freezeHash: hash('3'), entries: 500, own: null });
    expect(ballsAt(watcher, 20)).toEqual(ballsAt(scene, 20));
  });

  it('R35: shows a late comer the same frame', () => {
    const late = createDrumScene({ freezeHash: hash('3'), entries: 500, own: 321 });
    while (late.computeAhead(50)) expect(late.numbers).toEqual(scene.numbers);
    expect(ballsAt(late, 27)).toEqual(ballsAt(scene, 27));
    expect(ballsAt(late, 5)).toEqual(ballsAt(scene, 5));
    expect(ballsAt(late, -1)).toEqual(ballsAt(late, 0));
    expect(ballsAt(late, 90)).toEqual(ballsAt(late, 28.99));
  });

  it('is another one for another freeze hash', () => {
    const other = createDrumScene({ freezeHash: hash('4'), entries: 500, own: 321 });
    expect(ballsAt(other, 12)).not.toEqual(ballsAt(scene, 12));
  });

  it('keeps every ball in the drum until the gate opens', () => {
    for (let seconds = 0; seconds < 26; seconds += 0.25) {
      for (const { x, y } of ballsAt(scene, seconds)) {
        expect(x * x + y * y).toBeLessThanOrEqual((1 - BALL_RADIUS) ** 2);
      }
    }
  });

  it('rests at the start and in the pause, and moves between', () => {
    const travel = (from: number, to: number): number => {
      const before = ballsAt(scene, from);
      return ballsAt(scene, to).reduce(
        (sum, { x, y }, i) => sum + Math.hypot(x - (before[i]?.x ?? 0), y - (before[i]?.y ?? 0)),
        0,
      );
    };
    expect(travel(1, 2)).toBeLessThan(0.3);
    expect(travel(12, 13)).toBeGreaterThan(5);
    expect(travel(24.4, 25)).toBeLessThan(0.8);
  });

  it('brings three plain balls to the rail at the end', () => {
    const balls = ballsAt(scene, 28);
    for (const exit of [0, 1, 2]) {
      expect(balls[exit]?.turn).toBeCloseTo(0, 5);
      expect(balls[exit]?.y).toBeCloseTo(RAIL_Y, 5);
      expect(balls[exit]?.radius).toBeCloseTo(RAIL_RADIUS, 5);
      expect(scene.numbers[exit]).toBeNull();
    }
  });

  it.each([1, 5, 27, 28, 10_000])(
    'bears each number at most once, and the own one, of %i entries',
    (entries) => {
      const { numbers } = createDrumScene({ freezeHash: hash('9'), entries, own: entries });
      const borne = numbers.filter((number) => number !== null);
      expect(new Set(borne).size).toBe(borne.length);
      expect(borne).toContain(entries);
      expect(borne).toHaveLength(Math.min(27, entries));
    },
  );
});
