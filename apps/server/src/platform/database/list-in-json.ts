/** Lists as one parameter for SQLite. */

/**
 * JSON that SQLite reads as the very texts that it stores. Half a surrogate pair is no character: everywhere else it arrives as
 * U+FFFD, but from JSON SQLite would make bytes of it that its library ends the process for when they are read.
 */
export function listInJson(list: readonly unknown[]): string {
  const json = JSON.stringify(list);
  // Whole pairs stand for themselves; other backslashes are passed with what they escape.
  return json.includes(String.raw`\ud`)
    ? json.replace(/\\(?:ud[0-9a-f]{3}|.)/g, (escape) => (escape.length === 6 ? '\ufffd' : escape))
    : json;
}
