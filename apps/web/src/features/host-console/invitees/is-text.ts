/** Whether a file can be a list of names at all; photographs, PDF files and programs are refused before they are read. */

/** Enough of a file to tell. */
const LOOKED_AT = 64 * 1024;
/** Control characters that texts have: tab, line feed, form feed, carriage return. */
const OF_TEXTS = new Set([0x09, 0x0a, 0x0c, 0x0d]);
/** Of an old encoding's letters none is a control character; a stray one does no harm. */
const MOST_CONTROLS = 0.01;

/** @param bytes of a file that is no workbook */
export function isText(bytes: Uint8Array): boolean {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isUtf16) return true;
  const isPdf = bytes[0] === 0x25 && bytes[1] === 0x50 && bytes[2] === 0x44 && bytes[3] === 0x46;
  if (isPdf) return false;
  const start = bytes.subarray(0, LOOKED_AT);
  let controls = 0;
  for (const byte of start) {
    if (byte === 0) return false;
    if (byte < 0x20 && !OF_TEXTS.has(byte)) controls += 1;
  }
  return controls <= start.length * MOST_CONTROLS;
}
