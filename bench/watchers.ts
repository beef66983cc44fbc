/**
 * Watchers that cost a measurement as little as possible: connections that speak just enough of the protocol to join a room, and
 * see how each whole frame begins. All share one buffer, so that tens of thousands fit into a few processes.
 */
import { connect, type Socket } from 'node:net';

/** How much of a frame's text is looked at. */
const BEGINNING = 192;
const TWO_BYTE_LENGTH = 126;
const LONGEST_HEAD = 10;
const CHUNK = Buffer.allocUnsafe(256 * 1024);
const WHOLE_TEXT_FRAME = 0x81;
const PING = 0x89;
/** Empty and masked. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const NOTHING = Buffer.alloc(0);

export interface Watch {
  port: number;
  /** Of the loopback range, where the connection comes from: an address has not enough ports for everybody. */
  address?: string;
  /** A participant's session (I1); null for a visitor. */
  secret: string | null;
  raffleId: string;
  /** Bytes have arrived. */
  onBytes?(count: number): void;
  /** A whole text frame has arrived. @param beginning of its text */
  onFrame(beginning: string): void;
  /** @param wasOpen false when it was refused before it was a web socket */
  onClose(wasOpen: boolean): void;
}

/** A masked text frame, as clients must send them; the mask is zero. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([WHOLE_TEXT_FRAME, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

function headLength(bytes: Buffer, at: number): number {
  const short = bytes[at + 1] ?? 0;
  if (short < TWO_BYTE_LENGTH) return 2;
  return short === TWO_BYTE_LENGTH ? 4 : LONGEST_HEAD;
}

/** Of a frame whose head is there. */
function textLength(bytes: Buffer, at: number): number {
  const short = bytes[at + 1] ?? 0;
  if (short < TWO_BYTE_LENGTH) return short;
  return short === TWO_BYTE_LENGTH ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
}

export function openWatcher(watch: Watch): Socket {
  const { port, address = '127.0.0.1', secret, raffleId, onFrame } = watch;
  let isOpen = false;
  /** The beginning of what has not arrived as a whole. */
  let rest: Buffer = NOTHING;
  /** Bytes of the present frame that are still to come, and how it began. */
  let missing = 0;
  let present = '';

  const readFrames = (bytes: Buffer): void => {
    let at = Math.min(missing, bytes.length);
    if (missing > 0) {
      missing -= at;
      if (missing > 0) return;
      onFrame(present);
    }
    while (at < bytes.length) {
      const left = bytes.length - at;
      const head = headLength(bytes, at);
      if (left < head) break;
      const size = textLength(bytes, at);
      if (left < head + Math.min(size, BEGINNING)) break;
      const kind = bytes[at];
      if (kind === PING) socket.write(PONG);
      else if (kind === WHOLE_TEXT_FRAME) {
        present = bytes.toString('latin1', at + head, at + head + Math.min(size, BEGINNING));
        missing = Math.max(0, head + size - left);
        if (missing === 0) onFrame(present);
      }
      at += Math.min(left, head + size);
    }
    rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : NOTHING;
  };

  const onBytes = (count: number): boolean => {
    watch.onBytes?.(count);
    const fresh = CHUNK.subarray(0, count);
    const bytes = rest.length === 0 ? fresh : Buffer.concat([rest, fresh]);
    rest = NOTHING;
    if (isOpen) readFrames(bytes);
    else {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) rest = Buffer.from(bytes);
      else if (bytes.toString('latin1', 0, 12) === 'HTTP/1.1 101') {
        isOpen = true;
        socket.write(clientFrame(JSON.stringify({ type: 'join-room', data: { raffleId } })));
        if (bytes.length > end + 4) readFrames(bytes.subarray(end + 4));
      } else socket.destroy();
    }
    return true;
  };

  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: address,
    noDelay: true,
    onread: { buffer: CHUNK, callback: onBytes },
  });
  const authorization = secret === null ? '' : `Authorization: Bearer ${secret}\r\n`;
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${authorization}` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  socket.on('error', () => {});
  socket.on('close', () => watch.onClose(isOpen));
  return socket;
}
