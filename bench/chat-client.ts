/**
 * The watchers of the chat measurement: thousands of connections in one process that count chat lines and nothing else.
 *
 *   chat-client.ts PORT COUNT RAFFLE
 *
 * Tells its parent `{ready: true}` when every watcher was greeted, then for `{lines: n}` the instants at which the last
 * watcher had each of the next n lines.
 */
import { connect } from 'node:net';
import { monotonicMs } from './measure.ts';

const AT_ONCE = 50;
const WHOLE_TEXT_FRAME = 0x81;
const PING = 0x89;
/** Empty and masked. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const LINE = Buffer.from('{"type":"chat-message"');
const [portText, countText, raffleId] = process.argv.slice(2);
const [port, count] = [Number(portText), Number(countText)];

/** A masked text frame, as clients must send them; the mask is zero. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([WHOLE_TEXT_FRAME, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

const JOIN = clientFrame(JSON.stringify({ type: 'join-room', data: { raffleId } }));
const HELLO =
  `GET /ws HTTP/1.1\r\nHost: localhost:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';

/** How many watchers have the n-th line, and when the last one had it. */
let have: number[] = [];
let lastAt: number[] = [];
let wanted = 0;

function lineCame(n: number): void {
  have[n] = (have[n] ?? 0) + 1;
  if (have[n] < count) return;
  lastAt[n] = monotonicMs();
  if (n === wanted - 1) process.send?.({ lastAt });
}

/** Bytes of a frame's head and of what it holds. */
function sizesAt(bytes: Buffer, at: number): { head: number; size: number } {
  const short = bytes[at + 1] ?? 0;
  if (short < 126) return { head: 2, size: short };
  if (short === 126) return { head: 4, size: bytes.readUInt16BE(at + 2) };
  return { head: 10, size: bytes.length - at < 10 ? bytes.length : bytes.readUInt32BE(at + 6) };
}

const resets: (() => void)[] = [];

function watch(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let rest: Buffer | null = null;
    let upgraded = false;
    let lines = 0;
    resets.push(() => {
      lines = 0;
    });
    socket.on('connect', () => socket.write(HELLO));
    socket.on('data', (chunk) => {
      let bytes = rest === null ? chunk : Buffer.concat([rest, chunk]);
      rest = null;
      if (!upgraded) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) {
          rest = bytes;
          return;
        }
        upgraded = true;
        socket.write(JOIN);
        bytes = bytes.subarray(end + 4);
      }
      let at = 0;
      while (bytes.length - at >= 4) {
        if (bytes[at] === PING) {
          at += 2 + (bytes[at + 1] ?? 0);
          socket.write(PONG);
          continue;
        }
        if (bytes[at] !== WHOLE_TEXT_FRAME) throw new Error('The watchers lost count.');
        const { head, size } = sizesAt(bytes, at);
        if (bytes.length - at < head + size) break;
        if (bytes.compare(LINE, 0, LINE.length, at + head, at + head + Math.min(size, LINE.length)) === 0) {
          lineCame(lines);
          lines += 1;
        }
        at += head + size;
        resolve();
      }
      rest = at === bytes.length ? null : bytes.subarray(at);
    });
    socket.on('close', () => {
      throw new Error('A watcher lost its connection.');
    });
  });
}

process.on('message', (order: { lines: number }) => {
  have = [];
  lastAt = [];
  wanted = order.lines;
  for (const reset of resets) reset();
  process.send?.({ counting: true });
});
process.on('disconnect', () => process.exit(0));
let opened = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (opened < count) {
      opened += 1;
      await watch();
    }
  }),
);
process.send?.({ ready: true });
