/** A camera that looks at QR codes, for Chromium's fake video device. */
import { writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { encodeQR } from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
/** Pixels for each module of a code: of one, and where several share the picture. */
const MODULE = 8;
const SMALL_MODULE = 5;

/** Arguments for a Chromium whose camera shows the film and asks nobody. */
const cameraArgs = (film: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];

/** Films codes beside each other as YUV4MPEG2, black on white. @param file ends with .y4m */
async function filmCodes(texts: readonly string[], file: string): Promise<void> {
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  const column = Math.floor(WIDTH / texts.length);
  for (const [index, text] of texts.entries()) {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
    const module = texts.length === 1 ? MODULE : SMALL_MODULE;
    const left = index * column + Math.floor((column - rows.length * module) / 2);
    const top = Math.floor((HEIGHT - rows.length * module) / 2);
    if (left < index * column || top < 0) throw new Error('The codes do not fit into the picture.');
    for (let y = 0; y < rows.length * module; y += 1) {
      for (let x = 0; x < rows.length * module; x += 1) {
        const isDark = rows[Math.floor(y / module)]?.[Math.floor(x / module)] === true;
        if (isDark) light[(top + y) * WIDTH + left + x] = 16;
      }
    }
  }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  await writeFile(file, Buffer.concat([head, frame, frame]));
}

/** A browser whose camera looks at these codes. The caller closes it. */
export async function browserWithCamera(texts: readonly string[], film: string): Promise<Browser> {
  await filmCodes(texts, film);
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...cameraArgs(film)],
  });
}
