/**
 * The watchers of the fan-out measurement: thousands of plain connections in one process that count whole frames and
 * nothing else, so that the server is what is measured.
 *
 *   fan-out-client.ts PORT COUNT
 *
 * Tells its parent `{ready: true}` when every watcher was greeted, then for each `{until: frames}` the instant at which
 * all watchers together had that many.
 */
import { connect, type Socket } from 'node:net';
import { monotonicMs } from './measure.ts';

/** Connections opened at the same time; more would only fill the server's queue. */
const AT_ONCE = 100;
const WHOLE_TEXT_FRAME = 0x81;
const [port = 0, count = 0] = process.argv.slice(2).map(Number);

let frames = 0;
let until = Number.POSITIVE_INFINITY;

/** A masked text frame, as clients must send them; the mask is zero. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([WHOLE_TEXT_FRAME, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

const JOIN = clientFrame(JSON.stringify({ type: 'join-room', data: { raffleId: 'measured-raffle-0001' } }));
const HELLO =
  'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';

/** Counts the whole frames of `bytes`; what is left begins the next chunk. */
function countFrames(bytes: Buffer): { whole: number; rest: Buffer | null } {
  let at = 0;
  let whole = 0;
  while (bytes.length - at >= 4) {
    if (bytes[at] !== WHOLE_TEXT_FRAME) throw new Error('The watchers lost count.');
    const short = bytes[at + 1] ?? 0;
    const size = short < 126 ? 2 + short : 4 + bytes.readUInt16BE(at + 2);
    if (bytes.length - at < size) break;
    at += size;
    whole += 1;
  }
  return { whole, rest: at === bytes.length ? null : bytes.subarray(at) };
}

function arrived(more: number): void {
  frames += more;
  if (frames < until) return;
  if (frames > until && Number.isFinite(until)) throw new Error('More messages arrived than were sent.');
  until = Number.POSITIVE_INFINITY;
  process.send?.({ reachedAt: monotonicMs() });
}

function watch(): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let rest: Buffer | null = null;
    let upgraded = false;
    let greeted = false;
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
      const counted = countFrames(bytes);
      rest = counted.rest;
      if (counted.whole === 0) return;
      arrived(counted.whole);
      if (!greeted) resolve();
      greeted = true;
    });
    socket.on('close', () => {
      throw new Error('A watcher lost its connection.');
    });
  });
}

process.on('message', (order: { until: number }) => {
  until = order.until;
  arrived(0);
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
frames = 0;
process.send?.({ ready: true });
