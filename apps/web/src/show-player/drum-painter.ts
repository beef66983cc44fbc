/** Paints one instant of the drum on a canvas: glass, paper balls, the rail. Colours come from the page's tokens. */
import { announcedAt, calmExitAt, drumTurnAt, faceAt, lightAt } from './drum-light.ts';
import { BALL_RADIUS, type Ball, type DrumScene, RAIL_RADIUS, RAIL_Y } from './drum-scene.ts';

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

export interface DrumPicture {
  scene: DrumScene;
  /** Of the show. */
  seconds: number;
  own: number | null;
  ownLabel: string;
  /** Entry numbers of the announced winners, first place first; empty before. */
  announced: readonly number[];
  /** Nothing moves. */
  calm: boolean;
}

/** Ball paper is light in both themes, so its ink is always dark. */
const BALL_INK = '#1b1815';
const DARKNESS = '#12100e';
const FULL_TURN = 2 * Math.PI;
/** Whole picture in units of the drum's radius. */
const PICTURE = { width: 2.4, top: 1.15, height: 2.8 };
const NOTCHES = 24;
const SETTLED_SECONDS = 24.5;
const ON_RAIL_SECONDS = 28.5;
const EXITS = 3;

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

/** @param width @param height in the context's own units */
export function paintDrum(
  ctx: CanvasRenderingContext2D,
  width: number,
  height: number,
  picture: DrumPicture,
  palette: Palette,
): void {
  const unit = Math.min(width / PICTURE.width, height / PICTURE.height);
  ctx.save();
  ctx.clearRect(0, 0, width, height);
  ctx.translate(width / 2, (height - PICTURE.height * unit) / 2 + PICTURE.top * unit);
  ctx.scale(unit, unit);
  paintStand(ctx, palette);
  paintChute(ctx, palette);
  paintGlassBack(ctx, palette);
  const balls = ballsOf(picture);
  for (const [index, ball] of balls.entries()) {
    if (!isOut(index, ball)) paintBall(ctx, index, ball, picture, palette);
  }
  paintDimming(ctx, picture.seconds);
  paintGlassFront(ctx, picture.calm ? 0 : drumTurnAt(picture.seconds), palette);
  for (const [index, ball] of balls.slice(0, EXITS).entries()) {
    if (isOut(index, ball)) paintBall(ctx, index, ball, picture, palette);
  }
  ctx.restore();
}

function ballsOf({ scene, seconds, calm }: DrumPicture): Ball[] {
  if (!calm) return scene.ballsAt(seconds);
  const settled = scene.ballsAt(SETTLED_SECONDS);
  const out = scene.ballsAt(ON_RAIL_SECONDS);
  return settled.map((ball, index) =>
    index < EXITS && calmExitAt(index, seconds) > 0 ? (out[index] ?? ball) : ball,
  );
}

/** On its way to the rail, in front of the glass. Frames hold single precision. */
function isOut(index: number, { radius }: Ball): boolean {
  return index < EXITS && radius > BALL_RADIUS * 1.001;
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

function paintDimming(ctx: CanvasRenderingContext2D, seconds: number): void {
  const dark = 1 - lightAt(seconds);
  if (dark <= 0) return;
  ctx.save();
  ctx.globalAlpha = dark;
  ctx.fillStyle = DARKNESS;
  circle(ctx, 0, 0, 0.99);
  ctx.fill();
  ctx.restore();
}

/** The rim with its turning notches, and light on the glass. */
function paintGlassFront(ctx: CanvasRenderingContext2D, turn: number, palette: Palette): void {
  ctx.strokeStyle = palette.glass;
  ctx.lineWidth = 0.05;
  circle(ctx, 0, 0, 1.0);
  ctx.stroke();
  ctx.strokeStyle = palette.lineStrong;
  ctx.lineWidth = 0.018;
  circle(ctx, 0, 0, 1.045);
  ctx.stroke();
  ctx.save();
  ctx.rotate(turn);
  ctx.lineWidth = 0.022;
  for (let notch = 0; notch < NOTCHES; notch += 1) {
    ctx.rotate(FULL_TURN / NOTCHES);
    ctx.beginPath();
    ctx.moveTo(0, -1.045);
    ctx.lineTo(0, -1.095);
    ctx.stroke();
  }
  ctx.restore();
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

function paintBall(
  ctx: CanvasRenderingContext2D,
  index: number,
  ball: Ball,
  picture: DrumPicture,
  palette: Palette,
): void {
  const { scene, seconds, own, ownLabel, announced, calm } = picture;
  const { x, y, turn, radius } = ball;
  const isExit = index < EXITS;
  const number = (isExit ? announced[index] : scene.numbers[index]) ?? null;
  ctx.save();
  ctx.translate(x, y);
  if (calm && isOut(index, ball)) ctx.globalAlpha = calmExitAt(index, seconds);
  paintPaper(ctx, radius, palette.ticket);
  if (number !== null && number === own) {
    // The viewer's own ball stays upright and never turns its face away, so that it can be followed.
    ctx.globalAlpha *= isExit ? announcedAt(index, seconds) : faceAt(index, seconds, true);
    paintPaper(ctx, radius, palette.brand);
    paintOwnNumber(ctx, number, radius, ownLabel, palette);
  } else if (number !== null) {
    ctx.globalAlpha *= isExit ? announcedAt(index, seconds) : faceAt(index, seconds, calm);
    ctx.rotate(turn);
    ctx.fillStyle = BALL_INK;
    writeNumber(ctx, String(number), radius, 0);
  }
  ctx.restore();
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
