/** What may become a raffle's image (R6). */
import { LIMITS } from '@glassdrum/raffle-rules';

/** What the server decodes. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export function imageRefusal({ type, size }: Pick<File, 'type' | 'size'>): 'wrong_type' | 'too_large' | null {
  if (!IMAGE_TYPES.includes(type)) return 'wrong_type';
  return size > LIMITS.raffleImageBytes.max ? 'too_large' : null;
}

/** Whether this browser can show it: a broken image is refused before it is sent. */
export async function isShowable(file: Blob): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
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
