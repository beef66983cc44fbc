/** What may become a raffle's image (R6). */
import { LIMITS } from '@glassdrum/raffle-rules';

/** What the server decodes. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export function imageRefusal({ type, size }: Pick<File, 'type' | 'size'>): 'wrong_type' | 'too_large' | null {
  if (!IMAGE_TYPES.includes(type)) return 'wrong_type';
  return size > LIMITS.raffleImageBytes.max ? 'too_large' : null;
}

/** How often the short side of an image may fit the long one: a narrower one is a line on every screen. */
export const MOST_NARROW = 8;

/** What is wrong with an image, as this browser shows it: found before it is sent. */
export async function imageProblem(file: Blob): Promise<'broken' | 'too_narrow' | null> {
  try {
    const image = await createImageBitmap(file);
    const isNarrow = isTooNarrow(image);
    image.close();
    return isNarrow ? 'too_narrow' : null;
  } catch {
    return 'broken';
  }
}

export function isTooNarrow({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > MOST_NARROW * Math.min(width, height);
}

/** The file as a data URL; null when it could not be read. */
export function readDataUrl(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}
