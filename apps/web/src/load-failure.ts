/** Tells a page file that could not be fetched from a page that broke: the first is fixed by loading again. */

/** As Chromium, Firefox and Safari say it; there is no error type of its own. */
const SENTENCES = /dynamically imported module|importing a module script failed/i;

export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && SENTENCES.test(error.message);
}
