/** M1: what people typed never becomes a formula in somebody's spreadsheet. */

export type Cell = string | number | Date | null;

/** Spreadsheets take a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The text as it may stand in a cell: prefixed by an apostrophe where it could run. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
