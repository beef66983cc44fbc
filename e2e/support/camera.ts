/** A camera that looks at a QR code, for Chromium's fake video device. */
import { writeFile } from 'node:fs/promises';
import { encodeQR } from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
/** Pixels for each module of the code. */
const MODULE = 8;

/** Arguments for a Chromium whose camera shows the film and asks nobody. */
export const cameraArgs = (film: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];

/** Films one code as YUV4MPEG2, black on white. @param file ends with .y4m */
export async function filmCode(text: string, file: string): Promise<void> {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const left = (WIDTH - rows.length * MODULE) / 2;
  const top = (HEIGHT - rows.length * MODULE) / 2;
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isDark = rows[Math.floor((y - top) / MODULE)]?.[Math.floor((x - left) / MODULE)] === true;
      if (isDark) light[y * WIDTH + x] = 16;
    }
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  await writeFile(file, Buffer.concat([head, frame, frame]));
}
