/**
 * One winner's card: the name very large, the entry number below it, and on the stub the rank. Where prizes have names, the prize
 * stands above the winner, and its image on the stub.
 */
import type { Rect } from '../engine/camera.ts';
import type { Winner } from '../plan.ts';
import { cardLayout } from './card-layout.ts';
import type { PrizeText } from './card-layout.ts';
import type { Measure } from './fit-name.ts';
import type { Skin } from './skin.ts';

/** Sets plain style values; works under a policy without inline styles, because no markup is parsed. */
export function style(
  element: HTMLElement,
  values: Partial<Record<keyof CSSStyleDeclaration, string>>,
): void {
  Object.assign(element.style, values);
}

export interface CardText {
  winner: Winner;
  rank: number;
  entry: string;
}

/** @param font CSS font families */
export function winnerCard(
  { winner, rank, entry }: CardText,
  card: Rect,
  skin: Skin,
  font: string,
  measure: Measure,
): HTMLElement {
  const { width, height } = card;
  const { stubWidth, pad, numberSize, prize, name: fitted } = cardLayout(winner, card, measure);
  const element = document.createElement('div');
  style(element, {
    position: 'absolute',
    left: `${card.x}px`,
    top: `${card.y}px`,
    width: `${width}px`,
    height: `${height}px`,
    display: 'flex',
    overflow: 'hidden',
    boxSizing: 'border-box',
    fontFamily: font,
    background: skin.card,
    boxShadow: skin.shadow,
    borderRadius: `${height * skin.round}px`,
    visibility: 'hidden',
    willChange: 'transform',
  });
  if (skin.border !== 'none') {
    element.style.fontSize = `${height}px`;
    element.style.border = skin.border;
  }
  element.append(
    winner.prize === undefined
      ? stub(String(rank), stubWidth, height, skin)
      : imageStub(winner.image ?? null, stubWidth, height, skin),
    body([
      ...(prize === null ? [] : [prizeText(prize, skin)]),
      ...fitted.lines.map((line) => text(line, fitted.pixels, skin.name, 760, 1.02)),
      text(entry, numberSize, skin.number, 560, 1.2),
    ]),
  );
  return element;

  function body(lines: HTMLElement[]): HTMLElement {
    const part = document.createElement('div');
    style(part, {
      flex: '1',
      minWidth: '0',
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'center',
      padding: `0 ${pad}px`,
      lineHeight: '1',
    });
    part.append(...lines);
    return part;
  }
}

/** The rank on its stub, torn off along a perforation. */
function stub(rank: string, width: number, height: number, skin: Skin): HTMLElement {
  const part = document.createElement('div');
  style(part, {
    width: `${width}px`,
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    background: skin.stub,
    color: skin.rank,
    fontSize: `${Math.min(width * 0.66, height * 0.44)}px`,
    fontWeight: '780',
    fontVariantNumeric: 'tabular-nums',
    lineHeight: '1',
    position: 'relative',
  });
  part.textContent = rank;
  const hole = Math.max(height * 0.028, 3);
  const perforation = document.createElement('div');
  style(perforation, {
    position: 'absolute',
    right: `${-hole}px`,
    top: '0',
    bottom: '0',
    width: `${2 * hole}px`,
    background: `radial-gradient(circle at 50% 50%, ${skin.card} 0 ${hole}px, transparent ${hole + 0.6}px) 0 0 / ${2 * hole}px ${3.2 * hole}px repeat-y`,
  });
  part.append(perforation);
  return part;
}

/** The prize's image in place of a rank; without one the stub stays blank. */
function imageStub(image: string | null, width: number, height: number, skin: Skin): HTMLElement {
  const part = stub('', width, height, skin);
  if (image === null) return part;
  const picture = document.createElement('img');
  picture.alt = '';
  picture.decoding = 'async';
  picture.src = image;
  style(picture, { position: 'absolute', inset: '0', width: '100%', height: '100%', objectFit: 'cover' });
  part.prepend(picture);
  return part;
}

/** What does not fit on its lines ends in an ellipsis. */
function prizeText({ text: prize, pixels, lines }: PrizeText, skin: Skin): HTMLElement {
  const part = text(prize, pixels, skin.name, 640, 1.2);
  style(part, {
    display: '-webkit-box',
    webkitLineClamp: String(lines),
    webkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    whiteSpace: 'normal',
  });
  return part;
}

function text(content: string, pixels: number, color: string, weight: number, line: number): HTMLElement {
  const element = document.createElement('div');
  element.textContent = content;
  style(element, {
    color,
    fontSize: `${pixels}px`,
    fontWeight: String(weight),
    lineHeight: String(line),
    letterSpacing: '-0.012em',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  });
  return element;
}
