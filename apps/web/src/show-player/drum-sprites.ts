/**
 * The parts of the drum's picture that never change while it is shown: the stand, the glass, a paper ball, the numbers.
 * Each is painted once, at the size at which it appears, and copied on every frame: gradients and letters cost far more
 * than copies.
 */
import { BALL_RADIUS, RAIL_RADIUS, RAIL_Y } from './drum-scene.ts';

export interface Palette {
  paper: string;
  ink: string;
  line: string;
  lineStrong: string;
  glass: string;
  ticket: string;
  brand: string;
  onBrand: string;
}

/** A picture and the half of its side, in units of the drum's radius. */
export interface Sprite {
  image: HTMLCanvasElement;
  reach: number;
}

export interface Sprites {
  /** Stand, chute and the glass behind the balls. */
  back: Sprite;
  /** The rim, the gate and the light on the glass. */
  front: Sprite;
  /** Turn with the drum. */
  notches: Sprite;
  /** A blank ball; `onRail` for the larger one. */
  paper(onRail: boolean): Sprite;
  /** A number as it stands on a ball, without the ball. */
  number(number: number, onRail: boolean): Sprite;
  /** The viewer's own ball with its number and word. */
  own(number: number, onRail: boolean): Sprite;
}

/** Ball paper is light in both themes, so its ink is always dark. */
const BALL_INK = '#1b1815';
const FULL_TURN = 2 * Math.PI;
const NOTCHES = 24;
const STAND_REACH = RAIL_Y + RAIL_RADIUS + 0.06;
const GLASS_REACH = 1.12;
/** A ball's picture reaches this much beyond its radius: room for its edge. */
export const PAPER_MARGIN = 1.06;

/** Reads the tokens that apply where `element` stands. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    paper: token('--paper'),
    ink: token('--ink'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    glass: token('--glass'),
    ticket: token('--ticket'),
    brand: token('--brand'),
    onBrand: token('--on-brand'),
  };
}

/** @param unit device pixels of the drum's radius @param ownLabel the word on the viewer's own ball */
export function makeSprites(unit: number, palette: Palette, ownLabel: string): Sprites {
  const kept = new Map<string, Sprite>();
  const once = (key: string, reach: number, paint: (ctx: CanvasRenderingContext2D) => void): Sprite => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = painted(unit, reach, paint);
    kept.set(key, made);
    return made;
  };
  const radiusOf = (onRail: boolean): number => (onRail ? RAIL_RADIUS : BALL_RADIUS);
  return {
    back: once('back', STAND_REACH, (ctx) => {
      paintStand(ctx, palette);
      paintChute(ctx, palette);
      paintGlassBack(ctx, palette);
    }),
    front: once('front', GLASS_REACH, (ctx) => paintGlassFront(ctx, palette)),
    notches: once('notches', GLASS_REACH, (ctx) => paintNotches(ctx, palette)),
    paper(onRail) {
      const radius = radiusOf(onRail);
      return once(`paper ${onRail}`, radius * PAPER_MARGIN, (ctx) => paintPaper(ctx, radius, palette.ticket));
    },
    number(number, onRail) {
      const radius = radiusOf(onRail);
      return once(`${number} ${onRail}`, radius * PAPER_MARGIN, (ctx) => {
        ctx.fillStyle = BALL_INK;
        writeNumber(ctx, String(number), radius, 0);
      });
    },
    own(number, onRail) {
      const radius = radiusOf(onRail);
      return once(`own ${number} ${onRail}`, radius * PAPER_MARGIN, (ctx) => {
        paintPaper(ctx, radius, palette.brand);
        paintOwnNumber(ctx, number, radius, ownLabel, palette);
      });
    },
  };
}

function painted(unit: number, reach: number, paint: (ctx: CanvasRenderingContext2D) => void): Sprite {
  const image = document.createElement('canvas');
  const side = Math.max(2, Math.ceil(2 * reach * unit));
  image.width = side;
  image.height = side;
  const ctx = image.getContext('2d');
  if (ctx !== null) {
    ctx.translate(side / 2, side / 2);
    ctx.scale(side / (2 * reach), side / (2 * reach));
    paint(ctx);
  }
  return { image, reach };
}

function circle(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, FULL_TURN);
}

/** Two legs and the rail on which the drawn balls come to rest. */
function paintStand(ctx: CanvasRenderingContext2D, palette: Palette): void {
  ctx.strokeStyle = palette.lineStrong;
  ctx.lineWidth = 0.035;
  ctx.lineCap = 'round';
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(side * 0.78, 0.72);
    ctx.lineTo(side * 1.02, RAIL_Y + RAIL_RADIUS + 0.02);
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.moveTo(-1.12, RAIL_Y + RAIL_RADIUS + 0.02);
  ctx.lineTo(1.12, RAIL_Y + RAIL_RADIUS + 0.02);
  ctx.stroke();
}

