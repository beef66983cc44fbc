/** A line for the page's own live client where there is no browser. */
import { type ClientOptions, WebSocket } from 'ws';
import type { LiveSocket, SocketEvents } from '../../apps/web/src/live/connection.ts';

/**
 * @param url the installation's
 * @param secret a participant's session (I1); null for a visitor
 * @param way how to get there, where that is special
 */
export function openNodeSocket(
  url: string,
  secret: string | null,
  events: SocketEvents,
  way: ClientOptions = {},
): LiveSocket {
  const headers = secret === null ? {} : { authorization: `Bearer ${secret}` };
  const address = `${url.replace('http', 'ws')}/ws`;
  const socket = new WebSocket(address, { ...way, headers, perMessageDeflate: false });
  socket.on('open', () => events.opened());
  socket.on('message', (data: Buffer) => events.received(data.toString()));
  socket.on('close', (code) => events.closed(code));
  socket.on('error', () => undefined);
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      socket.terminate();
      events.closed(1006);
    },
  };
}
