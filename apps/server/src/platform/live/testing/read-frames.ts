/** Tests' own reader of server frames (RFC 6455 §5.2): unmasked, whole text frames only. */

/** @throws Error on anything else, and on bytes left over */
export function readFrames(bytes: Buffer): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes[at] !== 0x81) throw new Error(`Not a whole text frame at byte ${at}.`);
    const short = bytes[at + 1] ?? 0xff;
    if (short > 127) throw new Error('Server frames are never masked.');
    let length = short;
    at += 2;
    if (short === 126) {
      length = bytes.readUInt16BE(at);
      at += 2;
    } else if (short === 127) {
      length = Number(bytes.readBigUInt64BE(at));
      at += 8;
    }
    if (at + length > bytes.length) throw new Error('A frame is cut off.');
    texts.push(bytes.toString('utf8', at, at + length));
    at += length;
  }
  return texts;
}
