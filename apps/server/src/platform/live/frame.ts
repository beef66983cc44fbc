/** Ready-made WebSocket frames (RFC 6455 §5.2): built once, the same bytes written to every socket. */

const FIN_AND_TEXT = 0x81;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;

/** One whole, unmasked text frame, as servers send them. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  if (length < TWO_BYTE_LENGTH) {
    const frame = Buffer.allocUnsafe(2 + length);
    frame[0] = FIN_AND_TEXT;
    frame[1] = length;
    frame.write(text, 2);
    return frame;
  }
  if (length < 65_536) {
    const frame = Buffer.allocUnsafe(4 + length);
    frame[0] = FIN_AND_TEXT;
    frame[1] = TWO_BYTE_LENGTH;
    frame.writeUInt16BE(length, 2);
    frame.write(text, 4);
    return frame;
  }
  const frame = Buffer.allocUnsafe(10 + length);
  frame[0] = FIN_AND_TEXT;
  frame[1] = EIGHT_BYTE_LENGTH;
  frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, 10);
  return frame;
}
