/** M1: what people typed never becomes a formula in somebody's spreadsheet. */

export type Cell = string | number | Date | null;

/**
 * Spreadsheets take a cell that begins so for a formula: some of them also after blanks and invisible characters, with wide signs of
 * East Asian keyboards, or behind a tab or line break that ends the cell in their eyes.
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@＝＋－＠])/u;

/** The text as it may stand in a cell: prefixed by an apostrophe where it could run. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
