/** Reads QR codes in pictures, as a phone does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);
const MOST_CODES = 64;

type Code = Awaited<ReturnType<typeof readBarcodes>>[number];

/** @param picture an encoded image, or its pixels */
export async function codesIn(picture: Parameters<typeof readBarcodes>[0]): Promise<Code[]> {
  prepareZXingModule({
    overrides: { wasmBinary: readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer },
  });
  return readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: MOST_CODES });
}

/** What the one code says that is on a screen. @throws Error without one, or with several */
export async function codeOn(image: Locator): Promise<string> {
  const [code, ...more] = await codesIn(await image.screenshot());
  if (code === undefined || more.length > 0) throw new Error('There is not one QR code to read.');
  return code.text;
}
