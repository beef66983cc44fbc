/** Paints one instant of the drum on a canvas: glass, paper balls, the rail; copies what never changes (drum-sprites.ts). */
import { announcedAt, calmExitAt, drumTurnAt, faceAt, lightAt } from './drum-light.ts';
import { BALL_RADIUS, type Ball, type DrumScene } from './drum-scene.ts';
import { PAPER_MARGIN, type Sprite, type Sprites } from './drum-sprites.ts';

export interface DrumPicture {
  scene: DrumScene;
  /** Of the show. */
  seconds: number;
  own: number | null;
  /** Entry numbers of the announced winners, first place first; empty before. */
  announced: readonly number[];
  /** Nothing moves. */
  calm: boolean;
}

const DARKNESS = '#12100e';
const FULL_TURN = 2 * Math.PI;
/** Whole picture in units of the drum's radius. */
const PICTURE = { width: 2.4, top: 1.15, height: 2.8 };
const SETTLED_SECONDS = 24.5;
const ON_RAIL_SECONDS = 28.5;
const EXITS = 3;

/** Size of the drum's radius in a picture of this size, in the same units. */
export function drumUnit(width: number, height: number): number {
  return Math.min(width / PICTURE.width, height / PICTURE.height);
}

/** @param width @param height in device pixels */
export function paintDrum(
  ctx: CanvasRenderingContext2D,
  width: number,
  height: number,
  picture: DrumPicture,
  sprites: Sprites,
): void {
  const unit = drumUnit(width, height);
  const left = width / 2;
  const top = (height - PICTURE.height * unit) / 2 + PICTURE.top * unit;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const place = (x: number, y: number, turn: number): void => {
    const cos = Math.cos(turn) * unit;
    const sin = Math.sin(turn) * unit;
    ctx.setTransform(cos, sin, -sin, cos, left + x * unit, top + y * unit);
  };
  place(0, 0, 0);
  copy(ctx, sprites.back, 1);
  const balls = ballsOf(picture);
  for (const [index, ball] of balls.entries()) {
    if (!isOut(index, ball)) paintBall(ctx, index, ball, picture, sprites, place);
  }
  place(0, 0, 0);
  paintDimming(ctx, picture.seconds);
  place(0, 0, picture.calm ? 0 : drumTurnAt(picture.seconds));
  copy(ctx, sprites.notches, 1);
  place(0, 0, 0);
  copy(ctx, sprites.front, 1);
  for (const [index, ball] of balls.slice(0, EXITS).entries()) {
    if (isOut(index, ball)) paintBall(ctx, index, ball, picture, sprites, place);
  }
  ctx.globalAlpha = 1;
}

/** @param size times its own size */
function copy(ctx: CanvasRenderingContext2D, { image, reach }: Sprite, size: number): void {
  const half = reach * size;
  ctx.drawImage(image, -half, -half, 2 * half, 2 * half);
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

function paintDimming(ctx: CanvasRenderingContext2D, seconds: number): void {
  const dark = 1 - lightAt(seconds);
  if (dark <= 0) return;
  ctx.globalAlpha = dark;
  ctx.fillStyle = DARKNESS;
  ctx.beginPath();
  ctx.arc(0, 0, 0.99, 0, FULL_TURN);
  ctx.fill();
  ctx.globalAlpha = 1;
}

function paintBall(
  ctx: CanvasRenderingContext2D,
  index: number,
  ball: Ball,
  picture: DrumPicture,
  sprites: Sprites,
  place: (x: number, y: number, turn: number) => void,
): void {
  const { scene, seconds, own, announced, calm } = picture;
  const { x, y, turn, radius } = ball;
  const isExit = index < EXITS;
  const onRail = isOut(index, ball);
  const number = (isExit ? announced[index] : scene.numbers[index]) ?? null;
  const isOwn = number !== null && number === own;
  const opacity = calm && onRail ? calmExitAt(index, seconds) : 1;
  // The viewer's own ball never turns its face away, so that it can be followed.
  const face = isExit ? announcedAt(index, seconds) : faceAt(index, seconds, calm || isOwn);
  const paper = sprites.paper(onRail);
  const size = (radius / paper.reach) * PAPER_MARGIN;
  place(x, y, 0);
  if (!(isOwn && face >= 1)) {
    ctx.globalAlpha = opacity;
    copy(ctx, paper, size);
  }
  if (number === null || face <= 0) return;
  ctx.globalAlpha = opacity * face;
  if (isOwn) return copy(ctx, sprites.own(number, onRail), size);
  place(x, y, turn);
  copy(ctx, sprites.number(number, onRail), size);
}
