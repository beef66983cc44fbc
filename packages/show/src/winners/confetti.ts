/** At most ten paper flakes a card, thrown once when it appears; places are a function of time (R35). */
import type { Rect } from '../engine/camera.ts';
import { ramp, sinTurns } from '../engine/curves.ts';
import { between, randomFrom } from '../engine/random.ts';
import { style } from './card.ts';

const FLAKES = 10;
const SECONDS = 2.2;

/** One piece of paper, in pixels. */
export interface Flake {
  x: number;
  y: number;
  width: number;
  height: number;
  round: number;
  color: string;
  speedX: number;
  speedY: number;
  turns: number;
  tumble: number;
  scale: number;
}

export function flakesOf(seed: string, card: Rect, colors: readonly string[]): Flake[] {
  const random = randomFrom(seed, 'confetti');
  const scale = Math.max(card.height, 90);
  return Array.from({ length: FLAKES }, (_, index) => {
    const size = scale * between(random, 0.07, 0.12);
    const sideways = between(random, -1, 1);
    return {
      x: card.x + card.width * between(random, 0.1, 0.9),
      y: card.y + card.height * 0.2,
      width: size,
      height: size * 0.5,
      round: size * 0.06,
      color: colors[index % colors.length] ?? '',
      speedX: sideways * scale * 1.7,
      speedY: -scale * between(random, 2.2, 3.8),
      turns: between(random, 0.5, 1.5) * (sideways < 0 ? -1 : 1),
      tumble: between(random, 0.8, 1.8),
      scale,
    };
  });
}

/** Where a flake is, `since` seconds after its card's appearance; null outside its time. */
export function flakeAt(
  { speedX, speedY, turns, tumble, scale }: Flake,
  since: number,
): { x: number; y: number; turns: number; flip: number; opacity: number } | null {
  if (since <= 0 || since >= SECONDS) return null;
  // Paper is slowed by the air: the way is bounded, the fall is steady.
  const way = since / (1 + 0.9 * since);
  return {
    x: speedX * way,
    y: speedY * way + scale * 2.1 * since * (since / (0.6 + since)) * 1.3,
    turns: turns * since,
    flip: sinTurns(tumble * since),
    opacity: 1 - ramp(since, SECONDS - 0.6, SECONDS),
  };
}

export interface Confetti {
  elements: HTMLElement[];
  /** `since` in seconds from the card's appearance; hidden outside its time. */
  show(since: number): void;
}

export function confetti(seed: string, card: Rect, colors: readonly string[]): Confetti {
  const flakes = flakesOf(seed, card, colors).map((flake) => {
    const element = document.createElement('div');
    style(element, {
      position: 'absolute',
      left: `${flake.x}px`,
      top: `${flake.y}px`,
      width: `${flake.width}px`,
      height: `${flake.height}px`,
      borderRadius: `${flake.round}px`,
      background: flake.color,
      visibility: 'hidden',
    });
    return { element, flake };
  });
  let shown = false;
  return {
    elements: flakes.map(({ element }) => element),
    show(since) {
      const visible = since > 0 && since < SECONDS;
      if (!visible && !shown) return;
      shown = visible;
      for (const { element, flake } of flakes) {
        const now = flakeAt(flake, since);
        if (now === null) {
          element.style.visibility = 'hidden';
          continue;
        }
        element.style.visibility = 'visible';
        element.style.opacity = String(now.opacity);
        element.style.transform = `translate(${now.x}px, ${now.y}px) rotate(${now.turns}turn) scaleY(${now.flip})`;
      }
    },
  };
}
