/** The browser's WebSocket to /ws of this page's own host, as the clients of the live socket use it. */
import type { LiveSocket, SocketEvents } from './live-client.ts';

export function browserSocket(events: SocketEvents): LiveSocket {
  const { protocol, host } = window.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', ({ data }) => events.received(String(data)));
  socket.addEventListener('close', ({ code }) => events.closed(code));
  return {
    send(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close() {
      socket.close();
      // A dead line takes long to say so; the page must not wait for it.
      events.closed(1006);
    },
  };
}
