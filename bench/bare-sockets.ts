/** Web sockets without any library: connections that a ready frame is written to. */
import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { textFrame } from '../apps/server/src/platform/live/frame.ts';

const GREETING = JSON.stringify({ type: 'snapshot', data: {} });

/** Accepts and greets every connection. @returns the connections, growing */
export function acceptBare(server: Server): Duplex[] {
  const streams: Duplex[] = [];
  server.on('upgrade', (request, stream: Duplex) => {
    const key = String(request.headers['sec-websocket-key']);
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    stream.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    stream.write(textFrame(GREETING));
    stream.resume();
    streams.push(stream);
  });
  return streams;
}
