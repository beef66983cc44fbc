/** A name as part of a file's name: letters and digits of any script, and hyphens. @param fallback where nothing of it is left */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const short = Array.from(slug)
    .slice(0, 60)
    .join('')
    .replaceAll(/^-+|-+$/g, '');
  return short === '' ? fallback : short;
}
