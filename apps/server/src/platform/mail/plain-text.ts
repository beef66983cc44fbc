/** Texts of hosts and guests in emails: no name can add a header (M1), and nothing becomes a link (R84). */

/** Line breaks and other controls become spaces; runs of spaces one. Line and paragraph separators count too. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

const INVISIBLE = '\u200B';

/**
 * Mail programs make links of what looks like one. A text of a host is to be read, not clicked: an invisible space stands
 * where an address or a site would be recognised, and the text looks as it did.
 */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(/:(?=\/\/)/g, `:${INVISIBLE}`)
    .replaceAll(/(?<=[\p{L}\p{N}_-])[.@](?=[\p{L}\p{N}_-])/gu, (mark) => mark + INVISIBLE)
    .replaceAll(/\b(mailto|tel|javascript|data):/gi, `$1${INVISIBLE}:`);
}
