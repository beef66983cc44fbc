/** At most ten paper flakes a card, thrown once when it appears; places are a function of time (R35). */
import type { Rect } from '../engine/camera.ts';
import { ramp, sinTurns } from '../engine/curves.ts';
import { between, randomFrom } from '../engine/random.ts';
import { style } from './card.ts';

const FLAKES = 10;
const SECONDS = 2.2;

export interface Confetti {
  elements: HTMLElement[];
  /** `since` in seconds from the card's appearance; hidden outside its time. */
  show(since: number): void;
}

export function confetti(seed: string, card: Rect, colors: readonly string[]): Confetti {
  const random = randomFrom(seed, 'confetti');
  const scale = Math.max(card.height, 90);
  const flakes = Array.from({ length: FLAKES }, (_, index) => {
    const element = document.createElement('div');
    const size = scale * between(random, 0.07, 0.12);
    const sideways = between(random, -1, 1);
    style(element, {
      position: 'absolute',
      left: `${card.x + card.width * between(random, 0.1, 0.9)}px`,
      top: `${card.y + card.height * 0.2}px`,
      width: `${size}px`,
      height: `${size * 0.5}px`,
      borderRadius: `${size * 0.06}px`,
      background: colors[index % colors.length] ?? '',
      visibility: 'hidden',
    });
    return {
      element,
      speedX: sideways * scale * 1.7,
      speedY: -scale * between(random, 2.2, 3.8),
      turns: between(random, 0.5, 1.5) * (sideways < 0 ? -1 : 1),
      tumble: between(random, 0.8, 1.8),
    };
  });
  let shown = false;
  return {
    elements: flakes.map(({ element }) => element),
    show(since) {
      const visible = since > 0 && since < SECONDS;
      if (!visible && !shown) return;
      shown = visible;
      for (const { element, speedX, speedY, turns, tumble } of flakes) {
        if (!visible) {
          element.style.visibility = 'hidden';
          continue;
        }
        // Paper is slowed by the air: the way is bounded, the fall is steady.
        const way = since / (1 + 0.9 * since);
        const x = speedX * way;
        const y = speedY * way + scale * 2.1 * since * (since / (0.6 + since)) * 1.3;
        const flip = sinTurns(tumble * since);
        element.style.visibility = 'visible';
        element.style.opacity = String(1 - ramp(since, SECONDS - 0.6, SECONDS));
        element.style.transform = `translate(${x}px, ${y}px) rotate(${turns * since}turn) scaleY(${flip})`;
      }
    },
  };
}
