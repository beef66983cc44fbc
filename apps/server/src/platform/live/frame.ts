/** Ready-made WebSocket frames (RFC 6455 §5.2): built once, the same bytes written to every socket. */

const FIN_AND_TEXT = 0x81;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;
const NOTHING = Buffer.alloc(0);

/** One whole, unmasked text frame, as servers send them. @param rest of its text, made once for many frames */
export function textFrame(text: string, rest: Buffer = NOTHING): Buffer {
  const own = Buffer.byteLength(text);
  const frame = frameFor(own + rest.length);
  frame.write(text, frame.length - own - rest.length);
  rest.copy(frame, frame.length - rest.length);
  return frame;
}

/** A frame for `length` bytes of text, which are still to be written at its end. */
function frameFor(length: number): Buffer {
  if (length < TWO_BYTE_LENGTH) {
    const frame = Buffer.allocUnsafe(2 + length);
    frame[0] = FIN_AND_TEXT;
    frame[1] = length;
    return frame;
  }
  if (length < 65_536) {
    const frame = Buffer.allocUnsafe(4 + length);
    frame[0] = FIN_AND_TEXT;
    frame[1] = TWO_BYTE_LENGTH;
    frame.writeUInt16BE(length, 2);
    return frame;
  }
  const frame = Buffer.allocUnsafe(10 + length);
  frame[0] = FIN_AND_TEXT;
  frame[1] = EIGHT_BYTE_LENGTH;
  frame.writeBigUInt64BE(BigInt(length), 2);
  return frame;
}
