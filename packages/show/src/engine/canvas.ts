/** Texts and pictures in a canvas: lines of a width, and pictures that cover or fit a place. */
import type { Rect, Size } from './camera.ts';

/** With its own size in pixels. */
export type Picture = CanvasImageSource & Size;

const ELLIPSIS = '…';

/** Behind blanks and hyphens, and behind each sign of a script without blanks. */
const BREAKS = /(?<=[\s-]|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;

/** Of a text in the context's font; what does not fit on the last line ends in an ellipsis. */
export function linesWithin(
  context: CanvasRenderingContext2D,
  text: string,
  { width, lines: most }: { width: number; lines: number },
): string[] {
  const fits = (line: string): boolean => context.measureText(line.trimEnd()).width <= width;
  const lines: string[] = [];
  let line = '';
  const parts = text.trim().split(BREAKS);
  for (const [at, part] of parts.entries()) {
    if (line === '' || fits(line + part)) {
      line += part;
      continue;
    }
    if (lines.length === most - 1) {
      line += parts.slice(at).join('');
      break;
    }
    lines.push(line.trimEnd());
    line = part;
  }
  return [...lines.map((one) => cutTo(one, fits)), cutTo(line.trimEnd(), fits)];
}

function cutTo(line: string, fits: (line: string) => boolean): string {
  if (fits(line)) return line;
  const letters = Array.from(line);
  while (letters.length > 1 && !fits(letters.join('').trimEnd() + ELLIPSIS)) letters.pop();
  return letters.join('').trimEnd() + ELLIPSIS;
}

/** As much of the picture's middle as fills the place. */
export function paintCovering(context: CanvasRenderingContext2D, picture: Picture, place: Rect): void {
  const scale = Math.max(place.width / picture.width, place.height / picture.height);
  const [width, height] = [place.width / scale, place.height / scale];
  context.drawImage(
    picture,
    (picture.width - width) / 2,
    (picture.height - height) / 2,
    width,
    height,
    place.x,
    place.y,
    place.width,
    place.height,
  );
}

/** All of the picture, as large as it fits into the middle of the place. */
export function paintWhole(context: CanvasRenderingContext2D, picture: Picture, place: Rect): void {
  const scale = Math.min(place.width / picture.width, place.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.drawImage(
    picture,
    place.x + (place.width - width) / 2,
    place.y + (place.height - height) / 2,
    width,
    height,
  );
}
