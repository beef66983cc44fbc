/**
 * The server's side of the fan-out measurement, a process of its own, in one of three ways:
 *
 *   hub   the product's own live socket and room
 *   ws    plain `ws`, `client.send` in a loop
 *   bare  a ready frame written to each connection in a loop, without any library: what Node itself costs
 *
 * The parent asks it to send messages (`{send: count}`) and gets the instant before the first message, or its memory.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { textFrame } from '../apps/server/src/platform/live/frame.ts';
import { type LiveSocket, NOBODY } from '../apps/server/src/platform/live/live-socket.ts';
import { createRoom } from '../apps/server/src/platform/live/room.ts';
import { startSocketServer } from '../apps/server/src/platform/live/socket-server.ts';
import { acceptBare } from './bare-sockets.ts';
import { monotonicMs } from './measure.ts';

const HOUR_MS = 3_600_000;
/** Many messages are sent in ticks of this many, as in a room where many people write at once. */
const A_TICK = 10;
/** With its frame and number a message has some 200 bytes. */
const MESSAGE = { type: 'room-info', data: { watchers: 5000, text: 'x'.repeat(130) } };
const GREETING = JSON.stringify({ type: 'snapshot', data: {} });

type Say = (count: number) => void;

/** Says `left` messages, some in each turn of the event loop. */
function sendInTicks(sayNow: Say, left: number): void {
  sayNow(Math.min(left, A_TICK));
  if (left > A_TICK) setImmediate(sendInTicks, sayNow, left - A_TICK);
}

function hub(server: Server): Say {
  const room = createRoom<LiveSocket, 'all'>(['all']);
  startSocketServer({
    server,
    clock: systemClock(),
    publicAddress: { publicUrl: 'http://localhost', publicUrlIsSet: false },
    identify: async () => NOBODY,
    hostSession: async () => null,
    addressOf: () => 'local',
    handlers: {
      onMessage(socket, message) {
        if (message.type !== 'join-room') return;
        socket.joined = true;
        room.enter(socket, 'all', room.seq(), () => textFrame(GREETING));
      },
      onClose: (socket) => room.leave(socket, 'all'),
    },
    headerLines: '',
    report: (error) => console.error(error),
    // Pings would be counted as messages.
    limits: { perAddress: 100_000, heartbeatMs: HOUR_MS },
  });
  return (count) => {
    for (let n = 0; n < count; n += 1) room.publish(MESSAGE);
  };
}

function plainWs(server: Server): Say {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (socket) => socket.send(GREETING));
  return (count) => {
    for (let n = 0; n < count; n += 1) {
      const text = JSON.stringify({ ...MESSAGE, seq: n });
      for (const client of sockets.clients) client.send(text);
    }
  };
}

function bare(server: Server): Say {
  const streams = acceptBare(server);
  return (count) => {
    for (let n = 0; n < count; n += 1) {
      const frame = textFrame(JSON.stringify({ ...MESSAGE, seq: n }));
      for (const stream of streams) stream.write(frame);
    }
  };
}

const WAYS: Record<string, (server: Server) => Say> = { hub, ws: plainWs, bare };

const server = createServer();
const send = WAYS[process.argv[2] ?? '']?.(server);
if (send === undefined) throw new Error(`Choose one of ${Object.keys(WAYS).join(', ')}.`);
process.on('message', (order: { send: number } | { memory: true }) => {
  if ('send' in order) {
    const sentAt = monotonicMs();
    sendInTicks(send, order.send);
    process.send?.({ sentAt });
  } else {
    globalThis.gc?.();
    process.send?.({ rss: process.memoryUsage.rss() });
  }
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
