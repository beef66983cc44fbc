/** M1: what goes into a mail's header is one line without control characters, so that no name can add a header. */

/** Line breaks and other controls become spaces; runs of spaces one. Line and paragraph separators count too. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
