/** Random keys that a page makes. */

/** 128 bits; `crypto.randomUUID` is missing where a page is served without TLS. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
