/**
 * What people upload is never stored as it came (R6, H3, C9): decoded, turned upright, made smaller, written anew as WebP
 * without metadata. The work is done on libuv's threads, two images at a time, with bounded memory.
 *
 * 1. A data URL of at most 20 MB; what it calls itself doesn't count, its first bytes do: JPEG, PNG, WebP or GIF.
 * 2. More than 40 megapixels are refused by the header, before anything is decoded.
 * 3. Of an animation the first frame is taken.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import { RefusalError } from '../refusal.ts';
import { createWorkPool } from '../threads/work-pool.ts';
import { imageLibrary } from './image-library.ts';

/** An image for pages and shared links; 1200 × 630 is what hosts are advised to take. */
const LARGEST = { width: 1600, height: 1600 };
const QUALITY = 82;
/** Uploads beyond the first two wait in memory. */
const pool = createWorkPool({ atOnce: 2, waiting: 8 });

const SIGNATURES: readonly (readonly [offset: number, bytes: Buffer])[][] = [
  [[0, Buffer.from([0xff, 0xd8, 0xff])]],
  [[0, Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')]],
  [[0, Buffer.from('GIF87a')]],
  [[0, Buffer.from('GIF89a')]],
  [
    [0, Buffer.from('RIFF')],
    [8, Buffer.from('WEBP')],
  ],
];

/** The bytes of a data URL. @throws RefusalError image_wrong_type, image_too_large */
export function bytesOfDataUrl(dataUrl: string): Buffer {
  const head = /^data:image\/[a-z0-9.+-]{1,60};base64,/i.exec(dataUrl.slice(0, 100))?.[0];
  if (head === undefined) throw new RefusalError('image_wrong_type');
  const longest = Math.ceil(LIMITS.raffleImageBytes.max / 3) * 4;
  if (dataUrl.length - head.length > longest) throw new RefusalError('image_too_large');
  const bytes = Buffer.from(dataUrl.slice(head.length), 'base64');
  if (bytes.length > LIMITS.raffleImageBytes.max) throw new RefusalError('image_too_large');
  refuseUnlessImage(bytes);
  return bytes;
}

/** By its first bytes, whatever it calls itself. @throws RefusalError image_wrong_type */
export function refuseUnlessImage(bytes: Buffer): void {
  const known = SIGNATURES.some((parts) =>
    parts.every(([offset, part]) => bytes.subarray(offset, offset + part.length).equals(part)),
  );
  if (!known) throw new RefusalError('image_wrong_type');
}

/** WebP, at most 1600 pixels wide and high. @throws RefusalError image_invalid, unavailable */
export function reencode(bytes: Buffer): Promise<Buffer> {
  return pool.run(() => webpOf(bytes));
}

async function webpOf(bytes: Buffer): Promise<Buffer> {
  const sharp = await imageLibrary();
  try {
    return await sharp(bytes, { limitInputPixels: LIMITS.imagePixels.max, pages: 1, failOn: 'error' })
      .autoOrient()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw new RefusalError('image_invalid', tooLarge(error) ? { message: TOO_MANY_PIXELS } : {});
  }
}

const TOO_MANY_PIXELS = 'This image has more than 40 megapixels. Please choose a smaller one.';

function tooLarge(error: unknown): boolean {
  return error instanceof Error && /pixel limit/i.test(error.message);
}
