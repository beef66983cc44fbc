/**
 * What stands over every world as crisp text: the countdown's number, the headline and the winners' cards. A function of
 * time like the worlds below; screen readers hear the same from the page, so this is hidden from them.
 */
import type { Rect, Size } from '../engine/camera.ts';
import type { ShowPlan, ShowResult, ShowStyle } from '../plan.ts';
import { countdownAt, revealAt, AT } from '../timing.ts';
import { style, winnerCard } from './card.ts';
import { confetti } from './confetti.ts';
import type { Confetti } from './confetti.ts';
import { revealLayout } from './layout.ts';
import {
  cardMotion,
  CONFETTI_AFTER,
  countdownPixels,
  headlineOpacity,
  numberMotion,
  measured,
  PER_PAGE,
} from './motion.ts';
import { skinOf } from './skin.ts';

/** Words that the page's message catalogue gives. */
export interface ShowTexts {
  /** Marks the viewer's own entry; a short word. */
  you: string;
  /** Over the winners; may be empty. */
  headline: string;
  /** An entry number as it stands on a card. */
  entry(number: number): string;
}

export interface WinnersLayer {
  show(t: number, result: ShowResult | null): void;
  resize(size: Size): void;
  dispose(): void;
}

interface LayerOptions {
  container: HTMLElement;
  plan: ShowPlan;
  style: ShowStyle;
  theme: 'light' | 'dark';
  texts: ShowTexts;
  font: string;
  calm: boolean;
}

interface Shown {
  place: number;
  element: HTMLElement;
  flakes: Confetti;
}

export function winnersLayer(options: LayerOptions): WinnersLayer {
  const { container, plan, theme, texts, font, calm } = options;
  const skin = skinOf(options.style, theme);
  const root = document.createElement('div');
  root.ariaHidden = 'true';
  style(root, {
    position: 'absolute',
    inset: '0',
    overflow: 'hidden',
    pointerEvents: 'none',
    fontFamily: font,
  });
  const number = document.createElement('div');
  style(number, {
    position: 'absolute',
    inset: '0',
    display: 'grid',
    placeItems: 'center',
    lineHeight: '1',
    fontWeight: '800',
    fontVariantNumeric: 'tabular-nums',
    color: skin.countdown,
    textShadow: skin.countdownShadow,
    visibility: 'hidden',
  });
  const headline = document.createElement('div');
  headline.textContent = texts.headline;
  style(headline, {
    position: 'absolute',
    fontWeight: '760',
    letterSpacing: '0.06em',
    lineHeight: '1.2',
    whiteSpace: 'nowrap',
    color: skin.headline,
    opacity: '0',
  });
  root.append(number, headline);
  container.append(root);
  const context = document.createElement('canvas').getContext('2d');
  let size: Size = { width: 1, height: 1 };
  let built: { result: ShowResult; page: number; width: number; height: number } | null = null;
  let cards: Shown[] = [];

  const measure = (text: string, pixels: number): number => {
    if (context === null) return text.length * pixels * 0.55;
    return measured(context, font, text, pixels);
  };

  function build(result: ShowResult): void {
    const page = result.page ?? 0;
    if (
      built !== null &&
      built.result === result &&
      built.page === page &&
      built.width === size.width &&
      built.height === size.height
    )
      return;
    built = { result, page, ...size };
    clear();
    const winners = result.winners.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    const layout = revealLayout(size, Math.max(winners.length, 1));
    style(headline, {
      left: `${layout.headline.x}px`,
      top: `${layout.headline.y}px`,
      fontSize: `${layout.headline.pixels}px`,
    });
    cards = winners.map((winner, place) => {
      const rect = layout.cards[place] as Rect;
      const rank = page * PER_PAGE + place + 1;
      const element = winnerCard(
        { winner, rank, entry: texts.entry(winner.number) },
        rect,
        skin,
        font,
        measure,
      );
      const flakes = confetti(`${plan.seedHex}${rank}`, rect, skin.confetti);
      // Out from behind the card: a name is never covered.
      if (!calm) root.append(...flakes.elements);
      root.append(element);
      return { place, element, flakes };
    });
  }

  function clear(): void {
    for (const { element, flakes } of cards) {
      element.remove();
      for (const flake of flakes.elements) flake.remove();
    }
    cards = [];
  }

  function count(t: number): void {
    const now = countdownAt(t);
    if (now === null) {
      number.style.visibility = 'hidden';
      return;
    }
    if (number.textContent !== String(now.number)) number.textContent = String(now.number);
    const { opacity, grow } = numberMotion(now.since, calm);
    style(number, { visibility: 'visible', opacity: String(opacity), transform: `scale(${grow})` });
  }

  return {
    show(t, result) {
      count(t);
      if (result === null || t < AT.reveal) {
        if (built !== null) {
          clear();
          built = null;
          headline.style.opacity = '0';
        }
        return;
      }
      build(result);
      headline.style.opacity = String(headlineOpacity(t));
      for (const { place, element, flakes } of cards) {
        const since = t - revealAt(place);
        const there = since > 0;
        element.style.visibility = there ? 'visible' : 'hidden';
        if (!there) {
          flakes.show(-1);
          continue;
        }
        const { opacity, x, y, degrees } = cardMotion(since, calm);
        element.style.opacity = String(opacity);
        if (calm) continue;
        element.style.transform = `translate(${100 * x}%, ${100 * y}%) rotate(${degrees}deg)`;
        flakes.show(since - CONFETTI_AFTER);
      }
    },
    resize(next) {
      size = next;
      number.style.fontSize = `${countdownPixels(next)}px`;
    },
    dispose: () => root.remove(),
  };
}