/** Guides the drawn balls from the gate to the rail. */
function paintChute(ctx: CanvasRenderingContext2D, palette: Palette): void {
  ctx.strokeStyle = palette.line;
  ctx.lineWidth = 0.03;
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(side * 0.2, 1.05);
    ctx.lineTo(side * 0.88, RAIL_Y - 0.02);
    ctx.stroke();
  }
}

function paintGlassBack(ctx: CanvasRenderingContext2D, palette: Palette): void {
  const fill = ctx.createRadialGradient(-0.3, -0.4, 0.1, 0, 0, 1);
  fill.addColorStop(0, `${palette.glass}10`);
  fill.addColorStop(0.75, `${palette.glass}26`);
  fill.addColorStop(1, `${palette.glass}5c`);
  circle(ctx, 0, 0, 1);
  ctx.fillStyle = fill;
  ctx.fill();
}

/** The rim, the gate, and light on the glass. */
function paintGlassFront(ctx: CanvasRenderingContext2D, palette: Palette): void {
  ctx.strokeStyle = palette.glass;
  ctx.lineWidth = 0.05;
  circle(ctx, 0, 0, 1.0);
  ctx.stroke();
  ctx.strokeStyle = palette.lineStrong;
  ctx.lineWidth = 0.018;
  circle(ctx, 0, 0, 1.045);
  ctx.stroke();
  // The gate: where the drawn balls leave.
  ctx.strokeStyle = palette.brand;
  ctx.lineWidth = 0.06;
  ctx.beginPath();
  ctx.arc(0, 0, 1.0, FULL_TURN * 0.225, FULL_TURN * 0.275);
  ctx.stroke();
  ctx.strokeStyle = 'rgb(255 255 255 / 55%)';
  ctx.lineWidth = 0.035;
  ctx.beginPath();
  ctx.arc(0, 0, 0.9, FULL_TURN * 0.54, FULL_TURN * 0.66);
  ctx.stroke();
  ctx.strokeStyle = 'rgb(255 255 255 / 30%)';
  ctx.beginPath();
  ctx.arc(0, 0, 0.9, FULL_TURN * 0.685, FULL_TURN * 0.71);
  ctx.stroke();
}

function paintNotches(ctx: CanvasRenderingContext2D, palette: Palette): void {
  ctx.strokeStyle = palette.lineStrong;
  ctx.lineWidth = 0.022;
  for (let notch = 0; notch < NOTCHES; notch += 1) {
    ctx.rotate(FULL_TURN / NOTCHES);
    ctx.beginPath();
    ctx.moveTo(0, -1.045);
    ctx.lineTo(0, -1.095);
    ctx.stroke();
  }
}

function paintOwnNumber(
  ctx: CanvasRenderingContext2D,
  number: number,
  radius: number,
  label: string,
  palette: Palette,
): void {
  ctx.fillStyle = palette.onBrand;
  writeNumber(ctx, String(number), radius * 0.92, -radius * 0.2);
  ctx.font = `600 ${radius * 0.52}px 'Source Sans 3', sans-serif`;
  ctx.fillText(label, 0, radius * 0.52);
}

/** A paper ball: light from above left, a crease, a fine edge. */
function paintPaper(ctx: CanvasRenderingContext2D, radius: number, colour: string): void {
  circle(ctx, 0, 0, radius);
  ctx.fillStyle = colour;
  ctx.fill();
  const shade = ctx.createRadialGradient(-radius * 0.35, -radius * 0.4, radius * 0.1, 0, 0, radius);
  shade.addColorStop(0, 'rgb(255 255 255 / 35%)');
  shade.addColorStop(0.55, 'rgb(120 96 70 / 4%)');
  shade.addColorStop(1, 'rgb(80 58 36 / 38%)');
  ctx.fillStyle = shade;
  ctx.fill();
  ctx.strokeStyle = 'rgb(60 44 28 / 40%)';
  ctx.lineWidth = radius * 0.035;
  ctx.stroke();
}

function writeNumber(ctx: CanvasRenderingContext2D, text: string, radius: number, y: number): void {
  const size = radius * (text.length <= 2 ? 1.05 : 2.5 / (text.length + 0.6));
  ctx.font = `800 ${size}px 'Bricolage Grotesque', sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, 0, y + size * 0.04);
}
