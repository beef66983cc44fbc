/** Screenshots as pixels. */
import sharp from 'sharp';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, 0–255. */
  data: Buffer;
}

export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Share (0–1) of pixels of which a colour differs by more than `tolerance`. */
export function shareDifferent(a: Pixels, b: Pixels, tolerance = 24): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let pixel = 0; pixel < a.data.length; pixel += 4) {
    const differs = [0, 1, 2].some(
      (part) => Math.abs((a.data[pixel + part] ?? 0) - (b.data[pixel + part] ?? 0)) > tolerance,
    );
    if (differs) different += 1;
  }
  return different / (a.width * a.height);
}

/** Opacity at a place, 0–255. */
export function opacityAt({ width, data }: Pixels, x: number, y: number): number {
  return data[4 * (y * width + x) + 3] ?? 0;
}

/** A picture to upload: a ball in front of hills, as a data URL. @param hue of its colours, 0–360 */
export async function madeUpPicture(hue: number): Promise<string> {
  const colour = (turn: number, lightness: number): string =>
    `hsl(${(hue + turn) % 360}, 60%, ${lightness}%)`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="${colour(0, 84)}"/>
    <path d="M0 330Q160 200 330 310T640 270V480H0Z" fill="${colour(30, 55)}"/>
    <path d="M0 400Q220 300 420 390T640 370V480H0Z" fill="${colour(50, 35)}"/>
    <circle cx="320" cy="200" r="110" fill="${colour(200, 45)}"/>
  </svg>`;
  const png = await sharp(Buffer.from(drawing)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
